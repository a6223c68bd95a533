"""Activation functions of neural networks, of one variable."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator
from mathpost.maths.values import Scalar, Value


def _sigmoid(x: Scalar) -> Scalar:
    return values.divide(1, values.add(1, values.exp(values.negate(x))))


def _softplus(x: Scalar) -> Scalar:
    return values.log(values.add(1, values.exp(x)))


def _relu(x: Scalar) -> Scalar:
    return values.largest((0, x)) if not isinstance(x, values.Dual) else (0 if values.less(x, 0) else x)


def _entrywise(function: object) -> object:
    def mapped(x: Value) -> Value:
        if isinstance(x, values.Array):
            return values.Array(x.shape, tuple(map(mapped, x.entries)))
        return function(x)  # type: ignore[operator]

    return mapped


OPERATORS = (
    Operator(
        "sigmoid",
        _entrywise(_sigmoid),  # type: ignore[arg-type]
        spellings=("sigmoid",),
        laws=(
            Law(r"\operatorname{sigmoid}(-x) = 1 - \operatorname{sigmoid}(x)"),
            Law(r"\operatorname{sigmoid}(x) = \frac{1}{1 + e^{-x}}"),
            Law(
                r"\frac{d}{dx}\operatorname{sigmoid}(x) = \operatorname{sigmoid}(x)(1 - \operatorname{sigmoid}(x))"
            ),
        ),
        slips=(
            Law(r"\operatorname{sigmoid}(-x) = -\operatorname{sigmoid}(x)"),
            Law(
                r"\frac{d}{dx}\operatorname{sigmoid}(x) = \operatorname{sigmoid}(x)(1 + \operatorname{sigmoid}(x))"
            ),
        ),
    ),
    Operator(
        "softplus",
        _entrywise(_softplus),  # type: ignore[arg-type]
        spellings=("softplus",),
        laws=(Law(r"\operatorname{softplus}(x) - \operatorname{softplus}(-x) = x"),),
        slips=(Law(r"\operatorname{softplus}(x) = \operatorname{softplus}(-x)"),),
    ),
    Operator(
        "relu",
        _entrywise(_relu),  # type: ignore[arg-type]
        spellings=("relu", "ReLU"),
        laws=(Law(r"\operatorname{relu}(x) = \max(0, x)"),),
        slips=(Law(r"\operatorname{relu}(x) = \min(0, x)"),),
    ),
)
