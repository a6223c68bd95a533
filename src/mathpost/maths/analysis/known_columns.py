"""The average of a function over a random column with known mean and covariance, as the average over a few outcomes.

The outcomes lie symmetrically about the mean, in directions and with probabilities drawn for the model, so that mean and
covariance are exact. A claim that holds in many such models follows from these two moments and from symmetry.
"""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.terms.polynomials import degree
from mathpost.maths.terms.term import Bind
from mathpost.maths.values import Array, Scalar, UndefinedError, Value

TWICE = 2  # largest degree for which mean and covariance suffice


def rests_on_more_than_moments(bind: Bind) -> bool:
    """Whether the averaged function of a column is not quadratic, so that mean and covariance do not determine its average."""
    return bind.operator == "column_mean" and degree(bind.body, bind.variable.name) > TWICE


def average(bind: Bind, mean: Array, covariance: Array, scope: Scope) -> Value:
    """The average of the body of `bind` over its variable, a column with this `mean` and `covariance`."""
    total: Value = None
    for weight, step in _steps(bind, covariance, scope):
        for side in (step, values.negate(step)):
            here = scope.bind(bind.variable.name, values.add(mean, side)).value(bind.body)
            part = values.multiply(values.divide(weight, 2), here)
            total = part if total is None else values.add(total, part)
    return total


def _steps(bind: Bind, covariance: Array, scope: Scope) -> list[tuple[Scalar, Value]]:
    """Probabilities w, and steps L q / √w from the mean, with orthonormal q and covariance L Lᵀ."""
    drawn = [_entries(inner.value(bind.variable)) for _, inner in scope.points(bind.variable)]
    size = covariance.shape[0]
    if any(len(entries) != size for entries in drawn):
        raise UndefinedError("average over a column of another size")
    squares = [values.multiply(e, e) for e in drawn[-1]]
    weights = [values.divide(s, values.total(squares)) for s in squares]
    frame = values.multiply(*(_reflection(entries) for entries in drawn[:2]))
    directions = values.multiply(factor(covariance), frame)
    assert isinstance(directions, Array)
    columns = zip(*directions.rows(), strict=True)
    return [
        (w, Array((size,), tuple(values.divide(e, values.sqrt(w)) for e in column)))
        for w, column in zip(weights, columns, strict=True)
    ]


def _reflection(normal: tuple[Scalar, ...]) -> Array:
    """I - 2vvᵀ/vᵀv: an orthogonal matrix of the entries of v, where any orthogonal matrix will do."""
    scale = values.divide(2, values.dot(normal, normal))
    size = len(normal)
    entries = (
        values.add(int(i == j), values.negate(values.multiply(scale, values.multiply(normal[i], normal[j]))))
        for i in range(size)
        for j in range(size)
    )
    return Array((size, size), tuple(entries))


def factor(matrix: Array) -> Array:
    """The lower triangular L with L Lᵀ = `matrix`, by Cholesky's method.

    Raises:
        UndefinedError: `matrix` is not positive definite.
    """
    rows = list(matrix.rows())
    size = len(rows)
    lower: list[list[Scalar]] = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = values.add(rows[i][j], values.negate(values.dot(lower[i][:j], lower[j][:j])))
            if i != j:
                lower[i][j] = values.divide(rest, lower[j][j])
            elif values.less(0, rest):
                lower[i][i] = values.sqrt(rest)
            else:
                raise UndefinedError("a covariance that is not positive definite")
    return Array((size, size), tuple(e for row in lower for e in row))


def _entries(value: Value) -> tuple[Scalar, ...]:
    if not isinstance(value, Array):
        raise UndefinedError("average over a column that is a number")
    return value.entries
