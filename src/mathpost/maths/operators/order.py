"""Absolute value, maxima, choices and propositions."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.operators.linear.arrays import bold
from mathpost.maths.terms.term import Term
from mathpost.maths.values import Scalar, UndecidedError, UndefinedError, Value


def _cases(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """A case distinction: value, condition, value, condition …, and a last value for all other cases."""
    for value, condition in zip(arguments[::2], arguments[1::2], strict=False):
        if scope.holds(condition):
            return scope.value(value)
    if len(arguments) % 2 == 1:
        return scope.value(arguments[-1])
    raise UndefinedError("case distinction")


def _indicator(arguments: tuple[Term, ...], scope: Scope) -> Value:
    return int(scope.holds(arguments[0]))


def _membership(mark: Scalar) -> Scalar:
    """The weight of an index in a set: an equation for all positive weights also holds for members and non-members."""
    return values.exp(mark)


def _delta(i: Scalar, j: Scalar) -> Scalar:
    return int(values.same(i, j))


def _compared(name: str, test: object) -> Operator:
    def lazy(arguments: tuple[Term, ...], scope: Scope) -> Value:
        left, right = (scope.value(a) for a in arguments)
        return int(test(left, right))  # type: ignore[operator]

    return Operator(name, lazy=lazy)


def _at_most(a: Scalar, b: Scalar) -> bool:
    return not values.less(b, a)


def _equal(a: Scalar, b: Scalar) -> bool:
    """Whether two reals are equal; undefined where that is undecided, since two reals drawn at random are not."""
    try:
        return values.same(a, b)
    except UndecidedError as error:
        raise UndefinedError("equality of reals in a condition") from error


def _bold_laws(*latex: str) -> tuple[Law, ...]:
    return tuple(Law(bold(text)) for text in latex)


OPERATORS = (
    Operator(
        "abs",
        values.absolute,
        laws=(Law("|ab| = |a||b|"), Law("|-x| = |x|"), Law("|x|^2 = x^2"), Law(r"\max(a, b) = \frac{a + b + |a - b|}{2}")),
        slips=(Law("|a - b| = |a| + |b|"), Law("|x| = -x^2")),
    ),
    Operator("sign", values.sign, spellings=("sign", "sgn"), laws=(Law(r"|x| = x \operatorname{sign}(x)"),), slips=(Law(r"|x| = x^2 \operatorname{sign}(x)"),)),
    Operator(
        "maximum",
        lambda *terms: values.largest(terms),
        laws=(Law(r"\max(a, b) + \min(a, b) = a + b"), Law(r"\max(x, 0) - \max(-x, 0) = x")),
        slips=(Law(r"\max(a, b) = -\min(a, b)"), Law(r"\max(a, b)\max(c, d) = \max(ac, bd)")),
    ),
    Operator("minimum", lambda *terms: values.smallest(terms), laws=(Law(r"\min(a, b) = -\max(-a, -b)"),), slips=(Law(r"\min(a, b) = \max(-a, -b)"),)),
    Operator(
        "maximum_entry",
        lambda a: values.largest(values.entries(a)),
        laws=_bold_laws(r"\max(@x) \le \|@x\|_{\infty}"),
        slips=_bold_laws(r"\max(@x) = 2\max(@x)"),
    ),
    Operator("minimum_entry", lambda a: values.smallest(values.entries(a)), laws=_bold_laws(r"\min(@x) \le \max(@x)"), slips=_bold_laws(r"\min(@x) = \max(@x)")),
    Operator(
        "as_usual",
        lambda meant: meant,
        laws=(Law(r"e^{x_{\max}} \le \sum_{i=1}^{n} e^{x_i}"), Law(r"\sum_{i=1}^{n} x_i \le n x_{\max}")),
        may_refute=False,
    ),
    Operator("cases", lazy=_cases, laws=(Law(r"|x| = \begin{cases} x, & x \ge 0 \\ -x, & x < 0 \end{cases}"),), slips=(Law(r"|x| = \begin{cases} x, & x < 0 \\ -x, & x \ge 0 \end{cases}"),)),
    Operator("indicator", lazy=_indicator, laws=(Law(r"\max(x, 0) = x \mathbb{1}_{x > 0}"),), slips=(Law(r"\max(x, 0) = x \mathbb{1}_{x < 0}"),)),
    Operator("membership", _membership, laws=(Law(r"\sum_{i \in S} (a x_i + y_i) = a\sum_{i \in S} x_i + \sum_{i \in S} y_i"),), may_refute=False),
    Operator("delta", _delta, laws=(Law(r"\sum_{j=1}^{n} \delta_{ij} x_j = x_i", r"1 \le i \le n"),), slips=(Law(r"\sum_{j=1}^{n} \delta_{ij} x_j = n x_i", r"1 \le i \le n"),)),
    _compared("less", values.less),
    _compared("less_equal", _at_most),
    _compared("greater", lambda a, b: values.less(b, a)),
    _compared("greater_equal", lambda a, b: _at_most(b, a)),
    _compared("equal", _equal),
    _compared("unequal", lambda a, b: not _equal(a, b)),
    Operator("both", lazy=lambda parts, scope: int(all(scope.holds(p) for p in parts))),
)  # fmt: skip
