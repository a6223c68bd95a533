"""What a post says about the free symbols of a claim and is not in force in the models.

A relation is harmless if it was read as a domain, if it was found true by itself, or if it only gives a value to a
symbol that nothing else speaks of (``y = \\mathcal{A}(b)`` leaves `b` free as long as no other relation knows `y`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Document
from mathpost.maths import domains, heads
from mathpost.maths.context import Context
from mathpost.maths.mentions import bare, symbols
from mathpost.maths.step import Step
from mathpost.verify.hearing import Hearing, Reading
from mathpost.verify.verdict import Agrees, Proved

BEHIND = 400  # characters behind a claim in which a condition may still be given


class Surroundings:
    """The post around a claim: its text, its steps and what was found of them so far."""

    __slots__ = ("context", "document", "hearings", "steps")

    def __init__(
        self,
        document: Document,
        steps: Sequence[Step],
        context: Context,
        hearings: Sequence[Hearing | None],
    ) -> None:
        self.document = document
        self.steps = steps
        self.context = context
        self.hearings = hearings


def constraint(number: int, reading: Reading, around: Surroundings) -> str | None:
    """A relation of the post that may tie the free symbols of the step `number`, in words, or None."""
    candidates = list(_candidates(number, reading, around))
    free = {bare(name) for name in reading.free}
    while True:
        idle = next((other for other in candidates if _idle(other, candidates, free, around)), None)
        if idle is None:
            break
        candidates.remove(idle)
    for other in candidates:
        tied = sorted(symbols(around.steps[other]) & free)
        if tied:
            said = around.steps[other]
            return f"{tied[0]} also stands in {said.left.text} {said.relation} {said.right.text}"[:160]
    return None


def _candidates(number: int, reading: Reading, around: Surroundings) -> Iterator[int]:
    """The relations that may restrict something at the step `number`."""
    place = around.steps[number].span.start
    for other, said in enumerate(around.steps):
        if other == number or _spent(other, reading, around) or _harmless(other, number, around):
            continue
        start = said.span.start
        if start > place:
            if start - place < BEHIND:
                yield other
        elif said.role != "claim" or _condition(said) or around.context.sections.covers(start, place):
            yield other


def _spent(other: int, reading: Reading, around: Surroundings) -> bool:
    """Whether the step `other` is a definition that was put in, so that its head is free no more."""
    if other not in reading.used:
        return False
    head = heads.head(around.steps[other].left.nodes)
    return head is None or bare(head.removesuffix("()")) not in {bare(name) for name in reading.free}


def _harmless(other: int, number: int, around: Surroundings) -> bool:
    said, hearing = around.steps[other], around.hearings[other]
    if hearing is not None and isinstance(hearing.verdict, Proved | Agrees):
        return True
    if said.formula == around.steps[number].formula and said.role == "claim":
        return True
    bounds = domains.bounds(said)
    return bool(bounds) and all(b.read for b in bounds)


def _condition(said: Step) -> bool:
    """Whether a relation holds for some values only, wherever it stands: one side is a number."""
    return heads.is_number(said.right.nodes) or heads.is_number(said.left.nodes)


def _idle(other: int, candidates: Sequence[int], free: set[str], around: Surroundings) -> bool:
    """Whether the step `other` defines a symbol that neither the claim nor another relation knows."""
    said = around.steps[other]
    head = heads.head(said.left.nodes)
    if head is None or said.interior or said.sign not in ("=", ":=", "≡", "≈", "∝", "∼"):
        return False
    name = bare(head.removesuffix("()"))
    if name in free:
        return False
    if said.role == "definition":
        return True
    return not any(name in symbols(around.steps[k]) for k in candidates if k != other)
