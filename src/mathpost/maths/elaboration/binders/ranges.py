r"""Ranges of integers: ``t = 1, \ldots, T``, ``i \in \{1, \ldots, n\}``, ``i \in [n]``, ``i \in [a, b]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.notation import Digits, Item, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.text.source import Span

COUNTERS = frozenset("ijklmn")


class Range(NamedTuple):
    """The variable of a range, its first and its last value, as rows."""

    variable: Sequence[Item]
    first: Sequence[Item]
    last: Sequence[Item]


def written_out(row: Sequence[Item]) -> Range | None:
    """The range under a sum or an extreme; None if it is not written out."""
    signs = [notation.latex(item) for item in row[:2]]
    if len(row) > 2 and signs[1] == "=" and notation.name(row[0]) is not None:
        ends = _ends(row[2:])
        return None if ends is None else Range(row[:1], *ends)
    if len(row) > 2 and signs[1] == r"\in" and notation.name(row[0]) is not None:
        ends = _of_set(signs[0], row[2:])
        return None if ends is None else Range(row[:1], *ends)
    return None


def _ends(row: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item]] | None:
    """The first and the last value of ``1, 2, \\ldots, n``; None for other rows."""
    parts = split_at_commas(row)
    dotted = len(parts) > 2 and len(parts[-2]) == 1 and notation.latex(parts[-2][0]) in notation.DOTS
    return (parts[0], parts[-1]) if dotted and parts[0] and parts[-1] else None


def _of_set(counter: str, row: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item]] | None:
    left, content, right = bracketed(row)
    if (left, right) == (r"\{", r"\}"):
        return _ends(content)
    if (left, right) != ("[", "]"):
        return None
    parts = split_at_commas(content)
    if len(parts) == 1 and parts[0]:
        return [Digits("1", Span(0, 0))], parts[0]
    return (parts[0], parts[1]) if len(parts) == 2 and counter in COUNTERS and all(parts) else None


def bracketed(row: Sequence[Item]) -> tuple[str, Sequence[Item], str]:
    """The opening bracket, the content and the closing bracket of a row; empty if it is not one bracket."""
    match list(row):
        case [Delimited(left=left, right=right, body=body)]:
            try:
                content = notation.items(body, grouped=False)
            except UnreadError:
                return "", (), ""
            return notation.plain(left), content, notation.plain(right)
        case [Symbol(text=left), *content, Symbol(text=right)]:
            return left, content, right
    return "", (), ""
