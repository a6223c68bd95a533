"""The decision on a claim that was examined: one that fails is refuted only if nothing in the post could make it true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import is_root
from mathpost.maths.terms.term import uses
from mathpost.verify.interpretation import law_claims
from mathpost.verify.interpretation.reading import PLACES, Result
from mathpost.verify.interpretation.verdict import Refuted, Unchecked, Verdict
from mathpost.verify.methods.finite_models import ENOUGH
from mathpost.verify.reasons.evidence import first_doubt, unexplained
from mathpost.verify.reasons.reason import Failure, Raised, unchecked
from mathpost.verify.reasons.registry import find, first_raised, of_level
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.repair import corrections, suggestions, supports
from mathpost.verify.repair.misfits import refuted_by_sizes

Again = Callable[[int], Result]  # examines a claim again, fully


def decision(number: int, result: Result, around: Surroundings, again: Again) -> Verdict:
    """The verdict on the claim numbered `number` with this `result`.

    A claim with letters that fails is refuted if one slip undone makes it hold and if, examined fully, it fails in all
    its readings, with no reason of the post against that.
    """
    if result.verdict is not None:
        return refuted_by_sizes(number, result, around) or result.verdict
    found = _as_read(number, result, around, again)
    if isinstance(found, Refuted):
        return found
    misfitting = result.misfitting and refuted_by_sizes(number, result.misfitting, around)
    if misfitting is not None and _against(_failure(number, result, around), result) is None:
        return misfitting
    return (
        _as_supported(number, result, around, again)
        or _as_read_otherwise(number, result, around, again)
        or found
    )


def _as_read(number: int, result: Result, around: Surroundings, again: Again) -> Verdict:
    """The verdict on a claim that fails, in the form in which it fails, before definitions are put in or after."""
    if result.plain is not None:
        plain = _as_read(number, result.plain, around, lambda n: _plain(again(n)))
        if isinstance(plain, Refuted):
            return plain
    claim = _failure(number, result, around)
    against = _against(claim, result)
    if against is not None:
        return against
    meant = suggestions.suggestion(number, result, around)
    told = meant is not None and meant.telling
    lacking = corrections.lacks_a_summand(claim.step, claim.reading)
    left_open = _left_open(claim, result, told=told, lacking=lacking)
    if left_open is not None:
        return left_open
    if lacking and not told:
        meant = None  # the correction shows the summand
    fully = again(number)
    if fully.verdict is not None or fully.reading is None or fully.finding is None:
        return fully.verdict if isinstance(fully.verdict, Unchecked) else _open(claim, "read-otherwise")
    failed = replace(claim, reading=fully.reading, finding=fully.finding)
    against = _against(failed, fully)
    if against is not None:
        return against
    if fully.doubt is not None and not told:
        return unchecked(fully.doubt, claim.step)
    if fully.finding.models < ENOUGH:
        return _open(claim, "too-few-models")
    return _refuted(failed, meant)


def _as_read_otherwise(number: int, result: Result, around: Surroundings, again: Again) -> Verdict | None:
    """The verdict on a claim that fails in all readings of an open notation, if a neighbour of it holds in another than the first."""
    for conventions, other in result.others:

        def fully(n: int, read: Conventions = conventions) -> Result:
            anew = again(n)
            return next((each for known, each in anew.others if known == read), anew)

        found = _as_read(number, other, around.read_with(conventions), fully)
        if isinstance(found, Refuted):
            return found
    return None


def _as_supported(number: int, result: Result, around: Surroundings, again: Again) -> Verdict | None:
    """The verdict on a claim that fails where a neighbour of it holds given what the post says elsewhere."""
    if _against(_failure(number, result, around), result) is not None:
        return None
    supported = supports.compared_where_a_neighbour_holds(number, result, around)
    if supported is None:
        return None
    meant, compared = supported
    fully = again(number)
    if any(r.verdict is not None or r.reading is None or r.finding is None for r in (compared, fully)):
        return None
    failed = _failure(number, compared, around)
    if failed.finding.models < ENOUGH:
        return None
    return _against(failed, compared) or _refuted(failed, meant)


def _failure(number: int, result: Result, around: Surroundings) -> Failure:
    """A claim whose sides differ, with what was found."""
    assert result.reading is not None and result.finding is not None
    return Failure(around.steps[number], result.reading, around.context, number, result.finding, around)


def _left_open(claim: Failure, result: Result, *, told: bool, lacking: bool) -> Unchecked | None:
    """Why a claim is not refuted if nothing explains it; `told`: a neighbour does, `lacking`: a lost summand does."""
    doubtful = first_doubt(claim, told=told and not lacking) or (None if told else result.doubt)
    if doubtful is not None:
        return unchecked(doubtful, claim.step)
    lonely = None if told or lacking else unexplained(claim)
    return None if lonely is None else lonely.unchecked(claim.step)


def _plain(result: Result) -> Result:
    """The result before definitions were put in, if the sides differ then, too."""
    return result.plain or result


def _against(claim: Failure, result: Result) -> Unchecked | None:
    """The reason not to refute a claim whatever its neighbours are; None if there is none."""
    if claim.finding.counterexample is None:
        return _open(claim, "no-counterexample")
    if result.doubt is not None and find(result.doubt.id).level == "objection":
        return unchecked(result.doubt, claim.step)
    against = first_raised(of_level("objection"), claim)
    return None if against is None else against.unchecked(claim.step)


def _open(claim: Failure, name: str) -> Unchecked:
    return Raised(find(name)).unchecked(claim.step)


def _refuted(claim: Failure, meant: suggestions.Suggestion | None) -> Refuted:
    step, reading, finding = claim.step, claim.reading, claim.finding
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
