"""Numbers and singular values clipped to bounds; the sign of a matrix."""

from __future__ import annotations

from functools import partial

from mathpost.maths import values
from mathpost.maths.operators import Operator
from mathpost.maths.operators.linear.arrays import laws

_ordered = partial(laws, given="a < b")

OPERATORS = (
    Operator(
        "clip",
        values.clipped,
        spellings=("clip", "Clip", "clamp"),
        laws=_ordered(
            r"\operatorname{clip}(x, a, b) = \max(a, \min(x, b))",
            r"\operatorname{clip}_{[a,b]}(x) = \frac{a + b + |x - a| - |x - b|}{2}",
            r"\operatorname{clip}_{[-b,-a]}(-@x) = -\operatorname{clip}_{[a,b]}(@x)",
        ),
        slips=_ordered(
            r"\operatorname{clip}(x, 0, 1) = \max(1, \min(x, 0))",
            r"\operatorname{clip}_{[a,b]}(-@x) = -\operatorname{clip}_{[a,b]}(@x)",
        ),
    ),
    Operator(
        "mclip",
        values.singular_values_clipped,
        spellings=("mclip",),
        laws=_ordered(
            r"\operatorname{mclip}(@A^{\top}) = \operatorname{mclip}(@A)^{\top}",
            r"2\operatorname{mclip}(@A) = @A + \operatorname{msign}(@A) + "
            r"(\operatorname{msign}(@A) - @A)\operatorname{msign}(@A^{\top}@A - @I)",
        ),
        slips=_ordered(
            r"\operatorname{mclip}(2@A) = 2\operatorname{mclip}(@A)",
            r"2\operatorname{mclip}(@A) = @A + \operatorname{msign}(@A)",
        ),
    ),
    Operator(
        "matrix_sign",
        values.matrix_sign,
        spellings=("mcsgn",),
        laws=_ordered(
            r"\operatorname{mcsgn}(@A)^2 = @I",
            r"\operatorname{mcsgn}(@A)@A = @A\operatorname{mcsgn}(@A)",
            r"\operatorname{mcsgn}(@A) = @A(@A^2)^{-1/2}",
        ),
        slips=_ordered(
            r"\operatorname{mcsgn}(@A) = \operatorname{msign}(@A)",
            r"\operatorname{mcsgn}(@A@B) = \operatorname{mcsgn}(@B@A)",
        ),
    ),
)
