r"""Landau symbols, ``O(x^3)``, ``o(h)``, ``\Theta(n^2)``, and the letters that denote small and large quantities by convention.

Landau symbols denote quantities of which only the size is known: they have no value and cannot occur in a definition.
"""

from __future__ import annotations

from mathpost.maths.terms.term import Term, Variable, free_variables, uses

# spelling → operator: at most of the order, of a lower order, of the order, at least of it
LANDAU = {
    r"\mathcal{O}": "order_at_most",
    "O": "order_at_most",
    r"\mathrm{O}": "order_at_most",
    "o": "order_below",
    r"\mathcal{o}": "order_below",
    r"\mathrm{o}": "order_below",
}
# letters that are Landau symbols where a bracket with a size follows, and ordinary names elsewhere
KNUTH = {r"\Theta": "order_exact", r"\Omega": "order_at_least"}
FROM_BELOW = frozenset(KNUTH.values())  # orders that are bounds from below
BOUNDS = frozenset(LANDAU.values()) | FROM_BELOW


def has_landau(*terms: Term) -> bool:
    return uses(terms, BOUNDS)


# letters that are small by convention
SMALL = frozenset([r"\epsilon", r"\varepsilon", r"\delta", r"\eta", "h"])
DIFFERENCES = (r"\Delta", r"\delta ")
# letters that grow by convention
GROWING = frozenset("nNmMkKLTDdVB")
LASTING = frozenset("ts")  # times, large where an approximation is for late times


def measures(bound: Term) -> bool:
    """Whether `bound` may be the size of an order: it mentions growing or small symbols, or is more than a single variable."""
    names = free_variables(bound)
    usual = any(letter(n) in GROWING or is_small(n) for n in names)
    return usual or not (names and isinstance(bound, Variable))


def is_small(name: str) -> bool:
    """Whether a symbol tends to zero by convention."""
    return name in SMALL or name.startswith(DIFFERENCES)


def letter(name: str) -> str:
    """A symbol without its labels: ``L`` for ``L_{train}``."""
    return name.partition("_")[0]
