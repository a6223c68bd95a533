"""What holds for every text: reading never fails, nothing is lost, and a second run changes nothing."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mathpost.config import Config
from mathpost.document import numbering, oracle
from mathpost.document.reader import read
from mathpost.latex.lexer import reading, tokenize
from mathpost.latex.parser import parse
from mathpost.latex.tree import Group, Node, children
from mathpost.pipeline import PostResult, examine
from mathpost.text.source import Source, Span
from mathpost.writers import json
from mathpost.writers.enhanced import enhance, stamped, unstamped

# Pieces of LaTeX that open, close, separate and take arguments: their mixtures are where parsers break.
PIECES = st.sampled_from(
    [
        *"abxn12+=<>^_{}&'$%~#()[],",
        " ",
        "\n",
        "中",
        "，",
        "\\\\",
        "\\{",
        "\\frac",
        "\\sqrt",
        "\\left(",
        "\\right)",
        "\\left",
        "\\text{",
        "\\begin{align}",
        "\\end{align}",
        "\\begin{cases}",
        "\\end{cases}",
        "\\begin",
        "\\tag{1}",
        "\\label{a}",
        "\\sum",
        "\\limits",
        "\\over",
        "\\newcommand{\\a}{b}",
        "\\a",
        "\\\\\\",
        "\\unknown",
        "\\hline",
        "\\mathbf",
        "\\color{red}",
        "\\verb|x|",
    ]
)
FORMULAS = st.lists(PIECES, max_size=30).map("".join)
LINES = st.sampled_from(
    [
        "文字 $x$ 文字",
        "",
        "# 标题 $y$",
        "> 引用 $z$",
        "- 列表",
        "```\n$code$\n```",
        "`$c$`",
        "\\begin{equation}\na\n\\end{equation}",
        "\\begin{equation}a\\tag{3}\\end{equation}",
        "\\begin{align}\na &= b \\\\\n&= c \\label{eq:c}\n\\end{align}",
        "$$a = b \\tag{1}$$",
        "$$\na\n$$",
        "由(1)和式(3)得 $\\eqref{eq:c}$",
        "公式 (2)、(3)",
        "价格 $5 和 $6",
        "**定理1**：有 $x_{1$",
        "集合 $\\\\{1\\\\}$",
        "<!-- 注释 $a$ -->",
        "| a | $b$ |\n|---|---|\n| $c$ | d |",
        "$$ 未完",
        "    缩进 $d$",
    ]
)
POSTS = st.lists(LINES, max_size=14).map("\n\n".join)
FREE = st.text(st.sampled_from("$\\{}ab \n`#>-|*1()式由<!-"), max_size=80)
SLOW = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def examined(text: str) -> PostResult:
    return examine(Source("a.md", text), Config(), False)


def nested(node: Node, around: Span) -> bool:
    return around.contains(node.span) and all(nested(child, node.span) for child in children(node))


@given(FORMULAS, st.booleans())
@settings(SLOW, max_examples=300)
@example("\\left\\\\{1\\right\\\\}", True)
@example("{" * 200, False)
def test_parsing_never_raises_and_spans_nest(text: str, escaped: bool) -> None:
    whole = Span(0, len(text))
    parsed = parse(text, [whole], escaped=escaped)
    assert isinstance(parsed.tree, Group)
    assert nested(parsed.tree, whole)
    assert all(whole.contains(fault.span) for fault in parsed.faults)


@given(FORMULAS, st.booleans())
@SLOW
def test_tokens_cover_every_character_once(text: str, escaped: bool) -> None:
    tokens = tokenize(reading(text, [Span(0, len(text))], escaped))
    assert [t.span.start for t in tokens[1:]] == [t.span.end for t in tokens[:-1]]
    if tokens:
        assert (tokens[0].span.start, tokens[-1].span.end) == (0, len(text))
    else:
        assert not text


@given(st.one_of(POSTS, FREE, FORMULAS))
@SLOW
def test_every_text_is_a_post(text: str) -> None:
    result = examined(text)
    assert result.failed == ()
    assert not [d for d in result.diagnostics if d.code == "X001"]
    spans = [formula.span for formula in result.document.formulas]
    assert spans == sorted(spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    json.dumps(json.post(result))


@given(st.one_of(POSTS, FREE))
@SLOW
def test_numbering_twice_is_numbering_once(text: str) -> None:
    result = examined(text)
    once = enhance(result)
    again = examined(once)
    assert oracle.differences(result.document, again.document, result.numbering) == []
    assert again.numbering.edits == ()
    assert again.numbering.shown == again.numbering.planned


@given(POSTS)
@SLOW
def test_prose_is_kept(text: str) -> None:
    """Outside the spans that an edit names, every character stays, in order."""
    result = examined(text)
    new = enhance(result, repairs=False)
    at = shift = 0
    for edit in result.numbering.edits:
        assert new[at + shift : edit.span.start + shift] == text[at : edit.span.start]
        at, shift = edit.span.end, shift + len(edit.text) - edit.span.length
    assert new[at + shift :] == text[at:]


@given(POSTS)
@SLOW
def test_formulas_in_are_formulas_out(text: str) -> None:
    before, after = read(Source("a", text)), read(Source("a", enhance(examined(text))))
    assert [f.kind for f in before.formulas] == [f.kind for f in after.formulas]


@given(POSTS)
@SLOW
def test_planned_numbers_stand_once(text: str) -> None:
    document = read(Source("a", text))
    plan = numbering.plan(document, scheme=numbering.Scheme("usual"))
    if not plan.left_alone:
        numbers = [n for formula in plan.planned for n in formula if n.isdigit()]
        assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


@given(POSTS)
@SLOW
def test_the_default_makes_no_number_stand_twice(text: str) -> None:
    """What stands twice after a run stood twice before it; what is left alone keeps every number."""
    plan = numbering.plan(read(Source("a", text)))
    now, then = (Counter(n for f in numbers for n in f) for numbers in (plan.shown, plan.planned))
    assert all(times <= max(1, now[number]) for number, times in then.items())
    assert not plan.kept or plan.planned == plan.shown


@given(st.text(max_size=60), st.booleans())
@SLOW
def test_a_stamp_comes_off_again(text: str, edited: bool) -> None:
    text = text.encode("utf-8", "ignore").decode()
    body, stamp = unstamped(stamped(text, "0" * 64, edited=edited))
    assert stamp is not None
    assert (stamp.is_of(body), stamp.edited) == (True, edited)
    assert body in (text, text + "\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_matter(newline: str) -> None:
    text = "a $x$\n\n\\begin{equation}\na\n\\end{equation}\n由(1)\n"
    plain = examined(text)
    other = examined(text.replace("\n", newline))
    assert other.numbering.planned == plain.numbering.planned
    assert enhance(other) == enhance(plain).replace("\n", newline)
