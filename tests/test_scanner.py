"""The scanner finds every formula and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mathpost.document.scanner import scan
from mathpost.text.source import Source, decode


def found(text: str, **options: bool) -> list[str]:
    source = Source("post.md", text)
    return [source.slice(f.span) for f in scan(source, **options).formulas]


def faults(text: str) -> list[tuple[str, int]]:
    return [(f.code, f.span.start) for f in scan(Source("post.md", text)).faults]


@pytest.mark.parametrize(
    "text",
    [
        "$x$",
        "$ x $",
        "$\\$5$",
        "$$\nx\n$$",
        "$$ a $$",
        "\\begin{equation}x\\end{equation}",
        "\\begin{align*}\na&=b\\\\\nc&=d\n\\end{align*}",
        "\\begin{array}{c}\\begin{array}{c}1\\end{array}\\end{array}",
        "$\\text{if $x$ then}$",
        "$a$",
        "$|x|$",
        "$a\n+b$",
        "$f^{**} = f + g$",
        "$s[p_i] \\ne s[p_{i+1}](1 \\le i < n)$",
        "$HH, HT, TH, TT$",
        "$\\int \\sin mx \\cos nx dx$",
        "$xRy \\land yRz \\rightarrow xRz$",
    ],
)
def test_a_formula_is_one_formula(text: str) -> None:
    assert found(text) == [text]
    assert found(f"text{text}more") == [text]
    assert found(f"- item {text} more") == [text]
    assert found(f"<div>\n{text}\n</div>") == [text]


@pytest.mark.parametrize(
    "text",
    [
        "[text](https://a.b/$x$)",
        "`$x$`",
        "```\n$x$\n```",
        "~~~python\n$x$\n~~~\n",
        "- item\n\n  ```\n  $x$\n  ```",
        "> ```\n> $x$\n> ```",
        "text\n\n    $x$\n",
        "<!-- $x$ -->",
        "<!--\n\n$x$\n\n-->",
        '<img alt="$x$">',
        "<code>$x$</code>",
        "<pre>\n\n$x$\n\n</pre>",
        "---\ntitle: $x$\n---\n",
        "\\$x\\$",
        "$5 and $6",
        "| a | $300–350K | $1.2–1.4M | $2 total |\n",
        "| a | b |\n|---|---|\n| 1 | $100,360 |\n| 2 | $97,860 |\n",
        "it costs $5, or $10 a year",
        "за $10,000 и меньше, как $185 соответственно",
        "from $5-$10",
        "$a\n\nb$",
        "$$\n$$",
        "$",
        "\\[x\\] and \\(y\\)",
    ],
)
def test_no_formula(text: str) -> None:
    assert found(text) == []


def test_chinese_may_stand_beside_dollars_and_digits_too() -> None:
    assert found("令$x$为$2$个，2$c$与$a$1") == ["$x$", "$2$", "$c$", "$a$"]


def test_brackets_are_escapes_unless_asked_for() -> None:
    text = "[$f$的\\(图像\\)](u) \\[x^2\\] \\(y\\)"
    assert found(text) == ["$f$"]
    assert found("\\[x^2\\] \\(y\\)", brackets=True) == ["\\[x^2\\]", "\\(y\\)"]


def test_two_inline_formulas_side_by_side() -> None:
    assert found("$a$$b$ $a$1$b$") == ["$a$", "$b$", "$a$", "$b$"]


def test_an_environment_ends_at_its_own_end() -> None:
    first = "\\begin{equation}\\begin{aligned}a\\\\\\end{aligned}\\end{equation}"
    second = "\\begin{equation}b\\end{equation}"
    assert found(f"{first}后文 {second}") == [first, second]


def test_a_display_in_a_quote_keeps_its_marks() -> None:
    text = "> $$\n> x\n> $$\n"
    assert found(text) == ["$$\n> x\n> $$"]


def test_fenced_directives_are_displays() -> None:
    source = Source("p", "```{math}\n:label: eq\nx = 1\n```\n\n```math\ny\n```\n")
    formulas = scan(source).formulas
    assert [(f.kind, f.opener, source.slice(f.body)) for f in formulas] == [
        ("display", "math", "x = 1\n"),
        ("display", "math", "y\n"),
    ]


def test_a_display_may_hold_blank_lines_if_all_of_it_is_mathematics() -> None:
    display = "$$\\sum_i\n\nx_i\n  \\left(a\\right)$$"
    assert found(display) == [display]
    assert found("$$a\n\nBut these are the words of the text $$") == []
    assert found("$$a\n\n$b$ 与 $$") == ["$b$"]


# --- recovery -------------------------------------------------------------------------------------------


def test_a_display_on_lines_of_its_own_may_hold_blank_lines_and_words() -> None:
    for text in (
        "$$\n\\begin{aligned}\na &= b \\text{ for $i$} \\\\\n\n\\text{and } c &= d\n\\end{aligned}\n$$",
        "$$\n设\\space p=aq+r\\\\\n\n那么\\space a=-\\frac{b}{c}\n$$",
    ):
        assert found(text) == [text]
    assert found("$$\nx\n\nthe words of the next paragraph are all here\n\n$$") == []


def test_an_odd_dollar_spoils_nothing_but_itself() -> None:
    text = "a $$q(x)$也不依赖于 $y$ 的值\n\n$z$"
    assert found(text) == ["$q(x)$", "$y$", "$z$"]
    assert faults(text) == [("L023", 2)]


def test_prose_between_dollars_is_no_formula() -> None:
    text = "记$f是连续函数，并且处处可导。于是 $g$ 也是"
    assert found(text) == ["$g$"]
    assert faults(text) == [("L207", 1)]


def test_an_environment_without_end_is_a_fault_at_its_begin() -> None:
    text = "\\begin{align}\na\n\n$x$"
    assert faults(text) == [("L101", 0)]
    assert found(text) == ["$x$"]


@pytest.mark.parametrize("end", ["\\end{equation}", "\\end{align>", "\\end{aling}"])
def test_a_broken_end_ends_a_display(end: str) -> None:
    text = f"\\begin{{align}}\na\n{end}"
    assert found(f"{text} 后文 $x$\n\n$y$") == [text, "$x$", "$y$"]


def test_a_dollar_that_never_closes() -> None:
    assert faults("only $\\alpha here") == [("L023", 5)]
    assert faults("only $ here, or $5") == []


# --- real posts and time --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folder", "formulas"),
    [("kexue/enhanced", 26_815), ("kexue/raw", 6_196), ("statproof", 5_298), ("d2l-zh", 3_769)],
)
@pytest.mark.shared
def test_every_formula_of_the_open_posts(folder: str, formulas: int, shared: Path) -> None:
    files = sorted((shared / "corpus" / folder).rglob("*.md"))
    assert sum(len(scan(decode(f.name, f.read_bytes())).formulas) for f in files) == formulas


@pytest.mark.shared
def test_fixtures_of_others_hold_mathematics_where_they_say_so(shared: Path) -> None:
    path = shared / "cases" / "markdown_math.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    asked = {"dollar_math", "amsmath", "texmath_dollar", "texmath_bracket"}
    missed = [
        case["markdown"]
        for case in cases
        if case["plugin"] in asked
        and case["is_math"]
        and not case["markdown"].startswith("    ")  # their options switch indented code off
        and not found(case["markdown"], brackets=case["plugin"] == "texmath_bracket")
    ]
    assert missed == []


@pytest.mark.parametrize(
    "text",
    [
        "$" * 100_000,
        "${" * 50_000,
        "$$ a " * 50_000,
        "\\begin{a}" * 20_000,
        "\\begin{a}" * 20_000 + "\\end{a}",
        "".join("`" * (k % 300 + 1) + "x" for k in range(3_000)),
        "<" * 100_000,
        "<a b" * 30_000,
        "<!--" * 30_000,
        "\\" * 100_001,
        "> " * 50_000,
        "$a$\n" * 30_000,
        "\n\n$$a\n\n" * 10_000,
        "- " * 30_000,
    ],
    ids=range(14),
)
def test_repeated_openers_are_answered_in_order(text: str) -> None:
    """A scan that tried each opener against the whole rest would not end within the patience of a test run."""
    spans = [f.span for f in scan(Source("p", text)).formulas]
    assert spans == sorted(spans)
    assert all(0 <= s.start < s.end <= len(text) for s in spans)
