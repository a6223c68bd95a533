"""How many steps with vectors and matrices a second are compared in finite models: fitted, drawn, evaluated as balls.

The steps are the laws and slips of the operators of arrays, read and fitted before the clock starts; processor time of one
core. `models` is the comparison itself, `judged` the whole of it: the search for readings that fit, models and proofs.

Run: python benchmarks/arrays.py [rounds]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator

from mathpost.document.reader import read
from mathpost.maths.claims import steps
from mathpost.maths.context import context
from mathpost.maths.operators import Law, registry
from mathpost.maths.resolution import resolutions
from mathpost.text.source import Source
from mathpost.verify import fitting
from mathpost.verify.fuel import Fuel
from mathpost.verify.methods.finite_models import examine
from mathpost.verify.planning import plan
from mathpost.verify.readings import Readings
from mathpost.verify.weighing import Scales

OF_ARRAYS = frozenset(
    "transpose trace hadamard inner dot kronecker vectorised diagonal matrix determinant norm norm_2 norm_1 frobenius_norm "
    "nuclear_norm norm_infinity softmax layer_norm rms_norm symmetric_part skew_part msign singular_value jacobian".split()
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    laws = [law for o in registry().values() if o.name in OF_ARRAYS for law in (*o.laws, *o.slips)]
    prepared = [pair for law in laws for pair in _prepared(law)]
    for judge, compare in prepared:
        judge(), compare()  # libraries and caches are warm
    _report("models", [_spent(compare) for _ in range(rounds) for _, compare in prepared])
    _report("judged", [_spent(judge) for _ in range(rounds) for judge, _ in prepared])


def _prepared(law: Law) -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    given = f"Let ${law.given.replace(' , ', '$, $')}$. Then" if law.given else "We have"
    document = read(Source("law.md", f"{given}\n\n$$\n{law.latex}\n$$\n"))
    found = steps(document)
    around = context(document, found)
    readings, scales = Readings(found, around), Scales(found, around)
    for number, step in enumerate(found):
        if step.role != "claim" or document.formulas[step.formula].kind != "display":
            continue
        reading, _ = readings.literal(number, around.conventions)
        fits = resolutions(*reading.sides, fitting.known(step, around, ())).readings
        if fits:
            chosen = fitting._read(reading, fits[0])
            models = plan(chosen, "=", around)
            yield (
                lambda number=number, reading=reading: _judged(scales, number, reading),  # type: ignore[misc]
                lambda chosen=chosen, models=models: examine(*chosen.sides, "=", models, fuel=Fuel()),  # type: ignore[misc]
            )


def _judged(scales: Scales, number: int, reading: object) -> object:
    scales.fuel = Fuel()
    return scales.weigh(number, reading)  # type: ignore[arg-type]


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _report(name: str, times: list[float]) -> None:
    median, mean = 1e3 * statistics.median(times), 1e3 * statistics.fmean(times)
    sys.stdout.write(
        f"{name:8} {len(times):5} steps  median {median:8.3f} ms  mean {mean:8.3f} ms  {len(times) / sum(times):6.0f} steps/s\n"
    )


if __name__ == "__main__":
    main()
