"""Verified claims with numbers put in: values that a reader can follow, for claims that hold.

A claim is shown in the first model in which both sides have one value; nothing is shown of a claim that is
not verified, and nothing that needs more symbols than a line holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Step
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.interpretation.verdict import Agrees, Proved, Verdict
from mathpost.verify.methods.finite_models import agreement
from mathpost.verify.models.counterexamples import Counterexample
from mathpost.verify.planning.plan import plan
from mathpost.verify.readings.definitions import informed

_SYMBOLS = 4  # more values than these are not an example but a table


class Example(NamedTuple):
    """Claim `step` (by index) at a point: the values of its symbols and the value of both sides."""

    step: int
    assignment: str
    value: str


def examples(
    document: Document, steps: Sequence[Step], verdicts: Sequence[Verdict | None]
) -> Iterator[Example]:
    """An example of each verified equation between scalars that has one."""
    around = context(document, steps)
    readings = Readings(steps, around)
    for number, (step, verdict) in enumerate(zip(steps, verdicts, strict=True)):
        if step.sign == "=" and isinstance(verdict, Proved | Agrees):
            found = _example(number, readings, around)
            if found is not None:
                yield Example(number, found.assignment, found.left)


def _example(number: int, readings: Readings, around: Context) -> Counterexample | None:
    try:
        literal, _ = readings.literal(number, around.conventions)
        for reading in (literal, *informed(number, literal, readings)):
            found = _shown(reading, around)
            if found is not None:
                return found
    except (UnreadError, RecursionError, ArithmeticError):
        return None
    return None


def _shown(reading: Reading, around: Context) -> Counterexample | None:
    """The reading at a point where its sides print the same value."""
    if not 0 < len(reading.free) <= _SYMBOLS:
        return None
    found = agreement(reading.left, reading.right, plan(reading, "=", around))
    if found is None or found.left != found.right or found.assignment.count(",") >= _SYMBOLS:
        return None
    named = [part.strip().partition(" = ")[0] for part in found.assignment.split(", ")]
    told = all(any(name == n or name.startswith(f"{n}_") for name in named) for n in reading.free)
    return found if told and "…" not in found.assignment else None
