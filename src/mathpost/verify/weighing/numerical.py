"""Evaluate claims between numbers: without free symbols, up to rounding, or as multiples of one expression."""

from __future__ import annotations

from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step
from mathpost.verify.interpretation.reading import (
    EQUALITIES,
    Reading,
    Result,
    has_decimals,
)
from mathpost.verify.interpretation.verdict import Agrees, Proved
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.methods.rounding import Origin
from mathpost.verify.models.model import Plan
from mathpost.verify.planning import numbers
from mathpost.verify.planning.plan import plan
from mathpost.verify.weighing import chance, expansions, multiples
from mathpost.verify.weighing.bench import Bench

CONSTANTS = frozenset(["e", r"\pi"])


class NumberBench(Bench):
    """Claims of numbers and approximations."""

    def _of_numbers(self, number: int, reading: Reading) -> Result:
        """A claim without free symbols."""
        step = self.steps[number]
        return self._proved_numbers(step, numbers.weigh(step, reading, origin=self._origin(number)))

    def _origin(self, number: int) -> Origin:
        """Where the numbers on the left of a step come from."""
        if not self.steps[number].interior:
            return "stated"
        return "computed" if letters(self.steps[number - 1].left.nodes) <= CONSTANTS else "put in"

    def _weigh_approximation(self, number: int, reading: Reading) -> Result:
        """``≈`` between symbols mentions orders of magnitude; only an exact equality is confirmed here."""
        step = self.steps[number]
        models = plan(reading, "=", self.context, step.span.start)
        finding = accord(*reading.sides, "=", models, self.fuel)
        if finding.kind == "together":
            return self._appraisal(step, reading, models).of(finding)
        as_numbers = self._of_multiples(number, reading, models)
        if as_numbers is not None:
            return as_numbers
        return chance.sampled(step, reading, self.context, self.fuel) or expansions.weigh(
            step, reading, self.context, self.goals, self.fuel, confirming=self.confirming
        )

    def _of_multiples(self, number: int, reading: Reading, models: Plan) -> Result | None:
        """Multiples of one expression, by their factors."""
        scaled = multiples.factors(reading, models, self.fuel)
        if scaled is None:
            return None
        return numbers.weigh(self.steps[number], scaled, origin=self._origin(number))

    def _proved_numbers(self, step: Step, result: Result) -> Result:
        """Numbers whose balls overlap, proved equal if the normal form can."""
        reading, finding = result.reading, result.finding
        if reading is None or finding is None or finding.kind != "together" or step.sign not in EQUALITIES:
            return result
        if isinstance(result.verdict, Agrees) and not has_decimals(reading):
            verdict = self._appraisal(step, reading, Plan({}, (), (), reading.seed)).confirmed(finding)
            return result._replace(verdict=verdict if isinstance(verdict, Proved) else result.verdict)
        return result
