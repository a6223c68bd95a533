"""Limits of what is continuous: its value at the point, if it has one there; limits of partial sums: the series.

``\\lim_{t \\to 1} \\frac{\\sum_i p_i^t \\log p_i}{\\sum_i p_i^t}`` is what follows the sign at ``t = 1``: an exact number where
a limit approached along points is an estimate.
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

# continuous wherever they have a value, and so are the slopes of what is built from them
CONTINUOUS = frozenset(
    "add negate multiply divide power exp log sin cos tan sinh cosh tanh sigmoid index call sum product derivative pi".split()
)


def without_limits(term: Term) -> Term:
    """`term` with the limits of what is continuous as values at their points; these may be undefined there."""
    return transform(term, _without_limit) if "limit" in operators(term) else term


def _without_limit(term: Term) -> Term:
    if not isinstance(term, Bind) or term.operator != "limit":
        return term
    limit = replace(term, body=_in_powers(term.body, term.variable.name))
    return _value(limit) or _endless(limit) or limit


def _in_powers(term: Term, name: str) -> Term:
    """`term` with roots whose degree moves as powers: ``\\sqrt[n]{n}`` is ``n^{1/n}``."""
    moving = rule(
        "root(base_, degree_)", "base_ ** (1 / degree_)", degree=lambda t: name in free_variables(t)
    )
    return rewrite_everywhere([moving], term)


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
    """Whether nothing in `term` jumps as `name` moves."""
    return not any(_jumps(part, name) for part in subterms(term))


def _jumps(term: Term, name: str) -> bool:
    """Whether a term may jump itself: a power of zero may, if base or exponent move; so does a sum whose ends do."""
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
