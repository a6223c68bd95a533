"""Layers of a network, applied to a vector or to each row of a matrix."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator
from mathpost.maths.operators.linear.arrays import laws

SOFTMAX_ENTRY = Law(
    r"\text{softmax}(\boldsymbol{x})_i = \frac{e^{x_i}}{\sum_{j=1}^{n} e^{x_j}}", r"1 \le i \le n"
)

OPERATORS = (
    Operator(
        "softmax",
        values.softmax,
        spellings=("softmax", "Softmax"),
        laws=(
            *laws(
                r"\text{softmax}(@x + c\boldsymbol{1}) = \text{softmax}(@x)",
                r"\boldsymbol{1}^{\top}\text{softmax}(@x) = 1",
            ),
            SOFTMAX_ENTRY,
        ),
        slips=laws(
            r"\text{softmax}(2@x) = \text{softmax}(@x)",
            r"\text{softmax}(@x + @y) = \text{softmax}(@x) + \text{softmax}(@y)",
        ),
    ),
    Operator(
        "layer_norm",
        values.layer_norm,
        spellings=("LayerNorm", "LN", "Layernorm"),
        laws=laws(r"\operatorname{LayerNorm}(@x + c\boldsymbol{1}) = \operatorname{LayerNorm}(@x)"),
        slips=laws(r"\operatorname{LayerNorm}(2@x) = 2\operatorname{LayerNorm}(@x)"),
    ),
    Operator(
        "rms_normalised",
        values.rms_normalised,
        spellings=("RMSNorm",),
        laws=laws(r"\operatorname{RMSNorm}(3@x) = \operatorname{RMSNorm}(@x)"),
        slips=laws(r"\operatorname{RMSNorm}(3@x) = 3\operatorname{RMSNorm}(@x)"),
    ),
)
