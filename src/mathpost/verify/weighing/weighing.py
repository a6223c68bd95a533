"""Weighs one reading of a claim: its structure first, then models, then what models alone do not show.

What a reading leaves open (secret dependence, conditions of other parts of the post, values that are positive by custom,
what is called normalised) is looked at here, before anybody asks whether the post objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import speaks_of_chance
from mathpost.maths.terms.term import size, uses
from mathpost.maths.transformations import antiderivatives
from mathpost.maths.transformations.continuity import without_limits
from mathpost.maths.transformations.time_functions import in_motion
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import (
    EQUALITIES,
    ORDERS,
    Hearing,
    Reading,
    as_modelled,
    differentiates,
    has_decimals,
    hidden_dependence,
    in_parts_of_worlds,
)
from mathpost.verify.interpretation.verdict import Agrees, Proved, Unchecked
from mathpost.verify.methods.finite_models import Asked, Finding, accord, examine, never
from mathpost.verify.methods.inequalities import challenged
from mathpost.verify.methods.rounding import Origin
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan
from mathpost.verify.planning import fitting, numbers
from mathpost.verify.planning.plan import elsewhere, plan
from mathpost.verify.planning.proofs import Proofs, provable
from mathpost.verify.reasons import provisos
from mathpost.verify.reasons.reason import Claim, Raised
from mathpost.verify.reasons.registry import find, found, heard, note, of_level
from mathpost.verify.reasons.reservations import left_open
from mathpost.verify.reasons.vacuity import ANNIHILATED, OF_WHAT_IS_PUT_IN
from mathpost.verify.weighing import chance, complex_arrays, expansions, multiples
from mathpost.verify.weighing.appraisal import Appraisal, asked_sign

MANY = 5_000  # terms in a side beyond which nothing is tried
REFLEXIVE = EQUALITIES | {"<=", ">=", "≈", FOLLOWS}  # what holds between a term and itself
CONSTANTS = frozenset(["e", r"\pi"])


class _Once:
    """A question whose answer is looked for when it is first asked."""

    __slots__ = ("_answer", "_look")

    def __init__(self, look: Asked) -> None:
        self._look = look
        self._answer: bool | None = None

    def __call__(self) -> bool:
        if self._answer is None:
            self._answer = self._look()
        return self._answer


IDENTITY, WRITTEN_OUT = frozenset(["identity"]), frozenset(["matrix"])


def _found(hearing: Hearing) -> str:
    """What was found of a reading, in a word or two."""
    match hearing.verdict:
        case Unchecked(reason, culprit):
            return f"{reason}, {culprit}"
        case None:
            return "the sides differ"
    return type(hearing.verdict).__name__.lower()


class Scales:
    """Readings of the claims `steps` of one post, weighed in its context with the fuel that is left.

    In `earnest`, what a claim leaves open spares no work; where it is only `confirming`, what fails gets none.
    """

    def __init__(
        self, steps: Sequence[Step], around: Context, *, earnest: bool = False, confirming: bool = False
    ) -> None:
        self.steps = steps
        self.context = around
        self.earnest = earnest
        self.confirming = confirming
        self.fuel = Fuel()
        self.proofs = Proofs()
        self.goals = expansions.known(steps)

    def weigh(self, number: int, reading: Reading) -> Hearing:
        """What the methods make of one reading, unless what was put in leaves nothing of the claim."""
        hearing = self._weighed(number, reading)
        if not self.confirming:  # a slip that is tried is no reading of the claim
            note(reading, _found(hearing))
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
            if antiderivatives.variable_of(left, right) is not None:
                return Hearing(Unchecked("unread", r"\int without bounds", step.span), None, reading)
            return self.weigh(number, reading._replace(left=left, right=right))
        parted = in_parts_of_worlds(reading)
        if parted is not None:
            return self._of_parts(number, parted)
        attained = self._at_limits(number, reading)
        if attained is not None:
            return attained
        if expansions.concerns(step, reading):
            return expansions.weigh(step, reading, self.context, self.goals, self.fuel)
        if not reading.free and not any(map(speaks_of_chance, reading.sides)):
            if uses(reading.sides, WRITTEN_OUT) and uses(
                reading.sides, IDENTITY
            ):  # as large as what stands beside it
                return fitting.weigh(step, reading, self.context, partial(self._of_numbers, number))
            return self._of_numbers(number, reading)
        if step.sign == "≈":
            return self._weigh_approximation(number, reading)
        if fitting.concerns(reading):
            one = partial(self._weigh_in_models, number)
            return self._of_complex_arrays(
                step, fitting.weigh_with_other_sizes(step, reading, self.context, one)
            )
        return self._weigh_in_models(number, reading)

    def _of_numbers(self, number: int, reading: Reading) -> Hearing:
        """A claim without free symbols."""
        step = self.steps[number]
        return self._proved_numbers(step, numbers.weigh(step, reading, origin=self._origin(number)))

    def _of_complex_arrays(self, step: Step, hearing: Hearing) -> Hearing:
        """`hearing`, if what it confirms holds for complex arrays too where these may be meant."""
        if not isinstance(hearing.verdict, Proved | Agrees) or hearing.reading is None:
            return hearing
        array = complex_arrays.perhaps_complex(step, hearing.reading, self.context)
        if array is None:
            return hearing
        raised = found("perhaps-complex", array)
        return hearing if raised is None else hearing._replace(verdict=raised.unchecked(step))

    def _origin(self, number: int) -> Origin:
        """Where the numbers on the left of a step come from."""
        if not self.steps[number].interior:
            return "stated"
        return "computed" if letters(self.steps[number - 1].left.nodes) <= CONSTANTS else "put in"

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

    def _weigh_in_models(self, number: int, reading: Reading) -> Hearing:
        step = self.steps[number]
        sign = asked_sign(step)
        models = plan(reading, sign, self.context, step.span.start)

        refuting = _Once(lambda: self._may_fail(step, reading))
        alone = provable(step, reading) and not models.chance.random.variables
        proving = (lambda: self.proofs.unconditional(reading, models)) if alone else never
        finding = self._in_models(reading, sign, models, refuting, proving)
        if differentiates(reading):
            finding, hidden = self._in_secret(reading, sign, models, finding, refuting)
            if hidden and (finding.kind != "apart" or self._inherent(step, reading)):
                return Hearing(Raised(find("hidden-variable"), (hidden,)).unchecked(step), finding, reading)
        freed = elsewhere(models, self.context, step.span.start) if finding.kind == "apart" else None
        if freed is not None and refuting():
            wider = examine(*reading.sides, sign, freed, fuel=self.fuel)
            finding = finding if wider.kind == "apart" else wider
        if finding.kind in ("apart", "no value"):
            finding, models, reading = self._normalised(number, reading, sign, models, finding)
        missing = None
        if finding.kind == "apart" and not self.confirming:
            sized = provisos.at_its_size(step, reading, sign, models, self.context, self.fuel)
            if sized is not None:
                reading, models, finding = sized
        if finding.kind == "apart" and refuting():
            missing = provisos.first_proviso(step, reading, sign, models, self.context, self.fuel)
            if missing is not None and missing.reason.level == "proviso":
                return Hearing(missing.unchecked(step), finding, reading)
        if finding.kind == "apart" and models.chance.random.variables and not self.confirming:
            supposed = chance.supposed(step, reading, sign, models, finding, self.context, self.fuel)
            if supposed is not None:
                return supposed
        if finding.kind == "apart" and has_decimals(reading) and sign == "=":
            rounded = examine(*reading.sides, sign, models, rounding=True, fuel=self.fuel)
            if rounded.kind != "apart":
                finding = rounded._replace(exact=False)
        if sign in ORDERS:
            finding = challenged(*reading.sides, sign, models, finding, refuting=refuting)
        hearing = self._appraisal(step, reading, models).of(finding)
        return hearing if missing is None else hearing._replace(doubt=missing.cause)

    def _may_fail(self, step: Step, reading: Reading) -> bool:
        """Whether something may be made of a failure of `reading`: nothing in the claim itself speaks against that."""
        if self.confirming:
            return False
        open_ = None if self.earnest else left_open(Claim(step, reading, self.context))
        return open_ is None and self._inherent(step, reading) is None

    def _inherent(self, step: Step, reading: Reading) -> Raised | None:
        """What in the claim itself forbids to refute it, whatever the models show."""
        return heard(of_level("objection", inherent=True), Claim(step, reading, self.context))

    def _in_models(
        self, reading: Reading, sign: str, models: Plan, refuting: Asked, proving: Asked
    ) -> Finding:
        """What the models show; where none meets the conditions of the post, what holds without them holds."""
        finding = examine(*reading.sides, sign, models, refuting=refuting, proving=proving, fuel=self.fuel)
        if finding.kind == "undefined" and not finding.culprit and models.conditions:
            free = models.but(conditions=())
            freed = accord(*reading.sides, sign, free, self.fuel)
            return freed if freed.kind == "together" else finding
        return finding

    def _in_secret(
        self, reading: Reading, sign: str, models: Plan, finding: Finding, refuting: Asked
    ) -> tuple[Finding, str]:
        """The finding where symbols may depend on the variable of a derivative in secret, and what does where they do not agree so."""
        hidden = hidden_dependence(reading)
        if self.confirming and finding.kind == "apart":
            return finding, ""
        if finding.kind not in ("apart", "coincident") and not (finding.kind == "together" and hidden):
            return finding, ""
        secretly = models.but(dependent=True)
        dependent = examine(*reading.sides, sign, secretly, refuting=refuting, fuel=self.fuel)
        if finding.kind == "together":
            moving = in_motion(reading.sides) if dependent.kind == "together" else None
            if moving is not None:
                dependent = examine(*moving, sign, models, refuting=refuting, fuel=self.fuel)
            return (dependent, "") if dependent.kind == "together" else (dependent, hidden)
        return finding if dependent.kind in ("apart", "coincident") else dependent, ""

    def _normalised(
        self, number: int, reading: Reading, sign: str, models: Plan, finding: Finding
    ) -> tuple[Finding, Plan, Reading]:
        """The finding in models where what the post calls normalised adds up to 1."""
        place = self.steps[number].span.start
        said = integers.families(reading.sides) & self.context.normalised_at(place, number)
        if not said:
            return finding, models, reading
        before, models = models, models.but(normalised=said)
        found = examine(*reading.sides, sign, models, fuel=self.fuel)
        hidden = found.kind == "together" and differentiates(reading) and hidden_dependence(reading)
        if found.kind not in ("apart", "together") or hidden:  # derivatives of what is left open are nought
            return finding, before, reading
        given = Given("normalised", (", ".join(sorted(said)),))
        held = {n for name in said for n in self.context.known.about(name, kinds.NORMALISED) if n is not None}
        return found, models, reading._replace(given=given, held=reading.held | held)

    def _weigh_approximation(self, number: int, reading: Reading) -> Hearing:
        """``≈`` between symbols speaks of orders of magnitude; only an exact equality is confirmed here."""
        step = self.steps[number]
        models = plan(reading, "=", self.context, step.span.start)
        finding = accord(*reading.sides, "=", models, self.fuel)
        if finding.kind == "together":
            return self._appraisal(step, reading, models).of(finding)
        as_numbers = self._of_multiples(number, reading, models)
        if as_numbers is not None:
            return as_numbers
        return chance.sampled(step, reading, self.context, self.fuel) or expansions.weigh(
            step, reading, self.context, self.goals, self.fuel
        )

    def _of_multiples(self, number: int, reading: Reading, models: Plan) -> Hearing | None:
        """Multiples of one expression, by their factors."""
        scaled = multiples.factors(reading, models, self.fuel)
        if scaled is None:
            return None
        return numbers.weigh(self.steps[number], scaled, origin=self._origin(number))

    def _appraisal(self, step: Step, reading: Reading, models: Plan) -> Appraisal:
        return Appraisal(step, reading, models, self.context, self.proofs, self.fuel)

    def _proved_numbers(self, step: Step, hearing: Hearing) -> Hearing:
        """Numbers whose balls overlap, proved equal if the normal form can."""
        reading, finding = hearing.reading, hearing.finding
        if reading is None or finding is None or finding.kind != "together" or step.sign not in EQUALITIES:
            return hearing
        if isinstance(hearing.verdict, Agrees) and not has_decimals(reading):
            verdict = self._appraisal(step, reading, Plan({}, (), (), reading.seed)).confirmed(finding)
            return hearing._replace(verdict=verdict if isinstance(verdict, Proved) else hearing.verdict)
        return hearing


__all__ = ["Scales"]
