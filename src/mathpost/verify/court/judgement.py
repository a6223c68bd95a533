"""Judge the claims of a post: hear each, appeal to computer algebra, then rule on what was found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from mathpost.document.document import Document
from mathpost.maths.hypotheses.context import context
from mathpost.maths.notation.step import Step
from mathpost.verify.court import grounds
from mathpost.verify.court.appeals import appealed
from mathpost.verify.court.hearing import Court, broken
from mathpost.verify.court.ruling import ruling
from mathpost.verify.interpretation.reading import Hearing
from mathpost.verify.interpretation.verdict import Verdict
from mathpost.verify.models import memory
from mathpost.verify.reasons.surroundings import Surroundings


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
    surroundings = Surroundings(document, steps, around, hearings)

    @cache
    def heard(claim: int) -> Hearing:
        return hearings[claim] or court.heard(claim)

    @cache
    def settled(claim: int) -> Verdict:
        return _settled(claim, heard(claim), surroundings)

    return tuple(
        None if h is None else grounds.upheld(k, steps, heard, settled) for k, h in enumerate(hearings)
    )


def _settled(number: int, hearing: Hearing, around: Surroundings) -> Verdict:
    """The ruling, with a fault of our own kept to its claim."""

    def again(claim: int) -> Hearing:
        return Court(around.steps, around.context, earnest=True).heard(claim)

    try:
        return ruling(number, hearing, around, again)
    except Exception as error:
        return broken(error, around.steps[number])
