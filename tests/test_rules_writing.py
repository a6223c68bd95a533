"""Advice on steps, sections, symbols, formulas and statements: given only where it is asked for."""

from __future__ import annotations

import pytest

from test_rules_structure import found

LONG = "\\sum_{i=1}^{n} \\left(a_i + b_i\\right)^2"
CHAIN = " = ".join([LONG] * 5)
BOUND = "$$\\|w\\| \\le \\rho^t \\|w_0\\|$$"
CASES = [
    ("W001", f"We compute\n\n$$ {CHAIN} $$\n"),
    ("W002", "## A\n\n## B\n\nText.\n"),
    ("W002", "## A\n\nText.\n\n#### B\n\nText.\n"),
    ("W003", "We minimise\n\n$$L(w) = f(w) + \\lambda g(w)$$\n"),
    ("W004", "## The loss\n\n$$L(w) = w^2$$\n"),
    ("W004", "## 损失\n\n> $$L(w) = w^2$$\n"),
    ("W005", "预测为\n\n$$p = \\sigma(w^\\top h + b)$$\n\n其中$h$是隐藏状态。\n"),
    ("W005", "We predict\n\n$$p = \\sigma(w^\\top h + b)$$\n\nwhere $h$ is the hidden state.\n"),
    ("W006", f"Let $w$ be a weight.\n\n**Theorem 1.** The error is at most\n\n{BOUND}\n"),
    ("W006", f"设权重为$w$。\n\n**定理 1**：误差不超过\n\n{BOUND}\n"),
    ("W007", f"**Theorem 1.** We have\n\n{BOUND}\n\n## Experiments\n\nText.\n"),
    (
        "W007",
        f"**定理 1**：有\n\n{BOUND}\n\n其中$w$是权重。\n\n**证明**：归纳。$\\square$\n\n**定理 2**：别的。\n",
    ),
    ("W008", "**Theorem 1.** The iteration converges.\n\n## Experiments\n\nText.\n"),
    ("W009", '---\ntitle: "[Title]"\n---\n\nText.\n'),
    ("W010", "- [ ] Each caption says what is tested.\n- [x] Done.\n"),
    ("W008", "### 引理 1（收敛性）\n\n迭代收敛。\n\n### 实验\n\n文。\n"),
]
SOUND = [
    ("W001", f"We compute\n\n$$\\begin{{aligned}} {CHAIN.replace('= ', '&= ').replace(' &=', chr(92) * 2 + ' &=')} \\end{{aligned}}$$\n"),
    ("W001", "We compute\n\n$$a = b = c = d = e$$\n"),
    ("W002", "# A\n\n### B\n\nText.\n"),
    ("W002", "## A\n\n### B\n\nText.\n"),
    ("W003", "We minimise\n\n$$L(w) = f(w) + \\lambda g(w)$$\n\nwhere $\\lambda$ is a weight.\n"),
    ("W003", "With the weight lambda we minimise\n\n$$L(w) = f(w) + \\lambda g(w)$$\n"),
    ("W003", "We minimise\n\n$$\\lambda = f(w) + a_\\kappa$$\n"),
    ("W004", "## The loss\n\nWe measure\n\n$$L(w) = w^2$$\n"),
    ("W004", "## Table\n\n\\begin{equation}\\begin{array}{c|c}a & b\\end{array}\\tag{1}\\end{equation}\n"),
    ("W004", "## 总结\n\n$$L(w) = w^2$$\n"),
    ("W005", "We predict\n\n$$p = \\sigma(w^\\top h + b)$$\n\nwhere $h$ is the state, $w$ and $b$ are learned.\n"),
    ("W005", "We predict\n\n$$p = \\sigma(w^\\top h)$$\n\nwhere $h$ is as in [the first part](a.md).\n"),
    ("W005", "We sum\n\n$$s = \\sum_k h_k \\int q(x) dx, \\quad z \\sim \\mathcal{N}, y \\in \\mathbb{R}$$\n\nwhere $h_k$ is known.\n"),
    ("W005", "We write\n\n$$\\begin{aligned} p &= 2h \\\\ \\boldsymbol{q} &= 3h \\end{aligned}$$\n\nwhere $h$ is known.\n"),
    ("W006", f"**Theorem 1.** Let $\\rho < 1$ and weights $w$, $t$ steps. Then\n\n{BOUND}\n"),
    ("W006", f"设权重为$w$，步数为$t$，压缩率为$\\rho$。\n\n**定理 1**：误差不超过\n\n{BOUND}\n"),
    ("W006", f"**定理 1**：误差不超过\n\n{BOUND}\n\n其中$w$是权重，$\\rho$是压缩率，$t$是步数。\n"),
    ("W006", f"**Theorem 1.** Let\n\n{BOUND}\n\nThen all is well.\n"),
    ("W007", f"**Theorem 1.** We have\n\n{BOUND}\n\nSo every step gains a digit.\n\n## Experiments\n"),
    ("W007", f"**定理 1**：有\n\n{BOUND}\n\n**证明**：归纳，每步都更近。\n\n## 实验\n\n文。\n"),
    ("W007", f"**定理 1**：有\n\n{BOUND}\n\n### 直观理解\n\n文。\n"),
    ("W007", f"**定理 1**：有\n\n{BOUND}\n"),
    ("W008", "**Theorem 1.** The iteration converges.\n\n**Proof.** By induction.\n"),
    ("W008", "**Theorem 1.** The iteration converges (see the appendix).\n"),
    ("W008", "**Theorem 1 (Hoeffding).** The mean is close.\n"),
    ("W008", "**定理 1**：收敛。\n\n## 定理 1 的证明\n\n归纳。\n"),
    ("W008", "**定理 1**：收敛。\n\n## 实验\n\n文。\n\n## 附：定理 1 的证明\n\n归纳。\n"),
    ("W008", "## 总结\n\n**定理 1**：收敛。\n"),
    ("W008", "**定义 1**：收敛。\n"),
    ("W009", "As he said [sic], see [the post](a.md), [^1], ![a b](c.png), [one hole], $[a, b]$ and `[x y z]`.\n"),
    ("W010", "```\n- [ ] not a point\n```\n\n- [x] done\n"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), CASES)
def test_advice(code: str, text: str) -> None:
    assert found(text, "mathjax", code) == [(code, "info")]
    assert not [each for each, _ in found(text) if each.startswith("W")]


@pytest.mark.parametrize(("code", "text"), SOUND)
def test_no_advice(code: str, text: str) -> None:
    assert found(text, "mathjax", code) == []
