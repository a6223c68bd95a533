"""Expectations over a finite world: exact weighted sums. Confirmed, not yet refuted: what a post assumes of its
random variables (independence, zero mean) is not read.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator, Scope
from mathpost.maths.term import Term, Variable, free_variables
from mathpost.maths.values import Scalar, Value


def _worlds(arguments: tuple[Term, ...], scope: Scope) -> Sequence[tuple[Scalar, Scope]]:
    """The outcomes that an average runs over: of the variables the post names, else of those that only stand averaged."""
    body, *named = arguments
    names = frozenset(v.name for v in named if isinstance(v, Variable)) or free_variables(body) & scope.random
    return scope.outcomes(names)


def _expectation(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """Body, and the random variables where the post names them."""
    worlds = _worlds(arguments, scope)
    return values.total(values.multiply(weight, world.value(arguments[0])) for weight, world in worlds)


def _variance(arguments: tuple[Term, ...], scope: Scope) -> Value:
    mean = values.negate(_expectation(arguments, scope))
    worlds = _worlds(arguments, scope)
    return values.total(
        values.multiply(weight, values.power(values.add(world.value(arguments[0]), mean), 2))
        for weight, world in worlds
    )


OPERATORS = (
    Operator(
        "expectation",
        lazy=_expectation,
        laws=(
            Law(r"\mathbb{E}[aX + b] = a\mathbb{E}[X] + b"),
            Law(r"\mathbb{E}[(X - c)^2] = \mathbb{E}[X^2] - 2c\mathbb{E}[X] + c^2"),
        ),
        may_refute=False,
    ),
    Operator(
        "variance",
        lazy=_variance,
        spellings=("Var",),
        laws=(Law(r"\operatorname{Var}(X) = \mathbb{E}[X^2] - (\mathbb{E}[X])^2"),),
        may_refute=False,
    ),
)
