r"""Products that fit together only with a transpose that was lost: ``\boldsymbol{x}\boldsymbol{y}`` for ``\boldsymbol{x}^\top\boldsymbol{y}``.

That sizes do not fit says little by itself: the notation may mean something else. Where a claim writes other transposes and
holds with one more, it was lost.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import uses
from mathpost.verify.interpretation.reading import EQUALITIES, Hearing, Reading
from mathpost.verify.interpretation.verdict import Refuted, Unchecked
from mathpost.verify.planning import fitting
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.repair.neighbours import Neighbours
from mathpost.verify.slips.array_slips import with_transpose

VARIANTS = 12  # right sides that are tried for one claim
METHOD = "finite models"


def refuted_by_sizes(number: int, hearing: Hearing, around: Surroundings) -> Refuted | None:
    """The refutation of the step `number`, whose arrays do not fit, if it holds with one more transpose on the right."""
    step, reading, verdict = around.steps[number], hearing.reading, hearing.verdict
    if reading is None or not isinstance(verdict, Unchecked) or verdict.reason != "sorts":
        return None
    left_size, apart, right_size = verdict.culprit.partition(" and ")
    if not apart or step.sign not in EQUALITIES or not uses(reading.sides, fitting.TRANSPOSE):
        return None
    near = Neighbours(number, reading, around, goal="", unsaid=False, reserved=True)
    conventions = replace(around.context.conventions, choices=reading.choices)
    try:
        left = elaborate(step.left.nodes, conventions).term
    except (UnreadError, RecursionError):
        return None
    plain = conventions.arrays.plain | conventions.arrays.families
    for latex in islice(with_transpose(step.right.text, plain), VARIANTS):
        right = near.read(latex, conventions)
        if right is None or left == right:
            continue
        meant = near.compared(left, right, conventions)
        if meant is not None and _fits(number, meant, around) and near.is_true(meant):
            sizes = f"{left_size} and {right_size}"
            return Refuted("for all sizes", "an array", f"none: {sizes} do not fit", METHOD, latex)
    return None


def _fits(number: int, reading: Reading, around: Surroundings) -> bool:
    """Whether the arrays of a claim have sizes with which they fit, as the post declares them."""
    return fitting.fits(around.steps[number], reading, around.context)
