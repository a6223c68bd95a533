"""Exponential and logarithm."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator
from mathpost.maths.values import Scalar


def _log_base(base: Scalar, x: Scalar) -> Scalar:
    return values.divide(values.log(x), values.log(base))


OPERATORS = (
    Operator(
        "exp",
        values.exp,
        spellings=("exp",),
        laws=(
            Law("e^{a + b} = e^a e^b"),
            Law(r"\exp(-x) = \frac{1}{\exp(x)}"),
            Law("(e^x)^2 = e^{2x}"),
            Law(r"e^{x \log 2} = 2^x"),
        ),
        slips=(Law("e^{a + b} = e^a + e^b"), Law("(e^x)^2 = e^{x^2}"), Law("e^{-x} = -e^x")),
    ),
    Operator(
        "log",
        values.log,
        spellings=("log", "ln"),
        laws=(
            Law(r"\log(ab) = \log a + \log b", "a > 0 , b > 0"),
            Law(r"\log\frac{a}{b} = \log a - \log b", "a > 0 , b > 0"),
            Law(r"\log x^n = n \log x", "x > 0"),
            Law(r"\log e^x = x"),
            Law(r"-\log\frac{1}{1 + e^{-x}} = \log(1 + e^{-x})"),
        ),
        slips=(
            Law(r"\log(a + b) = \log a + \log b", "a > 0 , b > 0"),
            Law(r"\log(ab) = \log a \log b", "a > 0 , b > 0"),
            Law(r"\log\frac{1}{x} = \log x", "x > 0"),
        ),
    ),
    Operator(
        "log_base",
        _log_base,
        laws=(Law(r"\log_2 8 = 3"), Law(r"\log_2 x = \frac{\ln x}{\ln 2}", "x > 0")),
        slips=(Law(r"\log_2 8 = 4"), Law(r"\log_2 x = \ln x \ln 2", "x > 0")),
    ),
)
