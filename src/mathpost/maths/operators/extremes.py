"""Extremes over sets that are not finite, from a few of their points.

Two extremes over one set are compared at the same points. Over a sphere the points climb along the gradient, which ends at
the extreme of a linear or convex function. Such values are bounds from one side: they confirm and never refute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator, Scope
from mathpost.maths.operators.arrays import bold
from mathpost.maths.term import Apply, Bind, Number, Term
from mathpost.maths.values import Array, Scalar, UndefinedError, Value

SHARES = (Fraction(0), Fraction(1), Fraction(3, 7), Fraction(5, 8))  # of an interval
DISTANCES = (Fraction(0), Fraction(1, 3), Fraction(6, 5), Fraction(5, 2))  # from the end of a half line
CLIMB = 40  # steps along the gradient
CLOSE = Fraction(1, 10**9)  # what an iteration may be off by


def _extreme(arguments: tuple[Term, ...], scope: Scope, *, highest: bool) -> Value:
    (bind,) = arguments
    assert isinstance(bind, Bind)
    best = values.largest if highest else values.smallest
    where = bind.bounds[0]
    assert isinstance(where, Apply)
    if where.operator in ("sphere", "ball"):
        norm, radius = where.arguments
        ends = [
            _climbed(bind, norm, scope.value(radius), s, highest=highest) for s in scope.points(bind.variable)
        ]
        found = best(ends)
        return values.enclosing(
            found, values.multiply(values.rational(CLOSE), values.add(1, values.absolute(found)))
        )
    return best([s.value(bind.body) for s in _points(bind, where, scope)])


def _points(bind: Bind, where: Apply, scope: Scope) -> Iterator[Scope]:
    """Points of a set, each with the variable there."""
    name = bind.variable.name
    match where:
        case Apply(operator="interval", arguments=ends):
            low, high = (scope.value(e) for e in ends)
            width = values.add(high, values.negate(low))
            for share in SHARES:
                yield scope.bind(name, values.add(low, values.multiply(width, values.rational(share))))
        case Apply(operator="above" | "below" as side, arguments=(end,)):
            turn = 1 if side == "above" else -1
            for distance in DISTANCES[1:]:
                yield scope.bind(name, values.add(scope.value(end), values.rational(turn * distance)))
        case Apply(operator="set", arguments=(Number(value=key),)):
            factor = values.rational(1 + Fraction(int(key) % 97, 100))
            for _, inside in scope.points(bind.variable):
                yield scope.bind(name, values.multiply(factor, inside.value(bind.variable)))
        case _:
            yield from (inside for _, inside in scope.points(bind.variable))


def _climbed(bind: Bind, norm: Term, radius: Value, start: tuple[Scalar, Scope], *, highest: bool) -> Scalar:
    """The value of a function at the end of a way along its gradient, on the sphere of `radius`."""
    _, scope = start
    name = bind.variable.name
    point = scope.value(bind.variable)
    for _ in range(CLIMB):
        uphill = _gradient(bind, scope, point)
        point = _exact(uphill if highest else values.negate(uphill))
        length = scope.bind(name, point).value(norm)
        if values.is_zero(length):
            raise UndefinedError("gradient")
        point = values.multiply(values.divide(radius, length), point)
    found = scope.bind(name, point).value(bind.body)
    return found if not isinstance(found, Array) else found.entries[0]


def _gradient(bind: Bind, scope: Scope, point: Value) -> Value:
    if not isinstance(point, Array):
        raise UndefinedError("gradient by a number")
    slopes: list[Scalar] = []
    for k, entry in enumerate(point.entries):
        seeded = values.seeded(values.ball(entry))
        varied = Array(point.shape, (*point.entries[:k], seeded, *point.entries[k + 1 :]))
        slopes.append(values.slope_of(scope.bind(bind.variable.name, varied).value(bind.body), seeded.level))
    return Array(point.shape, tuple(slopes))


def _exact(point: Value) -> Value:
    """The middle of an array of balls: what an iteration goes on from may be rounded."""
    entries = tuple(values.rational(Fraction(float(values.ball(e).mid()))) for e in values.entries(point))
    return Array(point.shape, entries) if isinstance(point, Array) else entries[0]


def _operator(name: str, *, highest: bool, laws: tuple[str, ...]) -> Operator:
    lazy: Callable[[tuple[Term, ...], Scope], Value] = partial(_extreme, highest=highest)
    return Operator(name, lazy=lazy, laws=tuple(Law(bold(law)) for law in laws), may_refute=False)


OPERATORS = (
    _operator(
        "maximum_in",
        highest=True,
        laws=(
            r"\max_{t \in [-1, 1]} (p - q)t = |p - q|",
            r"\max_{\|@v\| = 1} @v^{\top}@g = \|@g\|",
            r"\max_{\|@v\| \le \rho} (c + @v^{\top}@g) = c + \rho\|@g\|",
            r"\max_{x \in \mathcal{S}} (f(x) + c) = c + \max_{x \in \mathcal{S}} f(x)",
        ),
    ),
    _operator(
        "minimum_in",
        highest=False,
        laws=(
            r"\min_{\|@v\| = 1} @v^{\top}@g = -\|@g\|",
            r"\min_{x} f(x) = -\max_{x} (-f(x))",
        ),
    ),
    Operator(
        "violation",
        lambda amount: amount,
        laws=(
            Law(r"\arg\min_x (x - a)^2 = a"),
            Law(bold(r"\arg\max_{\|@v\| = 1} @v^{\top}@g = \frac{@g}{\|@g\|}")),
        ),
        may_refute=False,
    ),
)
