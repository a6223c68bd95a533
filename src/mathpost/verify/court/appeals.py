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


def appealed(pleas: Sequence[Hearing], around: Context) -> list[Hearing]:
    """`pleas` after the computer algebra system was asked of them."""
    if not pleas:
        return []
    from mathpost.verify.proving import symbolic

    readings = [hearing.reading for hearing in pleas if hearing.reading is not None]
    asked = [symbolic.Claim(*reading.sides, _assumptions(reading, around)) for reading in readings]
    answers = symbolic.prove_all(asked, seconds_cpu=SYMBOLIC_SECONDS)
    return [
        Hearing(Proved("SymPy", reading.source), None, reading) if answer is True else hearing
        for hearing, reading, answer in zip(pleas, readings, answers, strict=True)
    ]


def pleads(step: Step, hearing: Hearing) -> bool:
    """Whether a claim is a limit or an endless sum of scalars; unknown functions and families are beyond the algebra system."""
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


__all__ = ["APPEALS", "appealed", "pleads"]
