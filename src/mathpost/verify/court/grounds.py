"""What a confirmed claim rests on: an equation of the post that was put in and does not hold itself confirms nothing.

A claim that names a symbol may be supposed, and an equation in which one side knows more than the other gives values
to what it speaks of; of the others it was found whether they hold, as of the moments of sums of random variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mathpost.maths.elaboration import heads
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import operators
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.reading import Hearing, Reading
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.reasons.registry import found
from mathpost.verify.reasons.surroundings import shown

Heard = Callable[[int], Hearing]
Settled = Callable[[int], Verdict]


def upheld(number: int, steps: Sequence[Step], heard: Heard, settled: Settled) -> Verdict:
    """The verdict on the step `number`; a confirmed one only if all that it rests on holds."""
    verdict = settled(number)
    if not isinstance(verdict, Proved | Agrees):
        return verdict
    ground = _failing_ground(number, steps, heard, settled)
    if ground is None:
        return verdict
    failing = found("failing-ground", shown(steps[ground]))
    return verdict if failing is None else failing.unchecked(steps[number])


def _failing_ground(number: int, steps: Sequence[Step], heard: Heard, settled: Settled) -> int | None:
    """The first claim before the step `number` that was put into it and fails, or rests on one that does."""
    reading = heard(number).reading
    for other in sorted(reading.used) if reading is not None else ():
        if other >= number:
            continue
        if steps[other].role == "claim" and _is_one_of_several(settled(other)):
            return other
        if not _says_what_is_so(steps[other]):
            continue
        confirmed = isinstance(heard(other).verdict, Proved | Agrees)
        if not confirmed and _fails(heard(other), settled(other)):
            return other
        if confirmed and _failing_ground(other, steps, heard, settled) is not None:
            return other
    return None


def _is_one_of_several(verdict: Verdict) -> bool:
    """Whether a claim takes one root where there may be others: what follows from it holds for that one."""
    return isinstance(verdict, Unchecked) and verdict.id == "one-of-several-roots"


def _says_what_is_so(step: Step) -> bool:
    r"""Whether a step is a claim that names nothing: ``\text{Var}(X)`` is no function of the post."""
    return step.role == "claim" and (step.interior or not heads.names_something(step.left.nodes))


def _fails(hearing: Hearing, verdict: Verdict) -> bool:
    """Whether the court has refuted a claim, or its sides differ in models of all their symbols or of a sum in worlds."""
    if hearing.verdict is not None or hearing.finding is None or hearing.reading is None:
        return False
    if isinstance(verdict, Refuted):
        return True
    return hearing.finding.kind == "apart" and (hearing.reading.closed or _adds_in_worlds(hearing.reading))


def _adds_in_worlds(reading: Reading) -> bool:
    """Whether a side averages a sum: the moments of one variable may be supposed, those of a sum follow from them."""
    sums = "sum" in operators(reading.left) | operators(reading.right)
    return sums and bool(randomness(reading.sides).variables)
