"""Points at which equations of a post hold: from a random model, by Newton's method.

Only the entries of arrays and the real symbols are moved, no integers and no array of a declared structure. Such a point
shows whether something could save a claim; it proves nothing, so that floats are enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths import values
from mathpost.maths.terms.term import Term
from mathpost.maths.values import Array, DivergenceError, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models.model import Model

Equations = Sequence[tuple[Term, Term]]
ROUNDS = 10
LARGEST = 3_000  # slopes of a system that is solved
STEP = 1e-7  # of a difference quotient
SMALL = 1e-11  # what is left of an equation at a point where it holds
DAMPING = 1e-12  # of equations that say the same twice
FAILURES = (
    UndefinedError,
    UndecidedError,
    ZeroDivisionError,
    ShapeError,
    DivergenceError,
    NoValueError,
    FuelError,
    OverflowError,
)


def satisfied(model: Model, equations: Equations, fuel: Fuel) -> bool:
    """Whether a point was found near `model` at which all `equations` hold; `model` is moved there."""
    try:
        residual = _residual(model, equations, fuel)
        keys = [key for key in sorted(model.drawn) if _is_movable(model, key)]
        for _ in range(ROUNDS):
            if max(map(abs, residual), default=0.0) < SMALL:
                return True
            if not keys or len(keys) * len(residual) > LARGEST:
                return False
            change = _least_change(_slopes(model, keys, equations, residual, fuel), residual)
            residual = _moved(model, keys, change, equations, residual, fuel)
    except FAILURES:
        return False
    return False


def departure(model: Model, left: Term, right: Term, sign: str, fuel: Fuel) -> float | None:
    """By how much ``left sign right`` fails in `model`, relative to its sides; None where it has no value there."""
    try:
        a, b = (Evaluation(model, fuel=fuel).value(side) for side in (left, right))
        pairs = list(zip(_floats(a), _floats(b), strict=True))
    except (*FAILURES, ValueError):
        return None
    scale = 1 + max(max(abs(p), abs(q)) for p, q in pairs)
    if sign in (">", ">="):
        pairs = [(q, p) for p, q in pairs]
    return max((abs(p - q) if sign == "=" else p - q) / scale for p, q in pairs)


def _is_movable(model: Model, key: str) -> bool:
    value, plan = model.drawn[key], model.plan
    name = key.partition("_(")[0]
    domain = plan.domains.get(name)
    fixed = name in plan.families.normalised or (domain is not None and domain.integer)
    return not isinstance(value, Array) and not fixed and not values.is_complex(value)


def _residual(model: Model, equations: Equations, fuel: Fuel) -> list[float]:
    """Left sides less right sides, entry by entry."""
    found: list[float] = []
    for left, right in equations:
        a, b = (_floats(Evaluation(model, fuel=fuel).value(side)) for side in (left, right))
        if b == [0.0]:
            b = b * len(a)
        if len(a) != len(b):
            raise ShapeError("sides of an equation")
        found += [p - q for p, q in zip(a, b, strict=True)]
    return found


def _floats(value: Value) -> list[float]:
    parts = [values.part(entry) for entry in values.entries(value)]
    if any(map(values.is_complex, parts)):
        raise UndefinedError("a complex number")
    return [float(values.finite(values.ball(p), "not finite").mid()) for p in parts]


def _slopes(
    model: Model, keys: Sequence[str], equations: Equations, residual: list[float], fuel: Fuel
) -> list[list[float]]:
    """One row for each of `keys`: how the residual changes with it."""
    rows = []
    for key in keys:
        kept = model.drawn[key]
        model.drawn[key] = values.add(kept, values.decimal(STEP))
        try:
            changed = _residual(model, equations, fuel)
        finally:
            model.drawn[key] = kept
        rows.append([(q - p) / STEP for p, q in zip(residual, changed, strict=True)])
    return rows


def _least_change(slopes: list[list[float]], residual: list[float]) -> list[float]:
    """The smallest change that makes the residual vanish to first order: ``-J^T (J J^T)^{-1} r``."""
    size = len(residual)
    gram = [[sum(row[i] * row[j] for row in slopes) for j in range(size)] for i in range(size)]
    damping = DAMPING * (1 + sum(gram[i][i] for i in range(size)))
    for i in range(size):
        gram[i][i] += damping
    weights = _solved(gram, residual)
    return [-sum(w * s for w, s in zip(weights, row, strict=True)) for row in slopes]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a positive definite system, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(size):
        pivot = rows[k][k]
        for other in rows[k + 1 :]:
            factor = other[k] / pivot
            if factor:
                for j in range(k, size + 1):
                    other[j] -= factor * rows[k][j]
    result = [0.0] * size
    for k in reversed(range(size)):
        known = sum(rows[k][j] * result[j] for j in range(k + 1, size))
        result[k] = (rows[k][size] - known) / rows[k][k]
    return result


def _moved(
    model: Model,
    keys: Sequence[str],
    change: Sequence[float],
    equations: Equations,
    residual: list[float],
    fuel: Fuel,
) -> list[float]:
    """`model` moved by `change`, or by the part of it that lessens the residual; the residual there."""
    start = [model.drawn[key] for key in keys]
    size = max(map(abs, residual))
    part = 1.0
    while True:
        for key, value, step in zip(keys, start, change, strict=True):
            model.drawn[key] = values.add(value, values.decimal(part * step))
        try:
            found = _residual(model, equations, fuel)
            if max(map(abs, found)) < size or part < 0.1:
                return found
        except (UndefinedError, UndecidedError, ZeroDivisionError):
            if part < 0.1:
                raise
        part /= 2
