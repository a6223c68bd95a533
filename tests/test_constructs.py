"""Where brackets close, and that a token says which construct begins."""

from __future__ import annotations

from collections import Counter

import pytest

from mathpost.latex.parser import parse
from mathpost.maths import notation
from mathpost.maths.elaboration import registry
from mathpost.maths.notation.brackets import (
    ROUND,
    bracket_content,
    closing,
    opening,
    outside,
    split,
    split_at_commas,
)
from mathpost.text.source import Span


def row(latex: str) -> list[notation.Item]:
    return notation.items(parse(latex, [Span(0, len(latex))]).tree.body)


def written(parts: list[list[notation.Item]]) -> list[str]:
    return [notation.latex_row(part) for part in parts]


@pytest.mark.parametrize(
    ("latex", "at", "end"),
    [("f(a)b", 1, 3), ("((a)b)", 0, 5), ("[a, b)", 0, 4), ("f(a", 1, None), ("ab", 0, 0)],
)
def test_a_bracket_closes_where_as_many_were_closed_as_opened(latex: str, at: int, end: int | None) -> None:
    found = row(latex)
    assert closing(found, at) == end
    if end is not None and end > at:
        assert opening(found, end) == at


def test_what_stands_in_brackets_is_not_outside_and_does_not_part_a_row() -> None:
    assert [notation.latex(row("f(a)b")[k]) for k in outside(row("f(a)b"))] == ["f", "(", ")", "b"]
    assert written(split_at_commas(row("f(a, b), [c, d]"))) == ["f(a,b)", "[c,d]"]
    assert written(split(row("(a + b) + c"), ("+",))) == ["(a+b)", "c"]
    assert [notation.latex(item) for item in outside_of("a) + b")] == ["a"]


def outside_of(latex: str) -> list[notation.Item]:
    found = row(latex)
    return [found[k] for k in outside(found)]


def test_brackets_of_either_kind_have_the_same_content() -> None:
    plain, sized = (bracket_content(row(latex)) for latex in ("(a + b)c", r"\left(a + b\right)c"))
    assert notation.latex_row(plain) == notation.latex_row(sized) == "a+b"
    assert not bracket_content(row("a(b)"), ROUND)


def test_a_token_begins_one_construct_but_for_those_that_are_tried_first() -> None:
    kept: Counter[object] = Counter()
    for token, found in registry._by_token().items():
        kept[token] = sum(not each.first for each in found)
    doubled = {token for token, many in kept.items() if many > 1 and isinstance(token, str)}
    assert not doubled
    assert {r"\frac", r"\sum", r"\nabla", "|", "(", r"\lim", r"\text{Var}"} <= kept.keys()


@pytest.mark.parametrize(
    ("latex", "token"),
    [(r"\frac12", r"\frac"), (r"\operatorname{Var}X", r"\text{Var}"), ("|x|", "|"), ("12", "")],
)
def test_a_construct_is_found_by_the_token_at_hand(latex: str, token: str) -> None:
    assert registry.token(row(latex)[0]) == token
