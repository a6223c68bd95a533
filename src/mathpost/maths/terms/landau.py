r"""Bachmann and Landau's symbols, ``O(x^3)``, ``o(h)``, ``\Theta(n^2)``: quantities known only by their size.

They have no value, and no definition is made of a formula that contains one.
"""

from __future__ import annotations

from mathpost.maths.terms.term import Term, uses

# how it is written → the operator: at most of the order, of a lower order, of the order, at least of it
LANDAU = {
    r"\mathcal{O}": "order_at_most",
    "O": "order_at_most",
    r"\mathrm{O}": "order_at_most",
    "o": "order_below",
    r"\mathcal{o}": "order_below",
    r"\mathrm{o}": "order_below",
}
# letters that are such symbols where sizes stand behind them, and names of their own anywhere else
KNUTH = {r"\Theta": "order_exact", r"\Omega": "order_at_least"}
FROM_BELOW = frozenset(KNUTH.values())  # the orders that a quantity is not below
BOUNDS = frozenset(LANDAU.values()) | FROM_BELOW


def has_landau(*terms: Term) -> bool:
    return uses(terms, BOUNDS)
