"""What is in force at a place of a post: how it writes, its words and sections, and the store of its hypotheses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mathpost.document.document import Document
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts import curvature
from mathpost.maths.facts.facts import Fact
from mathpost.maths.facts.properties import Said, by_name
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.sources import collected
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis, Kind, T
from mathpost.maths.lexicon import cases, senses
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Term
from mathpost.text.recall import of_the_last
from mathpost.text.source import Span

NOISE = frozenset([r"\epsilon", r"\varepsilon", r"\xi", r"\zeta"])
MARKOV = frozenset(["markov"])
OF_SYMMETRY = frozenset(["skew", "symmetric", "positive definite", "diagonal", "positive diagonal"])
NEARBY = 1500  # characters for which an example is meant where its values are put in


@dataclass(frozen=True, slots=True)
class Context:
    """What later stages ask of the surroundings of a formula; `known`: all that the post says."""

    conventions: Conventions
    words: Sentences
    sections: Sections
    known: Hypotheses

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The definitions of the post, in reading order."""
        return self.known.of(kinds.DEFINITION)

    @property
    def is_complex(self) -> bool:
        """Whether the post mentions complex numbers, so that a symbol may be one."""
        return self.known.has(kinds.COMPLEX)

    def bends_at(self, place: int) -> dict[str, dict[curvature.Shape, Term | None]]:
        """The shapes that the words before `place` give functions, with their degrees."""
        return curvature.in_force(self.known.of(kinds.SHAPE), place, self.conventions)

    @property
    def structures(self) -> Mapping[str, frozenset[str]]:
        """What the post says of its arrays anywhere: enough to spare a claim that fails without it."""
        return by_name(self.known.of(kinds.ARRAY_PROPERTY))

    def structures_around(self, place: int) -> Mapping[str, frozenset[str]]:
        """What the post says of its arrays anywhere; where that is a contradiction, what it says last before `place`."""
        return by_name(_without_contradictions(self.known.of(kinds.ARRAY_PROPERTY), place))

    def structures_at(self, place: int) -> Mapping[str, frozenset[str]]:
        """What is stated about arrays and holds at `place`: not in a case elsewhere, nor before the array was made arbitrary."""
        holding = [said for said in self.known.of(kinds.ARRAY_PROPERTY) if self._holds_at(said, place)]
        return by_name(_without_contradictions(holding, place))

    def _holds_at(self, said: Said, place: int) -> bool:
        if said.case and not self.sections.within(said.place, place):
            return False
        arbitrary = self.known.records(kinds.ARBITRARY_ARRAY)
        return not any(each.subject == said.name and said.place < each.place < place for each in arbitrary)

    def said_nearby(self, span: Span) -> frozenset[str]:
        """What the words and formulas around `span` say of random variables."""
        text = self.words.document.source.text
        before = self._lead(span)
        said = senses.assumes(before + text[span.start : self.words.end_of_paragraph(span.end)])
        said |= MARKOV if any(t.place < span.start for t in self.known.records(kinds.TRANSITION)) else set()
        anywhere = self.known.subjects(kinds.CHANCE)
        if "markov" in anywhere and "identical" not in anywhere:
            said -= {"identical"}
        return said - {"independent"} if senses.denies_independence(before) else said

    def conditions_of_independence(self, span: Span) -> list[tuple[str, frozenset[str]]]:
        """What the words around `span` call independent under a condition: its letter, and all that the sentence writes."""
        return senses.under_conditions(self._lead(span))

    def _lead(self, span: Span) -> str:
        """What the post says before `span`, since it left a special case."""
        text = self.words.document.source.text
        return cases.since_the_last_generality(text[self.sections.opening(span.start) : span.start])

    def is_noise(self, name: str) -> bool:
        """Whether a symbol is one for noise by what the post says: it is not a number, though nothing averages over it."""
        said = "noise" in self.known.subjects(kinds.CHANCE) and bare(name) in NOISE
        return said or name in self.known.subjects(kinds.CENTRED)

    def mentioned_arrays(self, place: int, letters: Collection[str] | None = None) -> frozenset[str]:
        """The properties of arrays that the part of the post around `place` has words for, or the text just before it.

        If `letters` are given, words that mention another letter do not count.
        """
        return frozenset(
            name
            for name, mentions in self.known.by_subject(kinds.MENTION).items()
            if any(
                (letters is None or not m.letter or m.letter in letters)
                and (self.sections.covers(m.place, place) or self.sections.adjoins(m.place, place))
                for m in mentions
            )
        )

    def in_force(
        self, place: int, excluded: frozenset[int], *, values: bool, restated: bool = False
    ) -> dict[tuple[str, str], list[Fact]]:
        """The facts that hold at `place`, nearest first, by form and head; steps in `excluded` are not used.

        `values`: also the numbers given to symbols ("take n = 512"), which hold in their surroundings only. `restated`:
        also what the section says again of a head.
        """
        found: dict[tuple[str, str], list[Fact]] = {}
        said = self.known.records(kinds.DEFINITION)
        restatements = self.known.records(kinds.RESTATEMENT) if restated else []
        for record in sorted((*said, *restatements), key=lambda record: record.place)[::-1]:
            known = record.content
            if record.place > place or known.step in excluded or not self.reaches(record, place):
                continue
            if known.value and not (values and self._still_the_example(known.place, place)):
                continue
            if known.until is None or place <= known.until:
                found.setdefault(known.key, []).append(known)
        return found

    def reaches(self, said: Hypothesis[Any], at: int) -> bool:
        """Whether a hypothesis may be meant `at` a place by its scope."""
        return said.scope == "post" or self.sections.covers(said.place, at)

    def about(self, kind: Kind[T], *, at: int) -> tuple[T, ...]:
        """What the hypotheses of a kind say that was said before a place and reaches it."""
        said = self.known.records(kind)
        return tuple(record.content for record in said if record.place < at and self.reaches(record, at))

    def holds_still(self, place: int, at: int, *, case: bool, example: bool) -> bool:
        """Whether an equation stated at `place`, perhaps of a `case` or the value in an `example`, may be meant `at`."""
        if case and not self.sections.within(place, at):
            return False
        between = self.words.document.source.text[place:at]
        return not (cases.leaves_the_example(between) if example else cases.generalises(between))

    def may_be_anything(self, symbols: frozenset[str], place: int, at: int) -> bool:
        """Whether the post calls all of `symbols` arbitrary between `place` and `at`."""
        spoken = frozenset(map(bare, symbols))
        return any(place < q.place < at and spoken <= q.letters for q in self.known.of(kinds.QUANTIFIED))

    def normalised_at(self, place: int, number: int) -> frozenset[str]:
        """The families whose entries other steps than `number` let add up to 1, unless the words before `place` deny it."""
        return frozenset(
            name
            for name, said in self.known.by_subject(kinds.NORMALISED).items()
            if number not in said and not any(k is not None and self.is_denied(k, place) for k in said)
        )

    def is_denied(self, step: int, place: int) -> bool:
        """Whether `step` lets weights add up to 1, and the words before `place` say that they need not."""
        adds_up = step in self.known.of(kinds.NORMALISED)
        return adds_up and senses.denies_normalisation(self.words.before(Span(place, place)))

    def _still_the_example(self, place: int, at: int) -> bool:
        """Whether what is stated `at` may be of the example that gave a symbol a value at `place`."""
        text = self.words.document.source.text
        return self.sections.within(place, at) and not cases.leaves_the_example(text[place:at])


def _without_contradictions(stated: Sequence[Said], place: int) -> Iterator[Said]:
    """`stated` without what contradicts the last that is stated of the same array before `place`: a letter is used again."""
    nearest: dict[str, bool] = {}
    for each in sorted(stated, key=lambda each: (each.place > place, -each.place)):
        if each.property in OF_SYMMETRY:
            nearest.setdefault(each.name, each.property == "skew")
    for each in stated:
        if each.property not in OF_SYMMETRY or nearest[each.name] == (each.property == "skew"):
            yield each


@of_the_last
def context(document: Document, steps: Sequence[Step]) -> Context:
    """The context of a post, from all its steps and the words around its symbols."""
    post, known = collected(document, steps)
    return Context(post.conventions, post.words, post.sections, known)
