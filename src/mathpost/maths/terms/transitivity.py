"""Orders that follow by transitivity: ``a < c`` from ``a \\le b`` and ``b < c``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mathpost.maths.terms.term import Apply, Term, free_variables

ASCENDING = {"less": True, "less_equal": False}  # the first side is below the second; whether strictly
DESCENDING = {"greater": True, "greater_equal": False}
SIDES = 16  # largest number of sides of the joined orders


def joined(orders: Iterable[Term], symbols: frozenset[str]) -> tuple[Term, ...]:
    """The orders between `symbols` that follow from `orders` through sides with other symbols; none if `orders` are
    contradictory.
    """
    below: dict[tuple[Term, Term], bool] = {}
    for order in orders:
        match order:
            case Apply(operator=operator, arguments=(low, high)) if operator in ASCENDING:
                below[low, high] = ASCENDING[operator]
            case Apply(operator=operator, arguments=(high, low)) if operator in DESCENDING:
                below[low, high] = DESCENDING[operator]
    sides = list(dict.fromkeys(side for pair in below for side in pair))
    others = [side for side in sides if not free_variables(side) <= symbols]
    if not others or len(sides) > SIDES:
        return ()
    reached = dict(below)
    for middle in sides:
        for low in sides:
            for high in sides:
                first, second = reached.get((low, middle)), reached.get((middle, high))
                if first is not None and second is not None:
                    reached[low, high] = reached.get((low, high), False) or first or second
    if any(strict and low == high for (low, high), strict in reached.items()):
        return ()
    found = (
        Apply("less" if strict else "less_equal", pair)
        for pair, strict in reached.items()
        if pair not in below and pair[0] != pair[1] and all(free_variables(side) <= symbols for side in pair)
    )
    return tuple(c for c in found if free_variables(c))


def entails(order: Term, sides: Sequence[Term], sign: str) -> bool:
    """Whether an order is more than a weak one of `sides` itself, which entails a weak `sign` only."""
    weak = isinstance(order, Apply) and order.operator == "less_equal" and set(order.arguments) == set(sides)
    return not weak or sign in ("<=", ">=")
