"""Averages of sums as sums of averages: each then runs over the outcomes of one summand only, and not of all together.

The variance of a sum is the sum of the covariances of its summands, each of the outcomes of two.
"""

from __future__ import annotations

from mathpost.maths.term import Apply, Bind, Term, Variable, free_variables, substitute

OF_ONE = frozenset(["expectation", "average"])
SECOND = "⁎"  # marks the index of the other summand
OF_SUMMANDS = frozenset(["add", "negate"])


def linear(term: Term, variables: frozenset[str]) -> Term:
    """`term` with its averages taken inside of sums; `variables` are random."""
    match term:
        case Apply(operator=operator, arguments=(body, *measure), origin=origin) if operator in OF_ONE:
            inner = linear(body, variables)
            spread = _spread(operator, inner, tuple(measure), variables)
            return spread or Apply(operator, (inner, *measure), origin)
        case Apply(operator="variance", arguments=(body, *named), origin=origin):
            inner = linear(body, variables)
            return _of_pairs(inner, tuple(named), variables) or Apply("variance", (inner, *named), origin)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(linear(a, variables) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            limits = tuple(linear(b, variables) for b in bounds)
            return Bind(operator, variable, limits, linear(body, variables), origin)
    return term


def _spread(operator: str, body: Term, measure: tuple[Term, ...], variables: frozenset[str]) -> Term | None:
    """The average of a sum, None for the average of anything else."""
    match body:
        case Apply(operator=outer, arguments=arguments, origin=origin) if outer in OF_SUMMANDS:
            return Apply(outer, tuple(_mean(operator, a, measure, variables) for a in arguments), origin)
        case Bind(operator="sum", variable=variable, bounds=bounds, body=summand, origin=origin):
            named = frozenset[str]().union(*map(free_variables, measure))
            if not bounds or variable.name in named | variables or _random(bounds, variables):
                return None
            return Bind("sum", variable, bounds, _mean(operator, summand, measure, variables), origin)
    return None


def _of_pairs(body: Term, named: tuple[Term, ...], variables: frozenset[str]) -> Term | None:
    """The variance of a sum, perhaps with factors that its length alone decides; None for anything else."""
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
    """The average of one summand, which is the summand itself if nothing in it is random."""
    if free_variables(summand).isdisjoint(variables):
        return summand
    return _spread(operator, summand, measure, variables) or Apply(operator, (summand, *measure))


def _random(bounds: tuple[Term, ...], variables: frozenset[str]) -> bool:
    return any(free_variables(b) & variables for b in bounds)


__all__ = ["linear"]
