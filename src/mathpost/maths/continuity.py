"""Limits of what is continuous: its value at the point, if it has one there.

``\\lim_{t \\to 1} \\frac{\\sum_i p_i^t \\log p_i}{\\sum_i p_i^t}`` is what stands behind the sign at ``t = 1``: an exact number where
a limit approached along points is an estimate.
"""

from __future__ import annotations

from mathpost.maths.evaluation import ENDS, value_at
from mathpost.maths.notation import UnreadError
from mathpost.maths.term import Apply, Bind, Number, Term, free_variables, operators

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
            value = _value(Bind(operator, variable, limits, inner, origin)) if operator == "limit" else None
            return value or Bind(operator, variable, limits, inner, origin)
    return term


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
