"""Integrals of the exponential of a quadratic form over all columns, in closed form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.terms.spaces import GAUSSIAN
from mathpost.maths.terms.term import Bind, Term
from mathpost.maths.values import Array, Scalar, UndecidedError, UndefinedError, Value

HALF = Fraction(1, 2)


class Form(NamedTuple):
    """``constant + slopes·x - x·curvature x / 2``"""

    constant: Scalar
    slopes: Array
    curvature: Array

    def at(self, point: Array) -> Scalar:
        bent = values.dot(point.entries, _column(values.multiply(self.curvature, point)).entries)
        linear = values.dot(self.slopes.entries, point.entries)
        return values.total((self.constant, linear, values.multiply(values.rational(-HALF), bent)))


def _over_space(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """``(2π)^{n/2} / sqrt(det A) · exp(c + b·A⁻¹b / 2)``"""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    _, anywhere = scope.points(bind.variable)[0]
    shape = _column(anywhere.value(bind.variable)).shape

    def exponent(point: Sequence[Scalar]) -> Scalar:
        value = scope.place(bind.variable.name, Array(shape, tuple(point))).value(bind.body)
        if isinstance(value, Array) or values.is_complex(value):
            raise UndefinedError("integral")
        return values.log(value)

    return _volume(_form(exponent, max(shape)))


def _form(exponent: Callable[[Sequence[Scalar]], Scalar], size: int) -> Form:
    """The coefficients of the quadratic form `exponent`, from its values; undefined for other exponents."""
    constant = exponent([0] * size)
    units = [exponent(_at(size, k)) for k in range(size)]
    seconds = [
        _second(exponent(_at(size, j, k)), units[j], units[k], constant)
        for j in range(size)
        for k in range(size)
    ]
    curvature = Array((size, size), tuple(map(values.negate, seconds)))
    slopes = tuple(
        values.total(
            (u, values.negate(constant), values.multiply(values.rational(-HALF), seconds[k * (size + 1)]))
        )
        for k, u in enumerate(units)
    )
    form = Form(constant, Array((size,), slopes), curvature)
    probe = [values.rational(Fraction(5 * k + 3, 7)) for k in range(size)]
    if _differ(form.at(Array((size,), tuple(probe))), exponent(probe)):
        raise UndefinedError("integral")
    return form


def _differ(a: Scalar, b: Scalar) -> bool:
    try:
        return not values.same(a, b)
    except UndecidedError:
        return False


def _second(both: Scalar, one: Scalar, other: Scalar, none: Scalar) -> Scalar:
    """The mixed second difference along two axes."""
    return values.total((both, values.negate(one), values.negate(other), none))


def _at(size: int, *axes: int) -> list[Scalar]:
    """The point one step along each of `axes`."""
    return [axes.count(k) for k in range(size)]


def _volume(form: Form) -> Value:
    size = form.curvature.shape[0]
    rows = list(form.curvature.rows())
    for k in range(1, size + 1):
        corner = Array((k, k), tuple(v for row in rows[:k] for v in row[:k]))
        if not values.less(0, values.determinant(corner)):
            raise UndefinedError("integral")
    solved = _column(values.multiply(values.inverse(form.curvature), form.slopes))
    peak = values.add(
        form.constant, values.multiply(values.rational(HALF), values.dot(form.slopes.entries, solved.entries))
    )
    spread = values.divide(
        values.power(values.multiply(2, values.pi()), size), values.determinant(form.curvature)
    )
    return values.multiply(values.sqrt(spread), values.exp(peak))


def _column(value: Value) -> Array:
    if not isinstance(value, Array):
        raise UndefinedError("integral")
    return value


OPERATORS = (
    Operator(
        GAUSSIAN,
        lazy=_over_space,
        laws=(
            Law(r"\int e^{-\|\boldsymbol{x}\|^2/2} \,d\boldsymbol{x} = (2\pi)^{d/2}"),
            Law(
                r"\int \exp(-\frac{1}{2}\boldsymbol{x}^\top\boldsymbol{A}^{-1}\boldsymbol{x} + \boldsymbol{b}^\top\boldsymbol{x}) \,d\boldsymbol{x} "
                r"= \sqrt{(2\pi)^n \det(\boldsymbol{A})} \exp(\frac{1}{2}\boldsymbol{b}^\top\boldsymbol{A}\boldsymbol{b})"
            ),
        ),
        slips=(Law(r"\int e^{-\|\boldsymbol{x}\|^2} \,d\boldsymbol{x} = (2\pi)^{d/2}"),),
    ),
)
