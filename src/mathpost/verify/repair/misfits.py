r"""Claims whose arrays fit together in no way, and hold with one slip undone.

That sizes do not fit says little by itself: the notation may mean something else. Where a claim writes other transposes
and holds with one more, ``\boldsymbol{x}\boldsymbol{y}`` for ``\boldsymbol{x}^\top\boldsymbol{y}``, that was lost; where it
holds with the two indices of an entry in the other order, ``A_{ji}`` for ``A_{ij}``, they were swapped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import uses
from mathpost.verify.interpretation.reading import EQUALITIES, Result
from mathpost.verify.interpretation.verdict import Refuted
from mathpost.verify.planning import fitting
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.repair.neighbours import Neighbours
from mathpost.verify.slips.array_slips import with_swapped_indices, with_transpose

VARIANTS = 12  # right sides that are tried for one claim
METHOD = "finite models"


def refuted_by_sizes(number: int, result: Result, around: Surroundings) -> Refuted | None:
    """The refutation of the step `number`, whose arrays do not fit, if it holds with one slip of an array undone."""
    step, reading, misfit = around.steps[number], result.reading, result.misfit
    if reading is None or misfit is None or step.sign not in EQUALITIES:
        return None
    near = Neighbours(number, reading, around, goal="", unstated=False)
    conventions = replace(around.context.conventions, choices=reading.choices)
    try:
        left = elaborate(step.left.nodes, conventions).term
    except (UnreadError, RecursionError):
        return None
    for latex in islice(_variants(number, result, around), VARIANTS):
        right = near.read(latex, conventions)
        meant = None if right is None or left == right else near.compared(left, right, conventions)
        if meant is not None and fitting.fits(step, meant, around.context) and near.is_true(meant):
            return Refuted("for all sizes", "an array", f"none: {misfit} do not fit", METHOD, latex)
    return None


def _variants(number: int, result: Result, around: Surroundings) -> Iterator[str]:
    """The right sides that the author may have meant: with one more transpose where others are, or two indices swapped."""
    latex = around.steps[number].right.text
    arrays = around.context.conventions.arrays
    transposed = result.reading is not None and uses(result.reading.sides, fitting.TRANSPOSE)
    more = with_transpose(latex, arrays.plain | arrays.families) if transposed else iter(())
    return chain(more, with_swapped_indices(latex))
