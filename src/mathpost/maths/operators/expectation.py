"""Expectations over a finite world: exact weighted sums. Confirmed, not yet refuted: what a post assumes of its
random variables (independence, zero mean) is not read.
"""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator, Scope
from mathpost.maths.term import Term, Variable, free_variables
from mathpost.maths.values import Value


def _expectation(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """body, and the random variables where the post names them; without names, the capitals in the body."""
    body, *named = arguments
    names = frozenset(v.name for v in named if isinstance(v, Variable)) or random_variables(body)
    return values.total(values.multiply(weight, world.value(body)) for weight, world in scope.outcomes(names))


def random_variables(body: Term) -> frozenset[str]:
    return frozenset(name for name in free_variables(body) if len(name) == 1 and name.isupper())


def _variance(arguments: tuple[Term, ...], scope: Scope) -> Value:
    mean = _expectation(arguments, scope)
    names = random_variables(arguments[0])
    return values.total(
        values.multiply(weight, values.power(values.add(world.value(arguments[0]), values.negate(mean)), 2))
        for weight, world in scope.outcomes(names)
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
