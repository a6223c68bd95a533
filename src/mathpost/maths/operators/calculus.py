"""Derivatives by dual numbers, exact up to the width of the balls; limits by extrapolation.

``derivative`` (body, target): the partial derivative of the body by a free symbol or an entry of a family. A symbol of the body
without a known definition may implicitly depend on the target; the model decides (`Scope.vary`), and both readings are tried.
"""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.analysis import limits
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.operators.linear.arrays import bold
from mathpost.maths.terms.term import INFINITY, MINUS_INFINITY, Bind, Number, Term
from mathpost.maths.values import Array, Scalar, Value


def _derivative(arguments: tuple[Term, ...], scope: Scope) -> Value:
    body, target = arguments
    inner, level = scope.vary(target)
    return values.slope_of(inner.value(body), level)


def _jacobian(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The derivative by an array: of a number, in the shape of the target; of a vector, a row for each of its entries."""
    body, target = arguments
    shape, variations = scope.vary_entries(target)
    slopes = [values.slope_of(inner.value(body), level) for inner, level in variations]
    if not any(isinstance(s, Array) for s in slopes):
        return Array(shape, tuple(slopes))
    size = max(len(values.entries(s)) for s in slopes)
    columns = [values.entries(s) if isinstance(s, Array) else (s,) * size for s in slopes]
    return Array((size, len(columns)), tuple(v for row in zip(*columns, strict=True) for v in row))


def _differentiate(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """``f'(x)``: a `Bind` of the variable of the function with the point as its bound; of an array, entry by entry."""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    given = scope.value(bind.bounds[0])

    def slope(entry: Scalar) -> Scalar:
        point = values.seeded(entry)
        return values.slope_of(scope.bind(bind.variable.name, point).value(bind.body), point.level)

    return Array(given.shape, tuple(map(slope, given.entries))) if isinstance(given, Array) else slope(given)


def _at(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """``∂f/∂x |_{x = a}``: a `Bind` of the variable with the point as its bound."""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    return scope.place(bind.variable.name, scope.value(bind.bounds[0])).value(bind.body)


def _differential(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """``dX``: the first-order change when every symbol with a differential moves in its own direction."""
    moved, level = scope.moved()
    return values.slope_of(moved.value(arguments[0]), level)


def _held(value: Value) -> Value:
    """``\\operatorname{sg}(x)``: x as a constant for derivatives."""
    if isinstance(value, Array):
        return Array(value.shape, tuple(map(values.part, value.entries)))
    return values.part(value)


def _limit(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """A limit: a `Bind` with the point and optionally the side (1 or -1) as its bounds."""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    where, *sides = bind.bounds
    endless = (where == INFINITY) - (where == MINUS_INFINITY)
    side = endless or int(sum(s.value for s in sides if isinstance(s, Number)))
    point = None if endless else scope.value(where)
    return limits.limit(scope.along(bind), point, side)


OPERATORS = (
    Operator(
        "derivative",
        lazy=_derivative,
        laws=(
            Law(r"\frac{d}{dx} x^3 = 3x^2"),
            Law(r"\frac{d}{dx} \log x = \frac{1}{x}", "x > 0"),
            Law(r"\frac{d}{dx}\left(e^{-x^2}\right) = -2x e^{-x^2}"),
            Law(r"\frac{\partial}{\partial x_j} \sum_{i=1}^{n} x_i^2 = 2x_j", r"1 \le j \le n"),
            Law(r"\frac{\partial}{\partial x_i} \log \sum_{j=1}^{n} e^{x_j} = \frac{e^{x_i}}{\sum_{j=1}^{n} e^{x_j}}", r"1 \le i \le n"),
            Law(r"\frac{d^2}{dx^2} \sin x = -\sin x"),
        ),
        slips=(
            Law(r"\frac{d}{dx} x^3 = 3x"),
            Law(r"\frac{d}{dx} e^{-x} = e^{-x}"),
            Law(r"\frac{d}{dx} \frac{1}{x} = \frac{1}{x^2}"),
            Law(r"\frac{\partial}{\partial x_j} \sum_{i=1}^{n} x_i^2 = 2x_j + \sum_{i=1}^{n} x_i", r"1 \le j \le n"),
        ),
    ),
    Operator(
        "stop_gradient",
        _held,
        spellings=("sg", "stopgrad", "stop_gradient", "detach"),
        laws=(
            Law(r"\frac{d}{dx} \left(x \operatorname{sg}(x^2)\right) = x^2"),
            Law(r"\operatorname{sg}(x) + y = y + x"),
        ),
        slips=(Law(r"\frac{d}{dx} \left(x \operatorname{sg}(x^2)\right) = 3x^2"),),
    ),
    Operator(
        "differentiate",
        lazy=_differentiate,
        laws=(
            Law(r"\tanh'(x) = 1 - \tanh^2(x)"),
            Law(bold(r"\nabla_{@x} \tanh(@A@x) = \operatorname{diag}(\tanh'(@A@x))@A")),
        ),
        slips=(
            Law(r"\tanh'(x) = 1 + \tanh^2(x)"),
            Law(bold(r"\nabla_{@x} \tanh(@A@x) = 2\operatorname{diag}(\tanh'(@A@x))@A")),
        ),
    ),
    Operator("jacobian", lazy=_jacobian),
    Operator(
        "at",
        lazy=_at,
        laws=(
            Law(r"\left.\frac{\partial}{\partial x} (x^3 y)\right|_{x=2} = 12y"),
            Law(bold(r"\nabla_{@x} (@x^{\top}@A@x) \big|_{@x = @y} = (@A + @A^{\top})@y")),
            Law(bold(r"\partial_{@x} \|@x\|^2 = 2@x")),
        ),
        slips=(
            Law(r"\left.\frac{\partial}{\partial x} (x^3 y)\right|_{x=2} = 8y"),
            Law(bold(r"\nabla_{@x} (@x^{\top}@A@x) \big|_{@x = @y} = 2@A@y")),
            Law(bold(r"\partial_{@x} \|@x\|^2 = @x")),
        ),
    ),
    Operator(
        "differential",
        lazy=_differential,
        laws=(
            Law(bold(r"d(@X@Y) = (d@X)@Y + @X d@Y"), words="differential"),
            Law(bold(r"d@X^{-1} = -@X^{-1}(d@X)@X^{-1}"), words="differential"),
            Law(bold(r"d\log\det(@X) = \operatorname{tr}(@X^{-1}d@X)"), words="differential"),
        ),
        slips=(
            Law(bold(r"d(@X@Y) = (d@X)@Y + (d@Y)@X"), words="differential"),
            Law(bold(r"d\log\det(@X) = \operatorname{tr}(@X^{-\top}d@X)"), words="differential"),
        ),
    ),
    Operator(
        "limit",
        lazy=_limit,
        laws=(
            Law(r"\lim_{x \to 0} \frac{\sin x}{x} = 1"),
            Law(r"\lim_{n \to \infty} \left(1 + \frac{a}{n}\right)^n = e^a", "a > 0"),
            Law(r"\lim_{\tau \to 0^+} \tau \log(e^{a/\tau} + e^{b/\tau}) = \max(a, b)"),
            Law(r"\lim_{t \to 1} \frac{d}{dt} \log \sum_{i=1}^{n} x_i^t = \frac{\sum_{i=1}^{n} x_i \log x_i}{\sum_{i=1}^{n} x_i}", "x_i > 0"),
        ),
        may_refute=False,
    ),
)  # fmt: skip
