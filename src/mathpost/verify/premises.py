"""What a statement is inferred from: the statement just before it, if an arrow or a word of inference joins them.

An equation is compared at the solutions of the equations before (`Readings.given`), a bound where the bounds before hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mathpost.maths.assumptions import RELATIONS
from mathpost.maths.facts import equation
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Term
from mathpost.maths.unfolding import unfold
from mathpost.verify.hearing import ORDERS, Reading

if TYPE_CHECKING:
    from mathpost.verify.readings import Readings

NEAR = 300  # characters between a claim and the display that it is inferred from


def preceding(number: int, steps: Sequence[Step], *, rows: bool = False) -> Iterator[int]:
    """The steps of the statement just before that of the step `number`, if the post infers it from there; last first.

    `rows`: or if it stands in a row below it.
    """
    first = _beginning(number, steps)
    below = rows and first > 0 and steps[first - 1].formula == steps[first].formula
    if first == 0 or not (steps[first].inferred or below):
        return
    if steps[first].span.start - steps[first - 1].span.end > NEAR:
        return
    yield from range(first - 1, _beginning(first - 1, steps) - 1, -1)


def bounds_before(number: int, steps: Sequence[Step]) -> list[int]:
    """The bounds among the steps that the bound `number` is inferred from."""
    return sorted(k for k in preceding(number, steps) if steps[k].sign in ORDERS)


def supposed(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The bound `reading` where the bounds hold that it is inferred from: as they stand, and with definitions put in."""
    stated = {k: _proposition(k, reading, readings) for k in bounds_before(number, readings.steps)}
    bounds = {k: bound for k, bound in stated.items() if bound is not None}
    if not bounds:
        return
    literal = reading._replace(
        supposed=(*reading.supposed, *bounds.values()), given="; ".join(map(readings.text, bounds))
    )
    yield literal
    place = readings.steps[number].relation_span.start
    facts = readings.context.in_force(place, frozenset((number, *bounds)), values=False)
    put_in = readings.unfolded(number, reading, values=False) or reading
    unfolded = tuple(unfold(bound, facts)[0] for bound in literal.supposed)
    if (put_in, unfolded) != (reading, literal.supposed):
        yield put_in._replace(supposed=unfolded, given=literal.given)


def _proposition(number: int, reading: Reading, readings: Readings) -> Term | None:
    """The bound that the step `number` states, if it speaks of what `reading` speaks of and does not state the same."""
    step = readings.steps[number]
    stated = equation(number, step, readings.context.conventions)
    if (
        stated is None
        or stated.symbols.isdisjoint(reading.free)
        or (stated.left, stated.right) == reading.sides
    ):
        return None
    return Apply(RELATIONS[step.sign], (stated.left, stated.right))


def _beginning(number: int, steps: Sequence[Step]) -> int:
    """The first step of the chain in which the step `number` stands."""
    while number and steps[number].interior:
        number -= 1
    return number


__all__ = ["bounds_before", "preceding", "supposed"]
