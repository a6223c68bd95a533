"""Judge the claims of a post: hear each, appeal to computer algebra, then rule on what was found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING

from mathpost.document.document import Document
from mathpost.maths.elaboration import heads
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, operators, subterms
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.court.hearing import Court, broken
from mathpost.verify.court.ruling import ruling
from mathpost.verify.interpretation.reading import EQUALITIES, Hearing, Reading
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.models import memory
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.registry import found
from mathpost.verify.reasons.surroundings import Surroundings, shown


@memory.seldom()
def judge(
    document: Document, steps: Sequence[Step], only: Collection[int] | None = None
) -> tuple[Verdict | None, ...]:
    """A verdict for every claim of `steps`, None for the others; of the claims numbered in `only` where it is given."""
    around = context(document, steps)
    court = Court(steps, around)
    asked = range(len(steps)) if only is None else only
    hearings = [court.heard(k) if s.role == "claim" and k in asked else None for k, s in enumerate(steps)]
    hearings = appealed(hearings, steps, around)

    @cache
    def heard(claim: int) -> Hearing:
        return hearings[claim] or court.heard(claim)

    surroundings = Surroundings(document, steps, around, heard)

    @cache
    def settled(claim: int) -> Verdict:
        return _settled(claim, heard(claim), surroundings)

    return tuple(None if h is None else upheld(k, steps, heard, settled) for k, h in enumerate(hearings))


def _settled(number: int, hearing: Hearing, around: Surroundings) -> Verdict:
    """The ruling, with a fault of our own kept to its claim."""

    def again(claim: int) -> Hearing:
        return Court(around.steps, around.context, earnest=True).heard(claim)

    try:
        return ruling(number, hearing, around, again)
    except Exception as error:
        return broken(error, around.steps[number])


if TYPE_CHECKING:
    from mathpost.verify.proving import symbolic

SYMBOLIC_SECONDS = 2.0  # processor time a claim may take in the algebra system
APPEALS = 6  # claims of one post that are taken there, first come first served


def appealed(
    hearings: Sequence[Hearing | None], steps: Sequence[Step], around: Context
) -> list[Hearing | None]:
    """`hearings` after what has no value in a finite model was asked of the computer algebra system."""
    heard = list(hearings)
    pleas = {
        k: h.reading
        for k, h in enumerate(heard)
        if h is not None and h.reading is not None and _may_appeal(steps[k], h)
    }
    places = list(pleas)[:APPEALS]
    if not places:
        return heard
    from mathpost.verify.proving import symbolic

    asked = [symbolic.Claim(*pleas[k].sides, _assumptions(pleas[k], around)) for k in places]
    for k, answer in zip(places, symbolic.prove_all(asked, seconds_cpu=SYMBOLIC_SECONDS), strict=True):
        if answer is True:
            heard[k] = Hearing(Proved("SymPy", pleas[k].source), None, pleas[k])
    return heard


def _may_appeal(step: Step, hearing: Hearing) -> bool:
    """A limit or an endless sum of scalars; unknown functions and families are beyond the algebra system."""
    if hearing.reading is None or hearing.finding is None or step.sign not in EQUALITIES:
        return False
    if hearing.finding.kind != "no value" or hearing.finding.culprit not in ("limit", "infinity"):
        return False
    terms = (t for side in hearing.reading.sides for t in subterms(side))
    return not any(isinstance(t, Apply) and t.operator in ("call", "index") for t in terms)


def _assumptions(reading: Reading, around: Context) -> symbolic.Assumptions:
    from mathpost.verify.proving import symbolic

    models = plan(reading, "=", around)
    low = {n for n, d in models.domains.items() if d.low is not None and d.low >= 0}
    return symbolic.Assumptions(frozenset(low), frozenset((*models.sizes, *models.indices)))


Heard = Callable[[int], Hearing]
Settled = Callable[[int], Verdict]


def upheld(number: int, steps: Sequence[Step], heard: Heard, settled: Settled) -> Verdict:
    """The verdict on the step `number`; a confirmed one only if all that it rests on holds.

    A claim that names a symbol may be supposed, and so may an equation in which one side knows more than the other.
    """
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
