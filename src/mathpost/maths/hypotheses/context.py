"""What is in force at a formula: how the post writes, what it has defined, and where its symbols live.

Facts are collected once, in reading order, from displays and inline formulas alike. A definition holds from its place
on until its head is defined again; a domain holds for the whole post.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mathpost.document.document import Document
from mathpost.maths.chance import zero_means
from mathpost.maths.chance.stated_laws import laws_in_words
from mathpost.maths.chance.stated_moments import bearers, populations
from mathpost.maths.chance.transitions import transitions
from mathpost.maths.elaboration import handbook, heads
from mathpost.maths.elaboration.application import STANDARD
from mathpost.maths.elaboration.binders.index_sets import index_sets
from mathpost.maths.elaboration.chance import information
from mathpost.maths.elaboration.conventions import Conventions, Counting
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts import (
    activations,
    curvature,
    decompositions,
    densities,
    domains,
    domains_in_words,
    eigenvectors,
    labels,
    laws,
    singular,
)
from mathpost.maths.facts.conventions import conventions
from mathpost.maths.facts.facts import Equation, Fact, equation, fact
from mathpost.maths.facts.listings import listings
from mathpost.maths.facts.piecewise import in_pieces
from mathpost.maths.facts.properties import Mention, Said, arbitrary, by_name, mentioned, properties
from mathpost.maths.facts.quantifiers import Quantified, quantified
from mathpost.maths.facts.spectra import Spectrum, matrices, spectra
from mathpost.maths.hypotheses.array_members import membership, settled
from mathpost.maths.hypotheses.assumptions import Condition, conditions
from mathpost.maths.lexicon import spelling
from mathpost.maths.lexicon.cases import (
    generalises,
    is_limited,
    leaves_the_example,
    since_the_last_generality,
    speaks_of_a_case,
)
from mathpost.maths.lexicon.cues import chooses, cue
from mathpost.maths.lexicon.explanations import explained
from mathpost.maths.lexicon.positivity import measured, taken_for_positive
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.lexicon.senses import (
    assumes,
    denies_independence,
    denies_normalisation,
    speaks_of_complex_numbers,
    under_conditions,
)
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation import UnreadError, is_bold, letter
from mathpost.maths.notation.letters import symbols
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables
from mathpost.maths.typing.arrays import arrays
from mathpost.maths.typing.ranks import Declared, declarations, in_words
from mathpost.text.source import Span

FAR = 3000  # characters for which a word about arrays may be meant
RANKS = re.compile(r"秩|\brank\b", re.IGNORECASE)
NOISE = frozenset([r"\epsilon", r"\varepsilon", r"\xi", r"\zeta"])
MARKOV = frozenset(["markov"])
NEARBY = 1500  # characters for which a value given in the text holds


@dataclass(frozen=True, slots=True)
class Context:
    """Everything later stages ask of the surroundings.

    `restated`: what the post says again, and otherwise, of a head it has defined: the next example's f, or a claim, or
    what it says of a head within a chain.
    `spoken`: the families of special functions that the post speaks of. `normalised`: families whose entries add up
    to 1, with the steps that say so. `properties`: those of arrays that the post has words for, and these words.
    `quantified`: the symbols that it calls arbitrary. `said_of_chance`: what it says of its random variables. `transitions`: where it
    defines the law of a chain. `positive`: the symbols that it takes logarithms or roots of, or measures with.
    `listed`: the values that it lists for a symbol. `populations`: the moments that its words give, `decompositions`: those of
    matrices, `spectra` the letters of their values. `speaks_of_ranks`: those of matrices; `speaks_of_complex_numbers`: it
    does, so that a symbol may be one. `said_of_functions`: how they bend. `centred`: the variables whose mean it says is nought. `activations`:
    functions taken entry by entry. `memberships`: what members of arrays are, `assembled`: the arrays made of members that it defines.
    """

    conventions: Conventions
    facts: tuple[Fact, ...]
    equations: tuple[Equation, ...]
    restated: tuple[Fact, ...]
    bounds: Mapping[str, tuple[domains.Bounds, ...]]
    conditions: tuple[Condition, ...]
    spoken: frozenset[str]
    normalised: Mapping[str, frozenset[int]]
    words: Sentences
    sections: Sections
    declared: tuple[Declared, ...] = ()
    said_of_arrays: tuple[Said, ...] = ()
    arbitrary: tuple[tuple[str, int], ...] = ()
    quantified: tuple[Quantified, ...] = ()
    properties: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)
    said_of_chance: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()
    populations: tuple[Equation, ...] = ()
    transitions: tuple[int, ...] = ()
    listed: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    decompositions: tuple[Equation, ...] = ()
    spectra: tuple[Spectrum, ...] = ()
    speaks_of_ranks: bool = False
    speaks_of_complex_numbers: bool = False
    said_of_functions: tuple[curvature.Said, ...] = ()
    centred: tuple[tuple[str, int], ...] = ()
    activations: frozenset[str] = frozenset()
    memberships: tuple[Fact, ...] = ()
    assembled: frozenset[str] = frozenset()

    def bends_at(self, place: int) -> dict[str, dict[curvature.Shape, Term | None]]:
        """The shapes that the words before `place` give functions, with their degrees; a degree that cannot be read gives none."""
        found: dict[str, dict[curvature.Shape, Term | None]] = {}
        for said in self.said_of_functions:
            try:
                degree = elaborate(said.degree, self.conventions).term if said.degree else None
            except (UnreadError, RecursionError):
                continue
            if said.place < place:
                found.setdefault(said.name, {})[said.shape] = degree
        return {name: shapes for name, shapes in found.items() if not {"convex", "concave"} <= shapes.keys()}

    @property
    def structures(self) -> Mapping[str, frozenset[str]]:
        """What the post says of its arrays anywhere: enough to spare a claim that fails without it."""
        return by_name(self.said_of_arrays)

    def structures_at(self, place: int) -> Mapping[str, frozenset[str]]:
        """What is said of arrays and holds at `place`: not in a case elsewhere, nor before the array was made arbitrary."""
        return by_name(said for said in self.said_of_arrays if self._holds_at(said, place))

    def _holds_at(self, said: Said, place: int) -> bool:
        if said.case and not self.sections.within(said.place, place):
            return False
        return not any(name == said.name and said.place < at < place for name, at in self.arbitrary)

    def said_nearby(self, span: Span) -> frozenset[str]:
        """What the words and formulas around `span` say of random variables."""
        text = self.words.document.source.text
        before = since_the_last_generality(text[max(0, span.start - NEARBY) : span.start])
        said = assumes(before + text[span.start : span.end + NEARBY // 3])
        said |= MARKOV if any(place < span.start for place in self.transitions) else frozenset()
        if "markov" in self.said_of_chance:
            said -= {"identical"} - self.said_of_chance
        return said - {"independent"} if denies_independence(before) else said

    def is_noise(self, name: str) -> bool:
        """Whether a symbol is one for noise by what the post says: it is no number, though nothing averages over it."""
        said = "noise" in self.said_of_chance and bare(name) in NOISE
        return said or any(name == centred for centred, _ in self.centred)

    def conditions_of_independence(self, span: Span) -> list[tuple[str, frozenset[str]]]:
        """What the words around `span` call independent under a condition: its letter, and all that the sentence writes."""
        text = self.words.document.source.text
        before = since_the_last_generality(text[max(0, span.start - NEARBY) : span.start])
        return under_conditions(before)

    def spoken_of_arrays(self, place: int, letters: Collection[str] | None = None) -> frozenset[str]:
        """The properties of arrays that the part of the post around `place` has words for, or the text just before it.

        If `letters` are given, words that speak of another letter do not count.
        """
        return frozenset(
            name
            for name, mentions in self.properties.items()
            if any(
                (letters is None or not m.letter or m.letter in letters)
                and (self.sections.covers(m.place, place) or abs(place - m.place) < FAR)
                for m in mentions
            )
        )

    def in_force(
        self, place: int, excluded: frozenset[int], *, values: bool, restated: bool = False
    ) -> dict[tuple[str, str], list[Fact]]:
        """The facts that hold at `place`, nearest first, by form and head; steps in `excluded` are not used.

        `values`: also the numbers given to symbols ("take n = 512"), which hold in their surroundings only. `restated`:
        also what the section says anew of a head.
        """
        found: dict[tuple[str, str], list[Fact]] = {}
        anew = [f for f in self.restated if restated and self.sections.covers(f.place, place)]
        for known in reversed(sorted((*self.facts, *anew), key=_place) if anew else self.facts):
            past = known.until is not None and known.until < place
            if known.place > place or past or known.step in excluded:
                continue
            near = place - known.place < NEARBY
            if known.value and not (values and near and self._still_the_example(known.place, place)):
                continue
            if known.value or not known.case or (near and self.sections.covers(known.place, place)):
                found.setdefault(known.key, []).append(known)
        return found

    def holds_still(self, place: int, at: int, *, case: bool, example: bool) -> bool:
        """Whether an equation stated at `place`, perhaps of a `case` or the value in an `example`, may be meant `at`."""
        if case and not self.sections.within(place, at):
            return False
        between = self.words.document.source.text[place:at]
        return not (leaves_the_example(between) if example else generalises(between))

    def may_be_anything(self, symbols: frozenset[str], place: int, at: int) -> bool:
        """Whether the post calls all of `symbols` arbitrary between `place` and `at`."""
        spoken = frozenset(map(bare, symbols))
        return any(place < q.place < at and spoken <= q.letters for q in self.quantified)

    def normalised_at(self, place: int, number: int) -> frozenset[str]:
        """The families whose entries other steps than `number` let add up to 1, unless the words before `place` deny it."""
        known = self.normalised.items()
        return frozenset(
            name
            for name, said in known
            if number not in said and not any(self.is_denied(k, place) for k in said)
        )

    def is_denied(self, step: int, place: int) -> bool:
        """Whether `step` lets weights add up to 1, and the words before `place` say that they need not."""
        adds_up = any(step in said for said in self.normalised.values())
        return adds_up and denies_normalisation(self.words.before(Span(place, place)))

    def _still_the_example(self, place: int, at: int) -> bool:
        """Whether what is said `at` may be of the example that gave a symbol a value at `place`."""
        text = self.words.document.source.text
        return self.sections.within(place, at) and not leaves_the_example(text[place:at])


def context(document: Document, steps: Sequence[Step]) -> Context:
    """The context of a post, from all its steps and the words around its symbols."""
    document = spelling.as_meant(document)
    alone, counted = eigenvectors.letters(document)
    counted |= singular.letters(document, steps)
    one_hot = labels.one_hot(document)
    plain = arrays(
        document, steps, matrices(document) | alone | {n for n in one_hot if not is_bold(n)}, counted
    )
    written = conventions(steps, plain, handbook.named(document), document.source.text)
    words = Sentences(document)
    moments = populations(document, words, written)
    by_entries = activations.activations(document)
    applied = replace(written.functions, known=written.functions.known | by_entries - STANDARD.keys())
    counting = Counting(
        written.counting.letters | labels.classes(document), index_sets(document, words, steps)
    )
    written = replace(written, functions=applied, counting=counting)
    by_words = laws_in_words(document, words, written)
    lawful = written.chance.lawful | {known.head for known in by_words}
    known_random = written.chance.random | bearers(moments) | zero_means.bearers(steps, written) | lawful
    written = replace(written, chance=replace(written.chance, random=known_random, lawful=lawful))
    decomposed = decompositions.in_words(document, written)
    values = spectra(document, written)
    values += tuple(singular.spectra(document, steps, written)) if not values else ()
    beginnings = explained(document, words)
    facts: list[Fact] = []
    memberships: list[Fact] = []
    equations: list[Equation] = []
    restated: list[Fact] = []
    spoken: frozenset[str] = frozenset()
    for number, step in enumerate(steps):
        before = words.before(document.formulas[step.formula].span)
        place, case = beginnings.get(step.formula, step.span.end), speaks_of_a_case(before)
        last = number + 1 == len(steps) or steps[number + 1].formula != step.formula
        limited = last and is_limited(words.after(document.formulas[step.formula].span))
        partial = limited or in_pieces(number, steps)
        given = _given(step) and not partial
        of_array = membership(number, step, written) if given else None
        known = fact(number, step, written) if given and of_array is None else None
        stated = (
            equation(number, step, written) if _demanded(step) else _supposed(number, step, facts, written)
        )
        if of_array is not None:
            memberships.append(replace(of_array, place=place, case=case or chooses(before)))
        again = _said_again(step) and not partial
        anew = fact(number, replace(step, interior=False), written) if again else None
        if known is not None and _is_a_case(known, step, before, spoken):
            known = replace(known, until=words.end_of_paragraph(step.span.end))
        spoken |= symbols(step)
        if known is not None and known.form == "law":
            after = words.after(document.formulas[step.formula].span)
            known = replace(known, right=laws.as_told(known.right, before, after))
        if known is not None and not (counted and _turns_back(known, facts)):
            facts.append(replace(known, place=place, case=case or chooses(before)))
        if anew is not None and not anew.value:
            restated.append(anew)
        if stated is not None:
            equations.append(replace(stated, place=place, case=case))
    chains = tuple(transitions(steps, written))
    sections = Sections(document.headings)
    of_members, assembled = settled(facts, memberships)
    of_sections = [replace(law, until=sections.end(law.place)) for law in by_words]  # as words go no further
    facts = sorted((*of_sections, *facts, *of_members), key=_place)
    return Context(
        written,
        tuple(facts),
        tuple(equations),
        tuple(restated),
        _bounds(document, steps, facts),
        conditions(steps, written, document.source.text),
        handbook.spoken_of(document),
        _normalised(steps, written) | dict.fromkeys(map(letter, one_hot), frozenset[int]()),
        words,
        sections,
        tuple(
            sorted(
                (*declarations(steps, written.arrays.families), *in_words(document)), key=lambda d: d.place
            )
        ),
        (
            *properties(document, steps),
            *decompositions.properties(decomposed),
            *eigenvectors.properties(document),
        ),
        tuple(arbitrary(document)),
        tuple(quantified(document)),
        mentioned(document),
        assumes(document.source.text, chain=bool(chains)),
        taken_for_positive(steps) | measured(document),
        moments,
        chains,
        dict(listings(steps, written)),
        decomposed,
        (*values, *eigenvectors.vectors(document, written, values)),
        RANKS.search(document.source.text) is not None,
        speaks_of_complex_numbers=speaks_of_complex_numbers(document.source.text),
        said_of_functions=curvature.shapes_of_functions(document),
        centred=zero_means.centred(steps, moments, written),
        activations=by_entries,
        memberships=of_members,
        assembled=assembled,
    )


def _is_a_case(known: Fact, step: Step, before: str, spoken: frozenset[str]) -> bool:
    """Whether a symbol the post has `spoken` of is set to another one, and no word defines it: the critical case $\\gamma = \\omega_0$."""
    other = heads.head(step.right.nodes)
    if known.form != "symbol" or step.sign != "=" or other is None or other.endswith("()") or cue(before):
        return False
    return {bare(known.head), bare(other)} <= spoken and not heads.is_constant(step.right.nodes)


def _turns_back(known: Fact, facts: Sequence[Fact]) -> bool:
    """Whether a definition is made of what was defined by its own head: ``x = \\sum_i c_i v_i`` behind ``c_i = v_i^\\top x``."""
    return any(
        other.head in free_variables(known.right) and known.head in free_variables(other.right)
        for other in facts
        if other.form in ("symbol", "family")
    )


def _place(known: Fact) -> int:
    return known.place


def _given(step: Step) -> bool:
    """Whether a step defines; a claim is no fact, but for a law and a solution: stated twice, a wrong one would prove itself."""
    if step.found is not None:
        return not step.found.root or step.found.function
    if step.sign == FOLLOWS:
        return True
    return not step.again and step.role in ("definition", "assumption") and step.sign in ("=", ":=", "≡", "∼")


def _said_again(step: Step) -> bool:
    """Whether a step says something anew of a symbol that may have been defined."""
    return step.sign == "=" and step.found is None and (step.again or step.role == "claim")


def _bounds(
    document: Document, steps: Sequence[Step], facts: Sequence[Fact]
) -> dict[str, tuple[domains.Bounds, ...]]:
    """What relations and words say of where symbols live."""
    found: dict[str, list[domains.Bounds]] = {}
    said = (
        replace(bound, place=step.span.start, claimed=step.role == "claim")
        for step in steps
        if step.role != "other" and not (step.role == "claim" and step.inferred == "arrow")
        for bound in domains.bounds(step)
    )
    of_laws = (bound for f in facts if f.form == "law" for bound in laws.bounds(f.right))
    for bound in (*said, *of_laws, *domains_in_words.said(document)):
        found.setdefault(bound.name, []).append(bound)
    return {name: tuple(bounds) for name, bounds in found.items()}


def _normalised(steps: Sequence[Step], written: Conventions) -> dict[str, frozenset[int]]:
    """The families whose entries add up to 1, and the steps that say so: ``\\sum_i p_i = 1``, ``KL(p \\Vert q)``."""
    found: dict[str, frozenset[int]] = {}
    for number, step in enumerate(steps):
        for name in _compared_laws(number, step, written):
            found[name] = found.get(name, frozenset()) | {number}
        if step.sign != "=" or not heads.is_number(step.right.nodes):
            continue
        stated = equation(number, step, written)
        match stated and stated.left, stated and stated.right:
            case (
                Bind(
                    operator="sum",
                    variable=index,
                    body=Apply(operator="index", arguments=(Variable(name=name), place)),
                ),
                Number(value=1),
            ) if place == index:
                found[name] = found.get(name, frozenset()) | {number}
    return found


def _compared_laws(number: int, step: Step, written: Conventions) -> frozenset[str]:
    """The laws, which may be lists of probabilities, that a step compares by a divergence."""
    names = (heads.head(side.nodes) or "" for side in (step.left, step.right))
    if not any(information.is_divergence(name.removesuffix("()")) for name in names):
        return frozenset()
    stated = equation(number, step, written)
    sides = () if stated is None else (stated.left, stated.right)
    return frozenset(bare(law) for side in sides for law in densities.laws_of(side))


def _demanded(step: Step) -> bool:
    """Whether a step is an equation that holds for some values of its symbols only: ``\\alpha^2 + \\beta^2 = 1``."""
    if step.sign not in ("=", "≡") or heads.head(step.left.nodes) is not None:
        return False
    if step.interior:  # what a derivative is set to
        return step.role == "assumption" and heads.is_number(step.right.nodes)
    return step.role == "assumption" or (step.role == "claim" and heads.is_number(step.right.nodes))


def _supposed(number: int, step: Step, facts: Sequence[Fact], written: Conventions) -> Equation | None:
    """What a step that supposes a value of a symbol says of the symbols by which the post has defined that, or None."""
    if step.role != "assumption" or step.sign != "=" or step.interior:
        return None
    name = heads.head(step.left.nodes)
    known = next((f for f in reversed(facts) if f.form == "symbol" and f.head == name and not f.value), None)
    stated = None if known is None else equation(number, step, written)
    return None if stated is None or known is None else replace(stated, left=stated.right, right=known.right)
