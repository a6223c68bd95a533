"""Averages of sums as sums of averages, so that each average runs over the outcomes of one summand only.

The variance of a sum is the sum of the covariances of pairs of summands. The average of a product of sums, or of the square of
a sum, expands in the same way.
"""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths.notation import is_bold
from mathpost.maths.terms.rewriting import rule
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, substitute, subterms
from mathpost.maths.terms.traversal import transform

OF_ONE = frozenset(["expectation", "average"])
SECOND = "⁎"  # marks the index of the second summand
OF_SUMMANDS = frozenset(["add", "negate"])
PRODUCTS = frozenset(["multiply", "inner"])


def _is_number(term: Term) -> bool:
    return not any(map(is_bold, free_variables(term)))


SQUARES = (rule("norm(x_) ** 2", "inner(x_, x_)"), rule("x_ ** 2", "x_ * x_", x=_is_number))


def linear(term: Term, variables: frozenset[str]) -> Term:
    """`term` with its averages moved inside sums; `variables` are random."""

    def spread(part: Term) -> Term:
        match part:
            case Apply(operator=operator, arguments=(body, *measure)) if operator in OF_ONE:
                return _spread(operator, body, tuple(measure), variables) or part
            case Apply(operator="variance", arguments=(body, *named)):
                return _of_pairs(body, tuple(named), variables) or part
        return part

    return transform(term, spread)


def _spread(operator: str, body: Term, measure: tuple[Term, ...], variables: frozenset[str]) -> Term | None:
    """The average of a sum as a sum of averages; None for the average of any other term."""
    match body:
        case Apply(operator=outer, arguments=arguments, origin=origin) if outer in OF_SUMMANDS:
            return Apply(outer, tuple(_mean(operator, a, measure, variables) for a in arguments), origin)
        case Bind(operator="sum", variable=variable, bounds=bounds, body=summand, origin=origin):
            named = frozenset[str]().union(*map(free_variables, measure))
            if not bounds or variable.name in named | variables or _random(bounds, variables):
                return None
            return Bind("sum", variable, bounds, _mean(operator, summand, measure, variables), origin)
        case Apply(operator="divide", arguments=(top, bottom), origin=origin) if _has_sum(top, variables):
            if not free_variables(bottom) & variables:
                return Apply("divide", (_mean(operator, top, measure, variables), bottom), origin)
    opened = _opened(_as_product(body), variables) if _has_sum(body, variables) else None
    return None if opened is None else _mean(operator, opened, measure, variables)


# --- products of sums -----------------------------------------------------------------------------------------------------


def _has_sum(term: Term, variables: frozenset[str]) -> bool:
    """Whether `term` contains a sum over members of random families."""
    return any(
        isinstance(t, Bind) and t.operator == "sum" and free_variables(t.body) & variables
        for t in subterms(term)
    )


def _as_product(term: Term) -> Term:
    """A square, of a number or of a column with itself, written as a product."""
    return next((made for square in SQUARES if (made := square(term)) is not None), term)


def _opened(term: Term, variables: frozenset[str]) -> Term | None:
    """A product with its first sum factor expanded into a sum of products; None for any other term."""
    if not isinstance(term, Apply) or term.operator not in PRODUCTS:
        return None
    at = next(
        (k for k, factor in enumerate(term.arguments) if _has_sum(factor, variables)), len(term.arguments)
    )
    before, factors, behind = term.arguments[:at], term.arguments[at : at + 1], term.arguments[at + 1 :]
    others = frozenset[str]().union(*map(free_variables, (*before, *behind)))

    def product(factor: Term) -> Term:
        return Apply(term.operator, (*before, factor, *behind), term.origin)

    return _distributed(factors[0], product, others, variables) if factors else None


def _distributed(
    factor: Term, product: Callable[[Term], Term], others: frozenset[str], variables: frozenset[str]
) -> Term | None:
    """The sum `factor` with each summand replaced by its `product`; `others` are the symbols of the other factors."""
    match factor:
        case Apply(operator=operator, arguments=arguments, origin=origin) if operator in OF_SUMMANDS:
            return Apply(operator, tuple(map(product, arguments)), origin)
        case Apply(operator="divide", arguments=(top, bottom), origin=origin):
            return (
                None
                if free_variables(bottom) & variables
                else Apply("divide", (product(top), bottom), origin)
            )
        case Apply(operator="transpose", arguments=(inner,)):
            return _distributed(inner, lambda part: product(_transposed(part)), others, variables)
        case Bind(operator="sum", variable=variable, bounds=bounds, body=body, origin=origin) if bounds:
            if _random(bounds, variables) or variable.name in variables:
                return None
            index = Variable(variable.name + SECOND) if variable.name in others else variable
            part = substitute(body, {variable.name: index})
            return Bind("sum", index, bounds, product(part), origin)
    inside = _opened(_as_product(factor), variables)
    return None if inside is None else product(inside)


def _transposed(term: Term) -> Term:
    return Apply("transpose", (term,), term.origin)


def _of_pairs(body: Term, named: tuple[Term, ...], variables: frozenset[str]) -> Term | None:
    """The variance of a sum, possibly times factors that depend only on its length; None for any other term."""
    factors = body.arguments if isinstance(body, Apply) and body.operator == "multiply" else (body,)
    total = next((f for f in factors if isinstance(f, Bind) and f.operator == "sum" and f.bounds), None)
    if total is None or _random(total.bounds, variables) or total.variable.name in variables:
        return None
    length = frozenset[str]().union(*map(free_variables, total.bounds))
    others = tuple(f for f in factors if f is not total)
    if not all(free_variables(f) <= length for f in others):
        return None
    other = Variable(total.variable.name + SECOND)
    pair = (total.body, substitute(total.body, {total.variable.name: other}))
    inner = Bind("sum", other, total.bounds, Apply("covariance", (*pair, *named)), total.origin)
    pairs = Bind("sum", total.variable, total.bounds, inner, total.origin)
    return pairs if not others else Apply("multiply", (*others, *others, pairs), body.origin)


def _mean(operator: str, summand: Term, measure: tuple[Term, ...], variables: frozenset[str]) -> Term:
    """The average of one summand: the summand itself if nothing in it is random."""
    if free_variables(summand).isdisjoint(variables):
        return summand
    return _spread(operator, summand, measure, variables) or Apply(operator, (summand, *measure))


def _random(bounds: tuple[Term, ...], variables: frozenset[str]) -> bool:
    return any(free_variables(b) & variables for b in bounds)
