"""Maxima of functions: on a ball or sphere of a norm by steps along the gradient, on a line or everywhere by Newton's method,
on a Euclidean sphere also for functions that are not convex.

Such a value is a bound from one side, as good as the last step.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from mathpost.maths import values
from mathpost.maths.values import Array, Scalar, UndecidedError, UndefinedError, Value

Function = Callable[[Value], Scalar]  # of a number, or of an array
CLIMB = 40  # steps along the gradient
NEWTON = 24  # steps to a stationary point
OUTWARDS = 200  # steps along the gradient and outwards
POLISH = 4  # steps that make the place of a maximum exact
HALVED = 30  # halvings of a step
CLOSE = Fraction(1, 10**9)  # tolerance of an iteration


def on_a_ball(function: Function, norm: str, length: Function, radius: Value, start: Value) -> Scalar:
    """The value at the end of an ascent along the gradient on the border of the ball of `radius`; `length`: its norm."""
    point = start
    for _ in range(CLIMB):
        uphill = _rounded(gradient(function, point))
        point = values.multiply(radius, _farthest(norm, length, uphill))
    return function(point)


def on_a_sphere(function: Function, length: Function, radius: Value, start: Value) -> Scalar:
    """The greatest value found on a Euclidean sphere, where the function need not be convex.

    Steps along the gradient and outwards, scaled by the second derivatives, end at the maximum of an indefinite form; iteration
    with the inverse Hessian makes the point exact.
    """
    point = values.divide(values.multiply(radius, start), length(start))
    bend = values.entries(hessian(function, point))
    outwards = values.sqrt(values.dot(bend, bend))
    for _ in range(OUTWARDS):
        step = values.add(values.multiply(outwards, point), gradient(function, point))
        size = length(step)
        if values.is_zero(size):
            break
        point = _rounded(values.divide(values.multiply(radius, step), size))
    for _ in range(POLISH):
        try:
            point = _polished(function, length, radius, point)
        except (UndefinedError, UndecidedError, ZeroDivisionError):
            break
    return function(point)


def _polished(function: Function, length: Function, radius: Value, point: Value) -> Value:
    """`point` after a step with the inverse of the Hessian minus the radial growth rate.

    Raises:
        UndefinedError: there is no such step, or it decreases the function.
    """
    here, square = function(point), values.dot(values.entries(point), values.entries(point))
    growth = values.divide(
        values.dot(values.entries(gradient(function, point)), values.entries(point)), square
    )
    count = len(values.entries(point))
    bend = values.add(
        hessian(function, point), values.negate(values.multiply(growth, values.identity(count)))
    )
    step = values.multiply(values.inverse(bend), point)
    reached = _rounded(values.divide(values.multiply(radius, step), length(step)))
    if values.less(function(reached), here):
        raise UndefinedError("a step that leads no higher")
    return reached


def _farthest(norm: str, length: Function, slope: Value) -> Value:
    """The array of norm one that has the largest inner product with `slope`."""
    match norm:
        case "norm_infinity" | "entry_maximum_norm":
            return _each(slope, values.sign)
        case "norm_1" | "entry_sum_norm":
            sizes = [values.absolute(entry) for entry in values.entries(slope)]
            most = max(range(len(sizes)), key=lambda k: float(values.ball(sizes[k]).mid()))
            return _of_entries(
                slope, [values.sign(e) if k == most else 0 for k, e in enumerate(values.entries(slope))]
            )
        case "spectral_norm" | "operator_norm":
            return values.msign(slope)
    size = length(slope)
    if values.is_zero(size):
        raise UndefinedError("gradient")
    return values.divide(slope, size)


def everywhere(function: Function, start: Value, inside: Callable[[Value], bool]) -> Scalar:
    """The value at the stationary point that Newton's method finds from `start`, where the function is concave.

    Raises:
        UndefinedError: there is none, the function is not concave there, or a step leaves the set `inside`.
    """
    point = start
    for _ in range(NEWTON):
        slope, bend = gradient(function, point), hessian(function, point)
        if _is_small(slope):
            break
        step = values.negate(values.multiply(values.inverse(bend), slope))
        uphill = values.less(0, values.dot(values.entries(step), values.entries(slope)))
        point = _improved(function, point, step if uphill else slope, inside)
    if not _is_small(gradient(function, point)) or not _bends_down(hessian(function, point), start):
        raise UndefinedError("a stationary point")
    return function(point)


def _improved(function: Function, point: Value, step: Value, inside: Callable[[Value], bool]) -> Value:
    """`point` after the largest part of a step that does not decrease the function and stays `inside`.

    Raises:
        UndefinedError: every part of it decreases the function or leaves the set.
    """
    here = function(point)
    for halved in range(HALVED):
        part = values.multiply(values.rational(Fraction(1, 2**halved)), step)
        reached = _rounded(values.add(point, part))
        if inside(reached) and not values.less(function(reached), here):
            return reached
    raise UndefinedError("a step that leads no higher")


def gradient(function: Function, point: Value) -> Value:
    """The gradient of a function, in the shape of its argument."""
    return _of_entries(point, [_slope(function, point, k) for k in range(len(values.entries(point)))])


def hessian(function: Function, point: Value) -> Value:
    """The second derivatives of a function, a matrix where its argument is a column."""
    count = len(values.entries(point))
    rows = [gradient(lambda p, k=k: _slope(function, p, k), point) for k in range(count)]  # type: ignore[misc]
    if not isinstance(point, Array):
        return rows[0]
    return Array((count, count), tuple(entry for row in rows for entry in values.entries(row)))


def _slope(function: Function, point: Value, k: int) -> Scalar:
    entries = values.entries(point)
    seeded = values.seeded(entries[k])
    varied = _of_entries(point, [*entries[:k], seeded, *entries[k + 1 :]])
    return values.slope_of(function(varied), seeded.level)


def _bends_down(bend: Value, direction: Value) -> bool:
    """Whether a function is concave along `direction`: by the second derivative of a number, by the form of a matrix."""
    along = values.multiply(bend, direction)
    total = values.dot(values.entries(along), values.entries(direction))
    return values.less(total, 0)


def _is_small(slope: Value) -> bool:
    return all(values.less(values.absolute(e), values.rational(CLOSE)) for e in values.entries(slope))


def _each(array: Value, function: Callable[[Scalar], Scalar]) -> Value:
    return _of_entries(array, [function(entry) for entry in values.entries(array)])


def _of_entries(like: Value, entries: list[Scalar]) -> Value:
    return Array(like.shape, tuple(entries)) if isinstance(like, Array) else entries[0]


def _rounded(point: Value) -> Value:
    """The midpoints of an array of balls: iterations may continue from rounded points."""
    return _each(point, lambda e: values.rational(Fraction(float(values.ball(e).mid()))))
