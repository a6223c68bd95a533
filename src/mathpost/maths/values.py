"""Arithmetic of values: exact integers and rationals, balls, dual numbers over them, and small arrays.

A ball (`flint.arb`, `flint.acb`) encloses the true value, so two disjoint balls prove that two values differ.
Numbers stay exact (`int`, `fmpq`) as long as the operations allow; a transcendental function makes a ball.
Everything that has no value raises `UndefinedError` with the operation that failed. The one door to python-flint
besides the normal form.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import count
from typing import Any, TypeAlias

import flint
from flint import acb, arb, fmpq, fmpz

Scalar: TypeAlias = Any  # int | fmpq | arb | acb | Dual: flint ships no types
Value: TypeAlias = Any  # Scalar | Array
PLAIN = frozenset([int, fmpz, fmpq, arb, acb])  # types whose own operators are right as they are
LARGEST_EXPONENT = 4096  # exact powers beyond this many bits become balls: C code cannot be interrupted


class UndefinedError(ArithmeticError):
    """`operation` has no value here: outside a domain, a division by zero, an index out of range."""

    def __init__(self, operation: str) -> None:
        super().__init__(operation)
        self.operation = operation


class UndecidedError(ArithmeticError):
    """A comparison that the enclosures at hand leave open."""


class DivergenceError(ArithmeticError):
    """A numerical method did not converge: nothing is known of the value of `operation`."""


class ShapeError(ArithmeticError):
    """Arrays that do not fit together; never evidence against a claim."""


_levels = count(1)


@dataclass(frozen=True, slots=True)
class Dual:
    """``value + slope·ε`` with ε² = 0; `level` tells the ε of nested derivatives apart."""

    level: int
    value: Scalar
    slope: Scalar


@dataclass(frozen=True, slots=True)
class Array:
    """A vector (`shape` of length 1) or matrix (length 2) with its entries in row-major order."""

    shape: tuple[int, ...]
    entries: tuple[Scalar, ...]

    def rows(self) -> Iterator[tuple[Scalar, ...]]:
        width = self.shape[-1]
        return (self.entries[k : k + width] for k in range(0, len(self.entries), width))


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls are computed with `bits` of working precision inside the block."""
    old = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = old


def rational(value: Fraction) -> Scalar:
    """`value` as the exact scalar it is."""
    return value.numerator if value.denominator == 1 else fmpq(value.numerator, value.denominator)


def ball(value: Scalar) -> Scalar:
    """An exact real as a ball of radius (nearly) zero; balls and duals unchanged."""
    return arb(value) if isinstance(value, int | fmpz | fmpq) else value


def dyadic(numerator: int, bits: int) -> Scalar:
    """``numerator / 2**bits`` as an exact ball: random inputs carry no rounding."""
    return arb(numerator) / (1 << bits)


def is_exact(value: Value) -> bool:
    return isinstance(value, int | fmpz | fmpq)


def integer(value: Value, what: str) -> int:
    """`value` as an index or bound.

    Raises:
        UndefinedError: it is not an exact integer.
    """
    if isinstance(value, int):
        return value
    if isinstance(value, fmpq) and value.q == 1:
        return int(value.p)
    if isinstance(value, arb) and value.is_integer():
        return int(str(value.unique_fmpz()))
    raise UndefinedError(what)


# --- duals -----------------------------------------------------------------------------------------------------


def seeded(value: Scalar) -> Dual:
    """`value` as the variable of a new derivative."""
    return Dual(next(_levels), value, 1)


def slope_of(value: Value, level: int) -> Value:
    """The derivative that `value` carries at `level`; zero where it does not depend on that variable."""
    if isinstance(value, Array):
        return Array(value.shape, tuple(slope_of(v, level) for v in value.entries))
    if isinstance(value, Dual):
        if value.level == level:
            return value.slope
        inner = slope_of(value.value, level)
        outer = slope_of(value.slope, level)
        return Dual(value.level, inner, outer)
    return 0


