"""Sums, products and extremes over a range of integers.

Terms bind the index (`Bind`); bounds are (from, to), or () where the post leaves them out: then the index runs over
the whole family, 1 … length of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator, Scope
from mathpost.maths.term import Bind, Term
from mathpost.maths.values import UndefinedError, Value

LONGEST = 4000  # a longer range is a question of time, not of truth


def _bodies(bind: Term, scope: Scope) -> Iterator[Value]:
    assert isinstance(bind, Bind)
    if bind.bounds:
        first, last = (values.integer(scope.value(b), "bound that is not an integer") for b in bind.bounds)
    else:
        first, last = 1, scope.length
    if last - first > LONGEST:
        raise UndefinedError("range too long")
    for k in range(first, last + 1):
        yield scope.bind(bind.variable.name, k).value(bind.body)


def _over(combine: Callable[[Iterable[Value]], Value]) -> Callable[[tuple[Term, ...], Scope], Value]:
    return lambda arguments, scope: combine(_bodies(arguments[0], scope))


OPERATORS = (
    Operator(
        "sum",
        lazy=_over(values.total),
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
        lazy=_over(lambda factors: reduce(values.multiply, factors, 1)),
        laws=(
            Law(r"\prod_{i=1}^{n} e^{x_i} = \exp\left(\sum_{i=1}^{n} x_i\right)"),
            Law(r"\prod_{i=1}^{n} (c x_i) = c^n \prod_{i=1}^{n} x_i"),
            Law(r"\prod_{k=1}^{n} k = n!"),
        ),
        slips=(Law(r"\prod_{i=1}^{n} (c x_i) = c \prod_{i=1}^{n} x_i"), Law(r"\prod_{i=1}^{n} e^{x_i} = \sum_{i=1}^{n} e^{x_i}")),
    ),
    Operator(
        "maximum_over",
        lazy=_over(values.largest),
        laws=(Law(r"\max_{1 \le i \le n} (x_i + c) = \max_{1 \le i \le n} x_i + c"),),
        slips=(Law(r"\max_{1 \le i \le n} (-x_i) = -\max_{1 \le i \le n} x_i"),),
    ),
    Operator(
        "minimum_over",
        lazy=_over(values.smallest),
        laws=(Law(r"\min_{1 \le i \le n} x_i = -\max_{1 \le i \le n} (-x_i)"),),
        slips=(Law(r"\min_{1 \le i \le n} 2x_i = \min_{1 \le i \le n} x_i"),),
    ),
)  # fmt: skip
