"""Sums, products and extremes over a range of integers.

Terms bind the index (`Bind`); bounds are (from, to), or () where the post omits them: the index then runs over the whole
family, 1 … length of the model. Either bound of a sum or product may be infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce

from mathpost.maths import values
from mathpost.maths.analysis import series
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.terms.term import INFINITY, MINUS_INFINITY, ONE, Bind, Term
from mathpost.maths.values import UndefinedError, Value

LONGEST = 4000  # longer ranges are rejected because of the time they take


def _bodies(bind: Term, scope: Scope) -> Iterator[Value]:
    assert isinstance(bind, Bind)
    outcomes = None if bind.bounds else scope.outcomes(bind.variable)
    if outcomes is not None:
        yield from (outcome.value(bind.body) for outcome in outcomes)
        return
    if bind.bounds:
        first, last = (values.integer(scope.value(b), "bound that is not an integer") for b in bind.bounds)
    else:
        first, last = 1, scope.length
    if last < first - 1:
        raise UndefinedError("a range that ends before it begins")  # empty: ends just before
    if last - first > LONGEST:
        raise UndefinedError("range too long")
    yield from scope.over(bind, range(first, last + 1))


def _over(combine: Callable[[Sequence[Value]], Value]) -> Callable[[tuple[Term, ...], Scope], Value]:
    """An extreme of the bodies whose condition holds."""

    def value(arguments: tuple[Term, ...], scope: Scope) -> Value:
        found = [body for body in _bodies(arguments[0], scope) if body is not None]
        if not found:
            raise UndefinedError("an extreme of nothing")
        return combine(found)

    return value


def _provided(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The value of a term where a condition holds; None elsewhere, which is omitted from the range."""
    term, condition = arguments
    return scope.value(term) if scope.holds(condition) else None


def _endless(
    combine: Callable[[Iterable[Value]], Value], tail: Callable[[series.Terms], Value]
) -> Callable[[tuple[Term, ...], Scope], Value]:
    """`combine` over a finite range, `tail` over an infinite one; a range without both bounds is divided at 0."""

    def value(arguments: tuple[Term, ...], scope: Scope) -> Value:
        bind = arguments[0]
        assert isinstance(bind, Bind)
        first, last = bind.bounds or (ONE, ONE)
        if first != MINUS_INFINITY and last != INFINITY:
            return combine(_bodies(bind, scope))

        body = scope.along(bind)
        if first != MINUS_INFINITY:
            start = values.integer(scope.value(first), "bound that is not an integer")
            return tail(lambda k: body(start + k))
        end = -1 if last == INFINITY else values.integer(scope.value(last), "bound that is not an integer")
        below = tail(lambda k: body(end - k))
        return combine((below, tail(body))) if last == INFINITY else below

    return value


