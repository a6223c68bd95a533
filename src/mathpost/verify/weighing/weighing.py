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
    Hearing,
    Reading,
    as_modelled,
    in_parts_of_worlds,
)
from mathpost.verify.interpretation.verdict import Agrees, Proved, Unchecked
from mathpost.verify.methods.finite_models import examine, never
from mathpost.verify.models.model import Domain, plain
from mathpost.verify.planning import fitting, plan
from mathpost.verify.reasons.reason import Claim
from mathpost.verify.reasons.registry import found, heard, note
from mathpost.verify.reasons.vacuity import ANNIHILATED, OF_WHAT_IS_PUT_IN
from mathpost.verify.weighing import expansions
from mathpost.verify.weighing.modelled import ModelBench
from mathpost.verify.weighing.numerical import NumberBench

MANY = 5_000  # terms in a side beyond which nothing is tried
REFLEXIVE = EQUALITIES | {"<=", ">=", "≈", FOLLOWS}  # what holds between a term and itself


IDENTITY, WRITTEN_OUT = frozenset(["identity"]), frozenset(["matrix"])


def _found(hearing: Hearing) -> str:
    """The finding for a reading in a word or two."""
    match hearing.verdict:
        case Unchecked(reason, culprit):
            return f"{reason}, {culprit}"
        case None:
            return "the sides differ"
    return type(hearing.verdict).__name__.lower()


class Scales(ModelBench, NumberBench):
    """Readings of the claims `steps` of one post, weighed in its context with the fuel that is left.

    In `earnest`, what a claim leaves open spares no work; where it is only `confirming`, what fails gets none.
    """

    def weigh(self, number: int, reading: Reading) -> Hearing:
        """The result of the methods for one reading, unless the inserted definitions leave nothing of the claim."""
        hearing = self._weighed(number, reading)
        if not self.confirming:  # a slip that is tried is not a reading of the claim
            note(reading, _found(hearing))
            if (
                self.steps[number].sign == "≈"
            ):  # which is weighed no other way where it is only to be confirmed
                self.approximations.add(reading.meaning)
        if not isinstance(hearing.verdict, Proved | Agrees):
            return hearing
        step = self.steps[number]
        claims = (Claim(step, hearing.reading or reading, self.context), Claim(step, reading, self.context))
        annihilated = heard((ANNIHILATED,), claims[0])
        if annihilated is not None:
            return Hearing(annihilated.unchecked(step), None, reading)
        lacking = heard(OF_WHAT_IS_PUT_IN, claims[1])
        return hearing if lacking is None else Hearing(lacking.unchecked(step), hearing.finding, reading)

    def _weighed(self, number: int, reading: Reading) -> Hearing:
        """Structure, models, normal form, for one reading."""
        step = self.steps[number]
        reading = as_modelled(reading)
        if any(size(t) > MANY for t in reading.sides):
            return Hearing(Unchecked("limit", "size of the formula", step.span), None, reading)
        if reading.left == reading.right and step.sign in REFLEXIVE:
            return Hearing(Proved("identity", reading.source), None, reading)
        variable = antiderivatives.variable_of(*reading.sides)
        if variable is not None:
            left, right = (antiderivatives.differentiated(side, variable) for side in reading.sides)
            bounds = (
                step.sign in ORDERS
            )  # slopes say nothing of which side is larger: the integral is over a whole space
            if bounds or antiderivatives.variable_of(left, right) is not None:
                return Hearing(Unchecked("unread", r"\int without bounds", step.span), None, reading)
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

    def _of_complex_arrays(self, step: Step, hearing: Hearing) -> Hearing:
        """`hearing`, if what it confirms holds for complex arrays too where these may be meant."""
        if not isinstance(hearing.verdict, Proved | Agrees) or hearing.reading is None:
            return hearing
        array = perhaps_complex(step, hearing.reading, self.context)
        if array is None:
            return hearing
        raised = found("perhaps-complex", array)
        return hearing if raised is None else hearing._replace(verdict=raised.unchecked(step))

    def _of_parts(self, number: int, reading: Reading) -> Hearing:
        """A claim of integrals over ranges of outcomes; one that fails in finite worlds, which have gaps, is doubtful."""
        hearing = self._weighed(number, reading)
        if hearing.verdict is not None or hearing.doubt:
            return hearing
        raised = found("range-of-outcomes")
        return hearing if raised is None else hearing._replace(doubt=raised.cause)

    def _at_limits(self, number: int, reading: Reading) -> Hearing | None:
        """`reading` with its limits as values, None where there are no limits or nothing has a value at them."""
        left, right = map(without_limits, reading.sides)
        if (left, right) == reading.sides:
            return None
        hearing = self._weighed(number, reading._replace(left=left, right=right))
        undecided = isinstance(hearing.verdict, Unchecked) and hearing.verdict.reason in ("domain", "limit")
        return None if undecided else hearing


TURNED = frozenset(["adjoint", "conjugate"])
OF_BOTH = frozenset(["transpose", "dot", "inner"])  # other for complex arrays than their adjoint
COMPLEX = Domain(complex=True)


def perhaps_complex(step: Step, reading: Reading, context: Context) -> str | None:
    """An array of a claim that agrees for real ones, if the claim fails where it is complex, and the post may mean that."""
    if step.sign not in EQUALITIES or not uses(reading.sides, TURNED | OF_BOTH):
        return None
    said_to_be = r"\mathbb{C}" in context.words.document.source.text
    if not (uses(reading.sides, TURNED) or said_to_be):
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
