"""Vectors and matrices: transposes, traces, norms, inverses, determinants. A vector is a column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce

from mathpost.maths.values.arithmetic import add, divide, dot, multiply, negate, split, total
from mathpost.maths.values.functions import exp, scalar_power, sqrt
from mathpost.maths.values.kinds import (
    Array,
    Dual,
    Scalar,
    ShapeError,
    UndecidedError,
    UndefinedError,
    Value,
)
from mathpost.maths.values.numbers import acb, is_zero
from mathpost.maths.values.order import absolute, same

LONGEST = 64  # longest axis in a model; sizes that tend to infinity would fill the memory


def power(base: Value, exponent: Value) -> Value:
    """``base ** exponent`` of a number, or of a square matrix with an integer exponent."""
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
    """``a \\cdot b``: the inner product of two vectors, the ordinary product of other values."""
    if isinstance(a, Array) and isinstance(b, Array) and a.shape == b.shape and len(a.shape) == 1:
        return dot(a.entries, b.entries)
    return multiply(a, b)


def identity(size: int) -> Array:
    if size > LONGEST:
        raise UndefinedError("an identity of that size")
    return Array((size, size), tuple(int(i == j) for i in range(size) for j in range(size)))


def norm(a: Value) -> Scalar:
    """The Euclidean norm of a vector; not defined for matrices, which have several norms."""
    if isinstance(a, Array):
        if len(a.shape) == 2 and 1 not in a.shape:
            raise ShapeError("norm of a matrix")
        return sqrt(_square(a.entries))
    return absolute(a)


def frobenius_norm(a: Value) -> Scalar:
    return sqrt(_square(a.entries)) if isinstance(a, Array) else absolute(a)


def _square(entries: Sequence[Scalar]) -> Scalar:
    """The sum of the squared magnitudes."""
    if not any(isinstance(v, acb) for v in entries):
        return dot(entries, entries)
    return total(part for v in entries for part in _squares(v))


def _squares(value: Scalar) -> Iterator[Scalar]:
    for part in (value.real, value.imag) if isinstance(value, acb) else (value,):
        yield multiply(part, part)


def determinant(a: Value) -> Scalar:
    """The determinant, by elimination with exact or ball pivots."""
    if not isinstance(a, Array):
        return a
    rows, sign = square_rows(a), 1
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
    level = max((v.level for v in a.entries if type(v) is Dual), default=0)
    if level:
        return _moving_inverse(a, level)
    size = a.shape[0]
    rows = [row + list(unit) for row, unit in zip(square_rows(a), identity(size).rows(), strict=True)]
    for k in range(size):
        pivot = _pivot(rows, k)
        if pivot is None:
            raise UndefinedError("inverse of a singular matrix")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [divide(v, rows[k][k]) for v in rows[k]]
        _eliminate(rows, k, (n for n in range(size) if n != k))
    return Array((size, size), tuple(v for row in rows for v in row[size:]))


def _moving_inverse(a: Array, level: int) -> Array:
    """The inverse of a matrix with a slope at `level`: its slope is ``-A⁻¹ (dA) A⁻¹``."""
    parts = [split(v, level) for v in a.entries]
    still, moving = (Array(a.shape, entries) for entries in zip(*parts, strict=True))
    found = inverse(still)
    slope = negate(multiply(multiply(found, moving), found))
    moved = zip(found.entries, slope.entries, strict=True)
    return Array(found.shape, tuple(Dual(level, v, dv) for v, dv in moved))


def square_rows(a: Array) -> list[list[Scalar]]:
    """The rows of a square matrix.

    Raises:
        ShapeError: it is not square.
    """
    if len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        raise ShapeError("a matrix that is not square")
    return [list(row) for row in a.rows()]


def _pivot(rows: list[list[Scalar]], k: int) -> int | None:
    """The first row from `k` on whose entry in column `k` is certainly not zero."""
    for n in range(k, len(rows)):
        with suppress(UndecidedError):
            if not same(rows[n][k], 0):
                return n
    return None


def _eliminate(rows: list[list[Scalar]], k: int, others: Iterable[int]) -> None:
    for n in others:
        factor = divide(rows[n][k], rows[k][k])
        rows[n] = [add(v, negate(multiply(factor, p))) for v, p in zip(rows[n], rows[k], strict=True)]


def by_rows(function: Callable[[Sequence[Scalar]], Sequence[Scalar]], a: Value) -> Array:
    """`function` applied to a vector, or to each row of a matrix."""
    if not isinstance(a, Array):
        raise ShapeError("a number in the place of a vector")
    if len(a.shape) == 1:
        return Array(a.shape, tuple(function(a.entries)))
    return Array(a.shape, tuple(v for row in a.rows() for v in function(row)))


def softmax(a: Value) -> Array:
    """The entries e^{x_i} / Σ_j e^{x_j} of a vector, or of each row."""
    return by_rows(_softmax, a)


def _softmax(entries: Sequence[Scalar]) -> list[Scalar]:
    powers = [exp(v) for v in entries]
    whole = total(powers)
    return [divide(p, whole) for p in powers]


def layer_norm(a: Value) -> Array:
    """(x − mean) / standard deviation, without gain and bias."""
    return by_rows(_standardised, a)


def _standardised(entries: Sequence[Scalar]) -> list[Scalar]:
    mean = divide(total(entries), len(entries))
    centred = [add(v, negate(mean)) for v in entries]
    return _over_rms(centred)


def _over_rms(entries: Sequence[Scalar]) -> list[Scalar]:
    size = sqrt(divide(dot(entries, entries), len(entries)))
    return [divide(v, size) for v in entries]


def rms_normalised(a: Value) -> Array:
    """x / RMS(x), without gain."""
    return by_rows(_over_rms, a)


def root_mean_square(a: Value) -> Scalar:
    if not isinstance(a, Array):
        return absolute(a)
    return sqrt(divide(dot(a.entries, a.entries), len(a.entries)))


# --- arrays from arrays -----------------------------------------------------------------------------------------


def diagonal(a: Value) -> Array:
    """The diagonal matrix of a vector; the diagonal of a matrix."""
    if not isinstance(a, Array):
        raise ShapeError("diagonal of a number")
    if len(a.shape) == 2 and 1 not in a.shape:
        return Array((a.shape[0],), tuple(row[k] for k, row in enumerate(square_rows(a))))
    size = len(a.entries)
    return Array((size, size), tuple(a.entries[i] if i == j else 0 for i in range(size) for j in range(size)))


def vectorised(a: Value) -> Array:
    """The columns of a matrix stacked in one column."""
    if not isinstance(a, Array):
        raise ShapeError("vec of a number")
    return Array((len(a.entries),), transpose(a).entries)


def kronecker(a: Value, b: Value) -> Array:
    """The Kronecker product: a block for each entry of `a`, that entry times `b`; of two columns, a column."""
    if not isinstance(a, Array) or not isinstance(b, Array):
        raise ShapeError("Kronecker product of a number")
    rows, more = list(_grid(a)), list(_grid(b))
    entries = tuple(multiply(u, v) for row in rows for other in more for u in row for v in other)
    height, width = len(rows) * len(more), len(rows[0]) * len(more[0])
    return Array((height,) if width == 1 else (height, width), entries)


def _grid(a: Array) -> Iterator[tuple[Scalar, ...]]:
    return ((v,) for v in a.entries) if len(a.shape) == 1 else a.rows()


def block_matrix(height: int, width: int, cells: Sequence[Value]) -> Array:
    """The matrix of `height` × `width` blocks; a zero takes the size of its row and column."""
    grid = [cells[k * width : (k + 1) * width] for k in range(height)]
    heights = [max(_height(cell) for cell in row) for row in grid]
    widths = [max(_width(row[k]) for row in grid) for k in range(width)]
    entries: list[Scalar] = []
    for row, tall in zip(grid, heights, strict=True):
        bands = [_filled(cell, tall, wide) for cell, wide in zip(row, widths, strict=True)]
        entries += [v for k in range(tall) for band in bands for v in band[k]]
    shape = (sum(heights), sum(widths))
    return Array(shape[:1] if shape[1] == 1 else shape, tuple(entries))


def _height(cell: Value) -> int:
    return cell.shape[0] if isinstance(cell, Array) else 1


def _width(cell: Value) -> int:
    return cell.shape[1] if isinstance(cell, Array) and len(cell.shape) == 2 else 1


def _filled(cell: Value, tall: int, wide: int) -> list[tuple[Scalar, ...]]:
    if not isinstance(cell, Array):
        if (tall, wide) != (1, 1) and not is_zero(cell):
            raise ShapeError("a number among blocks")
        return [(cell,) * wide] * tall
    rows = list(_grid(cell))
    if (len(rows), len(rows[0])) != (tall, wide):
        raise ShapeError("blocks of unlike shapes")
    return rows


def _matrix_power(base: Value, exponent: Value) -> Value:
    if isinstance(base, Array) and isinstance(exponent, int) and exponent < 0:
        return inverse(_matrix_power(base, -exponent))
    if not isinstance(base, Array) or not isinstance(exponent, int) or not 0 <= exponent <= 16:
        raise ShapeError("power of an array")
    if exponent == 0 and len(set(base.shape)) == 1 and len(base.shape) == 2:
        return identity(base.shape[0])
    result = base
    for _ in range(exponent - 1):
        result = multiply(result, base)
    return result
