"""Sums, products, quotients, powers and roots."""

from __future__ import annotations

from functools import reduce

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value


def _product(*factors: Value) -> Value:
    return reduce(values.multiply, factors)


def _root(x: Scalar, degree: Scalar) -> Scalar:
    n = values.integer(degree, "root")
    if n > 0 and n % 2 == 1 and values.less(x, 0):
        return values.negate(_root(values.negate(x), n))
    if n == 0:
        raise UndefinedError("root")
    return values.power(x, values.divide(1, n))


OPERATORS = (
    Operator(
        "add",
        lambda *terms: values.total(terms),
        laws=(
            Law("(a + b)^2 = a^2 + 2ab + b^2"),
            Law("(a - b)(a + b) = a^2 - b^2"),
            Law("a^3 - b^3 = (a - b)(a^2 + ab + b^2)"),
            Law(r"\frac{a}{b} + \frac{c}{d} = \frac{ad + bc}{bd}"),
        ),
        slips=(
            Law("(a + b)^2 = a^2 + b^2"),
            Law("(a - b)^2 = a^2 - 2ab - b^2"),
            Law(r"\frac{a}{b} + \frac{c}{d} = \frac{a + c}{b + d}"),
        ),
    ),
    Operator(
        "multiply",
        _product,
        laws=(Law("a(b + c) = ab + ac"), Law(r"(1 - x)(1 + x + x^2) = 1 - x^3")),
        slips=(Law("a(b + c) = ab + c"), Law("(1 - x)(1 + x + x^2) = 1 - x^2")),
    ),
    Operator("negate", values.negate, laws=(Law("-(a - b) = b - a"),), slips=(Law("-(a - b) = -a - b"),)),
    Operator(
        "divide",
        values.divide,
        laws=(
            Law(r"\frac{1}{1 + \frac{1}{x}} = \frac{x}{x + 1}"),
            Law(r"\frac{1}{a} - \frac{1}{b} = \frac{b - a}{ab}"),
        ),
        slips=(
            Law(r"\frac{1}{a + b} = \frac{1}{a} + \frac{1}{b}"),
            Law(r"\frac{a}{a + b} = \frac{b}{a + b}"),
        ),
    ),
    Operator(
        "power",
        values.power,
        laws=(
            Law("x^a x^b = x^{a + b}", "x > 0"),
            Law("(x^a)^b = x^{ab}", "x > 0"),
            Law("(xy)^n = x^n y^n"),
            Law("x^{-2} = \\frac{1}{x^2}"),
        ),
        slips=(Law("x^a x^b = x^{ab}", "x > 0"), Law("(x^2)^3 = x^5"), Law(r"x^{-2} = -\frac{1}{x^2}")),
    ),
    Operator(
        "sqrt",
        values.sqrt,
        laws=(
            Law(r"\sqrt{ab} = \sqrt{a}\sqrt{b}", "a > 0 , b > 0"),
            Law(r"\frac{1}{\sqrt{2}} = \frac{\sqrt{2}}{2}"),
            Law(r"\sqrt{x^2} = |x|"),
            Law(r"\frac{1}{\sqrt{a} + \sqrt{b}} = \frac{\sqrt{a} - \sqrt{b}}{a - b}"),
        ),
        slips=(Law(r"\sqrt{a + b} = \sqrt{a} + \sqrt{b}"), Law(r"\sqrt{a}\sqrt{a} = a^2")),
    ),
    Operator("root", _root, laws=(Law(r"\sqrt[3]{x^3} = x"),), slips=(Law(r"\sqrt[3]{x} = x^{1/2}"),)),
)
