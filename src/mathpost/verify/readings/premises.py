"""What is supposed of the points at which a bound is compared: the bounds hold that it is inferred from.

An equation is compared at the solutions of the equations before it: `Readings.given`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.facts.facts import equation
from mathpost.maths.hypotheses.assumptions import RELATIONS
from mathpost.maths.terms.term import Apply, Term
from mathpost.maths.transformations.unfolding import unfold
from mathpost.verify.interpretation.antecedents import bounds_before
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.accumulations import counters


def supposed(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The bound `reading` where the bounds hold that it is inferred from: as they stand, and with definitions put in."""
    stated = {k: _proposition(k, reading, readings) for k in bounds_before(number, readings.steps)}
    bounds = {k: bound for k, bound in stated.items() if bound is not None}
    if not bounds:
        return
    literal = reading._replace(
        supposed=(*reading.supposed, *bounds.values()), given=readings.equations(*bounds)
    )
    yield literal
    place = readings.steps[number].relation_span.start
    facts = readings.context.in_force(place, frozenset((number, *bounds)), values=False)
    put_in = readings.unfolded(number, reading, values=False) or reading
    unfolded = tuple(unfold(bound, facts)[0] for bound in literal.supposed)
    if (put_in, unfolded) != (reading, literal.supposed):
        yield put_in._replace(supposed=unfolded, given=literal.given)


def converse(number: int, readings: Readings) -> Iterator[tuple[int, Reading]]:
    """The bounds that the bound `number` is said to be equivalent to, each where that one holds."""
    step, conventions = readings.steps[number], readings.context.conventions
    stated = equation(number, step, conventions) if step.mutual and step.sign in ORDERS else None
    if stated is None:
        return
    holds = Apply(RELATIONS[step.sign], (stated.left, stated.right))
    for other in bounds_before(number, readings.steps):
        yield other, readings.literal(other, conventions)[0]._replace(supposed=(holds,))


def _proposition(number: int, reading: Reading, readings: Readings) -> Term | None:
    """The bound that the step `number` states, if it speaks of what `reading` speaks of and does not state the same."""
    step = readings.steps[number]
    stated = equation(number, step, readings.context.conventions)
    if (
        stated is None
        or stated.symbols.isdisjoint(reading.free)
        or (stated.left, stated.right) == reading.sides
        or counters((stated.left, stated.right)) - reading.free  # of all members, and not of one
    ):
        return None
    return Apply(RELATIONS[step.sign], (stated.left, stated.right))
