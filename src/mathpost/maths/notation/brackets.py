"""Brackets in a row: their matching ends, the items outside of them, and the parts between separators.

A row consists of items or of nodes; `shown` gives the sign that each of them shows. `brackets` are the opening and closing
signs; any closing sign matches any opening one, so that ``[a, b)`` is one interval.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths.notation.parts import Item
from mathpost.maths.notation.rows import legible

T = TypeVar("T")

ROUND = {"(": ")"}
SQUARE = {"(": ")", "[": "]"}
CURLY = {**SQUARE, r"\{": r"\}"}
OPENERS = {**CURLY, r"\langle": r"\rangle", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil"}
CLOSERS = frozenset(OPENERS.values())
COMMAS = frozenset([",", "，", ";"])


def sign(item: Item) -> str:
    """The text of an item that is a symbol; empty for others."""
    return item.text if isinstance(item, Symbol) else ""


def closing(
    row: Sequence[T],
    at: int = 0,
    brackets: Mapping[str, str] = OPENERS,
    shown: Callable[[T], str] = sign,  # type: ignore[assignment]
) -> int | None:
    """The place of the bracket that closes the one at `at`: 3 for ``f(a)`` from 1 on; `at` if none opens, None if unclosed."""
    depth = 0
    for k in range(at, len(row)):
        text = shown(row[k])
        depth += (text in brackets) - (text in brackets.values())
        if depth == 0:
            return k
    return None


def opening(
    row: Sequence[T],
    at: int,
    brackets: Mapping[str, str] = OPENERS,
    shown: Callable[[T], str] = sign,  # type: ignore[assignment]
) -> int | None:
    """The place of the bracket that the one at `at` closes: 1 for ``f(a)`` from 3 on; `at` if none closes there."""
    found = closing(row[at::-1], 0, {closer: opener for opener, closer in brackets.items()}, shown)
    return None if found is None else at - found


def outside(
    row: Sequence[T],
    brackets: Mapping[str, str] = OPENERS,
    shown: Callable[[T], str] = sign,  # type: ignore[assignment]
) -> Iterator[int]:
    """The places outside of all brackets of the row, the brackets included: those of ``f``, ``(``, ``)`` in ``f(a)``.

    A closing bracket without an opening one ends the row.
    """
    depth = 0
    for k, item in enumerate(row):
        text = shown(item)
        depth -= text in brackets.values()
        if depth < 0:
            return
        if depth == 0:
            yield k
        depth += text in brackets


def split(
    row: Sequence[T],
    signs: Collection[str],
    brackets: Mapping[str, str] = OPENERS,
    shown: Callable[[T], str] = sign,  # type: ignore[assignment]
) -> list[list[T]]:
    """The parts of `row` between `signs` outside brackets: ``f(a, b), c`` is ``f(a, b)`` and ``c`` between commas."""
    edges = [-1, *(k for k in outside(row, brackets, shown) if shown(row[k]) in signs), len(row)]
    return [list(row[a + 1 : b]) for a, b in pairwise(edges)]


def split_at_commas(row: Sequence[Item]) -> list[list[Item]]:
    """The parts of `row` between commas outside brackets."""
    return split(row, COMMAS)


def bracket_content(row: Sequence[Item], brackets: Mapping[str, str] = ROUND) -> Sequence[Item]:
    """The content of the bracket at the start of `row`; empty if there is none or it is not closed."""
    opener = row[0] if row else None
    if isinstance(opener, Delimited):
        return legible(opener.body, grouped=False)
    end = closing(row, 0, brackets)
    return row[1:end] if end is not None else ()
