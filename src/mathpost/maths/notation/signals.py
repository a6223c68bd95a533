"""Signals and their samples: in a post with ``x(t)`` and ``x[n]`` one letter denotes two functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mathpost.latex.tree import Delimited
from mathpost.maths import notation
from mathpost.maths.notation import Digits, Item, UnreadError

COUNTED = frozenset("nkmijlN+-")
CLOSING = {"(": ")", "[": "]"}
SAMPLED = "[]"  # after the letter of a function whose arguments are in square brackets


def sampled(rows: Iterable[Sequence[Item]]) -> frozenset[str]:
    """The names of samples, ``x[]``: letters used with round and with square brackets, the latter only around integer indices:
    ``f[g(x)]`` is a value of f.
    """
    round_, square, others = set[str](), set[str](), set[str]()
    for row in rows:
        for at in range(len(row) - 1):
            name, (opening, inside) = notation.name(row[at]), _brackets(row, at + 1)
            if name is not None and opening == "(":
                round_.add(name)
            elif name is not None and opening == "[":
                (square if all(map(_is_counted, inside)) else others).add(name)
    return frozenset(name + SAMPLED for name in (round_ & square) - others)


def _is_counted(item: Item) -> bool:
    """Whether an item may be part of an integer index: ``n``, 1, the sign of ``n - 1``."""
    return isinstance(item, Digits) or notation.latex(item) in COUNTED


def _brackets(row: Sequence[Item], at: int) -> tuple[str, list[Item]]:
    """The bracket that opens at `at`, and its content."""
    item = row[at]
    if isinstance(item, Delimited):
        try:
            return item.left, list(notation.items(item.body, grouped=False))
        except UnreadError:
            return "", []
    opening = notation.latex(item)
    closing = CLOSING.get(opening)
    if closing is None:
        return opening, []
    end = next((k for k in range(at + 1, len(row)) if notation.latex(row[k]) == closing), len(row))
    return opening, list(row[at + 1 : end])
