"""Extremes over infinite sets, from a few of their points.

Two extremes over one set are compared at the same points. Over a sphere the points follow the gradient, which ends at the
extreme of a linear or convex function; a function with one stationary point has its extreme there. Such values are bounds from
one side: they confirm and never refute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from mathpost.maths import values
from mathpost.maths.analysis import ascents
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.operators.linear.arrays import bold
from mathpost.maths.terms.term import Apply, Bind, Number, Term, uses
from mathpost.maths.values import Array, Scalar, ShapeError, UndecidedError, UndefinedError, Value

SHARES = (Fraction(0), Fraction(1), Fraction(3, 7), Fraction(5, 8))  # of an interval
DISTANCES = (Fraction(0), Fraction(1, 3), Fraction(6, 5), Fraction(5, 2))  # from the end of a half line
# evaluated at a few points only: their functions are unknown, or each value is a sum over a world
USUAL = frozenset(["norm", "norm_2"])
UNKNOWN = frozenset("call set expectation variance covariance average comoment density".split())


def _extreme(arguments: tuple[Term, ...], scope: Scope, *, highest: bool) -> Value:
    (bind,) = arguments
    assert isinstance(bind, Bind)
    best = values.largest if highest else values.smallest
    where = bind.bounds[0]
    assert isinstance(where, Apply)
    if where.operator in ("sphere", "ball", "directions"):
        ends = list(_ends(bind, where, scope, highest=highest))
        try:
            found = best(ends)
        except UndecidedError:  # two ascents with the same end
            found = (max if highest else min)(ends, key=lambda v: float(values.ball(v).mid()))
        room = values.multiply(values.rational(ascents.CLOSE), values.add(1, values.absolute(found)))
        return values.enclosing(found, room)
    top = _at_its_top(bind, where, scope, highest=highest)
    if top is not None:
        return top
    return best([s.value(bind.body) for s in _points(bind, where, scope)])


def _ends(bind: Bind, where: Apply, scope: Scope, *, highest: bool) -> Iterator[Scalar]:
    """The values at the ends of ascents or descents on a sphere; over directions, of functions constant along them only."""
    norm, radius = where.arguments
    usual = isinstance(norm, Apply) and norm.operator in USUAL
    for _, start in scope.points(bind.variable):
        point = start.value(bind.variable)
        if where.operator == "directions":
            near, far = (scope.bind(bind.variable.name, values.multiply(k, point)) for k in (1, 2))
            change = values.add(far.value(bind.body), values.negate(near.value(bind.body)))
            if not values.less(values.absolute(change), values.rational(ascents.CLOSE)):
                raise UndefinedError("an extreme over all but zero of what grows along a line")
        else:
            yield _on_a_ball(bind, norm, scope.value(radius), start, highest=highest)
        if usual and where.operator != "ball" and isinstance(point, Array):
            function = _uphill(bind, scope, highest=highest)
            length = _length(bind, norm, scope)
            found = ascents.on_a_sphere(function, length, scope.value(radius), point)
            yield found if highest else values.negate(found)


def _length(bind: Bind, norm: Term, scope: Scope) -> ascents.Function:
    def length(point: Value) -> Scalar:
        found = scope.bind(bind.variable.name, point).value(norm)
        assert not isinstance(found, Array)
        return found

    return length


def _points(bind: Bind, where: Apply, scope: Scope) -> Iterator[Scope]:
    """Points of a set, each as a scope with a value for the variable."""
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


def _on_a_ball(bind: Bind, norm: Term, radius: Value, scope: Scope, *, highest: bool) -> Scalar:
    """The value of a function at the end of an ascent along its gradient, on the sphere of `radius`."""
    name = bind.variable.name
    found = ascents.on_a_ball(
        _uphill(bind, scope, highest=highest),
        norm.operator if isinstance(norm, Apply) else "",
        lambda point: scope.bind(name, point).value(norm),
        radius,
        scope.value(bind.variable),
    )
    return found if highest else values.negate(found)


def _uphill(bind: Bind, scope: Scope, *, highest: bool) -> ascents.Function:
    """The body of an extreme as a function to maximise."""

    def function(point: Value) -> Scalar:
        found = scope.bind(bind.variable.name, point).value(bind.body)
        number = found.entries[0] if isinstance(found, Array) else found
        return number if highest else values.negate(number)

    return function


def _at_its_top(bind: Bind, where: Apply, scope: Scope, *, highest: bool) -> Value | None:
    """The extreme of a known function, at the stationary point reached from all starts; None where these differ."""
    if where.operator not in ("everywhere", "above", "below") or uses((bind.body,), UNKNOWN):
        return None
    function, found = _uphill(bind, scope, highest=highest), []
    for start in _points(bind, where, scope):
        try:
            found.append(ascents.everywhere(function, start.value(bind.variable), _inside(where, scope)))
        except (UndefinedError, UndecidedError, ShapeError, ZeroDivisionError):
            return None
    best = found[0] if highest else values.negate(found[0])
    room = values.multiply(values.rational(ascents.CLOSE), values.add(1, values.absolute(best)))
    one = all(values.less(values.absolute(values.add(f, values.negate(found[0]))), room) for f in found)
    return values.enclosing(best, room) if one else None


def _inside(where: Apply, scope: Scope) -> Callable[[Value], bool]:
    """A test whether a point lies in the set of an extreme."""
    if where.operator == "everywhere":
        return lambda _: True
    end = scope.value(where.arguments[0])
    if where.operator == "above":
        return lambda point: values.less(end, values.entries(point)[0])
    return lambda point: values.less(values.entries(point)[0], end)


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
            r"\max_{\|@u\|_\infty \le 1} @u^{\top}@v = \|@v\|_1",
            r"\max_{\|@u\|_1 \le 1} @u^{\top}@v = \|@v\|_\infty",
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
            r"\min_{x} (x^2 + bx) = -\frac{b^2}{4}",
            r"\min_{t > 0} \left(t + \frac{1}{t}\right) = 2",
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
