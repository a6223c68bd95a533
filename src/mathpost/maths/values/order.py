"""Order, extremes, rounding to integers, and the parts of complex numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from mathpost.maths.values.arithmetic import add, divide, multiply, negate
from mathpost.maths.values.functions import gamma
from mathpost.maths.values.kinds import Array, Dual, Scalar, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.maths.values.numbers import acb, ball, fmpq, integer, is_exact, is_zero

FACTORS = 256  # factors of a binomial coefficient that are multiplied one by one


def part(value: Scalar) -> Scalar:
    """The value without its slopes, which comparisons and floors use."""
    while isinstance(value, Dual):
        value = value.value
    return value


def less(a: Scalar, b: Scalar) -> bool:
    """Whether ``a < b``.

    Raises:
        UndecidedError: the enclosures overlap.
        UndefinedError: one of them is not real.
    """
    a, b = part(a), part(b)
    if isinstance(a, acb) or isinstance(b, acb):
        raise UndefinedError("order of complex numbers")
    if isinstance(a, Array) or isinstance(b, Array):
        raise ShapeError("order of arrays")
    if is_exact(a) and is_exact(b):
        return bool(a < b)
    gap = ball(b) - ball(a)
    if gap > 0:
        return True
    if gap <= 0:
        return False
    raise UndecidedError("order")


def same(a: Scalar, b: Scalar) -> bool:
    """Whether two scalars are equal; decided for exact ones and for disjoint balls.

    Raises:
        UndecidedError: two balls overlap.
        ShapeError: an array is not a scalar.
    """
    a, b = part(a), part(b)
    if isinstance(a, Array) or isinstance(b, Array):
        raise ShapeError("equality of arrays")
    if is_exact(a) and is_exact(b):
        return bool(a == b)
    if not (ball(a) - ball(b)).contains(0):
        return False
    raise UndecidedError("equality")


def absolute(x: Value) -> Value:
    """|x|; its slope is defined away from 0."""
    if isinstance(x, Dual):
        return negate(x) if less(x, 0) else x
    if isinstance(x, Array):
        raise ShapeError("absolute value of an array")
    return abs(x)


def sign(x: Scalar) -> Scalar:
    if is_zero(part(x)):
        return 0
    return -1 if less(x, 0) else 1


def largest(values: Iterable[Scalar]) -> Scalar:
    return _extreme(values, lambda a, b: less(a, b))


def smallest(values: Iterable[Scalar]) -> Scalar:
    return _extreme(values, lambda a, b: less(b, a))


def _extreme(values: Iterable[Scalar], worse: Callable[[Scalar, Scalar], bool]) -> Scalar:
    best: Scalar | None = None
    for value in values:
        if best is None:
            best = value
            continue
        try:
            best = value if worse(best, value) else best
        except UndecidedError:
            # the same expression twice in one maximum: the balls overlap, and either is correct unless slopes differ
            if isinstance(best, Dual) or isinstance(value, Dual):
                raise
            best = ball(best).union(ball(value))
    if best is None:
        raise UndefinedError("maximum of nothing")
    return best


def floor(x: Scalar) -> Scalar:
    x = part(x)
    if is_exact(x):
        return int(fmpq(x).floor())
    if isinstance(x, acb):
        raise UndefinedError("floor of a complex number")
    lower = x.floor()
    if not lower.is_integer():
        raise UndecidedError("floor")
    return int(lower.unique_fmpz())


def ceiling(x: Scalar) -> Scalar:
    return -floor(negate(x))


def factorial(n: Scalar) -> Scalar:
    """n!, for real n by the gamma function."""
    if isinstance(n, int):
        if n < 0:
            raise UndefinedError("factorial of a negative integer")
        if n <= 200:
            return math.factorial(n)
    return gamma(add(n, 1))


def binomial(n: Scalar, k: Scalar) -> Scalar:
    """n over k for an integer k; zero for negative k."""
    k = integer(k, "binomial coefficient")
    if k < 0:
        return 0
    if k > FACTORS:
        return _binomial_of_gammas(n, k)
    top: Scalar = 1
    for step in range(k):
        top = divide(multiply(top, add(n, -step)), step + 1)
    return top


def _binomial_of_gammas(n: Scalar, k: int) -> Scalar:
    """n over k as n! / (k! (n - k)!); zero for integers 0 ≤ n < k."""
    rest = add(n, -k)
    if isinstance(rest, int) and rest < 0:
        if isinstance(n, int) and n >= 0:
            return 0
        raise UndefinedError("binomial coefficient too large")
    return divide(factorial(n), multiply(factorial(k), factorial(rest)))


def real_part(x: Scalar) -> Scalar:
    return x.real if isinstance(x, acb) else x


def imaginary_part(x: Scalar) -> Scalar:
    return x.imag if isinstance(x, acb) else 0


def conjugate(x: Value) -> Value:
    if isinstance(x, Array):
        return Array(x.shape, tuple(map(conjugate, x.entries)))
    return x.conjugate() if isinstance(x, acb) else x
