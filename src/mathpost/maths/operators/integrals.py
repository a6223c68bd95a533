"""Definite integrals, by quadrature."""

from __future__ import annotations

from mathpost.maths import quadrature
from mathpost.maths.operators import Law, Operator, Scope
from mathpost.maths.term import Apply, Bind, Term
from mathpost.maths.values import Scalar, UndefinedError, Value


def _integral(arguments: tuple[Term, ...], scope: Scope) -> Value:
    bind = arguments[0]
    assert isinstance(bind, Bind)
    if not bind.bounds:
        raise UndefinedError("integral without bounds")
    low, high = (_bound(b, scope) for b in bind.bounds)

    def integrand(x: Scalar) -> Value:
        return scope.bind(bind.variable.name, x).value(bind.body)

    return quadrature.integral(integrand, low, high)


def _bound(bound: Term, scope: Scope) -> Scalar | None:
    """The value of a bound; None for an infinite one."""
    if bound == Apply("infinity", ()) or bound == Apply("negate", (Apply("infinity", ()),)):
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
)
