"""Events that a variable lies between two bounds, ``a < X \\le b``, ``|X - \\mu| < c``, or outside of them."""

from __future__ import annotations

from typing import NamedTuple

from mathpost.maths.terms.pattern_text import pattern
from mathpost.maths.terms.patterns import matched
from mathpost.maths.terms.term import Apply, Term, Variable


def _is_symbol(term: Term) -> bool:
    return isinstance(term, Variable)


BELOW = frozenset(["less", "less_equal"])
ABOVE = frozenset(["greater", "greater_equal"])
INSIDE = pattern("both((less | less_equal)(low_, x_), (less | less_equal)(x_, high_))", x=_is_symbol)
NEAR = pattern("(less | less_equal)(abs(inner_), reach_)")
FAR = pattern("(greater | greater_equal)(abs(inner_), reach_)")
APART = pattern("add(x_, -middle_)", x=_is_symbol)


class Between(NamedTuple):
    """`name` lies between `low` and `high`; with `outside`, beyond one of them."""

    name: str
    low: Term
    high: Term
    outside: bool = False


def between(event: Term) -> Between | None:
    """The bounds of a variable in an event; None for any other event."""
    if (found := matched(INSIDE, event)) is not None:
        return Between(found["x"].name, found["low"], found["high"])
    for known in (NEAR, FAR):
        if (found := matched(known, event)) is not None:
            return _about(found["inner"], found["reach"], outside=known is FAR)
    return None


def _about(inner: Term, reach: Term, *, outside: bool) -> Between | None:
    """The bounds of an absolute value, ``|X| < c``, ``|X - m| < c``."""
    back = Apply("negate", (reach,))
    if isinstance(inner, Variable):
        return Between(inner.name, back, reach, outside)
    found = matched(APART, inner)
    if found is None:
        return None
    low, high = (Apply("add", (found["middle"], end)) for end in (back, reach))
    return Between(found["x"].name, low, high, outside)
