"""Brackets in a row of items: what separates its parts outside them."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.tree import Symbol
from mathpost.maths.notation.parts import Item

OPENERS = {
    "(": ")",
    "[": "]",
    r"\{": r"\}",
    r"\langle": r"\rangle",
    r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil",
}
CLOSERS = frozenset(OPENERS.values())


def split_at_commas(row: Sequence[Item]) -> list[list[Item]]:
    """The parts of `row` between commas outside brackets: ``f(a, b), c`` is ``f(a, b)`` and ``c``."""
    parts: list[list[Item]] = [[]]
    depth = 0
    for item in row:
        text = item.text if isinstance(item, Symbol) else ""
        depth += (text in OPENERS) - (text in CLOSERS)
        if text in (",", "，", ";") and depth == 0:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts
