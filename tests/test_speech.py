"""Formulas in words: what a screen reader says, in English and in Chinese, and never LaTeX."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathpost.config import Config
from mathpost.latex.macros import known_commands
from mathpost.latex.parser import parse
from mathpost.latex.speech.phrases import PHRASES
from mathpost.latex.speech.speaker import spoken
from mathpost.latex.speech.vocabulary import Language
from mathpost.pipeline import examine
from mathpost.text.source import Source, Span

WORDS = [
    # powers, indices, primes
    (r"x^2", "x squared", "x 的平方"),
    (r"x^3 + y", "x cubed plus y", "x 的立方加 y"),
    (r"x^n", "x to the power n", "x 的 n 次方"),
    (r"2^{n+1} - 1", "2 to the power n plus 1, end power minus 1", "2 的 n 加 1 次方减 1"),
    (r"x^{-1}", "x to the power negative 1", "x 的负 1 次方"),
    (r"A^{-1}", "cap A inverse", "大写 A 的逆"),
    (r"\boldsymbol{x}^\top", "bold x transpose", "粗体 x 的转置"),
    (r"x^{(l)}", "x superscript l", "x 上标 l"),
    (r"x_i", "x sub i", "x 下标 i"),
    (r"x_{i,j}", "x sub i, j", "x 下标 i，j"),
    (r"x_{i+1} + y", "x sub i plus 1, end sub plus y", "x 下标 i 加 1，下标结束加 y"),
    (r"f''", "f double prime", "f 两撇"),
    (r"30^\circ", "30 degrees", "30 度"),
    (r"\hat{x}", "x hat", "x 帽"),
    # fractions, roots, derivatives
    (r"\frac{1}{2}", "one half", "2 分之 1"),
    (r"\frac{3}{4}x", "three quarters x", "4 分之 3 x"),
    (r"\frac{x}{y}", "x over y", "y 分之 x"),
    (
        r"\frac{a+b}{c}",
        "the fraction with numerator a plus b and denominator c, end fraction",
        "分式，分子 a 加 b，分母 c，分式结束",
    ),
    (r"\sqrt{x}", "the square root of x", "根号 x"),
    (r"\sqrt{x+1}+y", "the square root of x plus 1, end root plus y", "根号 x 加 1，根号结束加 y"),
    (r"\sqrt[3]{x}", "the cube root of x", "x 的立方根"),
    (r"\frac{dy}{dx}", "the derivative of y with respect to x", "y 对 x 的导数"),
    (
        r"\frac{\partial^2 f}{\partial x^2}",
        "the second partial derivative of f with respect to x",
        "f 对 x 的 2 阶偏导数",
    ),
    (r"\frac{d}{dt} x", "the derivative with respect to t of x", "对 t 求导数：x"),
    (r"\binom{n}{k}", "n choose k", "从 n 中取 k 的组合数"),
    # large operators
    (r"\sum_{i=1}^{n} x_i", "the sum from i equals 1 to n of x sub i", "从 i 等于 1 到 n 求和：x 下标 i"),
    (r"\int_0^1 x\,dx", "the integral from 0 to 1 of x d x", "从 0 到 1 积分：x d x"),
    (
        r"\lim_{x\to 0} f(x)",
        "the limit as x approaches 0 of f of x",
        "当 x 趋于 0 时求极限：f 左括号 x 右括号",
    ),
    (r"\max_{x} f", "the maximum over x of f", "对 x 取最大值：f"),
    (
        r"\mathbb{E}_{x\sim p}[x]",
        "the expectation over x distributed as p of open bracket x close bracket",
        "对 x 服从 p 求期望：左方括号 x 右方括号",
    ),
    # brackets and bars
    (r"f(x)", "f of x", "f 左括号 x 右括号"),
    (r"f(x+1)", "f open paren x plus 1 close paren", "f 左括号 x 加 1 右括号"),
    (r"2(x)", "2 open paren x close paren", "2 左括号 x 右括号"),
    (r"|x|", "the absolute value of x", "x 的绝对值"),
    (r"\left|x-y\right|", "the absolute value of x minus y, end absolute value", "绝对值 x 减 y，绝对值结束"),
    (r"\|x\|", "the norm of x", "x 的范数"),
    (r"p(x|z)", "p open paren x given z close paren", "p 左括号 x 给定 z 右括号"),
    (
        r"\{x \mid x > 0\}",
        "open brace x such that x is greater than 0 close brace",
        "左花括号 x 满足 x 大于 0 右花括号",
    ),
    (r"\lfloor x \rfloor", "the floor of x, end floor", "对 x 向下取整"),
    # signs
    (r"-x - y", "negative x minus y", "负 x 减 y"),
    (r"a = -b", "a equals negative b", "a 等于负 b"),
    (r"x \not= y", "x is not equal to y", "x 不等于 y"),
    (r"x\in\mathbb{R}^n", "x in the n-dimensional real space", "x 属于 n 维实空间"),
    (r"W\in\mathbb{R}^{m\times n}", "cap W in the real m by n matrices", "大写 W 属于 m 乘 n 的实矩阵集"),
    (r"\alpha\beta\Gamma", "alpha beta cap gamma", "α β 大写 γ"),
    (r"3.14\times 10^{-8}", "3.14 times 10 to the power negative 8", "3.14 乘 10 的负 8 次方"),
    (r"n!", "n factorial", "n 的阶乘"),
    (r"\text{if } x", "if x", "if x"),
    # rows
    (
        r"\begin{pmatrix}a&b\\c&d\end{pmatrix}",
        "the 2 by 2 matrix: row 1: a, b; row 2: c, d, end matrix",
        "2 行 2 列的矩阵：第 1 行：a，b；第 2 行：c，d，矩阵结束",
    ),
    (
        r"\begin{cases}0, & x<0\\1, & x\ge 0\end{cases}",
        "2 cases: case 1: 0, x is less than 0; case 2: 1, x is greater than or equal to 0, end cases",
        "分 2 种情况：情况 1：0，x 小于 0；情况 2：1，x 大于等于 0，分段结束",
    ),
    (
        r"\begin{aligned}a&=b\\&=c\end{aligned}",
        "2 lines: line 1: a equals b; line 2: equals c",
        "共 2 行：第 1 行：a 等于 b；第 2 行：等于 c",
    ),
    # bars behind a factor, infinity, typed dots, a dot for an argument
    (
        r"\gamma\Vert z - \text{sg}[q]\Vert^2",
        "gamma the norm of z minus sg open bracket q close bracket, end norm squared",
        "γ 范数 z 减 sg 左方括号 q 右方括号，范数结束的平方",
    ),
    (r"2|x|", "2 the absolute value of x", "2 x 的绝对值"),
    (r"P(A|B)", "cap P open paren cap A given cap B close paren", "大写 P 左括号大写 A 给定大写 B 右括号"),
    (r"E \rightarrow -\infty", "cap E approaches negative infinity", "大写 E 趋于负无穷大"),
    (r"f: A \to B", "f colon cap A right arrow cap B", "f 冒号大写 A 右箭头大写 B"),
    (r"a, ..., b", "a, dot dot dot, b", "a，省略号，b"),
    (r"K(\cdot, y)", "cap K open paren dot, y close paren", "大写 K 左括号点，y 右括号"),
    (r"a \cdot b", "a times b", "a 乘 b"),
    ("", "formula", "公式"),
]


def said(latex: str, language: Language = "en") -> str:
    return spoken(parse(latex, [Span(0, len(latex))]).tree, language)


@pytest.mark.parametrize(("latex", "english", "chinese"), WORDS)
def test_a_formula_in_words(latex: str, english: str, chinese: str) -> None:
    assert (said(latex), said(latex, "zh")) == (english, chinese)


def test_the_examples_of_the_manual_are_what_is_said() -> None:
    text = (Path(__file__).parent.parent / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.+?)` \| (.+) \| (.*[\u4e00-\u9fff].*) \|$", text, re.M)
    found = [(latex, english, chinese) for latex, english, chinese in rows if "\\" in latex]
    assert len(found) >= 3
    for latex, english, chinese in found:
        assert (said(latex), said(latex, "zh")) == (english, chinese)


def test_macros_of_the_post_are_read_as_what_they_stand_for() -> None:
    post = "$\\newcommand{\\R}{\\mathbb{R}}\\R$ 与 $x\\in\\R$"
    document = examine(Source("a.md", post), Config(), False).document
    last = document.formulas[-1]
    assert spoken(last.tree, "zh", last.definitions) == "x 属于实数集"


def test_every_phrase_has_as_many_places_in_both_languages() -> None:
    for phrase, words in PHRASES.items():
        used = [set(re.findall(r"\{(\d)\}", text)) for text in words]
        assert used[0] >= used[1] and (used[0] == used[1] or phrase in ("up to", "applied")), phrase


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_known_command_has_words_without_a_backslash(language: Language) -> None:
    for name, entry in known_commands().items():
        if entry.mode == "text":
            continue
        words = said(f"a {name} " + "{b}" * len(entry.arguments) + " c", language)
        assert words and "\\" not in words, name


@given(st.text(alphabet="abxX12+-=(){}[]|_^&\\frac\\sqrt, '%$#~", max_size=60))
def test_any_text_has_words_without_a_backslash(latex: str) -> None:
    for language in ("en", "zh"):
        words = said(latex, language)  # type: ignore[arg-type]
        assert words.strip() and "\\" not in words


@pytest.mark.parametrize(
    "latex", ["{x^" * 400 + "2" + "}" * 400, r"\sqrt{" * 300 + "x" + "}" * 300, "(" * 900]
)
def test_a_formula_nested_without_end_has_words(latex: str) -> None:
    assert said(latex).strip() and "\\" not in said(latex)


def test_formulas_of_the_open_posts_have_words(shared: Path) -> None:
    count = 0
    for path in sorted((shared / "corpus").rglob("*.md"))[::40]:
        document = examine(Source(str(path), path.read_bytes().decode()), Config(), False).document
        for formula in document.formulas:
            for language in ("en", "zh"):
                words = spoken(formula.tree, language, formula.definitions)  # type: ignore[arg-type]
                assert words.strip() and "\\" not in words, document.source.slice(formula.span)
            count += 1
    assert count > 500
