"""Events that put a variable between two ends: ``a < X \\le b``, ``|X - \\mu| < c``, and those beyond both."""

from __future__ import annotations

from typing import NamedTuple

from mathpost.maths.terms.term import Apply, Term, Variable

BELOW = frozenset(["less", "less_equal"])
ABOVE = frozenset(["greater", "greater_equal"])


class Between(NamedTuple):
    """`name` lies between `low` and `high`; `outside`: beyond one of them."""

    name: str
    low: Term
    high: Term
    outside: bool = False


def between(event: Term) -> Between | None:
    """The ends that an event puts a variable between; None for any other event."""
    match event:
        case Apply(
            operator="both",
            arguments=(
                Apply(operator=first, arguments=(low, Variable(name=name))),
                Apply(operator=second, arguments=(Variable(name=same), high)),
            ),
        ) if name == same and first in BELOW and second in BELOW:
            return Between(name, low, high)
        case Apply(operator=operator, arguments=(Apply(operator="abs", arguments=(inner,)), reach)) if (
            operator in BELOW | ABOVE
        ):
            return _about(inner, reach, outside=operator in ABOVE)
    return None


def _about(inner: Term, reach: Term, *, outside: bool) -> Between | None:
    """``|X| < c``, ``|X - m| < c``."""
    back = Apply("negate", (reach,))
    match inner:
        case Variable(name=name):
            return Between(name, back, reach, outside)
        case Apply(
            operator="add", arguments=(Variable(name=name), Apply(operator="negate", arguments=(middle,)))
        ):
            return Between(name, Apply("add", (middle, back)), Apply("add", (middle, reach)), outside)
    return None


__all__ = ["Between", "between"]