def _split(value: Scalar, level: int) -> tuple[Scalar, Scalar]:
    return (value.value, value.slope) if isinstance(value, Dual) and value.level == level else (value, 0)


def _level(a: Scalar, b: Scalar = 0) -> int:
    """The level of the innermost derivative that one of two scalars carries; 0 where none does."""
    left = a.level if isinstance(a, Dual) else 0
    right = b.level if isinstance(b, Dual) else 0
    return max(left, right)


# --- field operations --------------------------------------------------------------------------------------------


def add(a: Value, b: Value) -> Value:
    if type(a) in PLAIN and type(b) in PLAIN:
        return a + b
    if isinstance(a, Array) or isinstance(b, Array):
        return _entrywise(add, a, b)
    if level := _level(a, b):
        (u, du), (v, dv) = _split(a, level), _split(b, level)
        return Dual(level, add(u, v), add(du, dv))
    return a + b


def negate(a: Value) -> Value:
    if isinstance(a, Array):
        return Array(a.shape, tuple(map(negate, a.entries)))
    if isinstance(a, Dual):
        return Dual(a.level, negate(a.value), negate(a.slope))
    return -a


def multiply(a: Value, b: Value) -> Value:
    """The product as mathematics writes it: scalars scale arrays, matrices multiply."""
    if type(a) in PLAIN and type(b) in PLAIN:
        return a * b
    if isinstance(a, Array) or isinstance(b, Array):
        return _array_product(a, b)
    if level := _level(a, b):
        (u, du), (v, dv) = _split(a, level), _split(b, level)
        return Dual(level, multiply(u, v), add(multiply(u, dv), multiply(du, v)))
    return a * b


def divide(a: Value, b: Value) -> Value:
    if isinstance(b, Array):
        raise ShapeError("division by an array")
    if isinstance(a, Array):
        return Array(a.shape, tuple(divide(v, b) for v in a.entries))
    if level := _level(a, b):
        (u, du), (v, dv) = _split(a, level), _split(b, level)
        quotient = divide(u, v)
        return Dual(level, quotient, divide(add(du, negate(multiply(quotient, dv))), v))
    if is_exact(a) and is_exact(b):
        if b == 0:
            raise UndefinedError("division by zero")
        return _reduced(fmpq(a) / fmpq(b))
    return finite(ball(a) / ball(b), "division by zero")


def _reduced(value: fmpq) -> Scalar:
    return int(value.p) if value.q == 1 else value


def finite(value: Scalar, operation: str) -> Scalar:
    """`value` if it encloses a number.

    Raises:
        UndefinedError: it does not; `operation` says which operation failed.
    """
    if not value.is_finite():
        raise UndefinedError(operation)
    return value


def power(base: Value, exponent: Value) -> Value:
    """``base ** exponent``; a negative base takes integer exponents only, ``x**0`` is 1."""
    if isinstance(base, Array) or isinstance(exponent, Array):
        return _matrix_power(base, exponent)
    if _level(exponent):
        return exp(multiply(exponent, log(base)))
    if isinstance(base, Dual):
        below = power(base.value, add(exponent, -1)) if not _is_zero(exponent) else 0
        return Dual(base.level, power(base.value, exponent), multiply(multiply(exponent, below), base.slope))
    if isinstance(exponent, int | fmpz):
        return _integer_power(base, int(exponent))
    if isinstance(exponent, fmpq) and exponent == fmpq(1, 2):
        return sqrt(base)
    if is_exact(base) and base == 0 and is_exact(exponent) and exponent > 0:
        return 0
    return finite(ball(base) ** ball(exponent), "power of a negative number")


def _is_zero(value: Scalar) -> bool:
    return is_exact(value) and bool(value == 0)


