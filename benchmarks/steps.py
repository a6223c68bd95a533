"""How many scalar steps a second are judged, proofs included, and how long SymPy's `simplify` takes for the same steps.

The steps are the laws and slips of the elementary operators, read before the clock starts; processor time, one core.

Run: python benchmarks/steps.py [rounds]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from mathpost.document.reader import read
from mathpost.maths.claims import steps
from mathpost.maths.context import context
from mathpost.maths.operators import Law, registry
from mathpost.text.source import Source
from mathpost.verify import symbolic
from mathpost.verify.fuel import Fuel
from mathpost.verify.hearing import Reading
from mathpost.verify.readings import Readings
from mathpost.verify.weighing import Scales

ELEMENTARY = frozenset(
    "add multiply negate divide power sqrt exp log sin cos tan cot sec csc sinh cosh tanh coth arctan sigmoid tanh abs "
    "maximum minimum factorial binomial sum product derivative".split()
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    laws = [law for o in registry().values() if o.name in ELEMENTARY for law in (*o.laws, *o.slips)]
    judged = [found for law in laws for found in _prepared(law)]
    for judge, _ in judged:
        judge()  # libraries and caches are warm
    ours = [_spent(judge) for _ in range(rounds) for judge, _ in judged]
    _report("judged", ours)
    theirs, same = _simplified(judged)
    _report("simplify", theirs)
    _report("judged, of these", same)
    sys.stdout.write(f"simplify takes {sum(theirs) / sum(same):.0f} times as long in total\n")


def _prepared(law: Law) -> list[tuple[Callable[[], object], Reading]]:
    given = f"Let ${law.given.replace(' , ', '$, $')}$. Then" if law.given else "We have"
    document = read(Source("law.md", f"{given}\n\n$$\n{law.latex}\n$$\n"))
    found = steps(document)
    around = context(document, found)
    readings, scales = Readings(found, around), Scales(found, around)
    prepared = []
    for number, step in enumerate(found):
        if step.role == "claim" and document.formulas[step.formula].kind == "display":
            reading, _ = readings.literal(number, around.conventions)
            prepared.append((_judging(scales, number, reading), reading))
    return prepared


def _judging(scales: Scales, number: int, reading: Reading) -> Callable[[], object]:
    def judge() -> object:
        scales.fuel = Fuel()
        return scales.weigh(number, reading)

    return judge


def _simplified(judged: list[tuple[Callable[[], object], Reading]]) -> tuple[list[float], list[float]]:
    """Times of `simplify` for the steps that SymPy has a form for, and ours for the same."""
    import sympy

    theirs: list[float] = []
    ours: list[float] = []
    for judge, reading in judged:
        try:
            left, right = (symbolic.to_sympy(side) for side in reading.sides)
        except symbolic.NoSymbolicFormError:
            continue
        theirs.append(_spent(lambda left=left, right=right: sympy.simplify(left - right)))  # type: ignore[misc]
        ours.append(_spent(judge))
    return theirs, ours


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _report(name: str, times: list[float]) -> None:
    median, mean = 1e3 * statistics.median(times), 1e3 * statistics.fmean(times)
    sys.stdout.write(
        f"{name:18} {len(times):5} steps  median {median:8.3f} ms  mean {mean:8.3f} ms  {len(times) / sum(times):6.0f} steps/s\n"
    )


if __name__ == "__main__":
    main()
