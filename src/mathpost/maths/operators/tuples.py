r"""Sums, products and extremes over tuples of indices: ``\sum_{i_1 < \cdots < i_k} x_{i_1} \cdots x_{i_k}``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb

from mathpost.maths import values
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.operators.ranges import LONGEST
from mathpost.maths.terms.term import Apply, Bind, Term
from mathpost.maths.values import Array, UndefinedError, Value


def _tuples(order: str, low: int, high: int, count: int) -> Iterator[tuple[int, ...]]:
    """All tuples of `count` integers from `low` to `high` in the given order.

    Raises:
        UndefinedError: there are no such tuples, or too many.
    """
    size = high - low + 1
    if count < 1 or size < 1 or (order == "strictly" and count > size):
        raise UndefinedError("tuples of indices, but there are no indices")
    if (size**count if order == "freely" else comb(size + count, count)) > LONGEST:
        raise UndefinedError("too many tuples of indices")
    integers = range(low, high + 1)
    if order == "strictly":
        return combinations(integers, count)
    return (
        combinations_with_replacement(integers, count)
        if order == "weakly"
        else product(integers, repeat=count)
    )


def _bodies(bind: Bind, scope: Scope) -> Iterator[Value]:
    (domain,) = bind.bounds
    assert isinstance(domain, Apply)
    first, last, low, *highest = (
        values.integer(scope.value(e), "bound that is not an integer") for e in domain.arguments
    )
    if first < 1:
        raise UndefinedError("places before the first")
    for chosen in _tuples(domain.operator, low, highest[0] if highest else scope.length, last - first + 1):
        places = tuple(chain((0,) * (first - 1), chosen))
        yield scope.bind(bind.variable.name, Array((len(places),), places)).value(bind.body)


def _over(combine: Callable[[Sequence[Value]], Value]) -> Callable[[tuple[Term, ...], Scope], Value]:
    def value(arguments: tuple[Term, ...], scope: Scope) -> Value:
        bind = arguments[0]
        assert isinstance(bind, Bind)
        return combine(list(_bodies(bind, scope)))

    return value


OPERATORS = (
    Operator(
        "sum_over_tuples",
        lazy=_over(values.total),
        laws=(
            Law(r"\sum_{1 \le i_1 < \cdots < i_k \le n} 1 = \binom{n}{k}", r"k \le n"),
            Law(r"\sum_{1 \le i_1 \le \cdots \le i_k \le n} 1 = \binom{n + k - 1}{k}"),
            Law(r"\sum_{i_1, \ldots, i_k} x_{i_1} x_{i_2} \cdots x_{i_k} = \left(\sum_i x_i\right)^k"),
        ),
        slips=(Law(r"\sum_{i_1, \ldots, i_k} x_{i_1} x_{i_2} \cdots x_{i_k} = k\sum_i x_i"),),
    ),
    Operator(
        "product_over_tuples",
        lazy=_over(partial(reduce, values.multiply)),
        laws=(Law(r"\prod_{i_1 < \cdots < i_k} e^{x_{i_1} + \cdots + x_{i_k}} = \exp\left(\sum_{i_1 < \cdots < i_k} (x_{i_1} + \cdots + x_{i_k})\right)"),),
        slips=(Law(r"\prod_{i_1 < \cdots < i_k} e^{x_{i_1} + \cdots + x_{i_k}} = \exp\left(k \sum_i x_i\right)"),),
    ),
    Operator(
        "maximum_over_tuples",
        lazy=_over(values.largest),
        laws=(Law(r"\max_{i_1 < \cdots < i_k} (x_{i_1} + \cdots + x_{i_k}) = -\min_{i_1 < \cdots < i_k} (-(x_{i_1} + \cdots + x_{i_k}))"),),
        slips=(Law(r"\max_{i_1 < \cdots < i_k} (x_{i_1} + \cdots + x_{i_k}) = \min_{i_1 < \cdots < i_k} (x_{i_1} + \cdots + x_{i_k})"),),
    ),
    Operator(
        "minimum_over_tuples",
        lazy=_over(values.smallest),
        laws=(Law(r"\min_{i_1, \ldots, i_k} (x_{i_1} + \cdots + x_{i_k}) = k\min_i x_i"),),
        slips=(Law(r"\min_{i_1, \ldots, i_k} (x_{i_1} + \cdots + x_{i_k}) = k\max_i x_i"),),
    ),
)  # fmt: skip
