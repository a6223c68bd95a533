"""Which of two quantities is the larger in the end: their ratio on the way to a point, logarithms counted.

A ratio that comes to a constant changes less and less; one that grows as a logarithm does changes by a share of itself
that falls as slowly as the logarithm's own. What lies between the two is left open.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Literal

from mathpost.maths.terms.term import Term
from mathpost.verify.methods.approaches import Approach, magnitude, reach

Comparison = Literal["smaller", "alike", "larger"]
# parts of the slope of a logarithm: less is none, as much is one; and of how that slope falls on the way
NONE, ONE, LASTING = 0.3, 0.6, 0.9


def compared(one: Term, other: Term, approach: Approach) -> Comparison | None:
    """What `one` is beside `other` at the end of the way; None where one has no value or the ratio shows neither."""
    exponents = approach.course.exponents
    sizes = [(approach.value(one, e), approach.value(other, e)) for e in exponents]
    if any(a is None or b is None for a, b in sizes):
        return None
    logarithms = [magnitude(a) - magnitude(b) for a, b in sizes if a is not None and b is not None]
    if logarithms[-1] == -math.inf:
        last, beside = sizes[-1]
        resolved = last is not None and beside is not None and reach(last) < magnitude(beside)
        return "smaller" if resolved else None  # else the difference is lost in the digits
    if not all(map(math.isfinite, logarithms)):
        return None
    slopes = [(b - a) / (n - m) for (a, m), (b, n) in pairwise(zip(logarithms, exponents, strict=True))]
    return _of_slopes(slopes, [math.log2(n / m) / (n - m) for m, n in pairwise(exponents)])


def _of_slopes(slopes: list[float], logarithmic: list[float]) -> Comparison | None:
    """What the slopes of a ratio say, from those that a logarithm has in the same places."""
    first, last = slopes[0], slopes[-1]
    if abs(last) < NONE * logarithmic[-1]:
        return "alike"
    lasting = last / first >= LASTING * logarithmic[-1] / logarithmic[0] if first else False
    if abs(last) < ONE * logarithmic[-1] or not lasting:
        return None
    return "larger" if last > 0 else "smaller"
