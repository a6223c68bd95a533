r"""Bachmann and Landau's symbols, ``O(x^3)`` and ``o(h)``: quantities known only by their size.

They have no value, and no definition is made of a formula that contains one.
"""

from __future__ import annotations

from mathpost.maths.term import Term, uses

# how it is written → the operator: at most of the order, of a lower order
LANDAU = {
    r"\mathcal{O}": "order_at_most",
    "O": "order_at_most",
    r"\mathrm{O}": "order_at_most",
    "o": "order_below",
    r"\mathcal{o}": "order_below",
    r"\mathrm{o}": "order_below",
}
BOUNDS = frozenset(LANDAU.values())


def has_landau(*terms: Term) -> bool:
    return uses(terms, BOUNDS)
