"""What the verdict on a claim depends on, as a text: equal texts have equal verdicts, wherever in a post the claim
is.

The text holds more than a verdict uses: how the post writes; the words and formulas of the part of the post around
the
claim and of its neighbours; every step that shares a letter with the claim or with what its letters are made of, in its
sentence; what the post says of these letters and of no letter; and which paragraphs begin a general statement or a
case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from mathpost.document.document import Document
from mathpost.maths.hypotheses.context import NEARBY, Context
from mathpost.maths.hypotheses.store import Hypothesis
from mathpost.maths.lexicon import cases
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.text.source import Span

_PLACES = frozenset(["place", "origin", "span", "relation_span", "until", "step", "formula", "steps"])


class Bases:
    """What the verdicts on the claims of one post rest on."""

    def __init__(self, document: Document, steps: Sequence[Step], context: Context) -> None:
        self.document = document
        self.steps = steps
        self.context = context
        self.text = document.source.text
        self._found: dict[int, str] = {}
        self._contents: dict[int, str] = {}
        self._letters = [letters((*s.left.nodes, *s.right.nodes)) for s in steps]
        self._heads = [letters(s.left.nodes) for s in steps]

    def of(self, number: int) -> str:
        """What the verdict on the claim `number` rests on."""
        if number not in self._found:
            self._found[number] = self._of(number)
        return self._found[number]

    def _of(self, number: int) -> str:
        step = self.steps[number]
        spoken = self._reached(number)
        first, last = self._around(step.span.start)
        place = step.span.start
        said = [self._written, _statement(step), self._row(number), self.text[first:last]]
        said += [self._in_words(k, place) for k in range(len(self.steps)) if self._letters[k] & spoken]
        said += sorted(
            content
            for subject, records in self._known.items()
            if not subject or bare(subject) in spoken
            for at, content in records
            if not first <= at < last
        )
        said += [turns for at, turns in self._turns if at < place]
        return "\n".join(said)

    def _reached(self, number: int) -> frozenset[str]:
        """The letters of a claim, and of all that says what they are."""
        reached = self._letters[number]
        while True:
            wider = reached.union(
                *(own for own, head in zip(self._letters, self._heads, strict=True) if head & reached)
            )
            if wider == reached:
                return reached
            reached = wider

    def _around(self, place: int) -> tuple[int, int]:
        """The part of the post around a place, the part before it, and at least the lines that count as nearby."""
        sections = self.context.sections
        end = sections.end(place)
        behind = len(self.text) if end is None else sections.end(end) or len(self.text)
        return min(sections.opening(place), max(0, place - NEARBY)), max(behind, place + NEARBY)

    def _row(self, number: int) -> str:
        """Where a step is in its formula, and how that is introduced: the number and the macros are not part of its text."""
        step = self.steps[number]
        row = sum(other.formula == step.formula for other in self.steps[:number])
        return f"{row} {self.text[slice(*self.document.formulas[step.formula].span)]}"

    def _in_words(self, number: int, place: int) -> str:
        """A step with the words of its paragraph."""
        start = self.steps[number].span.start
        if number not in self._contents:
            self._contents[number] = self._with_paragraph(self.steps[number])
        return f"{start < place} {self.context.sections.covers(start, place)} {self._contents[number]}"

    def _with_paragraph(self, step: Step) -> str:
        """What a step says, and the words of its paragraph."""
        begin = self.text.rfind("\n\n", 0, step.span.start) + 1
        return f"{_statement(step)} {self.text[begin : self.context.words.end_of_paragraph(step.span.end)]}"

    @cached_property
    def _written(self) -> str:
        """The notation of the post, and the facts that hold everywhere in it."""
        return plain(self.context.conventions)

    @cached_property
    def _known(self) -> Mapping[str, list[tuple[int, str]]]:
        """What the post says of each symbol, and where."""
        found: dict[str, list[tuple[int, str]]] = {}
        for record in self.context.known:
            found.setdefault(record.subject, []).append((record.place, _content(record)))
        return found

    @cached_property
    def _turns(self) -> list[tuple[int, str]]:
        """The paragraphs that begin a general statement, a proof or a case."""
        found, begin = [], 0
        for paragraph in self.text.split("\n\n"):
            turns = (
                cases.generalises(paragraph),
                cases.leaves_the_example(paragraph),
                cases.opens_a_case(paragraph),
            )
            if any(turns):
                found.append((begin, repr(turns)))
            begin += len(paragraph) + 2
        return found


def _statement(step: Step) -> str:
    """What a step says."""
    said = (step.left.text, step.relation, step.sign, step.right.text, step.role, step.interior, step.again)
    found = None if step.found is None else step.found[1:]
    return repr((*said, tuple(step.inference), found))


def _content(record: Hypothesis[Any]) -> str:
    said = (record.kind.name, record.subject, record.scope, record.certainty)
    return f"{said} {plain(record.content)}"


def plain(thing: Any) -> str:
    """A record as a text that does not depend on its place in the post."""
    return " ".join(_contents(thing))


def _contents(thing: Any) -> Iterator[str]:
    if isinstance(thing, Span):
        return
    if isinstance(thing, str | Enum) or thing is None:
        yield repr(thing)
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield type(thing).__name__
        for field in fields(thing):
            if field.compare and field.name not in _PLACES:
                yield from _contents(getattr(thing, field.name))
    elif isinstance(thing, tuple) and hasattr(thing, "_fields"):
        yield type(thing).__name__
        for name in thing._fields:
            if name not in _PLACES:
                yield from _contents(getattr(thing, name))
    elif isinstance(thing, Mapping):
        yield from sorted(plain(pair) for pair in thing.items())
    elif isinstance(thing, frozenset | set):
        yield from sorted(map(plain, thing))
    elif isinstance(thing, Sequence):
        yield "("
        for part in thing:
            yield from _contents(part)
        yield ")"
    else:
        yield repr(thing)


__all__ = ["Bases"]
