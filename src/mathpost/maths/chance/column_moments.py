r"""Variances of columns built from random ones: ``\operatorname{Var}(A\epsilon + b) = A \operatorname{Var}(\epsilon) A^\top``.

Matrix factors do not commute, so such a covariance is not computed as a polynomial in numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from mathpost.maths.chance.variates import Variates
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.term import (
    ONE,
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    operators,
    product_of,
    sum_of,
)

MATRICES = frozenset(["identity", "transpose", "diagonal"])
MINUS = Number(Fraction(-1))


class _Part(NamedTuple):
    """A random column with the factors to the left of it."""

    factors: tuple[Term, ...]
    name: str


def has_arrays(term: Term) -> bool:
    """Whether `term` contains arrays."""
    return any(map(is_bold, free_variables(term))) or not MATRICES.isdisjoint(operators(term))


def covariance(first: Term, second: Term, variates: Variates, cumulant: Callable[[str], Term]) -> Term | None:
    """The covariance of two columns that are linear in random ones with covariances `cumulant`; None for any other columns."""
    one, other = _parts(first, variates.names), _parts(second, variates.names)
    if one is None or other is None:
        return None
    names = sorted({part.name for part in (*one, *other)})
    apart = variates.independent and not any(variates.joined(a, b) for a, b in combinations(names, 2))
    if len(names) > 1 and not apart:
        return None
    found = [_between(a, b, cumulant(a.name)) for a in one for b in other if a.name == b.name]
    return sum_of(found)


def _between(one: _Part, other: _Part, varies: Term) -> Term:
    turned = [_turned(factor) for factor in reversed(other.factors)]
    return product_of((*one.factors, varies, *turned))


def _turned(factor: Term) -> Term:
    return Apply("transpose", (factor,)) if has_arrays(factor) else factor


def _parts(term: Term, random: frozenset[str]) -> list[_Part] | None:
    """`term` as a sum of random columns with factors, constant summands dropped; None if it has another form."""
    if free_variables(term).isdisjoint(random):
        return []
    match term:
        case Variable(name=name) if is_bold(name):
            return [_Part((), name)]
        case Apply(operator="add", arguments=summands):
            found = [_parts(s, random) for s in summands]
            return None if None in found else [part for parts in found for part in parts or ()]
        case Apply(operator="negate", arguments=(inner,)):
            return _times((MINUS,), _parts(inner, random))
        case Apply(operator="divide", arguments=(top, bottom)) if free_variables(bottom).isdisjoint(random):
            return _times((Apply("divide", (ONE, bottom)),), _parts(top, random))
        case Apply(operator="multiply", arguments=(*before, last)):
            fixed = all(free_variables(b).isdisjoint(random) for b in before)
            return _times(tuple(before), _parts(last, random)) if fixed else None
    return None


def _times(factors: tuple[Term, ...], parts: list[_Part] | None) -> list[_Part] | None:
    return None if parts is None else [part._replace(factors=(*factors, *part.factors)) for part in parts]
