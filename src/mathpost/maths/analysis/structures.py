"""Matrices and vectors of a declared structure, computed from free ones: orthogonal, positive definite, diagonal …

Each structure is an exact parametrisation, rational where possible, so that its properties hold exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction

from mathpost.maths import values
from mathpost.maths.values import Array, ShapeError, Value

ROTATIONS = "rotations"  # of a family: its members rotate by multiples of the same angles
PROPER = "a proper rotation"  # orthogonal, of determinant 1
COLUMNS = "orthonormal columns"  # of an orthogonal matrix that is never wider than high
FRAME = "orthonormal members"  # of a family of vectors: they are orthogonal to each other, and of length 1
BASIS = "a basis"  # of a family of vectors: as many members as entries
REAL_SPECTRUM = "real spectrum"  # of a matrix whose eigenvalues a post mentions
STRUCTURES: dict[str, Callable[[Array], Value]] = {}


def structured(free: Array, said: frozenset[str], turns: int | None = None) -> Value:
    """`free` transformed into an array with the stated structures, where one of them implies the others. With `turns` it is the
    member of a family of rotations that rotates so many times.

    A property that does not fit the shape of the array is taken to refer to something else.
    """
    if turns is not None:
        with suppress(ShapeError):
            return rotation(free, turns)
    for name in STRONGEST:
        if name in said:
            with suppress(ShapeError):
                return STRUCTURES[name](free)
    return free


def _square(free: Array) -> int:
    if len(free.shape) != 2 or free.shape[0] != free.shape[1]:
        raise ShapeError("a structure of square matrices")
    return free.shape[0]


def _transformed(free: Array, entry: Callable[[int, int], values.Scalar]) -> Array:
    size = _square(free)
    return Array(free.shape, tuple(entry(i, j) for i in range(size) for j in range(size)))


def _on_diagonal(free: Array, entry: Callable[[int], values.Scalar]) -> Array:
    """A matrix with `entry` on its main diagonal and zeros elsewhere; a vector is returned unchanged."""
    if len(free.shape) != 2:
        return free
    places = ((i, j) for i in range(free.shape[0]) for j in range(free.shape[1]))
    return Array(free.shape, tuple(entry(i) if i == j else 0 for i, j in places))


def _at(free: Array, i: int, j: int) -> values.Scalar:
    return free.entries[i * free.shape[1] + j]


def symmetric(free: Array) -> Array:
    return _transformed(free, lambda i, j: _at(free, min(i, j), max(i, j)))


def skew(free: Array) -> Array:
    return _transformed(
        free, lambda i, j: 0 if i == j else _at(free, i, j) if i < j else values.negate(_at(free, j, i))
    )


def diagonal(free: Array) -> Array:
    return _on_diagonal(free, lambda i: _at(free, i, i))


def positive_diagonal(free: Array) -> Array:
    """Distinct positive numbers on the diagonal: singular values."""
    return _on_diagonal(free, lambda i: values.add(values.absolute(_at(free, i, i)), 3 * i))


def lower(free: Array) -> Array:
    return _transformed(free, lambda i, j: _at(free, i, j) if i >= j else 0)


def upper(free: Array) -> Array:
    return _transformed(free, lambda i, j: _at(free, i, j) if i <= j else 0)


def positive_definite(free: Array) -> Value:
    """LLᵀ + I."""
    half = lower(free)
    return values.add(values.multiply(half, values.transpose(half)), values.identity(_square(free)))


def orthogonal(free: Array) -> Array:
    """(I − S)(I + S)⁻¹ with S skew, one row negated: its determinant is −1 as often as +1. A tall matrix has orthonormal
    columns, a wide one orthonormal rows.
    """
    height, width = free.shape if len(free.shape) == 2 else (0, 0)
    if height == 0:
        raise ShapeError("an orthogonal vector")
    size = max(height, width)
    rows = [
        list(row) + [values.rational(_filler(i, j)) for j in range(width, size)]
        for i, row in enumerate(free.rows())
    ]
    rows += [[values.rational(_filler(i, j)) for j in range(size)] for i in range(height, size)]
    turned = proper(Array((size, size), tuple(v for row in rows for v in row)))
    entries = tuple(
        values.negate(v) if i == 0 else v
        for i, row in enumerate(turned.rows())
        if i < height
        for v in row[:width]
    )
    return Array((height, width), entries)


def proper(free: Array) -> Array:
    """(I − S)(I + S)⁻¹ with S skew: orthogonal, and its determinant is 1."""
    unit, whole = values.identity(_square(free)), skew(free)
    turned = values.multiply(values.add(unit, values.negate(whole)), values.inverse(values.add(unit, whole)))
    assert isinstance(turned, Array)
    return turned


def rotation(free: Array, turns: int) -> Value:
    """A rotation iterated `turns` times: in each plane of two neighbouring axes by its own angle, ``tan(a/2)`` from `free`."""
    size = _square(free)
    once = [[values.rational(Fraction(i == j)) for j in range(size)] for i in range(size)]
    for k in range(0, size - 1, 2):
        square = values.power(_at(free, k, k), 2)
        below = values.add(1, square)
        cosine = values.divide(values.add(1, values.negate(square)), below)
        sine = values.divide(values.multiply(2, _at(free, k, k)), below)
        once[k][k : k + 2], once[k + 1][k : k + 2] = [cosine, values.negate(sine)], [sine, cosine]
    whole = Array(free.shape, tuple(v for row in once for v in row))
    if turns == 0:
        return values.identity(size)
    return values.power(whole if turns > 0 else values.transpose(whole), abs(turns))


def real_spectrum(free: Array) -> Value:
    """LTL⁻¹ with L lower, T upper triangular: its eigenvalues are real, without any other property."""
    size = _square(free)
    turn = _transformed(free, lambda i, j: int(i == j) if i <= j else _at(free, i, j))
    return values.multiply(values.multiply(turn, upper(free)), values.inverse(turn)) if size else free


def _filler(i: int, j: int) -> Fraction:
    return Fraction(1 + (7 * i + 3 * j) % 11, 8)


def projection(free: Array) -> Value:
    """The orthogonal projection onto a line or, in three dimensions and more, a plane."""
    turned = orthogonal(free)
    size = _square(free)
    kept = max(1, size - 1)
    half = Array((size, kept), tuple(v for row in turned.rows() for v in row[:kept]))
    return values.multiply(half, values.transpose(half))


def stochastic(free: Array) -> Array:
    """Positive rows with the sum 1; for a vector, positive entries with the sum 1."""
    return values.by_rows(_shares, free)


def one_hot(free: Array) -> Array:
    """A single 1 among zeros, at the largest entry; for a matrix, in every row."""
    return values.by_rows(_chosen, free)


def _chosen(entries: Sequence[values.Scalar]) -> list[values.Scalar]:
    most = max(range(len(entries)), key=lambda k: float(values.ball(entries[k]).mid()))
    return [int(k == most) for k in range(len(entries))]


def _shares(entries: Sequence[values.Scalar]) -> list[values.Scalar]:
    sizes = [values.absolute(v) for v in entries]
    whole = values.total(sizes)
    return [values.divide(v, whole) for v in sizes]


def permutation(free: Array) -> Array:
    """The permutation matrix of the cycle of all places."""
    size = _square(free)
    return _transformed(free, lambda i, j: int((i + 1) % size == j))


def unit(free: Array) -> Array:
    """A vector of length 1, by stereographic projection: 2t/(1 + t²), (1 − t²)/(1 + t²)."""
    if len(free.shape) == 2 and 1 not in free.shape:
        return free  # a "unit" matrix has another meaning
    tail = free.entries[1:]
    square = values.dot(tail, tail)
    below = values.add(1, square)
    first = values.divide(values.add(1, values.negate(square)), below)
    return Array(free.shape, (first, *(values.divide(values.multiply(2, t), below) for t in tail)))


def singular(free: Array) -> Array:
    """A singular matrix, one row of which depends on the others."""
    if len(free.shape) != 2 or free.shape[0] != free.shape[1]:
        return free
    *rows, _ = free.rows()
    last = [values.total(column) for column in zip(*rows, strict=True)]
    return Array(free.shape, (*(v for row in rows for v in row), *last))


def signature(free: Array) -> Array:
    """1 and −1 on the diagonal: orthogonal, symmetric and diagonal at once; for a rectangle, its first columns or rows."""
    if len(free.shape) != 2 or 1 in free.shape:
        return free
    entries = (int(i == j) * (-1 if i % 2 else 1) for i in range(free.shape[0]) for j in range(free.shape[1]))
    return Array(free.shape, tuple(entries))


def positive(free: Array) -> Array:
    return Array(free.shape, tuple(map(values.absolute, free.entries)))


STRUCTURES |= {
    "signature": signature,
    "permutation": permutation,
    PROPER: proper,
    "orthogonal": orthogonal,
    "projection": projection,
    "positive diagonal": positive_diagonal,
    "diagonal": diagonal,
    "positive definite": positive_definite,
    "symmetric": symmetric,
    "skew": skew,
    "one-hot": one_hot,
    "stochastic": stochastic,
    "lower": lower,
    "upper": upper,
    "unit": unit,
    "positive": positive,
    "singular": singular,
    REAL_SPECTRUM: real_spectrum,
}
# structures that imply others come first
STRONGEST = tuple(STRUCTURES)
