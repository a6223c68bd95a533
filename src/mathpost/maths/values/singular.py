"""Functions of matrices by their singular values and by the signs of their eigenvalues."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths.values.arithmetic import divide, multiply
from mathpost.maths.values.arrays import square_rows
from mathpost.maths.values.functions import sqrt
from mathpost.maths.values.kinds import Array, Scalar, UndefinedError, Value
from mathpost.maths.values.numbers import acb, acb_mat, ball
from mathpost.maths.values.order import largest, less, smallest
from mathpost.maths.values.spectra import eigenbasis, gram, matrix, rebuilt


def clipped(x: Scalar, low: Scalar, high: Scalar) -> Scalar:
    """The number in [low, high] that is nearest to `x`."""
    if less(high, low):
        raise UndefinedError("an interval without numbers")
    return largest((low, smallest((x, high))))


def singular_values_clipped(a: Value, low: Scalar, high: Scalar) -> Value:
    """``U clip(Σ) Vᵀ`` of a matrix ``UΣVᵀ`` of full rank."""
    return _by_singular_values(lambda v: clipped(v, low, high), a)


def _by_singular_values(function: Callable[[Scalar], Scalar], a: Value) -> Value:
    """``U f(Σ) Vᵀ = A V (f(σ)/σ) Vᵀ``."""
    squares, vectors = eigenbasis(gram(matrix(a)))
    lengths = [sqrt(v) for v in squares]
    factor = rebuilt([divide(function(v), v) for v in lengths], vectors)
    return multiply(a, factor) if a.shape[0] >= a.shape[1] else multiply(factor, a)


def matrix_sign(a: Value) -> Value:
    """``P sign(Λ) P⁻¹`` of a matrix ``PΛP⁻¹``: the sign of a complex eigenvalue is that of its real part.

    Raises:
        UndefinedError: eigenvalues coincide or lie on the imaginary axis.
    """
    square_rows(matrix(a))
    size = a.shape[0]
    try:
        found, vectors = acb_mat(size, size, [acb(ball(v)) for v in a.entries]).eig(right=True)
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise UndefinedError("eigenvalues that coincide") from error
    if any(v.real.contains(0) for v in found):
        raise UndefinedError("an eigenvalue on the imaginary axis")
    entries = tuple(vectors[i, j] for i in range(size) for j in range(size))
    return rebuilt([1 if v.real > 0 else -1 for v in found], Array((size, size), entries))
