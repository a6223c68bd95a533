r"""Piecewise definitions, each formula with its range: ``f(x) = x`` for ``0 \le x \le 1``, ``f(x) = 2 - x`` for …

No piece is substituted for the whole function.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths.elaboration import heads
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import ORDERS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare

NEAR = 400  # characters between the pieces of one function
RANGES = ORDERS | {"∈", "!="}


def in_pieces(number: int, steps: Sequence[Step]) -> bool:
    """Whether the step `number` and a neighbouring step give the same head different values on different ranges."""
    return any(_is_next_piece(number, steps, way) for way in (1, -1))


def _is_next_piece(number: int, steps: Sequence[Step], way: int) -> bool:
    step, other = steps[number], number + way
    while 0 <= other < len(steps) and steps[other].sign in RANGES and _bounds(steps[other], step):
        other += way
    if not 0 <= other < len(steps) or abs(other - number) < 2:
        return False
    said = steps[other]
    same = said.left.text == step.left.text and said.right.text != step.right.text
    same = same and abs(said.span.start - step.span.start) < NEAR
    return same and said.sign == step.sign and not (said.interior or step.interior)


def _bounds(range_: Step, step: Step) -> bool:
    r"""Whether a relation bounds an argument of the head of `step`, and not its value: ``1 \le z_t`` is not a range of t."""
    spoken = letters(range_.left.nodes) | letters(range_.right.nodes)
    named = bare((heads.head(step.left.nodes) or "").removesuffix("()"))
    return named not in spoken and not spoken.isdisjoint(letters(step.left.nodes))
