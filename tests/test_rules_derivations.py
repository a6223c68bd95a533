"""Derivations as far as no verdict is needed: steps that repeat, equations used before they stand."""

from __future__ import annotations

import pytest

from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.source import Source
from test_rules_structure import found


@pytest.mark.parametrize(
    ("tex", "repeats"),
    [
        (r"f(x) &= (x + 1)^2 - y_1 \\ &= (x + 1)^2 - y_1", True),
        (r"f(x) &= (x + 1)^2 - y_1 \\ &= (x+1)^2\,-\, y_1.", True),
        (r"f(x) &= \|\nabla g(x)\|^2 \\ &= \left\Vert\nabla g(x)\right\Vert^{2}", True),
        (r"f(x) &= (x + 1)^2 - y_1 \\ &= (x + 1)^2 - y_2", False),
        (r"A &= \begin{pmatrix} a & b \end{pmatrix} \\ &= \begin{pmatrix} a & c \end{pmatrix}", False),
        (r"f(x) &= x \\ &= x", False),
        (r"\frac{1}{1-p} + q &\approx \frac{1}{1-p} + q", False),
    ],
)
def test_a_repeated_step(tex: str, repeats: bool) -> None:
    post = f"We have\n\n\\begin{{align*}}\n{tex}\n\\end{{align*}}\n"
    assert found(post, "mathjax", "D002") == ([("D002", "warning")] if repeats else [])
    assert found(post) == []


@pytest.mark.parametrize(
    ("words", "used"),
    [
        ("Substituting $\\eqref{eq:b}$ we get", True),
        ("By Eq. ($\\eqref{eq:b}$) we get", True),
        ("代入式$\\eqref{eq:b}$得", True),
        ("由$\\eqref{eq:b}$知", True),
        ("We shall prove $\\eqref{eq:b}$ below:", False),
        ("By the condition $\\eqref{eq:b}$ we get", True),
        ("We use the formula $\\eqref{eq:b}$ presented below:", False),
        ("We will use $\\eqref{eq:b}$ later:", False),
        ("The state is given by $\\eqref{eq:b}$:", False),
        ("这时不能使用式$\\eqref{eq:b}$：", False),
        ("使用式$\\eqref{eq:b}$得", True),
        ("使用式$\\eqref{eq:a}$更新：", False),
        ("见式$\\eqref{eq:b}$：", False),
        ("Nearby $\\eqref{eq:b}$ we get", False),
        ("Substituting $\\eqref{eq:a}$ gives", True),
    ],
)
def test_an_equation_used_before_it_stands(words: str, used: bool) -> None:
    equations = "".join(
        f"\\begin{{equation}}\n{x} = 1 \\label{{eq:{x}}}\n\\end{{equation}}\n\n" for x in "ab"
    )
    assert found(f"{words}\n\n{equations}", "mathjax", "D003") == ([("D003", "info")] if used else [])
    assert found(f"{equations}{words}\n", "mathjax", "D003") == []


@pytest.mark.parametrize(
    ("first", "last", "unused"),
    [
        ("令$z = 2x + 1$，则", "x^2 = 4", True),
        ("令$z = 2x + 1$，则", "z^2 = 4", False),
        ("Let $z_{0} = 2x + 1$. Then", "x^2 = 4", True),
        ("我们有$z = 2x + 1$，则", "x^2 = 4", False),
        ("令$n = 512$，则", "x^2 = 4", False),
        (r"定义$\hat{R}_S = 2x + 1$，则", "R_m = 4", False),
        (r"记$\mathcal{V} = \{v_1, v_2\}$，则", "v_1 = 4", False),
        ("范数定义为：$z = 2x + 1$，则", "x^2 = 4", False),
        ("**定义**：$z = 2x + 1$，则", "x^2 = 4", False),
        ("定义新的距离$z = 2x + 1$，则", "x^2 = 4", False),
        ("Equivalently set $z = 2x + 1$. Then", "x^2 = 4", False),
        ("The output is $z = 2x + 1$. Then", "x^2 = 4", False),
        ("假设$z = 2x + 1$，则", "x^2 = 4", False),
        ("记$A_{22} = 2x + 1$，程序为\n\n```python\na22 = 2 * x + 1\n```\n\n则", "x^2 = 4", False),
        (r"令$\newcommand{\pr}{\mathcal{P}} \pr = 2x + 1$，则", r"\pr x = 4", False),
        (r"令$$z = 2x + 1 \label{z}$$由式$\eqref{z}$，", "x^2 = 4", False),
        (r"令$$z = 2x + 1 \tag{7}$$由式(7)，", "x^2 = 4", False),
    ],
)
def test_a_step_that_no_later_one_uses(first: str, last: str, unused: bool) -> None:
    post = f"{first}\n\n$$\n{last}\n$$\n"
    assert found(post, "mathjax", "D004") == ([("D004", "info")] if unused else [])
    assert found(post) == []


@pytest.mark.parametrize(
    ("tex", "jumps"),
    [
        (r"\frac{d^2}{dx^2}\log\log(e^x + 1) = \frac{e^x(\log(e^x+1) - e^x)}{(e^x+1)^2\log^2(e^x+1)}", True),
        (r"(a - 2)^2 p + a^2(1 - 2p) + (a + 2)^2 p = a^2 + 8p", True),
        (
            r"(a - 2)^2 p + a^2(1 - 2p) + (a + 2)^2 p = a^2 + 8p$$ Indeed, $$(a - 2)^2 p + a^2(1 - 2p) + (a + 2)^2 p "
            r"= p a^2 - 4pa + 4p + a^2 - 2pa^2 + p a^2 + 4pa + 4p = a^2 + 8p",
            False,
        ),
        (r"(1 - q)(1 - r) + (1 - q)r + q(1 - r) + qr = 1", True),
        (r"\frac{d}{dx} x^2(1 + x) = 2x(1 + x) + x^2", False),
        (r"\frac{d}{dx}\frac{b}{2(x^2 + b)^{3/2}} = -\frac{3bx}{2(x^2 + b)^{5/2}}", False),
        (r"\sum_{k=0}^j (1 - p) p^k = (1 - p)\frac{1 - p^{j + 1}}{1 - p}", False),
        (r"a\left(b + \frac{1 - b}{s}\right) = a\left(1 - \frac{1 - b}{s}(s - 1)\right)", False),
        (r"x_1(y_1 + y_2 + y_3) + x_2(y_1 + y_2 + y_3) = (x_1 + x_2)(y_1 + y_2 + y_3)", False),
        (
            r"\sum_{i=1}^3 \sum_{j=1}^3 x_i y_j = x_1 y_1+x_1 y_2+x_1 y_3+x_2 y_1+x_2 y_2+x_2 y_3+x_3 y_1+x_3 y_2+x_3 y_3",
            False,
        ),
        (r"\frac{(b - a)^3 + (b - a)^3}{24(b - a)} = \frac{2(b - a)^3}{24(b - a)}", False),
        (r"(x + 1)^2 = x^2 + 2x + 1", False),
    ],
)
def test_a_jump(tex: str, jumps: bool) -> None:
    config = Config(target="mathjax", extend_select=("D005",))
    result = examine(Source("post.md", f"We have\n\n$$\n{tex}\n$$\n"), config, True)
    codes = [d.code for d in result.diagnostics]
    assert codes == (["D005"] if jumps else [])
