"""The meaning of overloaded notation for arrays, found by unifying shapes.

``x^2`` is an inner product or taken entry by entry, ``|A|`` a determinant or a norm, ``∂y/∂x`` laid out by rows or by
columns, ``\\sum_i`` without bounds runs along an axis. `resolutions` yields the readings of two sides in which all
shapes fit, in the order of their cost; each is a pair of terms without overloading and the shapes of its symbols.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mathpost.maths.terms.term import Term
from mathpost.maths.typing.resolution import binding, entries, functions, products
from mathpost.maths.typing.resolution.search import (
    READINGS,
    ExhaustedError,
    Misfit,
    Resolution,
    Rule,
    Search,
    Symbols,
)

LARGEST_COST = 2
RULES: Mapping[str, Rule] = {**entries.RULES, **products.RULES, **functions.RULES, **binding.RULES}


class Resolved(NamedTuple):
    """The readings in which both sides fit, those of the lowest cost and of the next; `misfit`: where one did not fit.

    `complete` is False where the readings were too many to examine all of them.
    """

    readings: list[Resolution]
    misfit: Misfit | None
    complete: bool


def resolutions(left: Term, right: Term, symbols: Symbols, *, cheapest: bool = False) -> Resolved:
    """The readings of overloaded notation in the two sides of a claim; only the `cheapest`, if requested."""
    found: list[Resolution] = []
    misfit: Misfit | None = None
    for cost in range(LARGEST_COST + 1):
        before = len(found)
        for rows in (symbols.rows, not symbols.rows):
            spent = int(rows != symbols.rows)
            search = Search((left, right), symbols, RULES, cost - spent, rows)
            try:
                for reading in search.pairs(cost):
                    if all(reading[:3] != other[:3] for other in found):
                        found.append(reading)
            except ExhaustedError:
                return Resolved(found, misfit or search.misfit, False)
            misfit = misfit or search.misfit
        if len(found) - before >= READINGS:
            return Resolved(found, misfit, False)
        if found and cheapest:
            return Resolved(found, misfit, True)
    return Resolved(found, misfit, True)


__all__ = ["Misfit", "Resolution", "Resolved", "Symbols", "resolutions"]
