"""The context of a place in a post: conventions, words, sections, and the store of hypotheses."""

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
NEARBY = 1500  # characters from an example to a place that may still belong to it


@dataclass(frozen=True, slots=True)
class Context:
    """The context of the formulas of a post for later stages; `known`: all hypotheses of the post."""

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
        """Whether the post mentions complex numbers, so that a symbol may be complex."""
        return self.known.has(kinds.COMPLEX)

    def bends_at(self, place: int) -> dict[str, dict[curvature.Shape, Term | None]]:
        """The shapes of functions stated before `place`, with their degrees."""
        return curvature.in_force(self.known.of(kinds.SHAPE), place, self.conventions)

    @property
    def structures(self) -> Mapping[str, frozenset[str]]:
        """The properties of arrays stated anywhere, enough to spare a claim that fails without them."""
        return by_name(self.known.of(kinds.ARRAY_PROPERTY))

    def structures_around(self, place: int) -> Mapping[str, frozenset[str]]:
        """The properties of arrays stated anywhere; of contradictory ones, the last before `place`."""
        return by_name(_without_contradictions(self.known.of(kinds.ARRAY_PROPERTY), place))

    def structures_at(self, place: int) -> Mapping[str, frozenset[str]]:
        """The properties of arrays in force at `place`, without those of other cases, or of arrays made arbitrary since."""
        holding = [said for said in self.known.of(kinds.ARRAY_PROPERTY) if self._holds_at(said, place)]
        return by_name(_without_contradictions(holding, place))

    def _holds_at(self, said: Said, place: int) -> bool:
        if said.case and not (self.sections.within(said.place, place) and self._follows(said.place, place)):
            return False
        arbitrary = self.known.records(kinds.ARBITRARY_ARRAY)
        return not any(each.subject == said.name and said.place < each.place < place for each in arbitrary)

    def _follows(self, stated: int, place: int) -> bool:
        """Whether a place is behind what is `stated`, or in one sentence with it."""
        return stated <= place or self.words.together(place, stated)

    def stated_nearby(self, span: Span) -> frozenset[str]:
        """The properties of random variables stated around `span`."""
        text = self.words.document.source.text
        before = self._lead(span)
        said = senses.assumes(before + text[span.start : self.words.end_of_paragraph(span.end)])
        said |= MARKOV if any(t.place < span.start for t in self.known.records(kinds.TRANSITION)) else set()
        anywhere = self.known.subjects(kinds.CHANCE)
        if "markov" in anywhere and "identical" not in anywhere:
            said -= {"identical"}
        return said - {"independent"} if senses.denies_independence(before) else said

    def conditions_of_independence(self, span: Span) -> list[tuple[str, frozenset[str]]]:
        """The conditional independence stated around `span`: the letter of each condition, and all letters of its sentence."""
        return senses.under_conditions(self._lead(span))

    def _lead(self, span: Span) -> str:
        """The text before `span` since the end of the last special case."""
        text = self.words.document.source.text
        return cases.since_the_last_generality(text[self.sections.opening(span.start) : span.start])

    def is_noise(self, name: str) -> bool:
        """Whether a symbol is stated to be noise, and so is random even without an average over it."""
        said = "noise" in self.known.subjects(kinds.CHANCE) and bare(name) in NOISE
        return said or name in self.known.subjects(kinds.CENTRED)

    def mentioned_arrays(self, place: int, letters: Collection[str] | None = None) -> frozenset[str]:
        """The properties of arrays with words in the section around `place` or an adjoining one.

        If `letters` are given, words about other letters do not count.
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
        """The facts in force at `place`, nearest first, by form and head, without those of steps in `excluded`.

        `values`: also the numbers given to symbols ("take n = 512"), which hold near their place only. `restated`: also
        restatements about a head.
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
        """Whether the scope of a hypothesis includes the place `at`."""
        return said.scope == "post" or self.sections.covers(said.place, at)

    def about(self, kind: Kind[T], *, at: int) -> tuple[T, ...]:
        """The contents of the hypotheses of a kind stated before a place whose scope includes it."""
        said = self.known.records(kind)
        return tuple(record.content for record in said if record.place < at and self.reaches(record, at))

    def holds_still(self, place: int, at: int, *, case: bool, example: bool) -> bool:
        """Whether an equation stated at `place`, in a `case` or as a value in an `example`, may still hold at `at`."""
        if case and not self.sections.within(place, at):
            return False
        between = self.words.document.source.text[place:at]
        return not (cases.leaves_the_example(between) if example else cases.generalises(between))

    def may_be_anything(self, symbols: frozenset[str], place: int, at: int) -> bool:
        """Whether the post calls all of `symbols` arbitrary between `place` and `at`."""
        spoken = frozenset(map(bare, symbols))
        return any(place < q.place < at and spoken <= q.letters for q in self.known.of(kinds.QUANTIFIED))

    def normalised_at(self, place: int, number: int) -> frozenset[str]:
        """The families whose entries add up to 1 by other steps than `number`, unless the words before `place` deny it."""
        return frozenset(
            name
            for name, said in self.known.by_subject(kinds.NORMALISED).items()
            if number not in said and not any(k is not None and self.is_denied(k, place) for k in said)
        )

    def is_denied(self, step: int, place: int) -> bool:
        """Whether `step` states that weights add up to 1, and the words before `place` say that they need not."""
        adds_up = step in self.known.of(kinds.NORMALISED)
        return adds_up and senses.denies_normalisation(self.words.before(Span(place, place)))

    def _still_the_example(self, place: int, at: int) -> bool:
        """Whether the place `at` may still be in the example that gives a symbol a value at `place`."""
        text = self.words.document.source.text
        return self.sections.within(place, at) and not cases.leaves_the_example(text[place:at])


def _without_contradictions(stated: Sequence[Said], place: int) -> Iterator[Said]:
    """`stated` without contradictions to the last statement about the same array before `place`: letters are reused."""
    nearest: dict[str, bool] = {}
    for each in sorted(stated, key=lambda each: (each.place > place, -each.place)):
        if each.property in OF_SYMMETRY:
            nearest.setdefault(each.name, each.property == "skew")
    for each in stated:
        if each.property not in OF_SYMMETRY or nearest[each.name] == (each.property == "skew"):
            yield each


@of_the_last
def context(document: Document, steps: Sequence[Step]) -> Context:
    """The context of a post, from its steps and words."""
    post, known = collected(document, steps)
    return Context(post.conventions, post.words, post.sections, known)
