"""Derivatives, by dual numbers: exact up to the width of the balls.

``derivative`` (body, target): the partial derivative of the body by a symbol or an entry of a family that stands
free in it. A symbol of the body whose definition is not known may depend on the target without showing it; the
model decides (`Scope.vary`), and both readings are tried.
"""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator, Scope
from mathpost.maths.operators.arrays import bold
from mathpost.maths.term import Bind, Term
from mathpost.maths.values import Array, Value


def _derivative(arguments: tuple[Term, ...], scope: Scope) -> Value:
    body, target = arguments
    inner, level = scope.vary(target)
    return values.slope_of(inner.value(body), level)


def _jacobian(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """By an array: a number's derivative has the target's shape, a vector's a row for each of its entries."""
    body, target = arguments
    shape, variations = scope.vary_entries(target)
    slopes = [values.slope_of(inner.value(body), level) for inner, level in variations]
    if not any(isinstance(s, Array) for s in slopes):
        return Array(shape, tuple(slopes))
    size = max(len(values.entries(s)) for s in slopes)
    columns = [values.entries(s) if isinstance(s, Array) else (s,) * size for s in slopes]
    return Array((size, len(columns)), tuple(v for row in zip(*columns, strict=True) for v in row))


def _differentiate(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """``f'(x)``: a `Bind` of the function's variable with the point as its bound."""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    point = values.seeded(scope.value(bind.bounds[0]))
    return values.slope_of(scope.bind(bind.variable.name, point).value(bind.body), point.level)


def _differential(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """``dX``: the change to first order when every symbol that has a differential moves in its own direction."""
    moved, level = scope.moved()
    return values.slope_of(moved.value(arguments[0]), level)


OPERATORS = (
    Operator(
        "derivative",
        lazy=_derivative,
        laws=(
            Law(r"\frac{d}{dx} x^3 = 3x^2"),
            Law(r"\frac{d}{dx} \log x = \frac{1}{x}", "x > 0"),
            Law(r"\frac{d}{dx}\left(e^{-x^2}\right) = -2x e^{-x^2}"),
            Law(r"\frac{\partial}{\partial x_j} \sum_{i=1}^{n} x_i^2 = 2x_j", r"1 \le j \le n"),
            Law(r"\frac{\partial}{\partial x_i} \log \sum_{j=1}^{n} e^{x_j} = \frac{e^{x_i}}{\sum_{j=1}^{n} e^{x_j}}", r"1 \le i \le n"),
            Law(r"\frac{d^2}{dx^2} \sin x = -\sin x"),
        ),
        slips=(
            Law(r"\frac{d}{dx} x^3 = 3x"),
            Law(r"\frac{d}{dx} e^{-x} = e^{-x}"),
            Law(r"\frac{d}{dx} \frac{1}{x} = \frac{1}{x^2}"),
            Law(r"\frac{\partial}{\partial x_j} \sum_{i=1}^{n} x_i^2 = 2\sum_{i=1}^{n} x_i", r"1 \le j \le n"),
        ),
    ),
    Operator("differentiate", lazy=_differentiate),
    Operator("jacobian", lazy=_jacobian),
    Operator(
        "differential",
        lazy=_differential,
        laws=(
            Law(bold(r"d(@X@Y) = (d@X)@Y + @X d@Y"), words="differential"),
            Law(bold(r"d@X^{-1} = -@X^{-1}(d@X)@X^{-1}"), words="differential"),
            Law(bold(r"d\log\det(@X) = \operatorname{tr}(@X^{-1}d@X)"), words="differential"),
        ),
        slips=(
            Law(bold(r"d(@X@Y) = (d@X)@Y + (d@Y)@X"), words="differential"),
            Law(bold(r"d\log\det(@X) = \operatorname{tr}(@X^{-\top}d@X)"), words="differential"),
        ),
    ),
    # no value in a finite model: for the computer algebra system
    Operator("limit"),
)  # fmt: skip
