"""What a claim may mean in its post: as it stands, with the definitions in force, given an equation of the post."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar, cast

from mathpost.latex.tree import Node
from mathpost.maths.chance.supports import within
from mathpost.maths.chance.unnamed_averages import named
from mathpost.maths.elaboration import heads, residues
from mathpost.maths.elaboration.binders import extremes
from mathpost.maths.elaboration.binders.optima import EACH
from mathpost.maths.elaboration.complex_letters import in_parts
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate, second_readings
from mathpost.maths.elaboration.lists.sequences import listed
from mathpost.maths.elaboration.numbers import units
from mathpost.maths.facts.arrays import spectra
from mathpost.maths.facts.facts import Equation, Facts, equation, of_formulas
from mathpost.maths.facts.laws import has_alternative
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.array_members import in_structures
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.hypotheses.differentials import in_changes
from mathpost.maths.lexicon.cases import mentions_every
from mathpost.maths.lexicon.cues import last_clause, mentions_an_equation
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import averages
from mathpost.maths.terms.simplification import simplified
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    substitute,
    subterms,
)
from mathpost.maths.transformations import moments
from mathpost.maths.transformations.iterations import in_sums
from mathpost.maths.transformations.members import as_entries, paired
from mathpost.maths.transformations.observations import observed
from mathpost.maths.transformations.proportions import proportional, up_to_constant
from mathpost.maths.transformations.recurrences import varied
from mathpost.maths.transformations.unfolding import declared, unfold_sides
from mathpost.maths.typing import integers
from mathpost.maths.typing.integers import families
from mathpost.verify.interpretation import law_claims, roots
from mathpost.verify.interpretation.exact_means import Exact, ExactMeans
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.parametrisations import Confirms, Parametrisations, with_parameters
from mathpost.verify.interpretation.plausibility import numbers
from mathpost.verify.interpretation.reading import (
    EQUALITIES,
    ORDERS,
    PARAMETERS,
    Reading,
    in_finite_worlds,
)
from mathpost.verify.interpretation.simulation import Recurrences

EXTREME_LABELS = {
    r"\max": "maximum_over",
    r"\min": "minimum_over",
    r"\text{max": "maximum_over",
    r"\text{min": "minimum_over",
    "max": "maximum_over",
    "min": "minimum_over",
}
NORMS_OF_MATRICES = frozenset(["nuclear_norm", "frobenius_norm", "operator_norm"])
BY_WORDS = Given("laws-in-words")
UNFOLDED = 2_000  # answers about definitions that are kept for one post
A = TypeVar("A")
Unfolded = tuple[tuple[Term, Term], frozenset[int], tuple[Term, ...]]


class Readings:
    """The readings of the claims of one post."""

    def __init__(self, steps: Sequence[Step], around: Context, confirms: Confirms | None = None) -> None:
        self.steps = steps
        self.context = around
        self._stated: dict[int, Equation | None] = {}
        self._literals: dict[int, tuple[Reading, frozenset[str]]] = {}
        self._in_force: dict[tuple[int, frozenset[int], bool], Facts] = {}
        self._answers: dict[Callable[[Readings], object], object] = {}
        self._unfolded: dict[tuple[int, tuple[Term, Term], frozenset[int], bool, bool], Unfolded | None] = {}
        self.recurrences = Recurrences(steps, around)
        self._exact = ExactMeans(around)
        self.in_a_case = False
        self._confirms = (
            None if confirms is None else weakref.WeakMethod(confirms)
        )  # the examiner refers to what is made here
        self._parametrisations = None if confirms is None else Parametrisations(self, confirms)

    @cached_property
    def _counts_by_d(self) -> bool:
        """Whether a side ends in a factor `d`, which then is a size and no differential: ``V \\times d = 30000
        \\times 768``.
        """
        return any(side.text.split()[-1:] == ["d"] for step in self.steps for side in (step.left, step.right))

    @property
    def confirms(self) -> Confirms | None:
        """The function that tells whether a reading of a step agrees."""
        return None if self._confirms is None else self._confirms()

    def literal(self, number: int, conventions: Conventions) -> tuple[Reading, frozenset[str]]:
        """The claim as it stands, with the parameters of laws that earlier steps tell, and the open notations in it.

        Raises:
            UnreadError: a construct has no meaning.
        """
        if conventions is not self.context.conventions:
            return self._literal(number, conventions)
        if number not in self._literals:
            self._literals[number] = self._literal(number, conventions)
        return self._literals[number]

    def _literal(self, number: int, conventions: Conventions) -> tuple[Reading, frozenset[str]]:
        reading, ambiguities = self.as_written(number, conventions)
        told = None
        if PARAMETERS in ambiguities and self._parametrisations is not None:
            told = self._parametrisations.told(number)
        if told is None:
            return reading, ambiguities
        other = with_parameters(conventions, other=told)
        return self.as_written(number, other)[0], ambiguities - {PARAMETERS}

    def as_written(self, number: int, conventions: Conventions) -> tuple[Reading, frozenset[str]]:
        """The claim as it stands, and the open notations in it, whatever the rest of the post tells.

        Raises:
            UnreadError: a construct has no meaning.
        """
        step = self.steps[number]
        if step.sign == FOLLOWS:
            return law_claims.literal(number, step, self.context, conventions)
        if step.found is not None and step.found.root:
            value = elaborate(step.right.nodes, conventions)
            reading = self.at_root(number, value.term)._replace(choices=conventions.choices)
            return reading, value.ambiguities
        compared = conventions.choosing(extremes.OF_FUNCTIONS)
        divisor = residues.modulus(number, self.steps)
        if divisor is not None:
            return self._up_to_multiples(step, divisor, conventions)
        left = elaborate(step.left.nodes, compared)
        right = elaborate(step.right.nodes, compared)
        stated = units.cancelled(*in_parts(left.term, right.term))
        stated = stated if self._counts_by_d else in_changes(stated, self.context)
        sides, given = self._compared(number, *self.of_matrices(number, stated))
        sides, supposed = extremes.at_every_point(*sides, step.sign) if step.sign in ORDERS else (sides, ())
        sides = listed(named(as_entries(*sides), conventions.chance.random))
        reading = Reading(*sides, conventions.choices, frozenset(), given, supposed=supposed)
        ambiguities = (
            left.ambiguities
            | right.ambiguities
            | (frozenset((PARAMETERS,)) if self.open_laws(number, reading) else frozenset())
        )
        stated = paired(self._extremes(self._ranked(reading)).sides)
        return reading._replace(left=stated[0], right=stated[1], stated=stated), ambiguities

    def _up_to_multiples(
        self, step: Step, divisor: Sequence[Node], conventions: Conventions
    ) -> tuple[Reading, frozenset[str]]:
        """The remainders of both sides, and the open notations in them."""
        n = elaborate(divisor, conventions)
        sides = [
            elaborate(residues.of_side(step.sign, side.nodes)[0], conventions)
            for side in (step.left, step.right)
        ]
        left, right = (Apply(residues.OPERATOR, (side.term, n.term), step.span) for side in sides)
        reading = Reading(left, right, conventions.choices, stated=(left, right))
        return reading, n.ambiguities.union(*(side.ambiguities for side in sides))

    def at_root(self, number: int, value: Term) -> Reading:
        """The equation of which the step `number` finds a root, at a `value` of its unknown.

        Raises:
            UnreadError: it cannot be put in.
        """
        step = self.steps[number]
        assert step.found is not None
        sides = roots.at(step, self.stated(step.found.step), value, self.context.conventions)
        return Reading(*sides, given=self.equations(step.found.step), stated=sides)

    def of_matrices(self, number: int, sides: tuple[Term, Term]) -> tuple[Term, Term]:
        """The sides with letters as the eigenvalues, singular values and members of arrays that the words make them."""
        place = self.steps[number].span.start
        if self.context.known.of(kinds.MEMBERSHIP):
            structures = self.context.structures_at(place)
            sides = in_structures(sides, self.context.known.of(kinds.MEMBERSHIP), structures, place)
        if not self.context.known.of(kinds.SPECTRUM):
            return sides
        defined = {known.head for known in self.context.facts}
        values = spectra.in_force(
            self.context.known.of(kinds.SPECTRUM), defined, self.context.sections, place
        )
        values = spectra.sayable(values, sides)
        return spectra.put_in(sides[0], values), spectra.put_in(sides[1], values)

    def _ranked(self, reading: Reading) -> Reading:
        """``\\|G\\|_* \\le \\sqrt{r}\\|G\\|_F``: the r of a post that mentions ranks is that of the matrix whose norms it relates."""
        if "r" not in reading.free or not self.context.known.has(kinds.RANK):
            return reading
        matrices = {
            t.arguments[0]
            for side in reading.sides
            for t in subterms(side)
            if isinstance(t, Apply) and t.operator in NORMS_OF_MATRICES
        }
        if len(matrices) != 1:
            return reading
        rank: dict[str, Term] = {"r": Apply("rank", tuple(matrices))}
        return reading._replace(left=substitute(reading.left, rank), right=substitute(reading.right, rank))

    def _extremes(self, reading: Reading) -> Reading:
        """``x_{\\max}`` beside ``x_i``: the largest of the family, unless the post defines it; such a reading never refutes."""
        found: dict[str, Term] = {}
        for name in reading.free.difference(known.head for known in self.context.facts):
            family, _, label = name.removesuffix("}").partition("_{")
            extreme = EXTREME_LABELS.get(label)
            if extreme is not None and family in families(reading.sides):
                member = Apply("index", (Variable(family), EACH))
                found[name] = Apply("as_usual", (Bind(extreme, EACH, (), member),))
        if not found:
            return reading
        return reading._replace(left=substitute(reading.left, found), right=substitute(reading.right, found))

    def _compared(self, number: int, left: Term, right: Term) -> tuple[tuple[Term, Term], Given | None]:
        """The sides as an equation, and what it takes as given; a proportion, or an open constant, becomes an
        equation between two points.

        Raises:
            UnreadError: it is not seen what a proportion leaves free.
        """
        step = self.steps[number]
        left, right = extremes.without_functions(left, right)
        places = extremes.compared(left, right) if step.sign in EQUALITIES else None
        if places is not None:
            return places, None
        if step.sign == "∝":
            found = proportional(left, right)
            if found is None:
                raise UnreadError(step.relation, step.relation_span)
            return found, Given("constant-factor")
        shifted = up_to_constant(left, right) if step.sign in EQUALITIES else None
        return (shifted, Given("constant")) if shifted is not None else ((left, right), None)

    def open_laws(self, number: int, reading: Reading) -> frozenset[int]:
        """The steps that declare laws of what the claim mentions, and leave open which parameters these have."""
        open_ = frozenset(f.step for f in self.context.facts if f.form == "law" and has_alternative(f.right))
        if not open_ or min(open_) >= number:
            return frozenset()
        informed = self.unfolded(number, reading, values=False)
        return open_ & (reading if informed is None else informed).used

    def others(self, first: Reading, ambiguities: frozenset[str]) -> list[Conventions]:
        """The conventions that read the ambiguous notations of a claim differently, including `i` as the imaginary unit."""
        written = self.context.conventions
        found = second_readings(written, ambiguities)
        constants = written.constants
        number = not constants.imaginary and constants.unit in numbers(first)
        if number and constants.unit in numbers(in_finite_worlds(first)):  # and no outcome of an event
            found.append(replace(written, constants=replace(constants, imaginary=True)))
        return found

    def of_exact_means(self, number: int, reading: Reading) -> Exact | None:
        """`reading` with its averages replaced by their values from the moments that the post gives."""
        place = self.steps[number].relation_span.start
        facts = self.in_force(number, reading.used)
        said = tuple(self.stated_averages(number))
        other = PARAMETERS in reading.choices
        families = self.recurrences.families
        summed = self._in_sums(number, reading) if families else None
        if summed is not None:
            reading, gone = summed
            families -= gone
        return self._exact.reduced(reading, place, facts, said, families, other=other)

    def _in_sums(self, number: int, reading: Reading) -> tuple[Reading, frozenset[str]] | None:
        """`reading` with the members of families in averages as sums of what their recurrences add up, and these families."""
        followed = self.recurrences.followed(number, reading) if any(map(averages, reading.sides)) else None
        gone: set[str] = set()
        for each in followed.recurrences if followed is not None else ():
            sides = [in_sums(side, each) or side for side in reading.sides]
            if (sides[0], sides[1]) != reading.sides:
                reading = reading._replace(
                    left=sides[0],
                    right=sides[1],
                    used=reading.used | each.steps,
                    held=reading.held | each.steps,
                )
                gone.add(each.family)
        return (reading, frozenset(gone)) if gone else None

    def may_be_an_example(self, number: int) -> bool:
        """Whether a claim may be about the values that the post gave to symbols: no equation to solve, no general law."""
        return not self.is_general(number) and not self.is_to_be_solved(number)

    def is_general(self, number: int) -> bool:
        """Whether the words around a claim say that it always holds."""
        before, after = self._words_around(number)
        return mentions_every(last_clause(before)) or mentions_every(after)

    def is_to_be_solved(self, number: int) -> bool:
        """Whether a claim is an equation whose solutions are asked for: ``z^3 - 1 = 0``."""
        step = self.steps[number]
        if step.interior or step.inferred or not heads.is_number(step.right.nodes):
            return False
        return any(map(mentions_an_equation, self._words_around(number)))

    def _words_around(self, number: int) -> tuple[str, str]:
        words = self.context.words
        span = words.document.formulas[self.steps[number].formula].span
        return words.before(span), words.after(span)

    def left_free(self, reading: Reading, informed: Reading) -> bool:
        """Whether the definitions put into `informed` leave the symbols of `reading` free: each is the slope of a function
        that nothing is stated about, at a place that the claim does not mention.
        """
        facts = [each for each in self.context.facts if each.step in informed.used]
        defined = {each.head for each in self.context.facts}
        return bool(facts) and all(_is_any_slope(each.right, defined, reading) for each in facts)

    def unfolded(self, number: int, reading: Reading, *, values: bool) -> Reading | None:
        """`reading` with the definitions in force put in, and the `values` of an example; None where none says anything of it."""
        key = (number, reading.sides, reading.used, PARAMETERS in reading.choices, values)
        if key not in self._unfolded:
            if len(self._unfolded) >= UNFOLDED:
                self._unfolded.clear()
            self._unfolded[key] = self._unfold(*key)
        made = self._unfolded[key]
        if made is None:
            return None
        (left, right), used, places = made
        formulas = of_formulas(used)
        given = reading.given or (None if formulas == used else BY_WORDS)
        return reading._replace(
            left=left, right=right, used=reading.used | formulas, within=places, given=given
        )

    def _unfold(
        self, number: int, sides: tuple[Term, Term], before: frozenset[int], other: bool, values: bool
    ) -> Unfolded | None:
        """What definitions make of `sides`, the steps of these, and what holds of the places at which laws are asked."""
        facts = self.in_force(number, before, values=values)
        kept = varied(sides) | observed(sides, facts)
        put, used = unfold_sides(sides, facts, other_parameters=other, kept=kept)
        if not used:
            return None
        left, right = named(self.of_matrices(number, put), self.context.conventions.chance.random)
        return (
            (left, right),
            used,
            within(sides, declared(facts, other)),
        )  # definitions bring in what is random

    def holds_in_case(self, number: int, reading: Reading) -> bool:
        if simplified(reading.left) == simplified(reading.right):
            return True
        self.in_a_case = True
        try:
            return self.confirms is not None and self.confirms(number, reading)
        finally:
            self.in_a_case = False

    def stated_averages(self, number: int) -> Iterator[Equation]:
        """What the section stated about averages before, ``\\mathbb{E}[x] = \\mu``: facts and claims, nearest first."""
        step = self.steps[number]
        for known in reversed(self._averages):
            said = self.steps[known.step]
            here = self.context.sections.covers(said.span.start, step.span.start)
            if known.step < number and here and said.left.text != step.left.text:
                yield known

    @cached_property
    def _averages(self) -> tuple[Equation, ...]:
        return moments.said(self.steps, self.context.conventions)

    def once(self, answer: Callable[[Readings], A]) -> A:
        """An answer about the whole post that a rewriting needs, computed once."""
        if answer not in self._answers:
            self._answers[answer] = answer(self)
        return cast(A, self._answers[answer])

    def in_force(self, number: int, excluded: frozenset[int] = frozenset(), *, values: bool = False) -> Facts:
        """The definitions in force at the step `number` but its own and those of `excluded`; with the `values` of an example."""
        key = (number, excluded, values)
        if key not in self._in_force:
            if len(self._in_force) >= UNFOLDED:
                self._in_force.clear()
            place = self.steps[number].relation_span.start
            self._in_force[key] = self.context.in_force(place, excluded | {number}, values=values)
        return self._in_force[key]

    def stated(self, number: int) -> Equation | None:
        """The equation that a step states, None where it cannot be read."""
        if number not in self._stated:
            self._stated[number] = equation(number, self.steps[number], self.context.conventions)
        return self._stated[number]

    def text(self, number: int) -> str:
        """The LaTeX of a step."""
        step = self.steps[number]
        return f"{step.left.text} {step.relation} {step.right.text}"

    def equations(self, *numbers: int) -> Given:
        """Equations of the post as what a reading takes as given."""
        return Given("equations", ("; ".join(map(self.text, numbers)),), numbers)


def _is_any_slope(term: Term, defined: Container[str], reading: Reading) -> bool:
    match term:
        case Apply(
            operator="derivative", arguments=(Apply(operator="call", arguments=(Variable(name=name), *_)), _)
        ):
            others = reading.free - frozenset().union(*integers.integers(reading.sides))
            return name not in defined and not free_variables(term) & others
    return False


def with_facts(reading: Reading, facts: Facts) -> Reading | None:
    """`reading` with `facts` put in, or None where they say nothing of it."""
    (left, right), used = unfold_sides(reading.sides, facts, other_parameters=PARAMETERS in reading.choices)
    return reading._replace(left=left, right=right, used=reading.used | of_formulas(used)) if used else None
