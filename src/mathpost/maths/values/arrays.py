"""Vectors and matrices: transposes, traces, norms, inverses, determinants. A vector is a column."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import reduce

from mathpost.maths.values.arithmetic import add, divide, dot, multiply, negate, total
from mathpost.maths.values.functions import exp, scalar_power, sqrt
from mathpost.maths.values.kinds import Array, Scalar, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.maths.values.order import absolute, same


def power(base: Value, exponent: Value) -> Value:
    """``base ** exponent``: of a number, or of a square matrix to an integer."""
    if isinstance(base, Array) or isinstance(exponent, Array):
        return _matrix_power(base, exponent)
    return scalar_power(base, exponent)


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
        result = multiply(result, base)
    return result
