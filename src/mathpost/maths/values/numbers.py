"""Exact integers and rationals, and balls: the interface to python-flint besides the normal form.

A ball (`arb`, `acb`) encloses the true value, so two disjoint balls prove that two values differ. Numbers stay exact (`int`,
`fmpq`) as long as possible; a transcendental function returns a ball.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
from flint import acb as acb
from flint import acb_mat as acb_mat
from flint import arb as arb
from flint import arb_mat as arb_mat
from flint import fmpq as fmpq
from flint import fmpq_mat as fmpq_mat
from flint import fmpz as fmpz

from mathpost.maths.values.kinds import Scalar, UndefinedError, Value

WHOLE = (int, fmpz)
EXACT = (int, fmpz, fmpq)  # used so often that creating a union of types each time would be slow
PLAIN = frozenset([int, fmpz, fmpq, arb, acb])  # types whose own operators are right as they are

RATIONALS, BALLS = frozenset([fmpq]), frozenset([arb])
FEW = 27  # fewer products of entries are faster one by one

LARGEST_EXPONENT = 4096  # exact powers beyond this many bits become balls: C code cannot be interrupted


class precision:  # noqa: N801 - reads as a verb: `with precision(80)`
    """A context in which balls are computed with `bits` of working precision."""

    __slots__ = ("_before", "_bits")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        self._before = flint.ctx.prec
        flint.ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        flint.ctx.prec = self._before


def bits() -> int:
    """The current working precision in bits."""
    return int(flint.ctx.prec)


def rational(value: Fraction) -> Scalar:
    """`value` as an exact scalar."""
    above, below = value.as_integer_ratio()
    return above if below == 1 else fmpq(above, below)


def ratio(numerator: int, denominator: int) -> Scalar:
    """The exact scalar ``numerator / denominator``, without an intermediate `Fraction`."""
    whole, rest = divmod(numerator, denominator)
    return fmpq(numerator, denominator) if rest else whole


def ball(value: Scalar) -> Scalar:
    """An exact real as a ball of radius (nearly) zero; balls and duals unchanged."""
    if type(value) is arb:
        return value
    return arb(value) if isinstance(value, EXACT) else value


def complex_ball(value: Scalar) -> Scalar:
    """A plain scalar as a complex ball."""
    return value if isinstance(value, acb) else acb(value)


def turn(k: int, n: int) -> Scalar:
    """The complex number of modulus 1 whose angle is `k` of `n` parts of a full turn."""
    return acb(fmpq(2 * k, n)).exp_pi_i()


def dyadic(numerator: int, bits: int) -> Scalar:
    """``numerator / 2**bits`` as an exact ball, so that random inputs have no rounding error."""
    return arb(numerator) / (1 << bits)


def is_exact(value: Value) -> bool:
    return isinstance(value, EXACT)


def length(value: Value) -> int:
    """The number of bits of an exact number; 0 for any other value."""
    if type(value) is int:
        return value.bit_length()
    return int(value.p.bit_length() + value.q.bit_length()) if type(value) is fmpq else 0


def is_zero(value: Scalar) -> bool:
    return is_exact(value) and bool(value == 0)


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


def finite(value: Scalar, operation: str) -> Scalar:
    """`value` if it encloses a number.

    Raises:
        UndefinedError: it encloses none; `operation` names the failed operation.
    """
    if not value.is_finite():
        raise UndefinedError(operation)
    return value


def reduced(value: fmpq) -> Scalar:
    return int(value.p) if value.q == 1 else value


def quotient(a: Scalar, b: Scalar) -> Scalar:
    """``a / b`` for two plain numbers, exact where both are.

    Raises:
        UndefinedError: `b` is zero, or its ball contains zero.
    """
    if is_exact(a) and is_exact(b):
        if b == 0:
            raise UndefinedError("division by zero")
        return reduced(fmpq(a) / fmpq(b))
    return finite(ball(a) / ball(b), "division by zero")


def matrix_product(
    shape: tuple[int, int, int], left: Sequence[Scalar], right: Sequence[Scalar]
) -> tuple[Scalar, ...] | None:
    """The entries of the product of two matrices of the shapes (m, n) and (n, k), where `shape` is (m, n, k).

    None for small products, or for entries of different kinds, exact ones and balls.
    """
    height, inside, width = shape
    if height * inside * width < FEW:
        return None
    of_left, of_right = frozenset(map(type, left)), frozenset(map(type, right))
    kinds = of_left | of_right
    if RATIONALS in (of_left, of_right) and kinds.issubset(EXACT):
        return tuple((fmpq_mat(height, inside, left) * fmpq_mat(inside, width, right)).entries())
    if BALLS in (of_left, of_right) and kinds.issubset((*EXACT, arb)):
        one, other = list(map(ball, left)), list(map(ball, right))
        return tuple((arb_mat(height, inside, one) * arb_mat(inside, width, other)).entries())
    return None


def integer_power(base: Scalar, exponent: int) -> Scalar:
    if exponent == 0:
        return 1
    if is_exact(base):
        if base == 0 and exponent < 0:
            raise UndefinedError("division by zero")
        size = fmpq(base)
        if abs(exponent) * max(int(size.p).bit_length(), int(size.q).bit_length()) <= LARGEST_EXPONENT:
            return reduced(size**exponent)
    if abs(exponent) > 1 << 40:
        raise UndefinedError("power too large")
    return finite(ball(base) ** exponent, "division by zero")


def pi() -> Scalar:
    return arb.pi()


def euler_constant() -> Scalar:
    return arb.const_euler()


def catalan_constant() -> Scalar:
    return arb.const_catalan()


def golden_ratio() -> Scalar:
    return (1 + arb(5).sqrt()) / 2


def half() -> Scalar:
    return fmpq(1, 2)


def imaginary_unit() -> Scalar:
    return acb(0, 1)


def complex_number(real: Scalar, imaginary: Scalar) -> Scalar:
    return acb(ball(real), ball(imaginary))


def decimal(value: float) -> Scalar:
    """A float as an exact dyadic number."""
    return arb(value)


def enclosing(middle: Scalar, halfwidth: Scalar) -> Scalar:
    """The ball around `middle` with radius `halfwidth`."""
    return ball(middle) + arb(0, ball(halfwidth))
