"""What LaTeX reads of a formula, where it stands, and in which dialect it is written."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathpost.latex.lexer import Reading, is_escaped, reading, runs, signs, split, tokenize
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Span

LATEX = st.text(alphabet="\\{}[]()^_&%#$!+-`|'\n \tab1式，", max_size=60)


def whole(text: str, escaped: bool = False) -> Reading:
    return reading(text, [Span(0, len(text))], escaped)


def texts(text: str) -> list[str]:
    return [token.text for token in tokenize(whole(text))]


def test_tokens() -> None:
    assert texts(r"\alpha x_1\,\{") == [r"\alpha", " ", "x", "_", "1", r"\,", r"\{"]
    assert texts("a % note\nb") == ["a", " ", "% note\n", "b"]
    assert texts(r"\verb|a%b|c") == [r"\verb|a%b|", "c"]
    assert texts(r"\verb*+x+ \verbatim") == [r"\verb*+x+", " ", r"\verbatim"]
    assert texts("式，\\") == ["式", "，", "\\"]


def test_a_percent_sign_in_an_opaque_argument_is_no_comment() -> None:
    opaque = frozenset({r"\text"})
    assert split(r"\text{50%} % c", opaque)[-3:] == ["}", " ", "% c"]
    assert "%" in split(r"\text{a {b%} c}", opaque)
    assert split(r"\frac{50%}", opaque)[-1] == "%}"


def test_segments_leave_out_the_marks_of_a_quote() -> None:
    text = "> a +\n> b"
    read = reading(text, [Span(2, 6), Span(8, 9)])
    assert read.text == "a +\nb"
    last = tokenize(read)[-1]
    assert (last.text, last.span) == ("b", Span(8, 9))
    assert read.span(0, 5) == Span(2, 9)
    assert read.origin(5) == 9


# Each row of the table in the docstring of the dialect: what stands, what is read.
DECODED = [
    (r"\\{0,1\\}", r"\{0,1\}"),
    (r"\\_ \\# \\! \\`", r"\_ \# \! \`"),
    ("a\\\\\\\nb", "a\\\\\nb"),
    ("a\\\\\\", "a\\\\"),
    (r"a\\\\[6pt] b", r"a\\[6pt] b"),
    (r"\\\\}", r"\\}"),
    (r"\- a \+ b", "- a + b"),
    (r"\\- \\| \\sum \alpha \{", r"\\- \\| \\sum \alpha \{"),
]


@pytest.mark.parametrize(("stands", "reads"), DECODED)
def test_the_doubled_backslashes_of_a_scraper(stands: str, reads: str) -> None:
    assert whole(stands, escaped=True).text == reads


def test_a_decoded_token_stands_on_all_its_backslashes() -> None:
    text = "\\\\{a\\\\\\ \\- b"
    tokens = {t.text: text[t.start : t.end] for t in tokenize(whole(text, escaped=True))}
    assert tokens[r"\{"] == r"\\{"
    assert tokens["\\\\"] == "\\\\\\"
    assert tokens["-"] == r"\-"


@pytest.mark.parametrize(
    ("text", "escaped", "conflict"),
    [
        (r"\\{0,1\\}", True, False),
        (r"\{0,1\}", False, False),
        (r"\\{0,1\}", False, True),
        (r"a \\ b", False, False),
        ("a\\\\\\\nb", True, False),
        (r"a \\\\[5pt] b", True, False),
        (r"\left(\- x\right)", True, False),
        (r"\\sum", False, False),
        (r"a_i + b", False, False),
        (r"\\{\bf x} & y", False, False),  # a row break and a group: decoded, the brace would be lost
        ("", False, False),
    ],
)
def test_which_dialect(text: str, escaped: bool, conflict: bool) -> None:
    assert is_escaped(text) is escaped
    assert signs(text).conflict is conflict


@given(LATEX, st.booleans())
def test_tokens_cover_every_character_once(text: str, escaped: bool) -> None:
    read = whole(text, escaped)
    tokens = tokenize(read)
    assert "".join(t.text for t in tokens) == read.text
    assert all(a.end == b.start for a, b in pairwise(tokens))
    if tokens:
        assert (tokens[0].start, tokens[-1].end) == (0, len(text))


@given(LATEX)
def test_edits_of_the_runs_write_what_is_read(text: str) -> None:
    edits = [Edit(Span(r.start, r.end), "\\" * r.kept) for r in runs(text, Span(0, len(text)))]
    assert apply(text, edits) == whole(text, escaped=True).text
