"""Infinite sums and products by their terms: their limits as numbers, with an estimate of the error.

Fast series are summed until their terms vanish; slow ones are extrapolated (D. Levin's u-transformation, Int. J. Comput. Math.
B3 (1973), 371-388) from two truncations that have to agree. The remaining difference widens the ball. That is no enclosure: an
infinite sum confirms and never refutes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import comb

from mathpost.maths import values
from mathpost.maths.values import DivergenceError, Scalar, Value

WORKING_BITS = 320  # extrapolation cancels digits
LONGEST = 220  # terms before a series counts as slow
TRUNCATIONS = (28, 38)
SMALL = 1e-24
SILENT = 3  # small terms in a row that end a series
AGREEMENT = 1e-9
WINDOW = 7  # recent terms, the largest of which is compared with earlier ones

Terms = Callable[[int], Value]


def endless_sum(term: Terms) -> Value:
    """Σ term(k) over k = 0, 1, 2 …

    Raises:
        DivergenceError: no two truncations agree on a limit of the partial sums.
    """
    with values.precision(WORKING_BITS):
        sums: list[Value] = []
        total: Value = 0
        silent = 0
        for k in range(LONGEST):
            step = values.ball(term(k))
            total = values.add(total, step)
            sums.append(total)
            silent = silent + 1 if _size(step) <= SMALL * (1 + _size(total)) else 0
            if silent >= SILENT and k > TRUNCATIONS[0] // 2:
                return _estimated(total, 1e-18)
            if k == TRUNCATIONS[1] + 4:
                extrapolated = _extrapolated(sums)
                if extrapolated is not None:
                    return extrapolated
        raise DivergenceError("endless sum")


def endless_product(factor: Terms) -> Value:
    """Π factor(k) over k = 0, 1, 2 …, as the sum of the differences of successive partial products."""
    partial: list[Value] = []

    def step(k: int) -> Value:
        before = partial[-1] if partial else 1
        partial.append(values.multiply(before, factor(k)))
        return values.add(partial[-1], values.negate(before))

    return values.add(1, endless_sum(step))


def _size(value: Value) -> float:
    if isinstance(value, values.Array):
        raise values.ShapeError("endless sum of arrays")
    if isinstance(value, values.Dual):
        return max(_size(value.value), _size(value.slope))
    return values.size(value)


def _estimated(value: Value, relative: float) -> Value:
    return values.widened(value, relative * (1 + _size(value)))


def _extrapolated(sums: Sequence[Value]) -> Value | None:
    """The extrapolated limit of `sums` if two truncations agree; else None."""
    if any(isinstance(s, values.Dual) for s in sums):
        return None
    if _grows(sums):
        return None
    found = [_levin(sums[: n + 1]) for n in TRUNCATIONS]
    if any(f is None for f in found):
        return None
    error = values.size(values.gap(found[0], found[1]))
    scale = 1 + values.size(found[1])
    if not error < AGREEMENT * scale:
        return None
    return values.widened(found[1], 10 * error + 1e-16 * scale)


def _grows(sums: Sequence[Value]) -> bool:
    """Whether the terms do not decrease: the extrapolated value of such a series is not a sum."""
    steps = [values.size(values.gap(a, b)) for a, b in pairwise(sums)]
    return max(steps[-WINDOW:]) >= max(steps[len(steps) // 2 - WINDOW : len(steps) // 2])


def _levin(sums: Sequence[Scalar]) -> Scalar | None:
    """Levin's u-transformation of the partial sums, remainders estimated by (k + 1) times the term."""
    order = len(sums) - 2
    top: Scalar = values.ball(0)
    bottom: Scalar = values.ball(0)
    for k in range(order + 1):
        step = values.add(sums[k + 1], values.negate(sums[k]))
        estimate = values.multiply(k + 2, step)
        if values.size(estimate) == 0:
            return None
        weight = (-1) ** k * comb(order, k) * (k + 2) ** (order - 1)
        share = values.ball(values.divide(weight, values.ball(estimate)))
        top = top + share * values.ball(sums[k + 1])
        bottom = bottom + share
    if values.size(bottom) == 0 or not bottom.is_finite():
        return None
    result = top / bottom
    return result if result.is_finite() and values.radius(result) < AGREEMENT else None
