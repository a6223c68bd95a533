"""Addition and multiplication of numbers, duals and arrays: the operations without a function name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

from mathpost.maths.values.kinds import Array, Dual, Scalar, ShapeError, Value
from mathpost.maths.values.numbers import PLAIN, is_zero, matrix_product, quotient

_levels = count(1)


def all_plain(values: Iterable[Value]) -> bool:
    """Whether `values` are numbers, neither duals nor arrays."""
    return PLAIN.issuperset(map(type, values))


def seeded(value: Scalar) -> Dual:
    """`value` as the variable of a new derivative."""
    return Dual(next(_levels), value, 1)


def at_level(value: Scalar, level: int) -> Scalar:
    """A scalar with its slope moved to `level`."""
    return Dual(level, value.value, value.slope) if isinstance(value, Dual) else value


def slope_of(value: Value, level: int) -> Value:
    """The derivative of `value` at `level`; zero where it does not depend on that variable."""
    if isinstance(value, Array):
        return Array(value.shape, tuple(slope_of(v, level) for v in value.entries))
    if isinstance(value, Dual):
        if value.level == level:
            return value.slope
        inner = slope_of(value.value, level)
        outer = slope_of(value.slope, level)
        return Dual(value.level, inner, outer)
    return 0


def split(value: Scalar, level: int) -> tuple[Scalar, Scalar]:
    """A scalar without its slope at `level`, and that slope."""
    return (value.value, value.slope) if isinstance(value, Dual) and value.level == level else (value, 0)


def level_of(a: Scalar, b: Scalar = 0) -> int:
    """The level of the innermost derivative in one of two scalars; 0 if there is none."""
    left = a.level if isinstance(a, Dual) else 0
    right = b.level if isinstance(b, Dual) else 0
    return max(left, right)


def add(a: Value, b: Value) -> Value:
    kind, other = type(a), type(b)  # executed millions of times: `isinstance` would be slower
    if kind in PLAIN and other in PLAIN:
        return a + b
    if kind is Array or other is Array:
        return _entrywise(add, a, b)
    if kind is Dual:
        if other is not Dual or b.level < a.level:
            return Dual(a.level, add(a.value, b), a.slope)
        if a.level == b.level:
            return Dual(a.level, add(a.value, b.value), add(a.slope, b.slope))
    if other is Dual:
        return Dual(b.level, add(a, b.value), b.slope)
    return a + b


def negate(a: Value) -> Value:
    if type(a) in PLAIN:
        return -a
    if isinstance(a, Array):
        return Array(a.shape, tuple(map(negate, a.entries)))
    if isinstance(a, Dual):
        return Dual(a.level, negate(a.value), negate(a.slope))
    return -a


def multiply(a: Value, b: Value) -> Value:
    """The mathematical product: scalars scale arrays, matrices multiply."""
    kind, other = type(a), type(b)
    if kind in PLAIN and other in PLAIN:
        return a * b
    if kind is Array or other is Array:
        return _array_product(a, b)
    if kind is Dual:
        if other is not Dual or b.level < a.level:
            return Dual(a.level, multiply(a.value, b), multiply(a.slope, b))
        if a.level == b.level:
            slope = add(multiply(a.value, b.slope), multiply(a.slope, b.value))
            return Dual(a.level, multiply(a.value, b.value), slope)
    if other is Dual:
        return Dual(b.level, multiply(a, b.value), multiply(a, b.slope))
    return a * b


def divide(a: Value, b: Value) -> Value:
    if type(a) in PLAIN and type(b) in PLAIN:
        return quotient(a, b)
    if isinstance(b, Array):
        raise ShapeError("division by an array")
    if isinstance(a, Array):
        return Array(a.shape, tuple(divide(v, b) for v in a.entries))
    if level := level_of(a, b):
        (u, du), (v, dv) = split(a, level), split(b, level)
        share = divide(u, v)
        return Dual(level, share, divide(add(du, negate(multiply(share, dv))), v))
    return quotient(a, b)


def total(values: Iterable[Value]) -> Value:
    rest = iter(values)
    result: Value = next(rest, 0)
    for value in rest:
        plain = type(result) in PLAIN and type(value) in PLAIN
        result = result + value if plain else add(result, value)
    return result


def dot(a: Iterable[Scalar], b: Iterable[Scalar]) -> Scalar:
    result: Scalar = 0
    moving: Scalar = 0
    for u, v in zip(a, b, strict=True):
        if type(u) in PLAIN and type(v) in PLAIN:
            result = result + u * v  # most entries are numbers, and most of the time is spent here
        else:
            moving = add(moving, multiply(u, v))
    return result if type(moving) is int else add(result, moving)


def _entrywise(operation: Callable[[Scalar, Scalar], Scalar], a: Value, b: Value) -> Value:
    if isinstance(a, Array) and isinstance(b, Array) and a.shape == b.shape:
        return Array(a.shape, tuple(map(operation, a.entries, b.entries)))
    for scalar in (a, b):
        if not isinstance(scalar, Array) and is_zero(scalar):
            return b if scalar is a else a
    raise ShapeError("sum of unlike shapes")


def _array_product(a: Value, b: Value) -> Value:
    if not isinstance(a, Array):
        return Array(b.shape, tuple(multiply(a, v) for v in b.entries))
    if not isinstance(b, Array):
        return Array(a.shape, tuple(multiply(v, b) for v in a.entries))
    if len(a.shape) == 1 and len(b.shape) == 2 and b.shape[0] == 1:
        return Array((a.shape[0], b.shape[1]), tuple(multiply(u, v) for u in a.entries for v in b.entries))
    if len(a.shape) == 1 or a.shape[-1] != b.shape[0]:
        raise ShapeError("product of unlike shapes")
    width = 1 if len(b.shape) == 1 else b.shape[1]
    entries = matrix_product((a.shape[0], a.shape[1], width), a.entries, b.entries) or _products(a, b)
    if len(b.shape) == 1:
        return entries[0] if a.shape[0] == 1 else Array((a.shape[0],), entries)
    return Array((a.shape[0], b.shape[1]), entries)


def _products(a: Array, b: Array) -> tuple[Scalar, ...]:
    """The products of the rows of `a` with the columns of `b`."""
    columns = [b.entries] if len(b.shape) == 1 else list(zip(*b.rows(), strict=True))
    return tuple(dot(row, column) for row in a.rows() for column in columns)


def hadamard(a: Value, b: Value) -> Value:
    """The product entry by entry."""
    if isinstance(a, Array) and isinstance(b, Array):
        return _entrywise(multiply, a, b)
    return multiply(a, b)
