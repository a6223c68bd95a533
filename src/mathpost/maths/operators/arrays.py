"""Transpose, trace and products of arrays. A claim about arrays may be confirmed, not yet refuted: shapes that a
post leaves open need readings that are not tried.
"""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator

OPERATORS = (
    Operator(
        "transpose",
        values.transpose,
        laws=(
            Law(r"(\boldsymbol{A}\boldsymbol{B})^{\top} = \boldsymbol{B}^{\top}\boldsymbol{A}^{\top}"),
            Law(r"(\boldsymbol{A}^{\top})^{\top} = \boldsymbol{A}"),
        ),
        may_refute=False,
    ),
    Operator(
        "trace",
        values.trace,
        spellings=("tr", "Tr", "trace"),
        laws=(
            Law(
                r"\operatorname{tr}(\boldsymbol{A}\boldsymbol{B}) = \operatorname{tr}(\boldsymbol{B}\boldsymbol{A})"
            ),
            Law(r"\operatorname{tr}(\boldsymbol{A}^{\top}) = \operatorname{tr}(\boldsymbol{A})"),
        ),
        may_refute=False,
    ),
    Operator("hadamard", values.hadamard, may_refute=False),
    Operator(
        "inner",
        values.inner,
        laws=(Law(r"\langle \boldsymbol{x}, \boldsymbol{y} \rangle = \boldsymbol{x}^{\top}\boldsymbol{y}"),),
        may_refute=False,
    ),
    Operator(
        "dot",
        values.dotted,
        laws=(Law(r"\boldsymbol{x}\cdot\boldsymbol{y} = \boldsymbol{y}\cdot\boldsymbol{x}"),),
        may_refute=False,
    ),
    Operator(
        "norm",
        values.norm,
        laws=(
            Law(
                r"\|\boldsymbol{x} - \boldsymbol{y}\|^2 = \|\boldsymbol{x}\|^2 - 2\boldsymbol{x}^{\top}\boldsymbol{y} "
                r"+ \|\boldsymbol{y}\|^2"
            ),
            Law(r"\|-\boldsymbol{x}\|_2 = \|\boldsymbol{x}\|_2"),
        ),
        may_refute=False,
    ),
    Operator(
        "frobenius_norm",
        values.frobenius_norm,
        laws=(Law(r"\|\boldsymbol{A}\|_F^2 = \operatorname{tr}(\boldsymbol{A}^{\top}\boldsymbol{A})"),),
        may_refute=False,
    ),
    Operator(
        "identity",
        lazy=lambda _, scope: values.identity(scope.length),
        laws=(Law(r"\boldsymbol{A}\boldsymbol{A}^{-1} = \boldsymbol{I}"),),
        may_refute=False,
    ),
    Operator(
        "determinant",
        values.determinant,
        spellings=("det",),
        laws=(Law(r"\det(\boldsymbol{A}\boldsymbol{B}) = \det(\boldsymbol{A})\det(\boldsymbol{B})"),),
        may_refute=False,
    ),
    Operator(
        "softmax",
        values.softmax,
        spellings=("softmax", "Softmax"),
        laws=(
            Law(r"\text{softmax}(\boldsymbol{x} + c\boldsymbol{1}) = \text{softmax}(\boldsymbol{x})"),
            Law(
                r"\text{softmax}(\boldsymbol{x})_i = \frac{e^{x_i}}{\sum_{j=1}^{n} e^{x_j}}", r"1 \le i \le n"
            ),
        ),
        may_refute=False,
    ),
)
