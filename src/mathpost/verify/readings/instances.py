"""Claims about the numbers of an example: the values that a sentence gave to symbols are all put in, which confirms only."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.reader import elaborate
from mathpost.maths.hypotheses.context import NEARBY
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Number, Variable, free_variables, substitute
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings

GIVEN = ("definition", "assumption")


def exemplified(number: int, reading: Reading, readings: Readings) -> Reading | None:
    """`reading` with the last values that the text just before gave to its symbols; None where one symbol has none, or
    where both sides speak of symbols: what holds of one example alone is no general law.

    Letters that count elsewhere have values here, too: "with $k = 4096$ and $n = 10$".
    """
    if all(map(free_variables, reading.sides)) or any(isinstance(side, Variable) for side in reading.sides):
        return None
    found = _values(number, readings) if reading.free else {}
    if not found or not reading.free <= found.keys():
        return None
    chosen = {name: found[name] for name in sorted(reading.free)}
    left, right = (substitute(side, {n: value for n, (value, _) in chosen.items()}) for side in reading.sides)
    used = frozenset(step for _, step in chosen.values())
    values = "; ".join(f"{name} = {value.value}" for name, (value, _) in chosen.items())
    return reading._replace(
        left=left, right=right, used=reading.used | used, given=Given("example", (values,))
    )


def _values(number: int, readings: Readings) -> dict[str, tuple[Number, int]]:
    """The numbers that symbols were set to before a claim, the last of each, and the steps that say so."""
    steps, context = readings.steps, readings.context
    place = steps[number].span.start
    found: dict[str, tuple[Number, int]] = {}
    for other in range(number - 1, -1, -1):
        said = steps[other]
        if place - said.span.end > NEARBY or not context.sections.covers(said.span.start, place):
            break
        if said.role not in GIVEN or said.sign != "=" or said.formula == steps[number].formula:
            continue
        last = _end(other, steps)
        name = heads.head(said.left.nodes)
        if name is None or name in found or not heads.is_number(last.right.nodes, signed=True):
            continue
        value = elaborate(last.right.nodes, context.conventions).term
        if isinstance(value, Number) and not context.is_denied(other, place):
            found[name] = (value, other)
    return found


def _end(first: int, steps: Sequence[Step]) -> Step:
    """The last step of the chain of equations in which `first` stands."""
    following = first + 1
    while following < len(steps) and steps[following].interior and steps[following].sign == "=":
        if steps[following].formula != steps[first].formula:
            break
        following += 1
    return steps[following - 1]


__all__ = ["exemplified"]
