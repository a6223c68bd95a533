"""The decision on a claim that was examined: one that fails is refuted only if nothing in the post could make it true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step, is_root
from mathpost.maths.terms.term import uses
from mathpost.verify.interpretation import law_claims
from mathpost.verify.interpretation.reading import ORDERS, PLACES, Reading, Result
from mathpost.verify.interpretation.verdict import Cause, Refuted, Verdict
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.reasons.conditions import AS_WRITTEN, ROUGH
from mathpost.verify.reasons.constraints import saving
from mathpost.verify.reasons.doubts import first_doubt, unsupported
from mathpost.verify.reasons.reason import REVERSAL, Failure, Raised, unchecked
from mathpost.verify.reasons.registry import find, first_raised, of_level
from mathpost.verify.reasons.reservations import both, first_reservation
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.repair import corrections, suggestions
from mathpost.verify.repair.misfits import refuted_by_sizes
from mathpost.verify.slips.slips import GROSS

Again = Callable[[int], Result]  # examines a claim again, fully even if it leaves something open


def decision(number: int, result: Result, around: Surroundings, again: Again) -> Verdict:
    """The verdict on the claim numbered `number` with this `result`."""
    if result.verdict is not None:
        return refuted_by_sizes(number, result, around) or result.verdict
    if result.plain is not None:
        plain = decision(number, result.plain, around, again)
        if isinstance(plain, Refuted):
            return plain
    step, reading, finding = around.steps[number], result.reading, result.finding
    assert reading is not None and finding is not None
    claim = Failure(step, reading, around.context, number, finding, around)
    if result.doubt is not None and find(result.doubt.id).level == "objection":
        return unchecked(result.doubt, step)
    against = first_objection(claim)
    if against is not None:
        return against.unchecked(step)
    reserved = both(
        first_raised((ROUGH,), claim), both(first_reservation(claim), first_raised((AS_WRITTEN,), claim))
    )
    if reserved is not None:
        return _thoroughly(claim, result, reserved, again)
    if finding.models < ENOUGH:
        return Raised(find("too-few-models")).unchecked(step)
    doubtful = result.doubt or _cause(first_doubt(claim))
    meant = suggestions.suggestion(number, result, around)
    if doubtful and (meant is None or not meant.telling or _is_saved(claim)):
        return unchecked(doubtful, step)
    if meant is None or not (meant.telling or meant.explains):
        if corrections.lacks_a_summand(step, reading):
            meant = None  # the correction shows what is missing
        elif (lonely := unsupported(claim)) is not None:
            return lonely.unchecked(step)
    return _refuted(step, reading, finding, meant)


def first_objection(claim: Failure) -> Raised | None:
    """The reason not to refute a claim whatever its neighbours are; None if there is none."""
    if claim.finding.counterexample is None:
        return Raised(find("no-counterexample"))
    return first_raised(of_level("objection"), claim)


def _cause(raised: Raised | None) -> Cause | None:
    return None if raised is None else raised.cause


def _thoroughly(claim: Failure, result: Result, reserved: Raised, again: Again) -> Verdict:
    """The verdict on a claim that leaves something open: if a neighbour outweighs that, the claim is examined fully."""
    step, number, around = claim.step, claim.number, claim.around
    if result.doubt:
        reserved = reserved._replace(slips=reserved.slips & (GROSS | REVERSAL))
    open_ = reserved.unchecked(step)
    if not reserved.slips:
        return open_
    meant = suggestions.suggestion(number, result, around, reserved)
    if meant is None or not meant.telling:
        return open_
    second = again(number)
    if (
        second.verdict is not None
        or second.doubt != result.doubt
        or second.reading is None
        or second.finding is None
    ):
        return open_
    failed = replace(claim, reading=second.reading, finding=second.finding)
    fails = second.finding.counterexample is not None and second.finding.models >= ENOUGH
    if not fails or first_objection(failed) is not None or _is_saved(failed):
        return open_
    return _refuted(step, second.reading, second.finding, meant)


def _is_saved(claim: Failure) -> bool:
    """Whether the claim holds at the solutions of a relation of the post; a bound does where its sides are equal, as nobody writes it."""
    return claim.step.sign not in ORDERS and saving(claim.number, claim.reading, claim.around) is not None


def _refuted(step: Step, reading: Reading, finding: Finding, meant: suggestions.Suggestion | None) -> Verdict:
    shown = finding.counterexample
    assert shown is not None
    latex = meant.latex or None if meant is not None else None
    if meant is None and step.sign != FOLLOWS:  # no multiple of a law is one
        latex = corrections.corrected(step, reading, finding)
    left = f"{shown.left} off the extreme" if uses(reading.sides, PLACES) else shown.left
    if step.sign == FOLLOWS:
        by_cumulants = reading.free & law_claims.PLACES
        compared = "logarithm of the mean of e^(tX)" if by_cumulants else "density there"
        left = f"the {compared} is {left}"
    where = f"{step.left.text} = {step.right.text}" if is_root(step) else "as numbers"
    return Refuted(shown.assignment or where, left, shown.right, finding.method, latex)
