"""Powers and elementary functions with their derivatives, for numbers and duals; for vectors entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mathpost.maths.values.arithmetic import add, divide, level_of, multiply, negate
from mathpost.maths.values.kinds import Array, Dual, Scalar, ShapeError, UndefinedError, Value
from mathpost.maths.values.numbers import (
    PLAIN,
    WHOLE,
    arb,
    ball,
    complex_ball,
    finite,
    fmpq,
    integer_power,
    is_exact,
    is_zero,
    pi,
)


def scalar_power(base: Scalar, exponent: Scalar) -> Scalar:
    """``base ** exponent``; a negative base requires an integer exponent, ``x**0`` is 1."""
    if type(exponent) is int and type(base) in PLAIN:
        return integer_power(base, exponent)
    if level_of(exponent):
        return exp(multiply(exponent, log(base)))
    if isinstance(base, Dual):
        below = scalar_power(base.value, add(exponent, -1)) if not is_zero(exponent) else 0
        return Dual(
            base.level, scalar_power(base.value, exponent), multiply(multiply(exponent, below), base.slope)
        )
    if isinstance(exponent, WHOLE):
        return integer_power(base, int(exponent))
    if isinstance(exponent, fmpq) and exponent == fmpq(1, 2):
        return sqrt(base)
    if is_exact(base) and base == 0 and is_exact(exponent) and exponent > 0:
        return 0
    return finite(ball(base) ** ball(exponent), "power of a negative number")


def _function(
    name: str,
    compute: Callable[[Scalar], Scalar],
    slope: Callable[[Scalar, Scalar], Scalar],
    exact: dict[int, int] | None = None,
) -> Callable[[Value], Value]:
    """A scalar function with the derivative `slope(x, f(x))`; arrays are mapped entry by entry."""

    def function(x: Value) -> Value:
        if type(x) is arb:
            return finite(compute(x), name)
        if isinstance(x, Array):
            if len(x.shape) == 2:
                raise ShapeError(f"{name} of a matrix")  # a function of the matrix, not of its entries
            return Array(x.shape, tuple(map(function, x.entries)))
        if isinstance(x, Dual):
            value = function(x.value)
            return Dual(x.level, value, multiply(slope(x.value, value), x.slope))
        if exact and isinstance(x, int) and x in exact:
            return exact[x]
        return finite(compute(ball(x)), name)

    function.__name__ = name
    return function


def _log(x: Scalar) -> Scalar:
    return x.log()


exp = _function("exp", lambda x: x.exp(), lambda _, y: y, {0: 1})

log = _function("log", _log, lambda x, _: divide(1, x), {1: 0})

sqrt = _function("sqrt", lambda x: x.sqrt(), lambda _, y: divide(1, multiply(2, y)), {0: 0, 1: 1, 4: 2, 9: 3})

sin: Callable[[Value], Value] = _function("sin", lambda x: x.sin(), lambda x, _: cos(x), {0: 0})

cos: Callable[[Value], Value] = _function("cos", lambda x: x.cos(), lambda x, _: negate(sin(x)), {0: 1})

tan = _function("tan", lambda x: x.tan(), lambda _, y: add(1, multiply(y, y)), {0: 0})

cot = _function("cot", lambda x: x.cot(), lambda _, y: negate(add(1, multiply(y, y))))

sec = _function("sec", lambda x: 1 / x.cos(), lambda x, y: multiply(y, tan(x)), {0: 1})

csc = _function("csc", lambda x: 1 / x.sin(), lambda x, y: negate(multiply(y, cot(x))))

arcsin = _function(
    "arcsin", lambda x: x.asin(), lambda x, _: divide(1, sqrt(add(1, negate(multiply(x, x))))), {0: 0}
)

arccos = _function(
    "arccos", lambda x: x.acos(), lambda x, _: divide(-1, sqrt(add(1, negate(multiply(x, x)))))
)

arctan = _function("arctan", lambda x: x.atan(), lambda x, _: divide(1, add(1, multiply(x, x))), {0: 0})

sinh: Callable[[Value], Value] = _function("sinh", lambda x: x.sinh(), lambda x, _: cosh(x), {0: 0})

cosh: Callable[[Value], Value] = _function("cosh", lambda x: x.cosh(), lambda x, _: sinh(x), {0: 1})

tanh = _function("tanh", lambda x: x.tanh(), lambda _, y: add(1, negate(multiply(y, y))), {0: 0})

coth = _function("coth", lambda x: x.coth(), lambda _, y: add(1, negate(multiply(y, y))))

arsinh = _function(
    "arsinh", lambda x: x.asinh(), lambda x, _: divide(1, sqrt(add(multiply(x, x), 1))), {0: 0}
)

arcosh = _function("arcosh", lambda x: x.acosh(), lambda x, _: divide(1, sqrt(add(multiply(x, x), -1))))

artanh = _function(
    "artanh", lambda x: x.atanh(), lambda x, _: divide(1, add(1, negate(multiply(x, x)))), {0: 0}
)


@cache
def polygamma(order: int) -> Callable[[Value], Value]:
    """ψ^{(order)}; its derivative is the function of the next order."""
    if order < 0:
        raise UndefinedError("polygamma function of this order")
    return _function("polygamma", lambda x: _polygamma(order, x), lambda x, _: polygamma(order + 1)(x))


def _polygamma(order: int, x: Scalar) -> Scalar:
    if order == 0:
        return x.digamma()
    value = complex_ball(x).polygamma(order)
    return value if x is value or not value.imag.is_zero() else value.real


digamma = polygamma(0)

gamma = _function("gamma", lambda x: x.gamma(), lambda x, y: multiply(y, digamma(x)))

erf = _function(
    "erf",
    lambda x: x.erf(),
    lambda x, _: divide(multiply(2, exp(negate(multiply(x, x)))), sqrt(pi())),
    {0: 0},
)

zeta = _function("zeta", lambda x: x.zeta(), lambda _x, _y: _no_slope("zeta"))


def _no_slope(name: str) -> Scalar:
    raise UndefinedError(f"derivative of {name}")
