"""What a statement is inferred from: the statement just before it, if an arrow or a word of inference joins them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths.notation.step import Step
from mathpost.verify.interpretation.reading import ORDERS

NEAR = 300  # characters between a claim and the display that it is inferred from


def preceding(number: int, steps: Sequence[Step], *, rows: bool = False) -> Iterator[int]:
    """The steps of the statement before that of the step `number`, last first, if the post infers one from the
    other.

    `rows`: or if it is in a row below it.
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


def _beginning(number: int, steps: Sequence[Step]) -> int:
    """The first step of the chain in which the step `number` is."""
    while number and steps[number].interior:
        number -= 1
    return number
