"""Limits of what is continuous: its value at the point, if it has one there; limits of partial sums: the series.

``\\lim_{t \\to 1} \\frac{\\sum_i p_i^t \\log p_i}{\\sum_i p_i^t}`` is what stands behind the sign at ``t = 1``: an exact number where
a limit approached along points is an estimate.
"""

from __future__ import annotations

from mathpost.maths.elaboration.calculus.evaluation import ENDS, value_at
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.rewriting import with_parts
from mathpost.maths.terms.term import INFINITY, ONE, Apply, Bind, Number, Term, free_variables, operators

# continuous wherever they have a value, and so are the slopes of what is made of them
CONTINUOUS = frozenset(
    "add negate multiply divide power exp log sin cos tan sinh cosh tanh sigmoid index call sum product derivative pi".split()
)


def without_limits(term: Term) -> Term:
    """`term` with the limits of what is continuous as values at their points; these may be undefined there."""
    if "limit" not in operators(term):
        return term
    match term:
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(map(without_limits, arguments)), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            inner = without_limits(body)
            limits = tuple(map(without_limits, bounds))
            if operator != "limit":
                return Bind(operator, variable, limits, inner, origin)
            limit = Bind(operator, variable, limits, _in_powers(inner, variable.name), origin)
            return _value(limit) or _endless(limit) or limit
    return term


def _in_powers(term: Term, name: str) -> Term:
    """`term` with roots whose degree moves as powers: ``\\sqrt[n]{n}`` is ``n^{1/n}``."""
    match term:
        case Apply(operator="root", arguments=(base, degree), origin=origin) if name in free_variables(
            degree
        ):
            return Apply("power", (base, Apply("divide", (ONE, degree))), origin)
    return with_parts(term, lambda part: _in_powers(part, name)) if "root" in operators(term) else term


def _endless(limit: Bind) -> Term | None:
    """The limit of the partial sums of a series as its sum: ``\\lim_{n \\to \\infty} \\sum_{k=1}^n a_k``."""
    match limit.bounds, limit.body:
        case (point, *_), Bind(operator="sum", variable=index, bounds=(low, high), body=body, origin=origin):
            name = limit.variable.name
            if point == INFINITY and high == limit.variable and name not in free_variables(body):
                return Bind("sum", index, (low, INFINITY), body, origin)
    return None


def _value(limit: Bind) -> Term | None:
    """The value that is tended to; None where more than the body at the point decides it."""
    point, name = limit.bounds[0], limit.variable.name
    if point in ENDS or not operators(limit.body) <= CONTINUOUS or not _is_continuous(limit.body, name):
        return None
    try:
        return value_at(limit.body, name, point, limit.origin)
    except UnreadError:
        return None


def _is_continuous(term: Term, name: str) -> bool:
    """Whether nothing in `term` jumps: a power of zero may, if base or exponent move; so does a sum whose ends do."""
    match term:
        case Apply(operator="power", arguments=(base, exponent)) if name in free_variables(exponent):
            if name in free_variables(base) or isinstance(base, Number):
                return isinstance(base, Number) and base.value > 0 and _is_continuous(exponent, name)
            return _is_continuous(exponent, name)
        case Apply(operator="index", arguments=(_, *places)):
            return not any(name in free_variables(place) for place in places)
        case Apply(arguments=arguments):
            return all(_is_continuous(a, name) for a in arguments)
        case Bind(bounds=bounds, body=body):
            return not any(name in free_variables(b) for b in bounds) and _is_continuous(body, name)
    return True


__all__ = ["without_limits"]
