"""The symmetric and the skew part of a matrix."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from mathpost.maths import values
from mathpost.maths.operators import Operator
from mathpost.maths.operators.linear.arrays import laws
from mathpost.maths.values import Value


def _part(sign: int) -> Callable[[Value], Value]:
    half = values.rational(Fraction(1, 2))

    def part(a: Value) -> Value:
        return values.multiply(half, values.add(a, values.multiply(sign, values.transpose(a))))

    return part


OPERATORS = (
    Operator(
        "symmetric_part",
        _part(1),
        spellings=("sym", "Sym"),
        laws=laws(
            r"[@A]_{\text{sym}} = \frac{1}{2}(@A + @A^{\top})",
            r"[@A]_{\text{sym}} + [@A]_{\text{skew}} = @A",
            r"@x^{\top}@A@x = @x^{\top}\operatorname{sym}(@A)@x",
        ),
        slips=laws(r"[@A]_{\text{sym}} = @A + @A^{\top}", r"[@A@B]_{\text{sym}} = [@B@A]_{\text{sym}}"),
    ),
    Operator(
        "skew_part",
        _part(-1),
        spellings=("skew", "Skew"),
        laws=laws(
            r"[@A]_{\text{skew}}^{\top} = -[@A]_{\text{skew}}",
            r"\langle [@A]_{\text{sym}}, [@B]_{\text{skew}} \rangle = 0 \cdot \operatorname{tr}(@A@B)",
        ),
        slips=laws(r"[@A]_{\text{skew}} = \frac{1}{2}(@A^{\top} - @A)"),
    ),
)
