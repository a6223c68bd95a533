"""What weighing a claim needs: the steps of its post, the context, the fuel that is left, the proofs found so far."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.verify.interpretation.reading import (
    Reading,
)
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan
from mathpost.verify.planning.proofs import Proofs
from mathpost.verify.weighing import expansions
from mathpost.verify.weighing.appraisal import Appraisal


class Bench:
    """The claims `steps` of one post in its context.

    If `thorough`, a claim is weighed fully even if it leaves something open; if only `confirming`, what fails is not examined further.
    """

    def __init__(
        self, steps: Sequence[Step], around: Context, *, thorough: bool = False, confirming: bool = False
    ) -> None:
        self.steps = steps
        self.context = around
        self.thorough = thorough
        self.confirming = confirming
        self.fuel = Fuel()
        self.proofs = Proofs()
        self.goals = expansions.known(steps)
        self.weighed: set[object] = set()  # readings of the claim at hand that nothing will confirm

    def _appraisal(self, step: Step, reading: Reading, models: Plan) -> Appraisal:
        return Appraisal(step, reading, models, self.context, self.proofs, self.fuel)
