"""Change of variables, for an injective function: if Y = g(X), then ``f_X(x) = f_Y(g(x)) |g'(x)|`` on the support of X.

Conversely, if this equation holds on the whole support, then Y has the law with density ``f_Y``, because g is injective. P.
Billingsley, "Probability and Measure", 3rd ed., section 20.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mathpost.maths.distributions import Distribution
from mathpost.maths.elaboration.chance import named_laws
from mathpost.maths.facts.laws import Declared
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.polynomials import degree
from mathpost.maths.terms.term import (
    INFINITY,
    MINUS_INFINITY,
    ZERO,
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
)

# injective functions of one argument
INJECTIVE = frozenset(
    ["negate", "exp", "log", "sqrt", "sigmoid", "erf", "tanh", "sinh", "arctan", "arcsinh", "arctanh", "softplus"]
)  # fmt: skip


class Transformed(NamedTuple):
    """The two densities to compare, the support of the variable, and its declared law."""

    left: Term
    right: Term
    within: tuple[Term, ...]
    law: Declared


def transformed(
    made: Term, laws: Mapping[str, Declared], distribution: Distribution, parameters: Sequence[Term]
) -> Transformed | None:
    """The comparison to show that `made`, an injective function of a declared variable, has the law `distribution`; or None."""
    names = sorted(free_variables(made) & laws.keys())
    if len(names) != 1:
        return None
    law, outcome = laws[names[0]], Variable(names[0])
    kinds = {law.distribution.kind, distribution.kind}
    if law.indices or law.distribution.arrays or distribution.arrays or kinds != {"continuous"}:
        return None
    try:
        support = named_laws.bounds(law.distribution, law.parameters)
        if not is_injective(made, outcome.name, positive=_is_positive(support)):
            return None
        there = named_laws.density_at(distribution, made, parameters)
        goals = named_laws.bounds(distribution, parameters)
        here = named_laws.density_at(law.distribution, outcome, law.parameters)
    except (UnreadError, ValueError):
        return None
    slope = Apply("abs", (Apply("derivative", (made, outcome)),))
    right: Term = Apply("multiply", (there, slope))
    for condition in _inside(made, goals):
        right = Apply("cases", (right, condition, ZERO))
    return Transformed(here, right, _inside(outcome, support), law)


def _inside(term: Term, bounds: tuple[Term, ...]) -> tuple[Term, ...]:
    """The proposition that a term lies between bounds."""
    low, high = bounds
    above = () if low == MINUS_INFINITY else (Apply("greater", (term, low)),)
    below = () if high == INFINITY else (Apply("less", (term, high)),)
    return (*above, *below)


def _is_positive(bounds: tuple[Term, ...]) -> bool:
    return isinstance(bounds[0], Number) and bounds[0].value >= 0


def is_injective(term: Term, name: str, *, positive: bool) -> bool:
    """Whether `term` is injective as a function of `name`; `positive`: the symbol is positive."""

    def inner(term: Term) -> bool:
        return is_injective(term, name, positive=positive)

    match term:
        case Variable():
            return term.name == name
        case Apply(operator=operator, arguments=(argument,)) if operator in INJECTIVE:
            return inner(argument)
        case Apply(operator="add" | "multiply", arguments=parts):
            moving = [p for p in parts if name in free_variables(p)]
            return len(moving) == 1 and inner(moving[0])
        case Apply(operator="divide", arguments=(top, bottom)):
            if name in free_variables(top) and name in free_variables(bottom):
                return degree(top, name) == degree(bottom, name) == 1  # ``x / (1 - x)``
            return inner(top) if name in free_variables(top) else inner(bottom)
        case Apply(operator="power", arguments=(base, exponent)) if name not in free_variables(base):
            return inner(exponent)
        case Apply(operator="power", arguments=(base, Number(value=value))) if (
            value.denominator == 1 and value % 2
        ):
            return inner(base)
        case Apply(operator="power", arguments=(base, exponent)) if name not in free_variables(exponent):
            sure = (positive and base == Variable(name)) or (
                isinstance(base, Apply) and base.operator == "exp"
            )
            return sure and inner(base)
        case Apply(operator="log_base", arguments=(base, argument)) if name not in free_variables(base):
            return inner(argument)
    return False
