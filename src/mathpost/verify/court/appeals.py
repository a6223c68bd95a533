"""The computer algebra system: the last resort of a claim that has no value in a finite model. It only ever proves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, subterms
from mathpost.verify.interpretation.reading import EQUALITIES, Hearing, Reading
from mathpost.verify.interpretation.verdict import Proved
from mathpost.verify.planning.plan import plan

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
