"""Examine a claim: its readings one after another, each weighed, then what the post and handbooks make of it.

A claim agrees if one reading of its notation agrees; it is refuted only if every reading fails, with all definitions in
force, by a proven gap in at least three models of every domain tried, and if no reason of the post speaks against it.
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
from mathpost.verify.interpretation.reading import ALIKE, EQUALITIES, ORDERS, PARAMETERS, Reading, Result
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.interpretation.verdict import Agrees, Proved, Reason, Unchecked
from mathpost.verify.models.fuel import CONFIRMING, Fuel
from mathpost.verify.readings.bounds import converse
from mathpost.verify.readings.definitions import informed
from mathpost.verify.readings.developments import developed
from mathpost.verify.readings.handbooks import by_the_book, of_handbooks, sides_as
from mathpost.verify.readings.rewriting import rewritten
from mathpost.verify.reasons.reason import Raised
from mathpost.verify.reasons.registry import find, found
from mathpost.verify.weighing.weighing import Scales

READ = 12  # what a term of such a reading costs beside its evaluation: it is fitted and planned for
# open notations of which the first reading may have no value, or too rough a one, where the second has one
WITHOUT_VALUE = frozenset(["density", "magnitude", CUT_OFF, PARAMETERS])
PARTLY = frozenset(["apart", "domain", "sometimes", "coincident"])  # what fails, if only somewhere
TOO_LARGE = "too-large-definitions"


class Examiner:
    """The claims of one post and their context; if `thorough`, a claim is examined fully even where it leaves something open."""

    def __init__(self, steps: Sequence[Step], around: Context, *, thorough: bool = False) -> None:
        self.steps = steps
        self.context = around
        self.readings = Readings(steps, around, self.confirms)
        self.scales = Scales(steps, around, thorough=thorough)
        self.confirming = Scales(steps, around, thorough=thorough, confirming=True)

    def result(self, number: int) -> Result:
        """`examine`, with internal errors limited to the claim: one bad formula never stops the others."""
        if signs.is_open(self.context.conventions) and signs.is_double(self.steps[number]):
            return self.with_both_signs(number)
        self.scales.fuel = Fuel()
        self.scales.weighed.clear()
        try:
            result = self.examine(number)
            if is_root(self.steps[number]):
                return self.of_root(number, result)
            if isinstance(result.verdict, Proved | Agrees):
                return self.if_mutual(number, result)
            return self.as_developed(number) or self.unless_in_a_book(number, result)
        except Exception as error:
            return Result(broken(error, self.steps[number]))

    def with_both_signs(self, number: int) -> Result:
        """The result for the two statements that double signs make of a claim: that both hold, or the first that does not.

        With a double sign on one side only, the author may mean one of them: the claim is decided only if both hold or both fail,
        and where it is the right side, only a root.
        """
        step = self.steps[number]
        sides = [signs.has_double(side.nodes) for side in (step.left, step.right)]
        rooted = is_root(step)
        if not sides[0] and not rooted:
            return Result(Unchecked("unread", r"\pm", step.right.span))
        results = [examiner.result(number) for examiner in self.of_signs]
        failing = [h for h in results if not isinstance(h.verdict, Proved | Agrees)]
        if len(failing) == 1 and not all(sides) and not rooted:
            return Result(Raised(find("one-of-two-signs")).unchecked(step))
        weaker = next((h for h in results if isinstance(h.verdict, Agrees)), results[0])
        return failing[0] if failing else weaker

    @cached_property
    def of_signs(self) -> tuple[Examiner, ...]:
        """The examiner with the upper signs, and that with the lower ones."""
        each = (replace(self.context, conventions=c) for c in signs.both(self.context.conventions))
        return tuple(Examiner(self.steps, around, thorough=self.scales.thorough) for around in each)

    def of_root(self, number: int, result: Result) -> Result:
        """`result` of a root, unless its equation holds everywhere, or an arrow infers it where there may be others."""
        step = self.steps[number]
        assert step.found is not None
        stated = self.readings.stated(step.found.step)
        reading, _ = self.readings.literal(step.found.step, self.context.conventions)
        identical = isinstance(self.scales.weigh(step.found.step, reading).verdict, Proved | Agrees)
        if identical and (rootless := found("identity-without-roots")) is not None:
            result = Result(rootless.unchecked(step))
        confirmed = isinstance(result.verdict, Proved | Agrees)
        several = stated is not None and not roots.is_all(number, self.steps, stated, self.context)
        if confirmed and several and (one := found("one-of-several-roots")) is not None:
            result = Result(one.unchecked(step), result.finding, reading)
        inferred = step.inferred and isinstance(result.verdict, Unchecked)
        return self.as_inferred(number) or result if inferred else result

    def as_inferred(self, number: int) -> Result | None:
        """The claim as what is inferred from what was stated before, a root or not, if that confirms it."""
        steps = [*self.steps]
        steps[number] = replace(steps[number], found=None)
        inferred = Examiner(steps, self.context, thorough=self.scales.thorough).result(number)
        return inferred if isinstance(inferred.verdict, Proved | Agrees) else None

    def if_mutual(self, number: int, result: Result) -> Result:
        """`result` of a claim that agrees, if the bounds that it is stated to be equivalent to also follow from it."""
        for other, reading in converse(number, self.readings):
            back = self.scales.weigh(other, reading)
            if not isinstance(back.verdict, Proved | Agrees):
                one_way = found("one-way")
                if one_way is not None:
                    return Result(one_way.unchecked(self.steps[number]), result.finding, reading)
        return result

    def examine(self, number: int) -> Result:
        step = self.steps[number]
        if step.sign not in EQUALITIES | ORDERS | {"≈", "∝", ALIKE, FOLLOWS}:
            return Result(Unchecked("unread", step.relation, step.relation_span))
        try:
            first, ambiguities = self.readings.literal(number, self.context.conventions)
        except UnreadError as error:
            return Result(_unread(error, step.span))
        except RecursionError:
            return Result(Unchecked("limit", "nesting", step.span))
        result = self.try_reading(number, first)
        if isinstance(result.verdict, Unchecked):
            return self.agreeing(number, ambiguities) or result
        if result.verdict is not None:
            return result
        return self.try_others(number, first, ambiguities, result)

    def confirms(self, number: int, reading: Reading) -> bool:
        """Whether a reading of any step agrees; the question uses no fuel of the current claim."""
        fuel, self.scales.fuel = self.scales.fuel, Fuel()
        verdict = self.try_reading(number, reading).verdict
        self.scales.fuel = fuel
        return isinstance(verdict, Proved | Agrees)

    def agreeing(self, number: int, ambiguities: frozenset[str]) -> Result | None:
        """A second reading that agrees, where the first one has no value."""
        for conventions in second_readings(self.context.conventions, ambiguities & WITHOUT_VALUE):
            try:
                result = self.try_reading(number, self.readings.literal(number, conventions)[0])
            except (UnreadError, RecursionError):
                continue
            if isinstance(result.verdict, Proved | Agrees):
                return result
        return None

    def try_others(self, number: int, first: Reading, ambiguities: frozenset[str], result: Result) -> Result:
        """The second readings of an open notation: one that agrees is enough, all must fail to refute."""
        open_, failing = False, list[tuple[Conventions, Result]]()
        for conventions in self.readings.others(first, ambiguities):
            try:
                reading, _ = self.readings.literal(number, conventions)
            except (UnreadError, RecursionError):
                if LETTERS in conventions.choices:
                    continue  # what a post calls by its name has no meaning as a letter
                return self.with_doubt(result, "two-readings")
            if not consistent(reading):
                continue
            other = self.try_reading(number, reading)
            meant = believable(first, reading) and EXPONENT_OF_BARE not in conventions.choices
            if isinstance(other.verdict, Proved | Agrees) and meant:
                return other
            if isinstance(other.verdict, Proved | Agrees):
                return self.with_doubt(result, "two-readings")
            if isinstance(other.verdict, Unchecked) and other.verdict.reason == "sorts":
                continue  # what does not fit together is not meant
            if other.verdict is None and (not consistent(first) or self.likelier(conventions)):
                result, first = other, reading
            elif other.verdict is None and meant:
                failing.append((conventions, other))
            if other.finding is not None and other.finding.kind == "limit":
                return self.with_doubt(result, "read-otherwise")
            if other.verdict is not None or other.finding is None or other.finding.kind != "apart":
                open_ = True  # a later reading may hold
        result = result._replace(others=tuple(failing))
        return self.with_doubt(result, "two-readings") if open_ else result

    def likelier(self, conventions: Conventions) -> bool:
        """Whether, of two readings that fail, the second is the one to show the author."""
        complex_ = conventions.constants.imaginary and not self.context.conventions.constants.imaginary
        return BINOMIAL in conventions.choices or (complex_ and self.context.is_complex)

    def as_developed(self, number: int) -> Result | None:
        """The claim as handbooks read it, then with what else the post says of its terms, if that confirms it."""
        self.confirming.fuel = Fuel(CONFIRMING)
        seen: set[object] = set(self.scales.weighed)
        for further in chain(self.in_books(number), self.developments(number)):
            if self.confirming.fuel.left < 0:
                return None
            if not further.recurrences and (further.meaning in seen or further.grounds in seen):
                continue
            seen.add(further.meaning)
            self.confirming.fuel.left -= READ * sum(map(size, further.sides))
            result = self.confirming.weigh(number, further)
            if isinstance(result.verdict, Proved | Agrees):
                return result
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

    def unless_in_a_book(self, number: int, result: Result) -> Result:
        """`result`, but a claim is not refuted if handbooks read its letters differently in such a post."""
        if result.verdict is not None or not self.context.known.has(kinds.SPECIAL_FUNCTION):
            return result
        usual = self.context.conventions
        plain, read = (sides_as(number, each, self.readings) for each in (usual, of_handbooks(usual)))
        if plain is not None and (plain == read or self.are_the_posts_own(plain, read, result)):
            return result
        return self.with_doubt(result, "handbook-letters")

    def are_the_posts_own(
        self, plain: tuple[Term, Term], read: tuple[Term, Term] | None, result: Result
    ) -> bool:
        """Whether definitions of the post were inserted for all letters that handbooks read differently."""
        if read is None or result.reading is None:
            return False
        used = [self.steps[other] for other in result.reading.used]
        return frozenset(map(bare, lost(plain, read))) <= frozenset[str]().union(
            *(letters(said.left.nodes) for said in used)
        )

    def with_doubt(self, result: Result, why: str) -> Result:
        """`result`, with a doubt added if the claim fails."""
        if result.finding is None or result.finding.kind != "apart":
            return result
        raised = found(why)
        return result if raised is None else result._replace(doubt=raised.cause)

    def try_reading(self, number: int, reading: Reading) -> Result:
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
            result = self.scales.weigh(number, defined)
            if isinstance(result.verdict, Proved | Agrees):
                return result
            if result.verdict is None and best.verdict is None:
                best = result._replace(plain=best.plain or best)
            elif best.verdict is None and (why := _why_uninformative(result)):
                best = self.unreached(reading, defined, best, why)
                best = best._replace(misfitting=result if result.misfit is not None else best.misfitting)
            elif result.finding is not None or best.finding is None:
                best = result
        if is_root(self.steps[number]):
            return best
        return self.try_supposed(number, reading, self.try_given(number, reading, best))

    def exactly(self, number: int, reading: Reading) -> Result | None:
        """The result for a claim about averages from the moments that the post gives; None if they do not decide it."""
        exact = self.readings.of_exact_means(number, reading)
        if exact is None:
            return None
        result = self.scales.weigh(number, exact.reading)
        if isinstance(result.verdict, Proved | Agrees):
            return result
        alike = None if exact.of_one_law is None else self.scales.weigh(number, exact.of_one_law).verdict
        if isinstance(alike, Proved | Agrees):
            return result._replace(verdict=Raised(find("one-law")).unchecked(self.steps[number]))
        return result._replace(doubt=result.doubt or exact.doubt) if result.verdict is None else None

    def unreached(self, reading: Reading, informed: Reading, best: Result, why: str) -> Result:
        """The failure found without definitions, where those inserted decide nothing: they leave its symbols free,
        or are a doubt.
        """
        if why == TOO_LARGE and self.readings.left_free(reading, informed):
            return best._replace(reading=best.reading and best.reading._replace(used=informed.used))
        raised = found(why)
        return best._replace(doubt=best.doubt or (raised and raised.cause))

    def try_given(self, number: int, reading: Reading, best: Result) -> Result:
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
            result = self.scales.weigh(number, given)
            if isinstance(result.verdict, Proved | Agrees):
                return result
            nearer = given.held or (given.closed and not (best.reading and best.reading.closed))
            nearer = nearer and not exactly
            # a bound that fails wherever the equation holds owes what holds elsewhere to other values
            nearer = nearer or (bound and best.finding is not None and best.finding.kind != "apart")
            if result.verdict is None and nearer:
                best = result if best.verdict is not None else result._replace(plain=best.plain or best)
        return best

    def rests_on_averages(self, reading: Reading) -> bool:
        """Whether a claim of the post about averages was put in."""
        said = [self.readings.stated(k) for k in reading.used if self.steps[k].role == "claim"]
        return any(mentions_chance(side) for s in said if s is not None for side in (s.left, s.right))

    def try_supposed(self, number: int, reading: Reading, best: Result) -> Result:
        """A bound that fails in some models may follow from the bounds before it, or contradict them."""
        if self.steps[number].sign not in ORDERS or best.finding is None or best.finding.kind not in PARTLY:
            return best
        for conclusion in rewritten("bounds", number, reading, self.readings):
            result = self.scales.weigh(number, conclusion)
            if result.verdict is None or isinstance(result.verdict, Proved | Agrees):
                return result
        return best


def _why_uninformative(result: Result) -> str:
    """Why a reading with definitions inserted tells nothing about the claim; empty if it tells something."""
    reason = result.verdict.reason if isinstance(result.verdict, Unchecked) else ""
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
