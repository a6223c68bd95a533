"""Evaluate one reading of a claim: its structure first, then models, then what models alone do not show.

What a reading leaves open (secret dependence, conditions of other parts of the post, values that are positive by custom,
what is called normalised) is looked at here, before anybody asks whether the post objects.
"""

from __future__ import annotations

from functools import partial

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.term import size, uses
from mathpost.maths.transformations import antiderivatives
from mathpost.maths.transformations.continuity import without_limits
from mathpost.verify.interpretation.reading import (
    EQUALITIES,
    ORDERS,
    Reading,
    Result,
    as_modelled,
    in_parts_of_worlds,
)
from mathpost.verify.interpretation.verdict import Agrees, Proved, Unchecked
from mathpost.verify.methods.finite_models import examine, never
from mathpost.verify.models.fuel import CONFIRMING
from mathpost.verify.models.model import Domain, plain
from mathpost.verify.planning import fitting, plan
from mathpost.verify.reasons.reason import Claim
from mathpost.verify.reasons.registry import first_raised, found, note
from mathpost.verify.reasons.vacuity import ANNIHILATED, OF_WHAT_IS_PUT_IN
from mathpost.verify.weighing import expansions
from mathpost.verify.weighing.modelled import ModelBench
from mathpost.verify.weighing.numerical import NumberBench

MANY = 5_000  # terms in a side beyond which nothing is tried
LOST = frozenset(
    ["apart", "undefined", "diverging", "no value", "sorts", "wide"]
)  # findings that confirm nothing
REFLEXIVE = EQUALITIES | {"<=", ">=", "≈", FOLLOWS}  # what holds between a term and itself


IDENTITY, WRITTEN_OUT = frozenset(["identity"]), frozenset(["matrix"])


def _found(result: Result) -> str:
    """The finding for a reading in a word or two."""
    match result.verdict:
        case Unchecked(reason, culprit):
            return f"{reason}, {culprit}"
        case None:
            return "the sides differ"
    return type(result.verdict).__name__.lower()


def _settled(reading: Reading, result: Result, *, exhausted: bool, enough: bool) -> object:
    """What is not confirmed where it is weighed once more, with no more fuel than was `enough`: all that says the same, only
    what rests on the same grounds, or nothing.
    """
    finding = result.finding
    if isinstance(result.verdict, Proved | Agrees) or finding is None:
        return None
    if finding.kind == "limit":
        return reading.meaning if enough else None
    if exhausted:
        return None
    return reading.meaning if finding.kind in LOST else reading.grounds


