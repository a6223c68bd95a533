"""Limits of continuous functions as their values at the point, where defined; limits of partial sums as infinite sums.

``\\lim_{t \\to 1} \\frac{\\sum_i p_i^t \\log p_i}{\\sum_i p_i^t}`` is the fraction at ``t = 1``: an exact number, while a limit
along a sequence of points is an estimate.
"""

from __future__ import annotations

from dataclasses import replace

from mathpost.maths.elaboration.calculus.evaluation import ENDS, value_at
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.rewriting import rewrite_everywhere, rule
from mathpost.maths.terms.term import (
    INFINITY,
    Apply,
    Bind,
    Number,
    Term,
    free_variables,
    operators,
    subterms,
)
from mathpost.maths.terms.traversal import transform

# continuous wherever they have a value, and so are the derivatives of terms built from them
CONTINUOUS = frozenset(
    "add negate multiply divide power exp log sin cos tan sinh cosh tanh sigmoid index call sum product derivative pi".split()
)


def without_limits(term: Term) -> Term:
    """`term` with the limits of continuous bodies replaced by values at their points, which may be undefined."""
    return transform(term, _without_limit) if "limit" in operators(term) else term


def _without_limit(term: Term) -> Term:
    if not isinstance(term, Bind) or term.operator != "limit":
        return term
    limit = replace(term, body=_in_powers(term.body, term.variable.name))
    return _value(limit) or _endless(limit) or limit


def _in_powers(term: Term, name: str) -> Term:
    """`term` with roots of variable degree as powers: ``\\sqrt[n]{n}`` is ``n^{1/n}``."""
    moving = rule(
        "root(base_, degree_)", "base_ ** (1 / degree_)", degree=lambda t: name in free_variables(t)
    )
    return rewrite_everywhere([moving], term)


def _endless(limit: Bind) -> Term | None:
    """The limit of the partial sums of a series as an infinite sum: ``\\lim_{n \\to \\infty} \\sum_{k=1}^n a_k``."""
    match limit.bounds, limit.body:
        case (point, *_), Bind(operator="sum", variable=index, bounds=(low, high), body=body, origin=origin):
            name = limit.variable.name
            if point == INFINITY and high == limit.variable and name not in free_variables(body):
                return Bind("sum", index, (low, INFINITY), body, origin)
    return None


def _value(limit: Bind) -> Term | None:
    """The value of a limit; None where it depends on more than the body at the point."""
    point, name = limit.bounds[0], limit.variable.name
    if point in ENDS or not operators(limit.body) <= CONTINUOUS or not _is_continuous(limit.body, name):
        return None
    try:
        return value_at(limit.body, name, point, limit.origin)
    except UnreadError:
        return None


def _is_continuous(term: Term, name: str) -> bool:
    """Whether `term` is continuous in `name`."""
    return not any(_jumps(part, name) for part in subterms(term))


def _jumps(term: Term, name: str) -> bool:
    """Whether a term itself may jump: a power of zero whose base or exponent varies, or a varying index or bound."""
    match term:
        case Apply(operator="power", arguments=(Number(value=base), exponent)):
            return name in free_variables(exponent) and base <= 0
        case Apply(operator="power", arguments=(base, exponent)):
            return name in free_variables(exponent) and name in free_variables(base)
        case Apply(operator="index", arguments=(_, *places)):
            return any(name in free_variables(place) for place in places)
        case Bind(bounds=bounds):
            return any(name in free_variables(b) for b in bounds)
    return False