def _of_divisors(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The sum over the positive divisors of the bound."""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    whole = values.integer(scope.value(bind.bounds[0]), "divisors")
    if not 1 <= whole <= LONGEST:
        raise UndefinedError("divisors")
    found = (k for k in range(1, whole + 1) if whole % k == 0)
    return values.total(scope.over(bind, found))


OPERATORS = (
    Operator(
        "sum",
        lazy=_endless(values.total, series.endless_sum),
        laws=(
            Law(r"\sum_{k=1}^{n} k = \frac{n(n + 1)}{2}"),
            Law(r"\sum_{i=1}^{n} (a x_i + b) = a \sum_{i=1}^{n} x_i + nb"),
            Law(r"\sum_{k=0}^{n-1} q^k = \frac{1 - q^n}{1 - q}"),
            Law(r"\sum_{i=1}^{n} \sum_{j=1}^{n} x_i y_j = \left(\sum_{i=1}^{n} x_i\right)\left(\sum_{j=1}^{n} y_j\right)"),
            Law(r"\sum_{i=1}^{n} (x_i - \mu)^2 = \sum_{i=1}^{n} x_i^2 - 2\mu \sum_{i=1}^{n} x_i + n\mu^2"),
            Law(r"\sum_{i=1}^{n} \frac{e^{x_i}}{\sum_{j=1}^{n} e^{x_j}} = 1"),
            Law(r"\sum_{k=1}^{n} (a_{k+1} - a_k) = a_{n+1} - a_1"),
        ),
        slips=(
            Law(r"\sum_{k=1}^{n} k = \frac{n(n - 1)}{2}"),
            Law(r"\sum_{i=1}^{n} x_i y_i = \sum_{i=1}^{n} x_i \sum_{j=1}^{n} y_j"),
            Law(r"\sum_{i=1}^{n} (x_i + c) = \sum_{i=1}^{n} x_i + c"),
            Law(r"\sum_{i=1}^{n} x_i^2 = \left(\sum_{i=1}^{n} x_i\right)^2"),
            Law(r"\sum_{k=0}^{n} q^k = \frac{1 - q^n}{1 - q}"),
        ),
    ),
    Operator(
        "product",
        lazy=_endless(lambda factors: reduce(values.multiply, factors, 1), series.endless_product),
        laws=(
            Law(r"\prod_{i=1}^{n} e^{x_i} = \exp\left(\sum_{i=1}^{n} x_i\right)"),
            Law(r"\prod_{i=1}^{n} (c x_i) = c^n \prod_{i=1}^{n} x_i"),
            Law(r"\prod_{k=1}^{n} k = n!"),
        ),
        slips=(Law(r"\prod_{i=1}^{n} (c x_i) = c \prod_{i=1}^{n} x_i"), Law(r"\prod_{i=1}^{n} e^{x_i} = \sum_{i=1}^{n} e^{x_i}")),
    ),
    Operator(
        "dots",
        lambda inferred: inferred,
        laws=(
            Law(r"1 + 2 + \cdots + n = \frac{n(n + 1)}{2}"),
            Law(r"1 + q + q^2 + \cdots + q^{n-1} = \frac{1 - q^n}{1 - q}"),
            Law(r"x_1 + x_2 + \dots + x_n = \sum_{i=1}^{n} x_i"),
            Law(r"x - \frac{x^2}{2} + \frac{x^3}{3} - \cdots = \log(1 + x)", r"x \in (0, 1)"),
            Law(r"1 + x + \frac{x^2}{2!} + \frac{x^3}{3!} + \cdots = e^x"),
            Law(r"1 \cdot 2 \cdots n = n!"),
            Law(r"n (n-1) (n-2) \cdots 1 = n!"),
        ),
        may_refute=False,
    ),
    Operator(
        "sum_of_divisors",
        lazy=_of_divisors,
        laws=(Law(r"\sum_{d \mid 6} d = 12"),),
        may_refute=False,
    ),
    Operator(
        "maximum_over",
        lazy=_over(values.largest),
        laws=(
            Law(r"\max_{1 \le i \le n} (x_i + c) = \max_{1 \le i \le n} x_i + c"),
            Law(r"\max_{i = 1, \ldots, n} (x_i + c) = \max_{i \in [n]} x_i + c"),
            Law(r"\frac{e^{x_j}}{\sum_i e^{x_i}} = \frac{e^{x_j - \max(x_i)}}{\sum_i e^{x_i - \max(x_i)}}"),
        ),
        slips=(Law(r"\max_{1 \le i \le n} (-x_i) = -\max_{1 \le i \le n} x_i"),),
    ),
    Operator(
        "minimum_over",
        lazy=_over(values.smallest),
        laws=(Law(r"\min_{1 \le i \le n} x_i = -\max_{1 \le i \le n} (-x_i)"),),
        slips=(Law(r"\min_{1 \le i \le n} 2x_i = \min_{1 \le i \le n} x_i"),),
    ),
    Operator(
        "provided",
        lazy=_provided,
        laws=(
            Law(r"\max_{i \ne j} (c + x_i) = c + \max_{i \ne j} x_i"),
            Law(r"\min_{i \in S} (c + x_i) = c + \min_{i \in S} x_i"),
        ),
        slips=(Law(r"\max_{i \ne j} (-x_i) = -\max_{i \ne j} x_i"),),
    ),
)  # fmt: skip
