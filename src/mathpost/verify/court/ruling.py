"""The ruling on a claim that was heard: one that fails is refuted only if nothing in the post could make it true."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step, is_root
from mathpost.maths.terms.term import uses
from mathpost.verify.interpretation import law_claims
from mathpost.verify.interpretation.reading import ORDERS, PLACES, Hearing, Reading
from mathpost.verify.interpretation.verdict import Refuted, Unchecked, Verdict
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.methods.rates import STAYS, UNSAID
from mathpost.verify.reasons import doubts, objections
from mathpost.verify.reasons.constraints import Surroundings, saving
from mathpost.verify.reasons.reserving.conditions import conditional
from mathpost.verify.reasons.reserving.reservations import Reservation, both, reservation
from mathpost.verify.repair import coefficients, remainders, suggestions
from mathpost.verify.slips.slips import GROSS, OF_FORM

Rehearing = Callable[[int], Hearing]  # hears a claim again, in earnest whatever it leaves open


def ruling(number: int, hearing: Hearing, around: Surroundings, again: Rehearing) -> Verdict:
    """The verdict on the claim numbered `number` that was heard as `hearing` says."""
    if hearing.verdict is not None:
        return hearing.verdict
    if hearing.plain is not None:
        plain = ruling(number, hearing.plain, around, again)
        if isinstance(plain, Refuted):
            return plain
    step, reading, finding = around.steps[number], hearing.reading, hearing.finding
    assert reading is not None and finding is not None
    objection = objections.objection(number, reading, finding, around)
    if objection is not None:
        return Unchecked("context", objection, step.span)
    left_open = both(
        reservation(step, reading, finding, around.context), conditional(number, reading, around)
    )
    reserved = both(_staying(finding), left_open)
    if reserved is not None:
        return _in_earnest(number, hearing, reserved, around, again)
    if finding.models < ENOUGH:
        return Unchecked("context", "too few models", step.span)
    doubt = hearing.doubt or doubts.doubt(number, reading, around)
    meant = suggestions.suggestion(number, hearing, around)
    if doubt and (meant is None or not meant.telling or _is_saved(number, reading, around)):
        return Unchecked("context", doubt, step.span)
    return _refuted(step, reading, finding, meant)


def _staying(finding: Finding) -> Reservation | None:
    """An approximation may be a rough one, unless a slip explains that it is none."""
    rough = finding.culprit in (STAYS, UNSAID)
    return Reservation(finding.culprit, OF_FORM - {"term"}) if rough else None


def _in_earnest(
    number: int, hearing: Hearing, reserved: Reservation, around: Surroundings, again: Rehearing
) -> Verdict:
    """The verdict on a claim that leaves something open: it fails if a neighbour outweighs that and it is heard again."""
    step = around.steps[number]
    unchecked = Unchecked("context", reserved.words, step.span)
    if hearing.doubt:
        reserved = Reservation(reserved.words, reserved.slips & GROSS)
    if not reserved.slips:
        return unchecked
    meant = suggestions.suggestion(number, hearing, around, reserved)
    if meant is None or not meant.telling:
        return unchecked
    second = again(number)
    if (
        second.verdict is not None
        or second.doubt != hearing.doubt
        or second.reading is None
        or second.finding is None
    ):
        return unchecked
    failed = second.finding.counterexample is not None and second.finding.models >= ENOUGH
    objection = objections.objection(number, second.reading, second.finding, around)
    if not failed or objection is not None or _is_saved(number, second.reading, around):
        return unchecked
    return _refuted(step, second.reading, second.finding, meant)


def _is_saved(number: int, reading: Reading, around: Surroundings) -> bool:
    """Whether the claim holds at the solutions of a relation of the post; a bound does where its sides are equal, as nobody writes it."""
    return around.steps[number].sign not in ORDERS and saving(number, reading, around) is not None


def _refuted(step: Step, reading: Reading, finding: Finding, meant: suggestions.Suggestion | None) -> Verdict:
    shown = finding.counterexample
    assert shown is not None
    latex = meant.latex or None if meant is not None else None
    if meant is None and step.sign != FOLLOWS:  # no multiple of a law is one
        latex = coefficients.factor(step, reading, finding) or remainders.completed(step, reading)
    left = f"{shown.left} off the extreme" if uses(reading.sides, PLACES) else shown.left
    if step.sign == FOLLOWS:
        by_cumulants = reading.free & law_claims.PLACES
        compared = "logarithm of the mean of e^(tX)" if by_cumulants else "density there"
        left = f"the {compared} is {left}"
    where = f"{step.left.text} = {step.right.text}" if is_root(step) else "as numbers"
    return Refuted(shown.assignment or where, left, shown.right, finding.method, latex)


__all__ = ["ruling"]
