"""The letters by which posts mean what is small and what is large, where nothing else is said: ε, h; n, N, d."""

from __future__ import annotations

from mathpost.maths.terms.term import Term, Variable, free_variables

# letters that are small where nothing else is said
SMALL = frozenset([r"\epsilon", r"\varepsilon", r"\delta", r"\eta", "h"])
DIFFERENCES = (r"\Delta", r"\delta ")
# letters that grow where nothing else is said
GROWING = frozenset("nNmMkKLTDdVB")
LASTING = frozenset("ts")  # times, large where an approximation is meant for late ones


def measures(bound: Term) -> bool:
    """Whether an order may be that of `bound`: it speaks of what grows or is small, or is no mere argument of a function."""
    names = free_variables(bound)
    usual = any(letter(n) in GROWING or is_small(n) for n in names)
    return usual or not (names and isinstance(bound, Variable))


def is_small(name: str) -> bool:
    """Whether a symbol is one that posts let go to zero."""
    return name in SMALL or name.startswith(DIFFERENCES)


def letter(name: str) -> str:
    """A symbol without its labels: ``L`` for ``L_{train}``."""
    return name.partition("_")[0]


__all__ = ["GROWING", "LASTING", "is_small", "letter", "measures"]
