"""Claims that are read and ready to be judged: the laws and slips of operators, those of posts; what a benchmark says of its times."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.operators import Law, registry
from mathpost.text.source import Source, decode
from mathpost.verify.interpretation.reading import Reading, Result
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.planning import fitting
from mathpost.verify.weighing.weighing import Scales


class Claim(NamedTuple):
    """A displayed claim as it was read, in its post; `number`: its place among the steps that `scales` know."""

    step: Step
    number: int
    reading: Reading
    around: Context
    scales: Scales

    def judged(self) -> Result:
        """What the methods find of it, with fuel of its own."""
        self.scales.fuel = Fuel()
        return self.scales.weigh(self.number, self.reading)


def claims(operators: Collection[str]) -> list[Claim]:
    """The laws and slips of the operators with these names."""
    laws = [law for o in registry().values() if o.name in operators for law in (*o.laws, *o.slips)]
    return [claim for law in laws for claim in _read(law)]


def _read(law: Law) -> list[Claim]:
    given = f"Let ${law.given.replace(' , ', '$, $')}$. Then" if law.given else "We have"
    return _of(Source("law.md", f"{given}\n\n$$\n{law.latex}\n$$\n"))


def _of(source: Source) -> list[Claim]:
    """The displayed claims of a post that can be read."""
    document = read(source)
    found = steps(document)
    around = context(document, found)
    readings, scales = Readings(found, around), Scales(found, around)
    claims = []
    for number, step in enumerate(found):
        if step.role == "claim" and document.formulas[step.formula].kind == "display":
            with suppress(UnreadError):
                reading, _ = readings.literal(number, around.conventions)
                claims.append(Claim(step, number, reading, around, scales))
    return claims


def scalars_of(post: Path) -> list[Claim]:
    """The claims of a post that can be read and speak of no arrays, as they stand."""
    return [c for c in _of(decode(post.name, post.read_bytes())) if not fitting.concerns(c.reading)]


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    began = time.process_time()
    work()
    return time.process_time() - began


def judged(read: Callable[[], Sequence[Claim]], rounds: int) -> list[float]:
    """Seconds that each claim takes in the round, of so many, that what else the machine does disturbs least.

    Every round judges claims that are read for it, before the clock starts: a claim of a post is read once and judged once,
    and what judging remembers of its terms is never there before.
    """
    times = [[spent(claim.judged) for claim in read()] for _ in range(rounds)]
    return min(times, key=sum)


def report(name: str, times: Sequence[float]) -> None:
    """One line about the `times` of steps, in seconds."""
    median, mean = 1e3 * statistics.median(times), 1e3 * statistics.fmean(times)
    sys.stdout.write(
        f"{name:18} {len(times):5} steps  median {median:8.3f} ms  mean {mean:8.3f} ms  {len(times) / sum(times):6.0f} steps/s\n"
    )
