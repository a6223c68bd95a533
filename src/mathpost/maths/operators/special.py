"""Special functions; definitions and domains as in the NIST Digital Library of Mathematical Functions."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator

OPERATORS = (
    Operator(
        "gamma",
        values.gamma,
        spellings=("Gamma",),
        laws=(Law(r"\Gamma(x + 1) = x\Gamma(x)", "x > 0"), Law(r"\Gamma(\frac{1}{2}) = \sqrt{\pi}")),
        slips=(Law(r"\Gamma(x + 1) = (x + 1)\Gamma(x)", "x > 0"),),
    ),
    Operator(
        "erf",
        values.erf,
        spellings=("erf",),
        laws=(
            Law(r"\operatorname{erf}(-x) = -\operatorname{erf}(x)"),
            Law(r"\frac{d}{dx}\operatorname{erf}(x) = \frac{2}{\sqrt{\pi}} e^{-x^2}"),
        ),
        slips=(Law(r"\operatorname{erf}(-x) = \operatorname{erf}(x)"),),
    ),
)
