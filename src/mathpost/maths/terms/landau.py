r"""Bachmann and Landau's symbols, ``O(x^3)``, ``o(h)``, ``\Theta(n^2)``, and the letters by which posts mean small and large.

The symbols stand for quantities known only by their size: they have no value, and no definition is built from a formula that contains one.
"""

from __future__ import annotations

from mathpost.maths.terms.term import Term, Variable, free_variables, uses

# how it is written → the operator: at most of the order, of a lower order, of the order, at least of it
LANDAU = {
    r"\mathcal{O}": "order_at_most",
    "O": "order_at_most",
    r"\mathrm{O}": "order_at_most",
    "o": "order_below",
    r"\mathcal{o}": "order_below",
    r"\mathrm{o}": "order_below",
}
# letters that are such symbols where sizes follow them, and names of their own anywhere else
KNUTH = {r"\Theta": "order_exact", r"\Omega": "order_at_least"}
FROM_BELOW = frozenset(KNUTH.values())  # the orders that a quantity is not below
BOUNDS = frozenset(LANDAU.values()) | FROM_BELOW


def has_landau(*terms: Term) -> bool:
    return uses(terms, BOUNDS)


# letters that are small where nothing else is stated
SMALL = frozenset([r"\epsilon", r"\varepsilon", r"\delta", r"\eta", "h"])
DIFFERENCES = (r"\Delta", r"\delta ")
# letters that grow where nothing else is stated
GROWING = frozenset("nNmMkKLTDdVB")
LASTING = frozenset("ts")  # times, large where an approximation is meant for late ones


def measures(bound: Term) -> bool:
    """Whether an order may be that of `bound`: it mentions what grows or is small, or is not a mere argument of a function."""
    names = free_variables(bound)
    usual = any(letter(n) in GROWING or is_small(n) for n in names)
    return usual or not (names and isinstance(bound, Variable))


def is_small(name: str) -> bool:
    """Whether a symbol is one that posts let go to zero."""
    return name in SMALL or name.startswith(DIFFERENCES)


def letter(name: str) -> str:
    """A symbol without its labels: ``L`` for ``L_{train}``."""
    return name.partition("_")[0]