def _integer_power(base: Scalar, exponent: int) -> Scalar:
    if exponent == 0:
        return 1
    if is_exact(base):
        if base == 0 and exponent < 0:
            raise UndefinedError("division by zero")
        size = fmpq(base)
        if abs(exponent) * max(int(size.p).bit_length(), int(size.q).bit_length()) <= LARGEST_EXPONENT:
            return _reduced(size**exponent)
    if abs(exponent) > 1 << 40:
        raise UndefinedError("power too large")
    return finite(ball(base) ** exponent, "division by zero")


def total(values: Iterable[Value]) -> Value:
    result: Value = 0
    for value in values:
        result = add(result, value)
    return result


# --- functions ----------------------------------------------------------------------------------------------------


def _function(
    name: str,
    compute: Callable[[Scalar], Scalar],
    slope: Callable[[Scalar, Scalar], Scalar],
    exact: dict[int, int] | None = None,
) -> Callable[[Value], Value]:
    """A scalar function: `slope(x, f(x))` is its derivative; arrays are mapped entry by entry."""

    def function(x: Value) -> Value:
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
digamma = _function("digamma", lambda x: x.digamma(), lambda _x, _y: _no_slope("digamma"))
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


def pi() -> Scalar:
    return arb.pi()


def imaginary_unit() -> Scalar:
    return acb(0, 1)


# --- order --------------------------------------------------------------------------------------------------------


