"""What the normal form proves about a reading: computed once, as soon as a model agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathpost.maths.notation.step import Step
from mathpost.verify.interpretation.reading import EQUALITIES, Reading, has_decimals
from mathpost.verify.models.model import Plan
from mathpost.verify.planning.plan import positive

if TYPE_CHECKING:
    from mathpost.verify.methods.normal_form import Proof


def provable(step: Step, reading: Reading) -> bool:
    """Whether a claim is one that a normal form can prove: an equation between exact numbers."""
    return step.sign in EQUALITIES and not has_decimals(reading)


class Proofs:
    """Proofs of readings, of which the last one is remembered."""

    def __init__(self) -> None:
        self._last: tuple[Reading, Plan, Proof | None] | None = None

    def of(self, reading: Reading, models: Plan) -> Proof | None:
        """That the sides of `reading` are equal for all values that `models` draws from, or None."""
        if self._last is None or self._last[0] is not reading or self._last[1] is not models:
            from mathpost.verify.methods.normal_form import prove_equal

            self._last = reading, models, prove_equal(*reading.sides, positive=lambda t: positive(t, models))
        return self._last[2]

    def unconditional(self, reading: Reading, models: Plan) -> bool:
        """Whether there is a proof that assumes nothing of the symbols but that they are real."""
        proof = self.of(reading, models)
        return proof is not None and proof.condition is None
