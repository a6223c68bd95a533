"""Functions of one or several complex arguments for operators: balls in, a ball out, derivatives by the chain rule.

A function is given by the ball function that computes it and by its partial derivatives. A partial derivative without a formula
is computed from values on a circle (Cauchy's formula); two circles have to agree, and their difference widens the ball. That is
an estimate and no enclosure: an operator based on it confirms and never refutes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from mathpost.maths import values
from mathpost.maths.values import Array, DivergenceError, Dual, Scalar, ShapeError, UndefinedError, Value

Compute = Callable[..., Scalar]
NODES = 16
RADII = ((1, 16), (1, 24))  # of the two circles
HIGHEST_ORDER = 2  # order of a derivative from circles: each costs 32 values
AGREEMENT = 1e-9


def analytic(
    name: str,
    compute: Compute,
    slopes: Mapping[int, Compute] | None = None,
    *,
    estimated: bool = False,
    real: bool = True,
    order: int = 0,
) -> Callable[..., Value]:
    """The function `name`: `compute` takes and returns complex balls.

    `slopes` gives the partial derivative by the argument at a place, as a function of all arguments; a missing one is
    undefined, or with `estimated` computed from values on circles. `real`: for real arguments only real values count; other
    values belong to a branch cut or lie outside the domain in handbooks. `order`: how often circles were used before.
    """
    rules = dict(slopes or {})

    def function(*arguments: Value) -> Value:
        if any(isinstance(a, Array) for a in arguments):
            raise ShapeError(f"{name} of an array")
        level = max((a.level for a in arguments if isinstance(a, Dual)), default=0)
        if level:
            return _extended(level, arguments)
        return narrowed(compute(*map(values.complex_ball, arguments)), arguments, name, real=real)

    def _extended(level: int, arguments: tuple[Value, ...]) -> Value:
        plain = [a.value if isinstance(a, Dual) and a.level == level else a for a in arguments]
        slope: Scalar = 0
        for place, argument in enumerate(arguments):
            if isinstance(argument, Dual) and argument.level == level and not _nothing(argument.slope):
                slope = values.add(slope, values.multiply(partial(place)(*plain), argument.slope))
        return Dual(level, function(*plain), slope)

    @cache
    def partial(place: int) -> Callable[..., Value]:
        rule = rules.get(place)
        if rule is not None:
            return rule
        if not estimated or order >= HIGHEST_ORDER:
            raise UndefinedError(f"derivative of {name}")
        return analytic(
            f"{name}'",
            lambda *balls: _on_circles(compute, balls, place),
            estimated=True,
            real=False,
            order=order + 1,
        )

    function.__name__ = name
    return function


def _nothing(slope: Scalar) -> bool:
    return values.is_exact(slope) and bool(slope == 0)


def narrowed(result: Scalar, arguments: tuple[Value, ...], name: str, *, real: bool = True) -> Scalar:
    """A complex result as a real one, if all arguments are real and the imaginary part is zero.

    Raises:
        UndefinedError: no finite enclosure, or with `real` certainly no real value for real arguments.
    """
    result = values.finite(values.complex_ball(result), name)
    if any(values.is_complex(a) for a in arguments):
        return result
    if real and not result.imag.contains(0):
        raise UndefinedError(f"{name} on a branch cut")
    return result.real if real or result.imag.is_zero() else result


def _on_circles(compute: Compute, arguments: tuple[Scalar, ...], place: int) -> Scalar:
    """The partial derivative at `place`, estimated from values on two circles around the argument.

    Raises:
        DivergenceError: the circles do not agree: a singularity or a branch cut is near.
    """
    first, second = (_on_circle(compute, arguments, place, values.divide(*radius)) for radius in RADII)
    gap = values.size(values.gap(first, second))
    scale = 1 + values.size(first)
    if not gap < AGREEMENT * scale:
        raise DivergenceError("derivative")
    return values.complex_ball(values.widened(second, 10 * gap + 1e-14 * scale))


def _on_circle(compute: Compute, arguments: tuple[Scalar, ...], place: int, radius: Scalar) -> Scalar:
    total = values.complex_ball(0)
    for k in range(NODES):
        turn = values.turn(k, NODES)
        moved = [*arguments]
        moved[place] = moved[place] + turn * values.complex_ball(radius)
        total += compute(*moved) / turn
    return total / values.complex_ball(values.multiply(radius, NODES))
