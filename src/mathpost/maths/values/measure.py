"""Comparison and display of values: entries, shapes, gaps, widths, and the text of a number for the reader."""

from __future__ import annotations

from mathpost.maths.values.kinds import Array, Dual, Scalar, ShapeError, Value
from mathpost.maths.values.numbers import acb, arb, ball, fmpq
from mathpost.maths.values.order import part


def entries(value: Value) -> tuple[Scalar, ...]:
    return value.entries if isinstance(value, Array) else (value,)


def shape(value: Value) -> tuple[int, ...]:
    return value.shape if isinstance(value, Array) else ()


def weight(value: Value) -> int:
    """The number of numbers in a value: the cost of arithmetic with it."""
    if isinstance(value, Array):
        return sum(map(weight, value.entries))
    return weight(value.value) + weight(value.slope) if isinstance(value, Dual) else 1


def is_complex(value: Scalar) -> bool:
    """Whether a scalar is represented as a complex number, whatever its imaginary part."""
    return isinstance(part(value), acb)


def gap(a: Scalar, b: Scalar) -> Scalar:
    """|a − b| as a ball."""
    a, b = part(a), part(b)
    if isinstance(a, Array) or isinstance(b, Array):
        raise ShapeError("an array among numbers")
    return abs(ball(a) - ball(b))


def radius(value: Scalar) -> float:
    """The radius of the enclosure."""
    value = ball(part(value))
    if isinstance(value, acb):
        return max(radius(value.real), radius(value.imag))
    return float(value.rad())


def size(value: Scalar) -> float:
    """The approximate magnitude, for tolerances and for display."""
    return float(abs(ball(part(value))).mid())


def magnitude(value: Scalar) -> float | None:
    """The binary logarithm of the magnitude of a number (8 gives 3); None for a number that may be zero."""
    least = abs(ball(part(value))).abs_lower()
    return float(least.log_base(2)) if least > 0 else None


def odd_part(value: Scalar) -> int:
    """An exact integer without its factors of two: 12 gives 3."""
    whole = abs(int(value))
    return whole // (whole & -whole) if whole else 0


def shown(value: Value, digits: int = 4) -> str:
    """A value as text for the reader: ``3``, ``1/7``, ``0.4119``, ``(0.3, -1.2)``."""
    if isinstance(value, Array):
        if len(value.shape) <= 1:
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
        if imaginary.contains(0):
            return shown(value.real, digits)
        return f"{shown(value.real, digits)} {'-' if imaginary < 0 else '+'} {shown(abs(imaginary), digits)}i"
    return f"{float(ball(value).mid()):.{digits}g}"


def widened(value: Value, radius: float) -> Value:
    """`value` with `radius` added to the radius of every ball in it."""
    if isinstance(value, Array):
        return Array(value.shape, tuple(widened(v, radius) for v in value.entries))
    if isinstance(value, Dual):
        return Dual(value.level, widened(value.value, radius), widened(value.slope, radius))
    if isinstance(value, acb):
        return value + acb(arb(0, radius), arb(0, radius))
    return ball(value) + arb(0, radius)
