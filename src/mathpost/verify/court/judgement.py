"""Judge the claims of a post: hear each, appeal to computer algebra, then rule on what was found.

A claim is heard when its verdict, or that of another claim that looks at it, is first asked for: the verdict on one claim is
the same whether the others are asked for or not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import overload

from mathpost.document.document import Document
from mathpost.maths.hypotheses.context import context
from mathpost.maths.notation.step import Step
from mathpost.verify.court import grounds
from mathpost.verify.court.appeals import APPEALS, appealed, pleads
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
    session = Session(document, steps)
    asked = [k for k in session.claims if only is None or k in only]
    session.appeal(asked)
    verdicts = {k: session.verdict(k) for k in asked}
    return tuple(verdicts.get(k) for k in range(len(steps)))


class Session:
    """The claims of one post, each heard and ruled on when it is first asked for."""

    def __init__(self, document: Document, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.claims = [k for k, step in enumerate(steps) if step.role == "claim"]
        self.context = context(document, steps)
        self._court = Court(steps, self.context)
        self._heard: dict[int, Hearing] = {}
        self._appealed: dict[int, Hearing] = {}
        self._settled: dict[int, Verdict] = {}
        self._surroundings = Surroundings(document, steps, self.context, _Hearings(self))

    def verdict(self, number: int) -> Verdict:
        """The verdict on the claim `number`."""
        return grounds.upheld(number, self.steps, self.hearing, self.settled)

    def appeal(self, claims: Sequence[int]) -> None:
        """Hear `claims`, and ask the computer algebra system of them together."""
        pleas = [k for k in claims if pleads(self.steps[k], self.heard(k))]
        last = pleas[-1] if pleas else -1
        first = [k for k in self.claims if k <= last and pleads(self.steps[k], self.heard(k))][:APPEALS]
        asked = [k for k in first if k in pleas and k not in self._appealed]
        found = appealed([self.heard(k) for k in asked], self.context)
        self._appealed |= zip(asked, found, strict=True)

    def heard(self, number: int) -> Hearing:
        """What the models made of the step `number`."""
        if number not in self._heard:
            self._heard[number] = self._court.heard(number)
        return self._heard[number]

    def hearing(self, number: int) -> Hearing:
        """What was found of the step `number`, by computer algebra where models have no value."""
        if number not in self._appealed:
            if self.steps[number].role == "claim" and pleads(self.steps[number], self.heard(number)):
                self.appeal([number])
            self._appealed.setdefault(number, self.heard(number))
        return self._appealed[number]

    def settled(self, number: int) -> Verdict:
        """The ruling on the step `number`, whatever it rests on; a fault of our own is kept to its claim."""
        if number not in self._settled:
            try:
                found = ruling(number, self.hearing(number), self._surroundings, self._again)
            except Exception as error:
                found = broken(error, self.steps[number])
            self._settled[number] = found
        return self._settled[number]

    def _again(self, number: int) -> Hearing:
        return Court(self.steps, self.context, earnest=True).heard(number)


class _Hearings(Sequence["Hearing | None"]):
    """The hearings of a post's claims by their numbers, None for other steps."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __len__(self) -> int:
        return len(self.session.steps)

    @overload
    def __getitem__(self, number: int) -> Hearing | None: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Hearing | None]: ...

    def __getitem__(self, number: int | slice) -> Hearing | Sequence[Hearing | None] | None:
        if isinstance(number, slice):
            return [self[k] for k in range(len(self))[number]]
        return self.session.hearing(number) if self.session.steps[number].role == "claim" else None


__all__ = ["Session", "judge"]
