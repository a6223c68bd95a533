"""How many steps with vectors and matrices a second are compared in finite models: fitted, drawn, evaluated as balls.

The steps are the laws and slips of the operators of arrays, read and fitted before the clock starts; processor time of one
core. `models` is the comparison itself, `judged` the whole of it: the search for readings that fit, models and proofs.

Run: python benchmarks/arrays.py [rounds]
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from laws import Claim, claims, report, spent

from mathpost.maths.typing.resolution import resolutions
from mathpost.verify.methods.finite_models import examine
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.planning import fitting
from mathpost.verify.planning.plan import plan

OF_ARRAYS = frozenset(
    "transpose trace hadamard inner dot kronecker vectorised diagonal matrix determinant norm norm_2 norm_1 frobenius_norm "
    "nuclear_norm norm_infinity softmax layer_norm rms_norm symmetric_part skew_part msign singular_value jacobian".split()
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    fitted = [(claim, compare) for claim in claims(OF_ARRAYS) if (compare := _comparison(claim)) is not None]
    for claim, compare in fitted:
        claim.judged(), compare()  # libraries and caches are warm
    report("models", [spent(compare) for _ in range(rounds) for _, compare in fitted])
    report("judged", [spent(claim.judged) for _ in range(rounds) for claim, _ in fitted])


def _comparison(claim: Claim) -> Callable[[], object] | None:
    """The comparison of the sides in the first reading that fits, None where there is none."""
    fits = resolutions(*claim.reading.sides, fitting.known(claim.step, claim.around, ())).readings
    if not fits:
        return None
    chosen = fitting.fitted(claim.reading, fits[0])
    models = plan(chosen, "=", claim.around)
    return lambda: examine(*chosen.sides, "=", models, fuel=Fuel())


if __name__ == "__main__":
    main()
