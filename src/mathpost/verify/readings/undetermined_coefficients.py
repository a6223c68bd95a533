r"""Coefficients that a post leaves open and finds later: ``\frac{1}{x(x+1)} = \frac{A}{x} + \frac{B}{x+1}`` with A = 1, B = -1."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.terms.term import Term, Variable, free_variables, substitute
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings


def determined(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the values that the section finds later for the letters of one side alone, if it finds all of them.

    An equation of one letter is no ansatz: its solutions are.
    """
    step = readings.steps[number]
    if step.sign not in EQUALITIES or len(reading.free) < 2 or reading.shapes:
        return
    unknown = free_variables(reading.left) ^ free_variables(reading.right)
    values: dict[str, Term] = {}
    said: dict[str, int] = {}
    for other in range(number + 1, len(readings.steps)) if unknown else ():
        later = readings.steps[other]
        if not readings.context.sections.covers(step.span.start, later.span.start):
            break
        if later.sign != "=" or later.interior or later.role == "other" or len(later.left.nodes) > 1:
            continue
        stated = readings.stated(other)
        if stated is None or free_variables(stated.right) or not isinstance(stated.left, Variable):
            continue
        name = stated.left.name
        if name in unknown and values.setdefault(name, stated.right) != stated.right:
            return  # it has several values
        said.setdefault(name, other)
    if not unknown or values.keys() != unknown:
        return
    left, right = (substitute(side, values) for side in reading.sides)
    found = ", ".join(readings.text(said[name]) for name in sorted(unknown))
    yield reading._replace(left=left, right=right, given=Given("coefficients", (found,)))


__all__ = ["determined"]
