"""Random functions of a shape that a post names: convex or concave ones, smooth and strongly convex ones of a degree.

Each is a sum of waves of one variable along random directions, so that its bends are known: ``exp`` is convex, ``log(1 + exp)``
is convex and bends by at most a quarter, ``sin`` by at most one either way, ``|x|^2 / 2`` by exactly one. A line is added,
which bends nothing: a square alone is least at the origin, and agrees to what holds there only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mathpost.maths import values
from mathpost.maths.facts.curvature import Shape
from mathpost.maths.terms.term import Term
from mathpost.maths.values import Scalar, UndefinedError, Value

if TYPE_CHECKING:
    from mathpost.verify.models.evaluation import Evaluation
    from mathpost.verify.models.model import Model

FLAT = 4  # by how much less the argument of an exponential changes than a direction says: values stay small


def value(
    scope: Evaluation, name: str, arguments: Sequence[Value], said: Mapping[Shape, Term | None]
) -> Scalar:
    """The value of the function `name` with the shapes that are stated about it, their degrees as they are in `scope`.

    Raises:
        UndefinedError: there is no such function: a degree is not positive, or more is asked than smoothness leaves.
    """
    degrees = {shape: None if degree is None else scope.value(degree) for shape, degree in said.items()}
    return _bent(scope.model, name, arguments, degrees)


def _bent(
    model: Model, name: str, arguments: Sequence[Value], degrees: Mapping[Shape, Scalar | None]
) -> Scalar:
    strong, smooth = degrees.get("strong"), degrees.get("smooth")
    for degree in (strong, smooth):
        if degree is not None and not values.less(0, degree):
            raise UndefinedError("degree of a bend")
    if "concave" in degrees:
        return values.negate(_bent(model, name, arguments, {"convex": None}))
    parts = [part for argument in arguments for part in values.entries(argument)]
    if smooth is None:
        total = _exponentials(model, name, arguments, parts)
    else:
        left = smooth if strong is None else values.add(smooth, values.negate(strong))
        if values.less(left, 0):
            raise UndefinedError("more bent than smooth")
        free = strong is None and "convex" not in degrees
        total = values.multiply(left, _bounded(model, name, arguments, parts, free=free))
    if strong is not None:
        total = values.add(total, values.multiply(strong, _half_a_square(parts)))
    return values.add(total, _line(model, name, parts))


def _line(model: Model, name: str, parts: Sequence[Scalar]) -> Scalar:
    slopes = [values.dyadic(model.bits(f"slope of {name},{m}") % 2048 - 1024, 10) for m in range(len(parts))]
    return values.dot(slopes, parts)


def _half_a_square(parts: Sequence[Scalar]) -> Scalar:
    return values.divide(values.dot(parts, parts), 2)


def _exponentials(model: Model, name: str, arguments: Sequence[Value], parts: Sequence[Scalar]) -> Scalar:
    """A convex function without further bounds."""
    return values.total(
        values.exp(values.divide(values.add(phase, values.dot(weights, parts)), FLAT))
        for phase, weights in _directions(model, name, arguments)
    )


def _bounded(
    model: Model, name: str, arguments: Sequence[Value], parts: Sequence[Scalar], *, free: bool
) -> Scalar:
    """A function that bends by at most one: a square, or waves; of a `free` one, either way."""
    kind = model.bits(f"bend of {name}") % (3 if free else 2)
    if kind == 0:
        return _half_a_square(parts)
    if kind == 2:
        return values.negate(_half_a_square(parts))
    waves = _directions(model, name, arguments)
    total: Scalar = 0
    for phase, weights in waves:
        along = values.add(phase, values.dot(weights, parts))
        steep = values.multiply(len(waves), values.dot(weights, weights))
        wave = values.sin(along) if free else values.multiply(4, values.log(values.add(1, values.exp(along))))
        total = values.add(total, values.divide(wave, steep))
    return total


def _directions(
    model: Model, name: str, arguments: Sequence[Value]
) -> list[tuple[Scalar, tuple[Scalar, ...]]]:
    """The phases and directions of the waves, each direction with signs of its own."""
    found = []
    for k, wave in enumerate(model.waves(name, arguments)[1]):
        signs = [1 if model.bits(f"{name} turns {k},{m}") % 2 else -1 for m in range(len(wave.weights))]
        turned = tuple(values.multiply(s, w) for s, w in zip(signs, wave.weights, strict=True))
        found.append((wave.phase, turned))
    return found