def part(value: Scalar) -> Scalar:
    """The value itself, without the slopes it may carry: what an order or a floor looks at."""
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
    """
    a, b = part(a), part(b)
    if is_exact(a) and is_exact(b):
        return bool(a == b)
    if not (ball(a) - ball(b)).contains(0):
        return False
    raise UndecidedError("equality")


def absolute(x: Value) -> Value:
    """|x|; a slope exists away from 0."""
    if isinstance(x, Dual):
        return negate(x) if less(x, 0) else x
    if isinstance(x, Array):
        raise ShapeError("absolute value of an array")
    return abs(x)


def sign(x: Scalar) -> Scalar:
    if _is_zero(part(x)):
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
            # the same expression twice in one maximum: overlapping balls, either will do unless slopes differ
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
    if k > 256:
        raise UndefinedError("binomial coefficient too large")
    top: Scalar = 1
    for step in range(k):
        top = divide(multiply(top, add(n, -step)), step + 1)
    return top


def real_part(x: Scalar) -> Scalar:
    return x.real if isinstance(x, acb) else x


def imaginary_part(x: Scalar) -> Scalar:
    return x.imag if isinstance(x, acb) else 0


def conjugate(x: Scalar) -> Scalar:
    return x.conjugate() if isinstance(x, acb) else x


# --- arrays ---------------------------------------------------------------------------------------------------------


def _entrywise(operation: Callable[[Scalar, Scalar], Scalar], a: Value, b: Value) -> Value:
    if isinstance(a, Array) and isinstance(b, Array) and a.shape == b.shape:
        return Array(a.shape, tuple(map(operation, a.entries, b.entries)))
    for scalar in (a, b):
        if not isinstance(scalar, Array) and _is_zero(scalar):
            return b if scalar is a else a
    raise ShapeError("sum of unlike shapes")


def hadamard(a: Value, b: Value) -> Value:
    """The product entry by entry."""
    if isinstance(a, Array) and isinstance(b, Array):
        return _entrywise(multiply, a, b)
    return multiply(a, b)


def _array_product(a: Value, b: Value) -> Value:
    if not isinstance(a, Array):
        return Array(b.shape, tuple(multiply(a, v) for v in b.entries))
    if not isinstance(b, Array):
        return Array(a.shape, tuple(multiply(v, b) for v in a.entries))
    if len(a.shape) == 1 and len(b.shape) == 2 and b.shape[0] == 1:
        return Array((a.shape[0], b.shape[1]), tuple(multiply(u, v) for u in a.entries for v in b.entries))
    if len(a.shape) == 1 or a.shape[-1] != b.shape[0]:
        raise ShapeError("product of unlike shapes")
    columns = [b.entries] if len(b.shape) == 1 else list(zip(*b.rows(), strict=True))
    entries = tuple(dot(row, column) for row in a.rows() for column in columns)
    if len(b.shape) == 1:
        return entries[0] if a.shape[0] == 1 else Array((a.shape[0],), entries)
    return Array((a.shape[0], b.shape[1]), entries)


def dot(a: Iterable[Scalar], b: Iterable[Scalar]) -> Scalar:
    return total(multiply(u, v) for u, v in zip(a, b, strict=True))


def inner(a: Value, b: Value) -> Scalar:
    """The inner product of two arrays of one shape; of two scalars their product."""
    if isinstance(a, Array) and isinstance(b, Array):
        if a.shape != b.shape:
            raise ShapeError("inner product of unlike shapes")
        return dot(a.entries, b.entries)
    return multiply(a, b)


def transpose(a: Value) -> Value:
    """The transpose; a vector is a column and becomes a matrix of one row."""
    if not isinstance(a, Array):
        return a
    if len(a.shape) == 1:
        return Array((1, a.shape[0]), a.entries)
    rows = list(a.rows())
    if a.shape[0] == 1:
        return Array((a.shape[1],), a.entries)
    return Array((a.shape[1], a.shape[0]), tuple(v for column in zip(*rows, strict=True) for v in column))


def trace(a: Value) -> Scalar:
    if not isinstance(a, Array):
        return a
    if len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        raise ShapeError("trace of a matrix that is not square")
    return total(a.entries[k * (a.shape[0] + 1)] for k in range(a.shape[0]))


def dotted(a: Value, b: Value) -> Value:
    """``a \\cdot b``: the inner product of two vectors, the plain product of everything else."""
    if isinstance(a, Array) and isinstance(b, Array) and a.shape == b.shape and len(a.shape) == 1:
        return dot(a.entries, b.entries)
    return multiply(a, b)


def identity(size: int) -> Array:
    return Array((size, size), tuple(int(i == j) for i in range(size) for j in range(size)))


def norm(a: Value) -> Scalar:
    """The Euclidean norm of a vector; of a matrix it would be another one."""
    if isinstance(a, Array):
        if len(a.shape) == 2 and 1 not in a.shape:
            raise ShapeError("norm of a matrix")
        return sqrt(dot(a.entries, a.entries))
    return absolute(a)


def frobenius_norm(a: Value) -> Scalar:
    return sqrt(dot(a.entries, a.entries)) if isinstance(a, Array) else absolute(a)


def determinant(a: Value) -> Scalar:
    """The determinant, by elimination with exact or ball pivots."""
    if not isinstance(a, Array):
        return a
    rows, sign = _square(a), 1
    for k in range(len(rows)):
        pivot = _pivot(rows, k)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        _eliminate(rows, k, range(k + 1, len(rows)))
    return reduce(multiply, (row[k] for k, row in enumerate(rows)), sign)


def inverse(a: Value) -> Value:
    """The inverse matrix, by Gauss-Jordan elimination.

    Raises:
        UndefinedError: the matrix is singular.
    """
    if not isinstance(a, Array):
        return divide(1, a)
    size = a.shape[0]
    rows = [row + list(unit) for row, unit in zip(_square(a), identity(size).rows(), strict=True)]
    for k in range(size):
        pivot = _pivot(rows, k)
        if pivot is None:
            raise UndefinedError("inverse of a singular matrix")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [divide(v, rows[k][k]) for v in rows[k]]
        _eliminate(rows, k, (n for n in range(size) if n != k))
    return Array((size, size), tuple(v for row in rows for v in row[size:]))


def _square(a: Array) -> list[list[Scalar]]:
    if len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        raise ShapeError("a matrix that is not square")
    return [list(row) for row in a.rows()]


def _pivot(rows: list[list[Scalar]], k: int) -> int | None:
    """The first row from `k` on whose entry in column `k` is surely not zero."""
    for n in range(k, len(rows)):
        with suppress(UndecidedError):
            if not same(rows[n][k], 0):
                return n
    return None


def _eliminate(rows: list[list[Scalar]], k: int, others: Iterable[int]) -> None:
    for n in others:
        factor = divide(rows[n][k], rows[k][k])
        rows[n] = [add(v, negate(multiply(factor, p))) for v, p in zip(rows[n], rows[k], strict=True)]


def softmax(a: Value) -> Value:
    """The entries e^{x_i} / Σ_j e^{x_j} of a vector."""
    if not isinstance(a, Array) or len(a.shape) != 1:
        raise ShapeError("softmax of something that is no vector")
    powers = [exp(v) for v in a.entries]
    whole = total(powers)
    return Array(a.shape, tuple(divide(p, whole) for p in powers))


def _matrix_power(base: Value, exponent: Value) -> Value:
    if isinstance(base, Array) and len(base.shape) == 2 and exponent == -1:
        return inverse(base)
    if not isinstance(base, Array) or not isinstance(exponent, int) or not 1 <= exponent <= 16:
        raise ShapeError("power of an array")
    result = base
    for _ in range(exponent - 1):
        result = _array_product(result, base)
    return result


# --- how values are compared and shown --------------------------------------------------------------------------------


def entries(value: Value) -> tuple[Scalar, ...]:
    return value.entries if isinstance(value, Array) else (value,)


def shape(value: Value) -> tuple[int, ...]:
    return value.shape if isinstance(value, Array) else ()


def gap(a: Scalar, b: Scalar) -> Scalar:
    """|a − b| as a ball."""
    a, b = part(a), part(b)
    if isinstance(a, Array) or isinstance(b, Array):
        raise ShapeError("an array among numbers")
    return abs(ball(a) - ball(b))


def radius(value: Scalar) -> float:
    """How wide the enclosure is."""
    value = ball(part(value))
    if isinstance(value, acb):
        return max(radius(value.real), radius(value.imag))
    return float(value.rad())


def size(value: Scalar) -> float:
    """A rough magnitude, for tolerances and for display."""
    return float(abs(ball(part(value))).mid())


def shown(value: Value, digits: int = 4) -> str:
    """A value as a reader wants to see it: ``3``, ``1/7``, ``0.4119``, ``(0.3, -1.2)``."""
    if isinstance(value, Array):
        if len(value.shape) == 1:
            return "(" + ", ".join(shown(v, digits) for v in value.entries) + ")"
        return "(" + "; ".join(", ".join(shown(v, digits) for v in row) for row in value.rows()) + ")"
    value = part(value)
    if isinstance(value, fmpq) and value.q < 100 and 1000 % int(value.q):
        return f"{value.p}/{value.q}"
    if isinstance(value, int):
        return (
            str(value) if abs(value) < 10**12 else f"{value:.{digits}e}" if abs(value) < 10**300 else "huge"
        )
    if isinstance(value, acb):
        imaginary = value.imag
        return f"{shown(value.real, digits)} {'-' if imaginary < 0 else '+'} {shown(abs(imaginary), digits)}i"
    return f"{float(ball(value).mid()):.{digits}g}"


def enclosing(middle: Scalar, halfwidth: Scalar) -> Scalar:
    """The ball around `middle` that reaches `halfwidth` to both sides."""
    return ball(middle) + arb(0, ball(halfwidth))


def complex_number(real: Scalar, imaginary: Scalar) -> Scalar:
    return acb(ball(real), ball(imaginary))


def decimal(value: float) -> Scalar:
    """A float as the dyadic number it is."""
    return arb(value)


def widened(value: Value, radius: float) -> Value:
    """`value` with `radius` added to the radius of every ball in it."""
    if isinstance(value, Array):
        return Array(value.shape, tuple(widened(v, radius) for v in value.entries))
    if isinstance(value, Dual):
        return Dual(value.level, widened(value.value, radius), widened(value.slope, radius))
    return ball(value) + arb(0, radius)
