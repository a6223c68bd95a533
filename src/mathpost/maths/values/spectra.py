"""Functions of the spectrum: roots, logarithms and exponentials of matrices, singular values and norms based on them.

Eigenvalues and eigenvectors are rigorous enclosures. The slope of a matrix function follows Daleckii and Krein: divided
differences of the function, in the basis of the eigenvectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from mathpost.maths.values.arithmetic import add, divide, level_of, multiply, negate, total
from mathpost.maths.values.arrays import inverse, square_rows, trace, transpose
from mathpost.maths.values.functions import exp, log, sqrt
from mathpost.maths.values.kinds import Array, Dual, Scalar, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.maths.values.numbers import acb, acb_mat, ball, is_exact, is_zero
from mathpost.maths.values.order import absolute, largest, same


def _deepest(a: Array) -> int:
    return max(map(level_of, a.entries), default=0)


def _parted(a: Array, level: int) -> tuple[Array, Array]:
    """The value and the slope of `a` at `level`."""
    pairs = [(v.value, v.slope) if isinstance(v, Dual) and v.level == level else (v, 0) for v in a.entries]
    return Array(a.shape, tuple(v for v, _ in pairs)), Array(a.shape, tuple(s for _, s in pairs))


def eigenbasis(a: Array) -> tuple[list[Scalar], Array]:
    """Real eigenvalues, and the eigenvectors as columns.

    Raises:
        UndefinedError: they are not separated, or not real.
    """
    size = a.shape[0]
    square_rows(a)
    if any(isinstance(v, Dual) for v in a.entries):
        raise UndefinedError("second derivative of a function of a matrix")
    try:
        values, vectors = acb_mat(size, size, [acb(ball(v)) for v in a.entries]).eig(right=True)
    except (ValueError, ZeroDivisionError) as error:
        raise UndefinedError("eigenvalues that coincide") from error
    if not all(v.imag.contains(0) for v in values):
        raise UndefinedError("complex eigenvalues")
    entries = tuple(vectors[i, j] for i in range(size) for j in range(size))
    return [v.real for v in values], Array((size, size), entries)


def _of_matrix(
    name: str, function: Callable[[Scalar], Scalar], slope: Callable[[Scalar, Scalar], Scalar]
) -> Callable[[Value], Value]:
    """`function` of a square matrix with real eigenvalues; `slope(x, f(x))` is its derivative."""

    def applied(a: Value) -> Value:
        if not isinstance(a, Array):
            return function(a)
        if level := _deepest(a):
            value, change = _parted(a, level)
            result, changed = applied(value), _changed(value, change, function, slope)
            pairs = zip(result.entries, changed.entries, strict=True)
            return Array(a.shape, tuple(Dual(level, v, s) for v, s in pairs))
        values, vectors = eigenbasis(a)
        return rebuilt([function(v) for v in values], vectors)

    applied.__name__ = name
    return applied


def rebuilt(values: Sequence[Scalar], vectors: Array) -> Array:
    scaled = Array(
        vectors.shape, tuple(multiply(v, values[k % len(values)]) for k, v in enumerate(vectors.entries))
    )
    product = multiply(scaled, inverse(vectors))
    return Array(product.shape, tuple(_real(v) for v in product.entries))


def _real(value: Scalar) -> Scalar:
    return value.real if isinstance(value, acb) else value


def _changed(
    a: Array, change: Array, function: Callable[[Scalar], Scalar], slope: Callable[[Scalar, Scalar], Scalar]
) -> Array:
    values, vectors = eigenbasis(a)
    back = inverse(vectors)
    inside = multiply(multiply(back, change), vectors)
    size = len(values)
    images = [function(v) for v in values]
    entries = []
    for i in range(size):
        for j in range(size):
            if i == j:
                factor = slope(values[i], images[i])
            else:
                rise = add(images[i], negate(images[j]))
                factor = divide(rise, add(values[i], negate(values[j])))
            entries.append(multiply(factor, inside.entries[i * size + j]))
    product = multiply(multiply(vectors, Array((size, size), tuple(entries))), back)
    return Array(product.shape, tuple(_real(v) for v in product.entries))


matrix_root = _of_matrix("matrix_root", sqrt, lambda _, y: divide(1, multiply(2, y)))
matrix_exponential = _of_matrix("matrix_exponential", exp, lambda _, y: y)
matrix_logarithm = _of_matrix("matrix_logarithm", log, lambda x, _: divide(1, x))


# --- singular values ----------------------------------------------------------------------------------------


def gram(a: Array) -> Value:
    """``AᵀA`` or ``AAᵀ``, whichever is smaller."""
    turned = transpose(a)
    return multiply(turned, a) if a.shape[0] >= a.shape[1] else multiply(a, turned)


def matrix(a: Value) -> Array:
    if not isinstance(a, Array) or len(a.shape) != 2:
        raise ShapeError("singular values of something that is not a matrix")
    return a


def nuclear_norm(a: Value) -> Scalar:
    """The sum of the singular values."""
    return trace(matrix_root(gram(matrix(a))))


def singular_values(a: Value) -> list[Scalar]:
    """The singular values, largest first, with slopes where `a` has one."""
    squares = _eigenvalues(gram(matrix(a)))
    found = [sqrt(v) for v in squares]
    return sorted(found, key=lambda v: -float(ball(_plain(v)).mid()))


def _plain(value: Scalar) -> Scalar:
    while isinstance(value, Dual):
        value = value.value
    return value


def _eigenvalues(a: Array) -> list[Scalar]:
    if level := _deepest(a):
        value, change = _parted(a, level)
        values, vectors = eigenbasis(value)
        inside = multiply(multiply(inverse(vectors), change), vectors)
        size = len(values)
        return [Dual(level, v, _real(inside.entries[k * (size + 1)])) for k, v in enumerate(values)]
    return eigenbasis(a)[0]


def eigenvalues(a: Value) -> list[Scalar]:
    """The eigenvalues of a matrix whose eigenvalues are real, largest first."""
    return sorted(_eigenvalues(matrix(a)), key=lambda v: -float(ball(_plain(v)).mid()))


def eigenvectors(a: Value) -> list[Array]:
    """The unit eigenvectors of a matrix with real eigenvalues, ordered from the largest eigenvalue on."""
    found, vectors = eigenbasis(matrix(a))
    order = sorted(range(len(found)), key=lambda k: -float(ball(found[k]).mid()))
    columns = list(zip(*vectors.rows(), strict=True))
    return [_unit(columns[k]) for k in order]


def _unit(entries: Sequence[Scalar]) -> Array:
    """A real vector of length 1 in the direction of one with real ratios."""
    largest_one = max(entries, key=lambda v: float(abs(v).mid()) if isinstance(v, acb) else 0.0)
    real = [_real(divide(v, largest_one)) for v in entries]
    length = sqrt(total(multiply(v, v) for v in real))
    return Array((len(real),), tuple(divide(v, length) for v in real))


def singular_vectors(a: Value, *, left: bool) -> list[Value]:
    """The left or right singular vectors, ordered from the largest singular value on: ``A v = \\sigma u``."""
    whole = matrix(a)
    tall = whole.shape[0] >= whole.shape[1]
    own = list[Value](eigenvectors(gram(whole)))
    if left != tall:
        return own
    through = whole if left else transpose(whole)
    turned = [multiply(through, v) for v in own]
    return [divide(v, sqrt(total(multiply(e, e) for e in _entries(v)))) for v in turned]


def _entries(a: Value) -> tuple[Scalar, ...]:
    return a.entries if isinstance(a, Array) else ()


def spectral_norm(a: Value) -> Scalar:
    """The largest singular value."""
    if not isinstance(a, Array) or len(a.shape) == 1 or 1 in a.shape:
        return sqrt(total(multiply(v, v) for v in (a.entries if isinstance(a, Array) else (a,))))
    return singular_values(a)[0]


def msign(a: Value) -> Value:
    """``UVᵀ`` of the singular value decomposition ``UΣVᵀ`` of a matrix of full rank."""
    root = inverse(matrix_root(gram(matrix(a))))
    return multiply(a, root) if a.shape[0] >= a.shape[1] else multiply(root, a)


def pseudoinverse(a: Value) -> Value:
    """The Moore–Penrose inverse; for a matrix of balls only if it has full rank."""
    if not isinstance(a, Array):
        return divide(1, a)
    if len(a.shape) == 1 or a.shape[0] == 1:
        length = total(multiply(v, v) for v in a.entries)
        return transpose(Array(a.shape, tuple(divide(v, length) for v in a.entries)))
    if all(map(is_exact, a.entries)):
        return _of_factors(*_factors(a))
    back = inverse(gram(a))
    turned = transpose(a)
    return multiply(back, turned) if a.shape[0] >= a.shape[1] else multiply(turned, back)


def _of_factors(left: Array, right: Array) -> Value:
    """The pseudoinverse of ``left · right``, both of full rank."""
    first = multiply(transpose(right), inverse(multiply(right, transpose(right))))
    return multiply(multiply(first, inverse(multiply(transpose(left), left))), transpose(left))


def _factors(a: Array) -> tuple[Array, Array]:
    """The factors of `a`: its pivot columns, a tall matrix of full rank, and its reduced rows, a wide one."""
    rows, pivots = _reduced(a)
    columns = tuple(row[p] for row in a.rows() for p in pivots)
    size = len(pivots)
    if size == 0:
        raise UndefinedError("pseudoinverse of zero")
    kept = tuple(v for row in rows[:size] for v in row)
    return Array((a.shape[0], size), columns), Array((size, a.shape[1]), kept)


def _reduced(a: Array) -> tuple[list[list[Scalar]], list[int]]:
    """The reduced row echelon form of a matrix of exact numbers, and its pivot columns."""
    rows = [list(row) for row in a.rows()]
    pivots: list[int] = []
    for column in range(a.shape[1]):
        found = len(pivots)
        pivot = next((n for n in range(found, len(rows)) if not is_zero(rows[n][column])), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        rows[found] = [divide(v, rows[found][column]) for v in rows[found]]
        for n in range(len(rows)):
            if n != found:
                share = rows[n][column]
                rows[n] = [
                    add(v, negate(multiply(share, p))) for v, p in zip(rows[n], rows[found], strict=True)
                ]
        pivots.append(column)
    return rows, pivots


def rank(a: Value) -> int:
    """The rank of a matrix of exact numbers, or of one whose singular values are all certainly positive."""
    if not all(map(is_exact, matrix(a).entries)):
        found = singular_values(a)
        if any(ball(s).contains(0) for s in found):
            raise UndecidedError("rank")
        return len(found)
    return len(_reduced(a)[1])


# --- norms that are sums and maxima -----------------------------------------------------------------------------


def entry_sum_norm(a: Value) -> Scalar:
    """The sum of the absolute values of all entries."""
    return total(map(absolute, a.entries if isinstance(a, Array) else (a,)))


def entry_maximum_norm(a: Value) -> Scalar:
    return largest(map(absolute, a.entries if isinstance(a, Array) else (a,)))


def column_sum_norm(a: Value) -> Scalar:
    """The largest column sum of absolute values: the norm induced by the 1-norm of vectors."""
    return largest(total(map(absolute, row)) for row in transpose(matrix(a)).rows())


def row_sum_norm(a: Value) -> Scalar:
    return largest(total(map(absolute, row)) for row in matrix(a).rows())


def zero_norm(a: Value) -> int:
    """The number of nonzero entries."""
    count = 0
    for entry in a.entries if isinstance(a, Array) else (a,):
        with suppress(UndecidedError):
            count += not same(entry, 0)
    return count
