"""Hear a claim: its readings one after another, each weighed, then what the post and handbooks make of it.

A claim agrees if one reading of its notation agrees; it is refuted only if every reading fails, with all definitions in
force, by a proven gap in at least three models of every domain tried, and if nothing in the post objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from mathpost.maths.elaboration import signs
from mathpost.maths.elaboration.chance.averages import EXPONENT_OF_BARE
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import second_readings
from mathpost.maths.elaboration.grids import BINOMIAL
from mathpost.maths.elaboration.handbook import LETTERS
from mathpost.maths.elaboration.numbers.numerals import CUT_OFF
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step, is_root
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.term import Term, free_variables, size
from mathpost.text.source import Span
from mathpost.verify.interpretation import roots
from mathpost.verify.interpretation.exact_means import GIVEN as EXACTLY
from mathpost.verify.interpretation.plausibility import believable, consistent, lost
from mathpost.verify.interpretation.reading import ALIKE, EQUALITIES, ORDERS, PARAMETERS, Hearing, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.interpretation.verdict import Agrees, Proved, Reason, Unchecked
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.readings.bounds import converse
from mathpost.verify.readings.definitions import informed
from mathpost.verify.readings.developments import developed
from mathpost.verify.readings.handbooks import by_the_book, of_handbooks, sides_as
from mathpost.verify.readings.rewriting import rewritten
from mathpost.verify.reasons.reason import Raised
from mathpost.verify.reasons.registry import find, found
from mathpost.verify.weighing.weighing import Scales

# fuel for all readings of one claim that only confirm: about eight times what any that did so on posts has needed
CONFIRMING = 100_000
READ = 12  # what a term of such a reading costs beside its evaluation: it is fitted and planned for
# open notations of which the first reading may have no value, or too rough a one, where the second has one
WITHOUT_VALUE = frozenset(["density", "magnitude", CUT_OFF, PARAMETERS])
PARTLY = frozenset(["apart", "domain", "sometimes", "coincident"])  # what fails, if only somewhere
TOO_LARGE = "too-large-definitions"


class Court:
    """The claims of one post and their context; in `earnest`, a claim is examined fully even if it leaves something open."""

    def __init__(self, steps: Sequence[Step], around: Context, *, earnest: bool = False) -> None:
        self.steps = steps
        self.context = around
        self.readings = Readings(steps, around, self.confirms)
        self.scales = Scales(steps, around, earnest=earnest)
        self.confirming = Scales(steps, around, earnest=earnest, confirming=True)

    def heard(self, number: int) -> Hearing:
        """`hear`, with internal errors limited to the claim: one bad formula never stops the others."""
        if signs.is_open(self.context.conventions) and signs.is_double(self.steps[number]):
            return self.with_both_signs(number)
        self.scales.fuel = Fuel()
        self.scales.approximations.clear()
        try:
            hearing = self.hear(number)
            if is_root(self.steps[number]):
                return self.of_root(number, hearing)
            if isinstance(hearing.verdict, Proved | Agrees):
                return self.if_mutual(number, hearing)
            return self.as_developed(number) or self.unless_in_a_book(number, hearing)
        except Exception as error:
            return Hearing(broken(error, self.steps[number]))

    def with_both_signs(self, number: int) -> Hearing:
        """What is heard of the two statements that double signs make of a claim: both hold, or the first that does not.

        Of a double sign on one side only it is not said that both are meant: only what holds or fails with both is heard,
        and where it is the right side, only a root.
        """
        step = self.steps[number]
        sides = [signs.has_double(side.nodes) for side in (step.left, step.right)]
        rooted = is_root(step)
        if not sides[0] and not rooted:
            return Hearing(Unchecked("unread", r"\pm", step.right.span))
        heard = [court.heard(number) for court in self.of_signs]
        failing = [h for h in heard if not isinstance(h.verdict, Proved | Agrees)]
        if len(failing) == 1 and not all(sides) and not rooted:
            return Hearing(Raised(find("one-of-two-signs")).unchecked(step))
        weaker = next((h for h in heard if isinstance(h.verdict, Agrees)), heard[0])
        return failing[0] if failing else weaker

    @cached_property
    def of_signs(self) -> tuple[Court, ...]:
        """The court with the upper signs, and that with the lower ones."""
        each = (replace(self.context, conventions=c) for c in signs.both(self.context.conventions))
        return tuple(Court(self.steps, around, earnest=self.scales.earnest) for around in each)

    def of_root(self, number: int, hearing: Hearing) -> Hearing:
        """`hearing` of a root, unless its equation holds everywhere, or an arrow infers it where there may be others."""
        step = self.steps[number]
        assert step.found is not None
        stated = self.readings.stated(step.found.step)
        reading, _ = self.readings.literal(step.found.step, self.context.conventions)
        identical = isinstance(self.scales.weigh(step.found.step, reading).verdict, Proved | Agrees)
        if identical and (rootless := found("identity-without-roots")) is not None:
            hearing = Hearing(rootless.unchecked(step))
        confirmed = isinstance(hearing.verdict, Proved | Agrees)
        several = stated is not None and not roots.is_all(number, self.steps, stated, self.context)
        if confirmed and several and (one := found("one-of-several-roots")) is not None:
            hearing = Hearing(one.unchecked(step), hearing.finding, reading)
        inferred = step.inferred and isinstance(hearing.verdict, Unchecked)
        return self.as_inferred(number) or hearing if inferred else hearing

    def as_inferred(self, number: int) -> Hearing | None:
        """The claim as what is inferred from what was stated before, a root or not, if that confirms it."""
        steps = [*self.steps]
        steps[number] = replace(steps[number], found=None)
        inferred = Court(steps, self.context, earnest=self.scales.earnest).heard(number)
        return inferred if isinstance(inferred.verdict, Proved | Agrees) else None

    def if_mutual(self, number: int, hearing: Hearing) -> Hearing:
        """`hearing` of a claim that agrees, if the bounds that it is stated to be equivalent to also follow from it."""
        for other, reading in converse(number, self.readings):
            back = self.scales.weigh(other, reading)
            if not isinstance(back.verdict, Proved | Agrees):
                one_way = found("one-way")
                if one_way is not None:
                    return Hearing(one_way.unchecked(self.steps[number]), hearing.finding, reading)
        return hearing

    def hear(self, number: int) -> Hearing:
        step = self.steps[number]
        if step.sign not in EQUALITIES | ORDERS | {"≈", "∝", ALIKE, FOLLOWS}:
            return Hearing(Unchecked("unread", step.relation, step.relation_span))
        try:
            first, ambiguities = self.readings.literal(number, self.context.conventions)
        except UnreadError as error:
            return Hearing(_unread(error, step.span))
        except RecursionError:
            return Hearing(Unchecked("limit", "nesting", step.span))
        hearing = self.try_reading(number, first)
        if isinstance(hearing.verdict, Unchecked):
            return self.agreeing(number, ambiguities) or hearing
        if hearing.verdict is not None:
            return hearing
        return self.try_others(number, first, ambiguities, hearing)

    def confirms(self, number: int, reading: Reading) -> bool:
        """Whether a reading of any step agrees; the question uses no fuel of the current claim."""
        fuel, self.scales.fuel = self.scales.fuel, Fuel()
        verdict = self.try_reading(number, reading).verdict
        self.scales.fuel = fuel
        return isinstance(verdict, Proved | Agrees)

    def agreeing(self, number: int, ambiguities: frozenset[str]) -> Hearing | None:
        """A second reading that agrees, where the first one has no value."""
        for conventions in second_readings(self.context.conventions, ambiguities & WITHOUT_VALUE):
            try:
                hearing = self.try_reading(number, self.readings.literal(number, conventions)[0])
            except (UnreadError, RecursionError):
                continue
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
        return None

    def try_others(
        self, number: int, first: Reading, ambiguities: frozenset[str], hearing: Hearing
    ) -> Hearing:
        """The second readings of an open notation: one that agrees is enough, all must fail to refute."""
        open_ = False
        for conventions in self.readings.others(first, ambiguities):
            try:
                reading, _ = self.readings.literal(number, conventions)
            except (UnreadError, RecursionError):
                if LETTERS in conventions.choices:
                    continue  # what a post calls by its name has no meaning as a letter
                return self.spared(hearing, "two-readings")
            if not consistent(reading):
                continue
            other = self.try_reading(number, reading)
            meant = believable(first, reading) and EXPONENT_OF_BARE not in conventions.choices
            if isinstance(other.verdict, Proved | Agrees) and meant:
                return other
            if isinstance(other.verdict, Proved | Agrees):
                return self.spared(hearing, "two-readings")
            if isinstance(other.verdict, Unchecked) and other.verdict.reason == "sorts":
                continue  # what does not fit together is not meant
            if other.verdict is None and (not consistent(first) or self.likelier(conventions)):
                hearing, first = other, reading
            if other.finding is not None and other.finding.kind == "limit":
                return self.spared(hearing, "read-otherwise")
            if other.verdict is not None or other.finding is None or other.finding.kind != "apart":
                open_ = True  # a later reading may hold
        return self.spared(hearing, "two-readings") if open_ else hearing

    def likelier(self, conventions: Conventions) -> bool:
        """Whether, of two readings that fail, the second is the one to show the author."""
        complex_ = conventions.constants.imaginary and not self.context.conventions.constants.imaginary
        return BINOMIAL in conventions.choices or (complex_ and self.context.is_complex)

    def as_developed(self, number: int) -> Hearing | None:
        """The claim as handbooks read it, then with what else the post says of its terms, if that confirms it."""
        self.confirming.fuel = Fuel(CONFIRMING)
        seen: set[object] = set(self.scales.approximations)
        for further in chain(self.in_books(number), self.developments(number)):
            if self.confirming.fuel.left < 0:
                return None
            if further.meaning in seen and not further.recurrences:
                continue
            seen.add(further.meaning)
            self.confirming.fuel.left -= READ * sum(map(size, further.sides))
            hearing = self.confirming.weigh(number, further)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
        return None

    def in_books(self, number: int) -> Iterator[Reading]:
        return (
            by_the_book(number, self.readings) if self.context.known.has(kinds.SPECIAL_FUNCTION) else iter(())
        )

    def developments(self, number: int) -> Iterator[Reading]:
        try:
            reading, _ = self.readings.literal(number, self.context.conventions)
        except (UnreadError, RecursionError):
            return
        yield from developed(number, reading, self.readings)

    def unless_in_a_book(self, number: int, hearing: Hearing) -> Hearing:
        """`hearing`, but a claim is not refuted if handbooks read its letters differently in such a post."""
        if hearing.verdict is not None or not self.context.known.has(kinds.SPECIAL_FUNCTION):
            return hearing
        usual = self.context.conventions
        plain, read = (sides_as(number, each, self.readings) for each in (usual, of_handbooks(usual)))
        if plain is not None and (plain == read or self.are_the_posts_own(plain, read, hearing)):
            return hearing
        return self.spared(hearing, "handbook-letters")

    def are_the_posts_own(
        self, plain: tuple[Term, Term], read: tuple[Term, Term] | None, hearing: Hearing
    ) -> bool:
        """Whether definitions of the post were inserted for all letters that handbooks read differently."""
        if read is None or hearing.reading is None:
            return False
        used = [self.steps[other] for other in hearing.reading.used]
        return frozenset(map(bare, lost(plain, read))) <= frozenset[str]().union(
            *(letters(said.left.nodes) for said in used)
        )

    def spared(self, hearing: Hearing, why: str) -> Hearing:
        """`hearing`, with a doubt added if the claim fails."""
        if hearing.finding is None or hearing.finding.kind != "apart":
            return hearing
        raised = found(why)
        return hearing if raised is None else hearing._replace(doubt=raised.cause)

    def try_reading(self, number: int, reading: Reading) -> Hearing:
        """The reading as it stands, then with definitions, then given an equation; agreement ends the search.

        What the moments of the post decide exactly is not asked of finite worlds.
        """
        exact = self.exactly(number, reading)
        if exact is not None and isinstance(exact.verdict, Proved | Agrees):
            return exact
        best = self.scales.weigh(number, reading)
        if best.verdict is not None and not isinstance(best.verdict, Unchecked):
            return best
        if exact is not None:
            return self.try_given(number, reading, exact._replace(plain=best))
        for defined in informed(number, reading, self.readings):
            hearing = self.scales.weigh(number, defined)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
            if hearing.verdict is None and best.verdict is None:
                best = hearing._replace(plain=best.plain or best)
            elif best.verdict is None and (why := _says_nothing(hearing)):
                best = self.unreached(reading, defined, best, why)
            elif hearing.finding is not None or best.finding is None:
                best = hearing
        if is_root(self.steps[number]):
            return best
        return self.try_supposed(number, reading, self.try_given(number, reading, best))

    def exactly(self, number: int, reading: Reading) -> Hearing | None:
        """The result for a claim about averages from the moments that the post gives; None if they do not decide it."""
        exact = self.readings.of_exact_means(number, reading)
        if exact is None:
            return None
        hearing = self.scales.weigh(number, exact.reading)
        if isinstance(hearing.verdict, Proved | Agrees):
            return hearing
        alike = None if exact.of_one_law is None else self.scales.weigh(number, exact.of_one_law).verdict
        if isinstance(alike, Proved | Agrees):
            return hearing._replace(verdict=Raised(find("one-law")).unchecked(self.steps[number]))
        return hearing._replace(doubt=hearing.doubt or exact.doubt) if hearing.verdict is None else None

    def unreached(self, reading: Reading, informed: Reading, best: Hearing, why: str) -> Hearing:
        """The failure found without definitions, where those inserted decide nothing: they leave its symbols free,
        or are a doubt.
        """
        if why == TOO_LARGE and self.readings.left_free(reading, informed):
            return best._replace(reading=best.reading and best.reading._replace(used=informed.used))
        raised = found(why)
        return best._replace(doubt=best.doubt or (raised and raised.cause))

    def try_given(self, number: int, reading: Reading, best: Hearing) -> Hearing:
        """What differs may follow from an equation; what follows from the statement before is compared given it."""
        estimated = self.steps[number].sign == "≈" and not free_variables(reading.right)
        if not estimated and (best.finding is None or best.finding.kind not in PARTLY):
            return best
        bound = self.steps[number].sign in ORDERS
        exactly = best.reading is not None and best.reading.given == EXACTLY
        source = best.reading if exactly and best.reading is not None else reading
        for given in rewritten("equations", number, source, self.readings):
            if exactly and self.rests_on_averages(given):
                continue  # of claims, what follows from the moments outweighs what is stated
            hearing = self.scales.weigh(number, given)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
            nearer = given.held or (given.closed and not (best.reading and best.reading.closed))
            nearer = nearer and not exactly
            # a bound that fails wherever the equation holds owes what holds elsewhere to other values
            nearer = nearer or (bound and best.finding is not None and best.finding.kind != "apart")
            if hearing.verdict is None and nearer:
                best = hearing if best.verdict is not None else hearing._replace(plain=best.plain or best)
        return best

    def rests_on_averages(self, reading: Reading) -> bool:
        """Whether a claim of the post about averages was put in."""
        said = [self.readings.stated(k) for k in reading.used if self.steps[k].role == "claim"]
        return any(mentions_chance(side) for s in said if s is not None for side in (s.left, s.right))

    def try_supposed(self, number: int, reading: Reading, best: Hearing) -> Hearing:
        """A bound that fails in some models may follow from the bounds before it, or contradict them."""
        if self.steps[number].sign not in ORDERS or best.finding is None or best.finding.kind not in PARTLY:
            return best
        for conclusion in rewritten("bounds", number, reading, self.readings):
            hearing = self.scales.weigh(number, conclusion)
            if hearing.verdict is None or isinstance(hearing.verdict, Proved | Agrees):
                return hearing
        return best


def _says_nothing(hearing: Hearing) -> str:
    """Why a reading with definitions inserted tells nothing about the claim; empty if it tells something."""
    reason = hearing.verdict.reason if isinstance(hearing.verdict, Unchecked) else ""
    return {
        "limit": TOO_LARGE,
        "domain": "valueless-definitions",
        "unread": "valueless-definitions",
        "sorts": "misfitting-definitions",
    }.get(reason, "")


def _unread(error: UnreadError, step: Span) -> Unchecked:
    """What was not read and where; in `step` at least, where nothing is."""
    reason: Reason = "not-mathematics" if error.reason == "not-mathematics" else "unread"
    return Unchecked(reason, error.culprit, error.span if error.span.end else step)


def broken(error: Exception, step: Step) -> Unchecked:
    """An internal error, limited to its claim."""
    return Unchecked("limit", f"internal error, please report: {type(error).__name__}", step.span)
