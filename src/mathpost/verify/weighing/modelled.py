"""Evaluate a reading in random finite models, and by what models alone do not show."""

from __future__ import annotations

from mathpost.maths.hypotheses import kinds
from mathpost.maths.notation.step import Step
from mathpost.maths.transformations.time_functions import in_motion
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import (
    ORDERS,
    Reading,
    Result,
    differentiates,
    has_decimals,
    hidden_dependence,
)
from mathpost.verify.methods.finite_models import Asked, Finding, accord, examine, never
from mathpost.verify.methods.inequalities import searched_further
from mathpost.verify.models.model import Plan
from mathpost.verify.planning.plan import customary, plan, under_heading
from mathpost.verify.planning.proofs import provable
from mathpost.verify.reasons import provisos
from mathpost.verify.reasons.reason import Claim, Raised
from mathpost.verify.reasons.registry import find, first_raised, of_level
from mathpost.verify.weighing import chance
from mathpost.verify.weighing.appraisal import examined_sign
from mathpost.verify.weighing.bench import Bench


class _Once:
    """A question that is answered when it is first asked."""

    __slots__ = ("_answer", "_look")

    def __init__(self, look: Asked) -> None:
        self._look = look
        self._answer: bool | None = None

    def __call__(self) -> bool:
        if self._answer is None:
            self._answer = self._look()
        return self._answer


class ModelBench(Bench):
    """Readings weighed in models: hidden dependence, conditions given elsewhere, normalised weights, provisos."""

    def _weigh_in_models(self, number: int, reading: Reading) -> Result:
        step = self.steps[number]
        sign = examined_sign(step)
        models = plan(reading, sign, self.context, step.span.start)

        refuting = _Once(lambda: self._may_fail(step, reading))
        alone = provable(step, reading) and not models.chance.random.variables
        proving = (lambda: self.proofs.unconditional(reading, models)) if alone else never
        finding = self._in_models(reading, sign, models, refuting, proving)
        if differentiates(reading):
            finding, hidden = self._with_hidden_dependence(reading, sign, models, finding, refuting)
            claim = Claim(step, reading, self.context)
            if hidden and (finding.kind != "apart" or self._objects(claim)):
                return Result(Raised(find("hidden-variable"), (hidden,)).unchecked(step), finding, reading)
        freed = under_heading(models, self.context, step.span.start) if finding.kind == "apart" else models
        if freed.domains != models.domains and refuting():
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
                return Result(missing.unchecked(step), finding, reading)
        if finding.kind == "apart" and models.chance.random.variables and not self.confirming:
            supposed = chance.supposed(step, reading, sign, models, finding, self.context, self.fuel)
            if supposed is not None:
                return supposed
        if finding.kind == "apart" and has_decimals(reading) and sign == "=":
            rounded = examine(*reading.sides, sign, models, rounding=True, fuel=self.fuel)
            if rounded.kind != "apart":
                finding = rounded._replace(exact=False)
        if sign in ORDERS:
            alone = not reading.supposed
            finding = searched_further(
                *reading.sides, sign, freed or models, finding, refuting=refuting, alone=alone
            )
        result = self._appraised(step, reading, models, finding)
        return result if missing is None else result._replace(doubt=missing.cause)

    def _appraised(self, step: Step, reading: Reading, models: Plan, finding: Finding) -> Result:
        """What `finding` comes to; an equation that fails and is only to be confirmed needs no second look."""
        if self.confirming and finding.kind == "apart" and step.sign not in ORDERS:
            return Result(None, finding, reading)
        return self._appraisal(step, reading, models).of(finding)

    def _may_fail(self, step: Step, reading: Reading) -> bool:
        """Whether something may be made of a failure of `reading`: nothing in the claim itself speaks against that."""
        return self.thorough and not self.confirming and not self._objects(Claim(step, reading, self.context))

    def _objects(self, claim: Claim) -> bool:
        """Whether something in the claim itself speaks against refuting it, whatever the models show."""
        return first_raised(of_level("objection", inherent=True), claim) is not None

    def _in_models(
        self, reading: Reading, sign: str, models: Plan, refuting: Asked, proving: Asked
    ) -> Finding:
        """What the models show; where none meets the conditions of the post, what holds without them holds."""
        finding = examine(
            *reading.sides,
            sign,
            models,
            refuting=refuting,
            proving=proving,
            narrowing=self._narrowing(reading, sign, models),
            fuel=self.fuel,
        )
        if finding.kind == "undefined" and not finding.culprit and models.conditions:
            free = models.but(conditions=())
            freed = accord(*reading.sides, sign, free, self.fuel)
            return freed if freed.kind == "together" else finding
        return finding

    def _narrowing(self, reading: Reading, sign: str, models: Plan) -> Asked | None:
        """Whether an equation that is only to be confirmed may be so for positive values; None where failures matter."""
        if not self.confirming or sign != "=":
            return None
        return _Once(lambda: customary(models, reading, self.context) is not None)

    def _with_hidden_dependence(
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
        if found.kind not in ("apart", "together") or hidden:  # derivatives of what is left open are zero
            return finding, before, reading
        given = Given("normalised", (", ".join(sorted(said)),))
        held = {n for name in said for n in self.context.known.about(name, kinds.NORMALISED) if n is not None}
        return found, models, reading._replace(given=given, held=reading.held | held)
