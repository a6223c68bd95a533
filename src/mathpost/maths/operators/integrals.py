"""Definite integrals, by quadrature."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.analysis import quadrature
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.terms.term import INFINITY, MINUS_INFINITY, Bind, Term
from mathpost.maths.values import Scalar, Value


def _integral(arguments: tuple[Term, ...], scope: Scope) -> Value:
    bind = arguments[0]
    assert isinstance(bind, Bind)
    if not bind.bounds:
        return of_measure(bind.body, bind.variable, scope)
    first, last = bind.bounds
    if first == last:
        return 0
    if first == INFINITY or last == MINUS_INFINITY:
        turned = Bind("integral", bind.variable, (last, first), bind.body)
        return values.negate(_integral((turned,), scope))
    low, high = (_bound(b, scope) for b in bind.bounds)
    return quadrature.integral(scope.along(bind), low, high)


def of_measure(body: Term, target: Term, scope: Scope) -> Value:
    """An integral over a whole space, by a finite measure that shares all properties except those of the space."""
    return values.total(values.multiply(weight, at.value(body)) for weight, at in scope.points(target))


def _of_outcomes(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The sum over the outcomes of a random member of a family; the integral over another one."""
    body, target = arguments
    outcomes = scope.outcomes(target)
    if outcomes is None:
        return of_measure(body, target, scope)
    return values.total(outcome.value(body) for outcome in outcomes)


def _bound(bound: Term, scope: Scope) -> Scalar | None:
    """The value of a bound; None for an infinite one."""
    if bound in (INFINITY, MINUS_INFINITY):
        return None
    return scope.value(bound)


OPERATORS = (
    Operator(
        "integral",
        lazy=_integral,
        laws=(
            Law(r"\int_{0}^{1} x^n \,dx = \frac{1}{n + 1}", "n > 0"),
            Law(r"\int_{0}^{\infty} e^{-ax} \,dx = \frac{1}{a}", "a > 0"),
            Law(r"\int_{-\infty}^{\infty} e^{-x^2} \,dx = \sqrt{\pi}"),
            Law(r"\int_{a}^{b} (f(x) + g(x)) \,dx = \int_{a}^{b} f(x) \,dx + \int_{a}^{b} g(x) \,dx"),
            Law(r"\int_{0}^{1} \frac{dx}{\sqrt{1 - x^2}} = \frac{\pi}{2}"),
            Law(r"\int_{0}^{\infty} \frac{\sin x}{x} \,dx = \frac{\pi}{2}"),
        ),
        may_refute=False,
    ),
    Operator(
        "integral_of_outcomes",
        lazy=_of_outcomes,
        laws=(
            Law(r"p(x_1) = \int p(x_1, x_2) \,dx_2"),
            Law(r"p(x_t | x_0) = \int p(x_t | x_{t-1}, x_0) p(x_{t-1} | x_0) \,dx_{t-1}"),
            Law(r"\mathbb{E}_{x_0 \sim p(x_0)}[f(x_0)] = \int p(x_0) f(x_0) \,dx_0"),
            Law(r"\int p(x_0 | x_t) \,dx_0 = 1"),
        ),
        slips=(
            Law(r"p(x_t) = \int p(x_0 | x_t) p(x_0) \,dx_0"),
            Law(r"p(x_0 | x_t) = \frac{p(x_t | x_0) p(x_0)}{\int p(x_t | x_0) \,dx_0}"),
        ),
    ),
    Operator(
        "sum_of_outcomes",
        lazy=_of_outcomes,
        laws=(Law(r"p(y_1) = \sum_{y_2} p(y_1, y_2)"), Law(r"\sum_{y_1} p(y_1 | y_2) = 1")),
        slips=(Law(r"p(y_1) = \sum_{y_2} p(y_1 | y_2)"),),
    ),
)
