"""What an equation leaves out: a factor, after ``\\propto``; an increasing function, between arguments of extremes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mathpost.maths.elaboration.binders.extremes import orders
from mathpost.maths.notation.step import Step
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Failure, objection

PAIRS = 64  # points that are compared before two functions count as of one order
LOGARITHMS = frozenset([r"\log", r"\ln"])


@objection(
    "increasing-function", "one side may be an increasing function of the other", "也许一边是另一边的增函数"
).shown(
    r"Hence $$\arg\max_{z} p(z|x) = \arg\max_{z} \frac{p(z|x)}{1-p(z|x)}$$",
    passes=r"Hence $$\arg\max_{z} p(z|x) = \arg\max_{z} (1-p(z|x))$$",
)
def _of_one_order(claim: Failure) -> bool:
    """Arguments of extremes of two functions that rise and fall together, as p and ``p / (1 - p)`` do."""
    reading, around = claim.reading, claim.around
    signs = orders(*reading.sides)
    if signs is None:
        return False
    models = replace(plan(reading, "=", around.context), draws=PAIRS)
    found = accord(*signs, "=", models)
    return found.kind == "together"


def _chain(number: int, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps of the chain before the step `number`, the first one first; none where it begins one."""
    first = number
    while first > 0 and steps[first].interior and steps[first - 1].formula == steps[number].formula:
        first -= 1
    return () if steps[first].interior else steps[first:number]
