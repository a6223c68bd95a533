"""The ruling on a claim that was heard: one that fails is refuted only if nothing in the post could make it true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step, is_root
from mathpost.maths.terms.term import uses
from mathpost.verify.interpretation import law_claims
from mathpost.verify.interpretation.reading import ORDERS, PLACES, Hearing, Reading
from mathpost.verify.interpretation.verdict import Cause, Refuted, Verdict
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.reasons.conditions import AS_WRITTEN, ROUGH
from mathpost.verify.reasons.constraints import saving
from mathpost.verify.reasons.doubts import first_doubt, unsupported
from mathpost.verify.reasons.reason import REVERSAL, Failure, Raised, unchecked
from mathpost.verify.reasons.registry import find, heard, of_level
from mathpost.verify.reasons.reservations import both, first_reservation
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.repair import corrections, suggestions
from mathpost.verify.repair.misfits import refuted_by_sizes
from mathpost.verify.slips.slips import GROSS

Rehearing = Callable[[int], Hearing]  # hears a claim again, in earnest whatever it leaves open


def ruling(number: int, hearing: Hearing, around: Surroundings, again: Rehearing) -> Verdict:
    """The verdict on the claim numbered `number` that was heard as `hearing` says."""
    if hearing.verdict is not None:
        return refuted_by_sizes(number, hearing, around) or hearing.verdict
    if hearing.plain is not None:
        plain = ruling(number, hearing.plain, around, again)
        if isinstance(plain, Refuted):
            return plain
    step, reading, finding = around.steps[number], hearing.reading, hearing.finding
    assert reading is not None and finding is not None
    claim = Failure(step, reading, around.context, number, finding, around)
    if hearing.doubt is not None and find(hearing.doubt.id).level == "objection":
        return unchecked(hearing.doubt, step)
    against = first_objection(claim)
    if against is not None:
        return against.unchecked(step)
    reserved = both(heard((ROUGH,), claim), both(first_reservation(claim), heard((AS_WRITTEN,), claim)))
    if reserved is not None:
        return _in_earnest(claim, hearing, reserved, again)
    if finding.models < ENOUGH:
        return Raised(find("too-few-models")).unchecked(step)
    doubtful = hearing.doubt or _cause(first_doubt(claim))
    meant = suggestions.suggestion(number, hearing, around)
    if doubtful and (meant is None or not meant.telling or _is_saved(claim)):
        return unchecked(doubtful, step)
    lonely = unsupported(claim) if meant is None else None
    if lonely is not None:
        return lonely.unchecked(step)
    return _refuted(step, reading, finding, meant)


def first_objection(claim: Failure) -> Raised | None:
    """The reason not to refute a claim whatever its neighbours are; None if there is none."""
    if claim.finding.counterexample is None:
        return Raised(find("no-counterexample"))
    return heard(of_level("objection"), claim)


def _cause(raised: Raised | None) -> Cause | None:
    return None if raised is None else raised.cause


def _in_earnest(claim: Failure, hearing: Hearing, reserved: Raised, again: Rehearing) -> Verdict:
    """The verdict on a claim that leaves something open: if a neighbour outweighs that, the claim is examined fully."""
    step, number, around = claim.step, claim.number, claim.around
    if hearing.doubt:
        reserved = reserved._replace(slips=reserved.slips & (GROSS | REVERSAL))
    open_ = reserved.unchecked(step)
    if not reserved.slips:
        return open_
    meant = suggestions.suggestion(number, hearing, around, reserved)
    if meant is None or not meant.telling:
        return open_
    second = again(number)
    if (
        second.verdict is not None
        or second.doubt != hearing.doubt
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
