"""The verdict that a finding in models leads to, with its conditions; if there is none, the context decides.

What agrees is confirmed if its models could have distinguished it from what is false, and proved if the normal form can.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from mathpost.maths.hypotheses.assumptions import states
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import bounded_by_the_law
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS, Reading, Result, estimated
from mathpost.verify.interpretation.verdict import Agrees, Proved, Reason, Unchecked, Verdict
from mathpost.verify.methods.finite_models import Finding, accord, never
from mathpost.verify.methods.inequalities import searched_further
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan
from mathpost.verify.planning import matrix_words, numbers
from mathpost.verify.planning.fitting import structures
from mathpost.verify.planning.plan import customary, plan
from mathpost.verify.planning.proofs import Proofs, provable
from mathpost.verify.reasons.reason import Agreement, Raised
from mathpost.verify.reasons.registry import find, first_raised, found
from mathpost.verify.reasons.vacuity import OF_OTHER_MODELS, STRUCTURE_ELSEWHERE, conjugated, powerless

EXACT = EQUALITIES | {"∝", "≈", FOLLOWS}
DOMAINS = {"real": "", "positive": "for positive values", "unit": "for values between 0 and 1"}
HOLDS = {"positive": "holds for positive values", "unit": "holds between 0 and 1"}


class Appraisal(NamedTuple):
    """One reading of a claim with the models it was tried in, and what it may cost to say more of it."""

    step: Step
    reading: Reading
    models: Plan
    context: Context
    proofs: Proofs
    fuel: Fuel

    def of(self, finding: Finding) -> Result:
        """The verdict that `finding` leads to."""
        step, models = self.step, self.models
        if step.sign in ORDERS and finding.kind in ("apart", "coincident", "domain", "sometimes"):
            agreed = self._under_conditions()
            if agreed is not None:
                return agreed
        at = finding.counterexample.assignment if finding.counterexample else None
        match finding.kind:
            case "together" if step.sign in ORDERS and bounded_by_the_law(*self.reading.sides):
                return self._open(finding, "bound-on-the-law")
            case "together":
                return self._agreed(finding)
            case "apart" if self._holds_in_another_order():
                names = ", ".join(models.sizes)
                return self._open(finding, "order-of-sizes", names)
            case "apart":
                return self._result(None, finding)
            case "coincident":
                return self._open(finding, "coincident-indices", " = ".join(models.indices))
            case "domain":
                agreed = self._as_customary(finding)
                if agreed is not None:
                    return agreed
                where = HOLDS[finding.level]
                return self._open(
                    finding, "some-values", f"{where}, fails at {at}" if at is not None else where
                )
            case "sometimes":
                return self._open(finding, "some-values", f"fails at {'some points' if at is None else at}")
            case "undefined":
                return self._unchecked(finding, "domain", finding.culprit or "undefined")
            case "no value":
                return self._without_value(finding)
            case "sorts":
                return self._unchecked(finding, "sorts", finding.culprit)
            case _:
                return self._unchecked(finding, "limit", finding.culprit or "precision")

    def confirmed(self, finding: Finding) -> Proved | Agrees:
        """What agrees is then proved if the normal form can."""
        step, reading, models = self.step, self.reading, self.models
        if provable(step, reading):
            proof = self.proofs.of(reading, models)
            if proof is not None:
                return Proved(proof.method, _joined(reading.source, proof.condition))
            if reading.shapes and matrix_words.proved(reading, models.arrays.structures):
                return Proved("matrix words", reading.source)
        method = "exact models" if finding.exact else "finite models"
        method = estimated(reading) or method
        if step.sign in ORDERS:
            method = "adversarial search"
        return Agrees(finding.models, method, _joined(reading.source, DOMAINS[finding.level]))

    def _result(self, verdict: Verdict | None, finding: Finding) -> Result:
        return Result(verdict, finding, self.reading)

    def _unchecked(self, finding: Finding, reason: Reason, detail: str) -> Result:
        return self._result(Unchecked(reason, detail, self.step.span), finding)

    def _open(self, finding: Finding, name: str, *culprits: str) -> Result:
        """The verdict "unchecked" with the reason that a method found."""
        return self._result(Raised(find(name), culprits).unchecked(self.step), finding)

    def _agreed(self, finding: Finding) -> Result:
        """What agrees in its models is confirmed if they could have distinguished it from what is false."""
        step, reading = self.step, self.reading
        claim = Agreement(step, reading, self.context, finding, examined_sign(step), self.models, self.fuel)
        lacking = (
            powerless(reading, finding) or self._alike(finding) or first_raised((STRUCTURE_ELSEWHERE,), claim)
        )
        if not finding.proved:
            here = structures(reading.sides, self.context.structures_at(step.span.start))
            claim = replace(claim, models=self.models.but(structures=here))
        lacking = lacking or first_raised(OF_OTHER_MODELS, claim)
        if lacking is not None:
            return self._result(lacking.unchecked(step), finding)
        return self._result(self._replace(models=claim.models).confirmed(finding), finding)

    def _alike(self, finding: Finding) -> Raised | None:
        """That both sides are the same in every model, which then cannot tell a bound from its reverse."""
        if not (finding.equal and self.models.chance.random.variables):
            return None
        return None if self.proofs.of(self.reading, self.models) is not None else found("alike-everywhere")

    def _without_value(self, finding: Finding) -> Result:
        """What no model can compute may still be proved: an integral of an unknown function is linear in it."""
        reading = self.reading
        if provable(self.step, reading) and not reading.shapes and conjugated(reading) is None:
            proof = self.proofs.of(reading, self.models)
            if proof is not None:
                return self._result(Proved(proof.method, _joined(reading.source, proof.condition)), finding)
        return self._result(numbers.without_value(self.step, finding), finding)

    def _under_conditions(self) -> Result | None:
        """A bound that holds under conditions that other parts of the post state, if that confirms it."""
        sides, sign, models = self.reading.sides, self.step.sign, self.models
        wider = plan(self.reading, sign, self.context, self.step.span.start, far=True)
        others = tuple(c for c in wider.conditions if not states(c, sides))
        if others == models.conditions:
            return None
        conditioned = models.but(conditions=others)
        custom = customary(conditioned, self.reading, self.context)
        for each in (conditioned, custom) if custom is not None else (conditioned,):
            finding = accord(*sides, sign, each)
            finding = searched_further(*sides, sign, each, finding, refuting=never)
            if finding.kind == "together":
                verdict = self._replace(models=each).confirmed(finding)
                return self._result(_with(verdict, "under the conditions of the post"), finding)
        return None

    def _holds_in_another_order(self) -> bool:
        """Whether a claim that fails holds where of two sizes the other one is larger: ``\\sum_{i=0}^d`` of m things means d \\le m."""
        if len(self.models.sizes) < 2:
            return False
        turned = self.models.but(sizes=self.models.sizes[::-1])
        found = accord(*self.reading.sides, examined_sign(self.step), turned, self.fuel)
        return found.kind == "together" and not found.nothing

    def _as_customary(self, finding: Finding) -> Result | None:
        """What holds for positive values only, if those are of symbols that are taken for positive anyway."""
        sides, step = self.reading.sides, self.step
        bound = finding if step.sign in ORDERS else None
        custom = customary(self.models, self.reading, self.context, bound)
        if custom is None or step.sign not in EQUALITIES | ORDERS:
            return None
        sign = "=" if bound is None else step.sign
        finding = accord(*sides, sign, custom, self.fuel)
        if bound is not None:
            finding = searched_further(*sides, sign, custom, finding, refuting=never)
        if finding.kind != "together" or finding.level != "real":
            return None
        names = ", ".join(sorted(frozenset(custom.domains) - frozenset(self.models.domains)))
        verdict = self._replace(models=custom).confirmed(finding)
        return self._result(_with(verdict, f"for positive {names}"), finding)


def examined_sign(step: Step) -> str:
    """The relation that models are asked for: a proportion was made an equation, an approximation holds exactly or not."""
    return "=" if step.sign in EXACT else step.sign


def _with(verdict: Proved | Agrees, condition: str) -> Proved | Agrees:
    return verdict._replace(detail=_joined(verdict.detail, condition))


def _joined(*details: str | None) -> str | None:
    return "; ".join(d for d in details if d) or None