class Scales(ModelBench, NumberBench):
    """Readings of the claims `steps` of one post, weighed in its context with the fuel that is left.

    If `thorough`, a claim is weighed fully even if it leaves something open; if only `confirming`, what fails is not examined further.
    """

    def weigh(self, number: int, reading: Reading) -> Result:
        """The result of the methods for one reading, unless the inserted definitions leave nothing of the claim."""
        enough = self.fuel.left >= CONFIRMING
        result = self._weighed(number, reading)
        if not self.confirming:  # a slip that is tried is not a reading of the claim
            note(reading, _found(result))
            if (
                self.steps[number].sign == "≈"
            ):  # which is weighed no other way where it is only to be confirmed
                self.weighed.add(reading.meaning)
            self.weighed.add(_settled(reading, result, exhausted=self.fuel.left < 0, enough=enough))
        if not isinstance(result.verdict, Proved | Agrees):
            return result
        step = self.steps[number]
        claims = (Claim(step, result.reading or reading, self.context), Claim(step, reading, self.context))
        annihilated = first_raised((ANNIHILATED,), claims[0])
        if annihilated is not None:
            return Result(annihilated.unchecked(step), None, reading)
        lacking = first_raised(OF_WHAT_IS_PUT_IN, claims[1])
        return result if lacking is None else Result(lacking.unchecked(step), result.finding, reading)

    def _weighed(self, number: int, reading: Reading) -> Result:
        """Structure, models, normal form, for one reading."""
        step = self.steps[number]
        reading = as_modelled(reading)
        if any(size(t) > MANY for t in reading.sides):
            return Result(Unchecked("limit", "size of the formula", step.span), None, reading)
        if reading.left == reading.right and step.sign in REFLEXIVE:
            return Result(Proved("identity", reading.source), None, reading)
        variable = antiderivatives.variable_of(*reading.sides)
        if variable is not None:
            left, right = (antiderivatives.differentiated(side, variable) for side in reading.sides)
            bounds = (
                step.sign in ORDERS
            )  # slopes say nothing of which side is larger: the integral is over a whole space
            if bounds or antiderivatives.variable_of(left, right) is not None:
                return Result(Unchecked("unread", r"\int without bounds", step.span), None, reading)
            return self.weigh(number, reading._replace(left=left, right=right))
        parted = in_parts_of_worlds(reading)
        if parted is not None:
            return self._of_parts(number, parted)
        attained = self._at_limits(number, reading)
        if attained is not None:
            return attained
        if expansions.concerns(step, reading):
            return expansions.weigh(
                step, reading, self.context, self.goals, self.fuel, confirming=self.confirming
            )
        if not reading.free and not any(map(mentions_chance, reading.sides)):
            if uses(reading.sides, WRITTEN_OUT) and uses(
                reading.sides, IDENTITY
            ):  # as large as what is beside it
                return fitting.weigh(step, reading, self.context, partial(self._of_numbers, number))
            return self._of_numbers(number, reading)
        if step.sign == "≈":
            return self._weigh_approximation(number, reading)
        if fitting.concerns(reading):
            one = partial(self._weigh_in_models, number)
            objecting = not self.confirming
            fitted = fitting.weigh_with_other_sizes(
                step, reading, self.context, one, objecting=lambda _: objecting
            )
            return self._of_complex_arrays(step, fitted)
        return self._weigh_in_models(number, reading)

    def _of_complex_arrays(self, step: Step, result: Result) -> Result:
        """`result`, if what it confirms holds for complex arrays too where these may be meant."""
        if not isinstance(result.verdict, Proved | Agrees) or result.reading is None:
            return result
        array = perhaps_complex(step, result.reading, self.context)
        if array is None:
            return result
        raised = found("perhaps-complex", array)
        return result if raised is None else result._replace(verdict=raised.unchecked(step))

    def _of_parts(self, number: int, reading: Reading) -> Result:
        """A claim of integrals over ranges of outcomes; one that fails in finite worlds, which have gaps, is doubtful."""
        result = self._weighed(number, reading)
        if result.verdict is not None or result.doubt:
            return result
        raised = found("range-of-outcomes")
        return result if raised is None else result._replace(doubt=raised.cause)

    def _at_limits(self, number: int, reading: Reading) -> Result | None:
        """`reading` with its limits as values, None where there are no limits or nothing has a value at them."""
        left, right = map(without_limits, reading.sides)
        if (left, right) == reading.sides:
            return None
        result = self._weighed(number, reading._replace(left=left, right=right))
        undecided = isinstance(result.verdict, Unchecked) and result.verdict.reason in ("domain", "limit")
        return None if undecided else result


TURNED = frozenset(["adjoint", "conjugate"])
OF_BOTH = frozenset(["transpose", "dot", "inner"])  # other for complex arrays than their adjoint
COMPLEX = Domain(complex=True)


def perhaps_complex(step: Step, reading: Reading, context: Context) -> str | None:
    """An array of a claim that agrees for real ones, if the claim fails where it is complex, and the post may mean that."""
    if step.sign not in EQUALITIES or not uses(reading.sides, TURNED | OF_BOTH):
        return None
    stated_as = r"\mathbb{C}" in context.words.document.source.text
    if not (uses(reading.sides, TURNED) or stated_as):
        return None
    models = plan.plan(reading, "=", context, step.span.start)
    names = {
        name for key in reading.shapes if is_bold(name := key.partition("[")[0])
    } - models.arrays.structures.keys()
    if not names:
        return None
    domains = {**models.domains, **{plain(name): COMPLEX for name in names}}
    found = examine(*reading.sides, "=", models.but(domains=domains), refuting=never)
    return min(names) if found.kind == "apart" else None
