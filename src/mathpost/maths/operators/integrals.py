"""Definite integrals by double-exponential quadrature.

The step is halved until two results agree; their difference, widened, is the radius of the ball. That is an estimate
and no enclosure, so that an integral confirms and never refutes. H. Takahasi and M. Mori, "Double exponential
formulas for numerical integration", Publ. RIMS 9 (1974), 721-741.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import cosh, exp, pi, sinh, tanh
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator, Scope
from mathpost.maths.term import Apply, Bind, Term
from mathpost.maths.values import DivergenceError, Scalar, UndefinedError, Value

STEPS = (8, 16, 32)  # nodes per unit of the transformed variable, doubled until two results agree
REACH = {
    "segment": 3.0,
    "ray": 3.6,
    "line": 3.0,
    "fast line": 5.0,
}  # where the transformed variable is cut off
NEGLIGIBLE = 1e-13
TOLERANCE = 1e-9
SMALLEST = 1e-300


class _Node(NamedTuple):
    """A point and its weight, before the step is multiplied in."""

    point: float
    weight: float


def _integral(arguments: tuple[Term, ...], scope: Scope) -> Value:
    bind = arguments[0]
    assert isinstance(bind, Bind)
    if not bind.bounds:
        raise UndefinedError("integral without bounds")
    low, high = (_bound(b, scope) for b in bind.bounds)

    def integrand(x: Scalar) -> Value:
        return scope.bind(bind.variable.name, x).value(bind.body)

    family, place = _transformed(low, high)
    if family == "line" and _dies_out(integrand):
        family = "fast line"
    return _converged(integrand, family, place)


def _dies_out(integrand: Callable[[Scalar], Value]) -> bool:
    """Whether the integrand is nothing at the ends of a plain sinh substitution, as a Gaussian is."""
    end = values.decimal(sinh(REACH["fast line"]))
    largest = max(values.size(v) for x in (end, values.negate(end)) for v in _parts(integrand(x)))
    return largest * sinh(REACH["fast line"]) < NEGLIGIBLE


def _bound(bound: Term, scope: Scope) -> Scalar | None:
    """The value of a bound; None for an infinite one."""
    if bound == Apply("infinity", ()) or bound == Apply("negate", (Apply("infinity", ()),)):
        return None
    return scope.value(bound)


def _transformed(
    low: Scalar | None, high: Scalar | None
) -> tuple[str, Callable[[_Node], tuple[Scalar, Scalar]]]:
    """The family of nodes for an interval, and how a node becomes a point and a weight on it."""
    if low is None and high is None:
        return "line", lambda n: (values.decimal(n.point), values.decimal(n.weight))
    if low is not None and high is not None:
        middle = values.divide(values.add(low, high), 2)
        half = values.divide(values.add(high, values.negate(low)), 2)
        return "segment", lambda n: (
            values.add(middle, values.multiply(half, values.decimal(n.point))),
            values.multiply(half, values.decimal(n.weight)),
        )
    if high is None:
        return "ray", lambda n: (values.add(low, values.decimal(n.point)), values.decimal(n.weight))
    return "ray", lambda n: (values.add(high, values.decimal(-n.point)), values.decimal(n.weight))


def _converged(
    integrand: Callable[[Scalar], Value], family: str, place: Callable[[_Node], tuple[Scalar, Scalar]]
) -> Value:
    previous: Value | None = None
    for per_unit in (4, 8, 16) if family == "fast line" else STEPS:
        current = values.total(
            values.multiply(weight, integrand(point))
            for point, weight in map(place, _nodes(family, per_unit))
        )
        if previous is not None:
            error = max(
                values.size(values.gap(a, b)) for a, b in zip(_parts(previous), _parts(current), strict=True)
            )
            scale = 1 + max(map(values.size, _parts(current)))
            if error < TOLERANCE * scale:
                return values.widened(current, 10 * error + 1e-12 * scale)
        previous = current
    raise DivergenceError("integral")


def _parts(value: Value) -> tuple[Scalar, ...]:
    return values.entries(value)


@cache
def _nodes(family: str, per_unit: int) -> tuple[_Node, ...]:
    step = 1 / per_unit
    return tuple(_Node(n.point, n.weight * step) for n in _raw(family, step) if n.weight * step > SMALLEST)


def _raw(family: str, step: float) -> Iterator[_Node]:
    """tanh-sinh on (-1, 1), exp-sinh on (0, inf), sinh-sinh on the line, sinh on a line where nothing is far out."""
    for k in range(-int(REACH[family] / step), int(REACH[family] / step) + 1):
        t = k * step
        if family == "fast line":
            yield _Node(sinh(t), cosh(t))
            continue
        u = pi / 2 * sinh(t)
        slope = pi / 2 * cosh(t)
        if family == "segment":
            yield _Node(tanh(u), slope / cosh(u) ** 2)
        elif family == "ray":
            yield _Node(exp(u), slope * exp(u))
        else:
            yield _Node(sinh(u), slope * cosh(u))


OPERATORS = (
    Operator(
        "integral",
        lazy=_integral,
        laws=(
            Law(r"\int_{0}^{1} x^n \,dx = \frac{1}{n + 1}", "n > 0"),
            Law(r"\int_{0}^{\infty} e^{-ax} \,dx = \frac{1}{a}", "a > 0"),
            Law(r"\int_{-\infty}^{\infty} e^{-x^2} \,dx = \sqrt{\pi}"),
            Law(r"\int_{a}^{b} (f(x) + g(x)) \,dx = \int_{a}^{b} f(x) \,dx + \int_{a}^{b} g(x) \,dx"),
        ),
        may_refute=False,
    ),
)
