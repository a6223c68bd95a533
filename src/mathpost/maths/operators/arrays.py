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
    Operator("inner", values.inner, may_refute=False),
)
