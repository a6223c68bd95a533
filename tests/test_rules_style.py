"""Matters of taste: information, and where they compare spellings or posts, only if asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mathpost.cli import main
from mathpost.config import Config
from mathpost.pipeline import examine, spelled
from mathpost.rules import notation
from mathpost.text.source import Source
from test_rules_structure import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$softmax(x) + Attention\\left(Q\\right)$", ["S001", "S001"]),
        ("$abc + x_{train} + ijk(x) + \\text{softmax}(x)$", []),
        ("$x_1, ..., x_n$", ["S002"]),
        ("$3.33... + x.. + \\dots$", []),
        ("$...$ and $$...$$", []),
        ("$\\eta = 1e-4 + 2e5$", ["S003", "S003"]),
        ("$2e - 4 + e5 + 3e^5$", []),
        ("$m = 8GB + 5 cm$", ["S008", "S008"]),
        ("$x <= y$ and $x>=y$", ["S011", "S011"]),
        ("$x < = y$, $x \\le y$ and $<=$", []),
        ("$2nm + 2kg + 3 nm + x GB + 5\\,\\mathrm{cm}$", []),
    ],
)
def test_style(text: str, expected: list[str]) -> None:
    assert [code for code, _ in found(text)] == expected


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("S004", "$\\text{tr}(A) + \\mathrm{tr}(B) + \\text{Tr}(C)$"),
        ("S005", "$\\boldsymbol{A}^T + B^\\top + C^{\\top}$"),
        ("S006", "$\\mathbf{W} + \\boldsymbol{W} + \\boldsymbol{W}$"),
        ("S009", "$\\cos\\varphi_1$, $\\sin\\varphi_{1}$ and $\\cos\\phi_1$"),
    ],
)
def test_two_spellings_in_one_post(code: str, text: str) -> None:
    assert found(text) == []
    assert found(text, "mathjax", code) == [(code, "info")]


@pytest.mark.parametrize(
    "text",
    [
        "$\\text{tr}(A) + L_{\\text{Tr}}$",
        "$x^T + (1 - a)^T + B^\\top$",
        "$\\mathbf{W} + \\boldsymbol{x} + \\boldsymbol{\\theta}$",
        "$\\cos\\varphi_1$, $\\cos\\phi_2$ and $\\phi$, $\\varphi$",
        "$\\cos\\varphi_1$, $\\cos\\phi_1$ and $\\varphi - \\phi$",
    ],
)
def test_no_two_spellings(text: str) -> None:
    assert found(text, "mathjax", "S004", "S005", "S006", "S009") == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (r"$p_i = e^{s_i} / \sum_i e^{s_i}$ and $[f(x)]_i = \frac{x_i}{\sum_{i=1}^n x_i}$", 2),
        (r"\begin{align}a_{i,j} &= \frac{b_{i,j}}{\sum\limits_j b_{i,j}}\end{align}", 1),
        (r"$p_i = e^{s_i} / \sum_j e^{s_j}$, $c_{t'} = \sum_t a_t$, $\max_i x_i \leq \sum_i x_i$", 0),
        (r"$\sum_i x_i = \sum_i y_i$, $E_x f(x) = \sum_x p(x) f(x)$, $a_i = b, \sum_i a_i = 1$", 0),
        (r"$F(x) = \int_0^x f(x)\,dx + \sum_{n=1}^{n} a_n + \int_t^{1} f \,\mathrm{d}t$", 3),
        (r"$\int_0^x f(t)\,dt + \sum_{j=1}^n a_j + \prod_{k=1,\ w_k > 0}^K w_k$", 0),
        (r"$\int_{x} p(x)\,dx + \int_{y(a)}^{y(b)} p(y)\,dy + \int_{t_1}^{t_2} H\,dt + \int_0^1 x$", 0),
    ],
)
def test_a_limit_that_is_the_variable(text: str, count: int) -> None:
    assert found(text) == []
    assert found(text, "mathjax", "S010") == [("S010", "info")] * count


def test_the_notation_of_the_others() -> None:
    posts = ["$\\boldsymbol{X}^\\top \\boldsymbol{y}$"] * 3 + ["$\\boldsymbol{X}^T \\mathbf{y}$"]
    config = Config(extend_select=("S007",))
    usual = [spelled(Source("post.md", post), config) for post in posts]
    assert usual[0] == {
        "the transpose": "^\\top",
        notation.BOLD_LETTERS: "\\boldsymbol",
        "bold X": "\\boldsymbol",
        "bold y": "\\boldsymbol",
    }
    habits = notation.habits(iter(usual))
    messages = [
        [d.message for d in examine(Source("post.md", post), config, False, habits=habits).diagnostics]
        for post in posts
    ]
    assert messages == [[], [], [], ["the transpose is written ^T here; 3 of 4 posts write ^\\top"]]


def test_posts_that_are_checked_together_are_compared(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.md").write_text("$\\boldsymbol{X}^\\top$\n", "utf-8")
    (tmp_path / "d.md").write_text("$\\boldsymbol{X}^T$\n", "utf-8")
    command = ["check", str(tmp_path), "--no-verify", "--no-cache", "--output-format", "concise"]
    assert "S007" not in CliRunner().invoke(main, command).output
    said = CliRunner().invoke(main, [*command, "--extend-select", "S007"]).output
    assert said.count("S007") == 1
    assert "d.md:1:17: S007 the transpose is written ^T here; 3 of 4 posts write ^\\top" in said
