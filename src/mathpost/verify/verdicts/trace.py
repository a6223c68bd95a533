"""How a verdict came about: the readings that were tried, the reasons that apply, and what decided it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.maths.notation.step import Step
from mathpost.verify.interpretation.verdict import Refuted, Unchecked, Verdict, name
from mathpost.verify.reasons.reason import Raised
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge


class Trace(NamedTuple):
    """One claim: the readings tried with what each found, the reasons that apply, the verdict, and the one without its reason."""

    readings: tuple[str, ...]
    raised: tuple[Raised, ...]
    verdict: Verdict | None
    without: Verdict | None

    @property
    def lines(self) -> Iterator[str]:
        """The trace as a reader sees it."""
        yield from (f"tried: {reading}" for reading in self.readings)
        applies = "applies" if isinstance(self.verdict, Unchecked) else "applies, but does not decide"
        yield from (f"{applies}: {r.reason.id} ({r.reason.level}): {r.cause.words}" for r in self.raised)
        yield f"verdict: {_shown(self.verdict)}"
        if isinstance(self.verdict, Unchecked) and self.verdict.id:
            yield f"without {self.verdict.id}: {_shown(self.without)}"


def trace(document: Document, steps: Sequence[Step], number: int) -> Trace:
    """The trace of the claim `number`, which is judged twice: normally, and without the reason that decides."""
    with search() as held:
        (verdict,) = _judged(document, steps, number)
    without = verdict
    if isinstance(verdict, Unchecked) and verdict.id:
        with search(off=[verdict.id]):
            (without,) = _judged(document, steps, number)
    return Trace(tuple(dict.fromkeys(held.tried)), tuple(dict.fromkeys(held.raised)), verdict, without)


def _judged(document: Document, steps: Sequence[Step], number: int) -> tuple[Verdict | None]:
    return (judge(document, steps, only={number})[number],)


def _shown(verdict: Verdict | None) -> str:
    match verdict:
        case None:
            return "none"
        case Unchecked(reason, culprit):
            return f"unchecked ({reason}): {culprit}" + (f" [{verdict.id}]" if verdict.id else "")
        case Refuted(counterexample, left, right):
            return f"refuted: {counterexample}: left {left}, right {right}"
    return f"{name(verdict)} ({verdict.method})" + (f": {verdict.detail}" if verdict.detail else "")
