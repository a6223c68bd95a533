"""The eigenvectors and singular vectors of a matrix, numbered as their values are, largest first."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator
from mathpost.maths.values import Array, UndefinedError, Value


def _counted(vectors_of: Callable[[Value], list[Value]]) -> Callable[[Value, Value], Value]:
    """The k-th vector; for −k, the k-th from the end."""

    def value(a: Value, place: Value) -> Value:
        if isinstance(a, Array) and any(isinstance(e, values.Dual) for e in a.entries):
            raise UndefinedError("derivative of an eigenvector")
        found = vectors_of(a)
        k = values.integer(place, "number of an eigenvector")
        if not 1 <= abs(k) <= len(found):
            raise UndefinedError("index out of range")
        return found[k if k < 0 else k - 1]

    return value


def _of_any_length(a: Value) -> list[Value]:
    """Eigenvectors of arbitrary length: without a normalisation their length is not determined."""
    scales = (values.rational(Fraction(7 + 3 * k, 5)) for k in range(values.LONGEST))
    return [values.multiply(scale, v) for scale, v in zip(scales, values.eigenvectors(a), strict=False)]


# the words about the letters between the formulas
_PAIRS = r"\lambda_i$ and $v_i$ be the eigenvalues and {kind}eigenvectors of $A"
_OF_ANY_LENGTH, _OF_LENGTH_ONE = _PAIRS.format(kind=""), _PAIRS.format(kind="unit ")
_SINGULAR = r"u_i$ and $v_i$ be the left and right singular vectors of $A"

OPERATORS = (
    Operator(
        "eigenvector",
        _counted(_of_any_length),
        laws=(
            Law(r"A^2 v_i = \lambda_i^2 v_i", _OF_ANY_LENGTH),
            Law(r"A^{-1} v_i = \frac{1}{\lambda_i} v_i", _OF_ANY_LENGTH),
        ),
        slips=(Law(r"A^2 v_i = \lambda_i v_i", _OF_ANY_LENGTH),),
    ),
    Operator(
        "unit_eigenvector",
        _counted(lambda a: list(values.eigenvectors(a))),
        laws=(
            Law(r"v_i^{\top} A v_i = \lambda_i", _OF_LENGTH_ONE),
            Law(r"\|A v_i\|^2 = \lambda_i^2", _OF_LENGTH_ONE),
        ),
        slips=(Law(r"\|A v_i\|^2 = \lambda_i", _OF_LENGTH_ONE),),
    ),
    Operator(
        "left_singular_vector",
        _counted(lambda a: values.singular_vectors(a, left=True)),
        laws=(Law(r"A^{\top} u_i = \sigma_i(A) v_i", _SINGULAR),),
        slips=(Law(r"A u_i = \sigma_i(A) v_i", _SINGULAR), Law(r"A^{\top} u_i = v_i", _SINGULAR)),
    ),
    Operator(
        "right_singular_vector",
        _counted(lambda a: values.singular_vectors(a, left=False)),
        laws=(Law(r"\|A v_i\| = \sigma_i(A)", _SINGULAR),),
        slips=(Law(r"\|A v_i\| = \sigma_i(A)^2", _SINGULAR),),
    ),
)
