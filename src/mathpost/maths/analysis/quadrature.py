"""Definite integrals by double-exponential quadrature.

The step is halved until two results agree; their difference, widened, is the radius of the ball. That is an estimate and no
enclosure: an integral confirms and never refutes. H. Takahasi and M. Mori, "Double exponential formulas for numerical
integration", Publ. RIMS 9 (1974), 721-741. Nodes near an end are given by their distance from it, so that singular ends lose no
digits. A tail that oscillates is cut into pieces and their sum extrapolated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise
from math import cosh, exp, pi, sinh
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.analysis import series
from mathpost.maths.values import DivergenceError, Scalar, UndefinedError, Value

Integrand = Callable[[Scalar], Value]
STEPS = (8, 16, 32)  # nodes per unit of the transformed variable, doubled until two results agree
FAST_STEPS = (4, 8, 16)
# cut-off of the transformed variable; a steep transformation reaches far enough for the root of a zero at the end
REACH = {"segment": 3.0, "steep segment": 5.0, "ray": 3.6, "steep ray": 5.0, "line": 3.0, "fast line": 5.0}
NEGLIGIBLE = 1e-13
TOLERANCE = 1e-9
SMALLEST = 1e-300
STEEP_BITS = 400
PIECE = 3.141592653589793  # the pieces of an oscillating tail


class _Node(NamedTuple):
    """A place and its weight without the factor of the step; `side` is the end that `place` is measured from."""

    place: float
    weight: float
    side: int


def integral(integrand: Integrand, low: Scalar | None, high: Scalar | None) -> Value:
    """∫ from `low` to `high`; None is an infinite end.

    Raises:
        DivergenceError: no two results agree.
        UndefinedError: the integrand has no value inside.
    """
    if low is None and high is None:
        return _whole_line(integrand)
    if low is None:
        return integral(lambda x: integrand(values.negate(x)), values.negate(high), None)
    kind = "ray" if high is None else "segment"
    with suppress(DivergenceError, UndefinedError, OverflowError):
        return _converged(integrand, kind, low, high)
    if high is None and _oscillates(integrand, low):
        return _oscillating(integrand, low)
    if _is_singular(integrand, low, high):
        with values.precision(STEEP_BITS):
            return _converged(integrand, f"steep {kind}", low, high)
    raise DivergenceError("integral")


def _is_singular(integrand: Integrand, low: Scalar, high: Scalar | None) -> bool:
    """Whether the integrand grows without bound towards an end, or decays slowly."""
    ends = [(low, 1)] if high is None else [(low, 1), (high, -1)]
    if high is None:
        decay = _size_at(integrand, values.add(low, values.decimal(1e8)))
        if decay is None or decay > 1e-18:
            return True  # as slow as a power
    for end, inward in ends:
        far, near = (_size_at(integrand, values.add(end, values.decimal(inward * d))) for d in (1e-4, 1e-8))
        if near is None or far is None or near > 4 * far:
            return True
    return False


def _oscillates(integrand: Integrand, low: Scalar) -> bool:
    """Whether the integrand keeps changing its sign far out."""
    signs: list[bool] = []
    for k in range(24):
        value = integrand(values.add(low, values.decimal(20 + 0.7 * k)))
        if isinstance(value, values.Array | values.Dual) or values.is_complex(value):
            return False
        signs.append(values.less(value, 0))
    return sum(a != b for a, b in pairwise(signs)) > 2


def _size_at(integrand: Integrand, point: Scalar) -> float | None:
    try:
        return max(map(values.size, values.entries(integrand(point))))
    except UndefinedError:
        return None


def _whole_line(integrand: Integrand) -> Value:
    try:
        return _converged(integrand, "fast line" if _dies_out(integrand) else "line", 0, None)
    except (DivergenceError, UndefinedError):
        below = integral(lambda x: integrand(values.negate(x)), 0, None)
        return values.add(below, integral(integrand, 0, None))


def _dies_out(integrand: Integrand) -> bool:
    """Whether the integrand is negligible at the ends of a plain sinh substitution, as a Gaussian is."""
    end = values.decimal(sinh(REACH["fast line"]))
    largest = max(values.size(v) for x in (end, values.negate(end)) for v in values.entries(integrand(x)))
    return largest * sinh(REACH["fast line"]) < NEGLIGIBLE


def _oscillating(integrand: Integrand, low: Scalar) -> Value:
    """The sum of the integrals over pieces of the ray, extrapolated."""
    piece = values.decimal(PIECE)

    def over(k: int) -> Value:
        start = values.add(low, values.multiply(k, piece))
        if k == 0:
            return integral(integrand, start, values.add(start, piece))
        return _converged(integrand, "segment", start, values.add(start, piece), precise=True)

    return values.widened(series.endless_sum(over), 1e-12)


def _converged(
    integrand: Integrand, family: str, low: Scalar, high: Scalar | None, *, precise: bool = False
) -> Value:
    place = _placed(family, low, high)
    previous: Value | None = None
    known: dict[tuple[float, int], Value] = {}  # every second node is one of the step before

    def weighted(node: _Node) -> Value:
        point, weight = place(node)
        key = node.place, node.side
        if key not in known:
            known[key] = integrand(point)
        return values.multiply(weight, known[key])

    for per_unit in FAST_STEPS if family == "fast line" else STEPS:
        current = values.total(map(weighted, _nodes(family, per_unit)))
        if previous is not None:
            pairs = zip(values.entries(previous), values.entries(current), strict=True)
            error = max(values.size(values.gap(a, b)) for a, b in pairs)
            scale = 1 + max(map(values.size, values.entries(current)))
            if error < TOLERANCE * scale * (1e-5 if precise else 1):
                return current if precise else values.widened(current, 10 * error + 1e-12 * scale)
        previous = current
    raise DivergenceError("integral")


def _placed(family: str, low: Scalar, high: Scalar | None) -> Callable[[_Node], tuple[Scalar, Scalar]]:
    """The function that maps a node to a point and a weight."""
    if family.endswith("line"):
        return lambda n: (values.decimal(n.place), values.decimal(n.weight))
    if high is None:
        return lambda n: (values.add(low, values.decimal(n.place)), values.decimal(n.weight))
    half = values.divide(values.add(high, values.negate(low)), 2)

    def inside(node: _Node) -> tuple[Scalar, Scalar]:
        away = values.multiply(half, values.decimal(node.place))
        point = values.add(low, away) if node.side < 0 else values.add(high, values.negate(away))
        return point, values.multiply(half, values.decimal(node.weight))

    return inside


@cache
def _nodes(family: str, per_unit: int) -> tuple[_Node, ...]:
    step = 1 / per_unit
    raw = _raw(family, step)
    return tuple(n._replace(weight=n.weight * step) for n in raw if n.weight * step > SMALLEST)


def _raw(family: str, step: float) -> Iterator[_Node]:
    """Nodes: tanh-sinh on a segment, exp-sinh on a ray, sinh-sinh on the line, sinh for integrands that decay fast."""
    for k in range(-int(REACH[family] / step), int(REACH[family] / step) + 1):
        t = k * step
        if family == "fast line":
            yield _Node(sinh(t), cosh(t), 0)
            continue
        u = pi / 2 * sinh(t)
        slope = pi / 2 * cosh(t)
        if family.endswith("segment"):
            distance = 2 / (1 + exp(2 * abs(u)))  # 1 − tanh |u|
            yield _Node(distance, slope / cosh(u) ** 2, -1 if u < 0 else 1)
        elif family.endswith("ray"):
            yield _Node(exp(u), slope * exp(u), 0)
        else:
            yield _Node(sinh(u), slope * cosh(u), 0)
