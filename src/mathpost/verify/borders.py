"""Bounds that say less than they should: ``x^2 > 0`` for all ``x \\ge 0`` fails at nought, where no model is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mathpost.maths import typesetting
from mathpost.maths.term import Apply, Term, Variable, free_variables, substitute
from mathpost.verify.fuel import Fuel
from mathpost.verify.hearing import Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.models import Plan

STRICT = frozenset("<>")
WEAK = frozenset(["less_equal", "greater_equal"])


def met(reading: Reading, sign: str, models: Plan, fuel: Fuel) -> str | None:
    """Where the sides of a strict bound are equal although all conditions are met, in words, or None."""
    if sign not in STRICT or reading.shapes:
        return None
    for condition in models.conditions:
        for name, value in _ends(condition):
            put_in = {name: value}
            left, right = (substitute(side, put_in) for side in reading.sides)
            others = tuple(substitute(c, put_in) for c in models.conditions if c is not condition)
            if not free_variables(left) | free_variables(right):
                others = ()
            if accord(left, right, "=", replace(models, conditions=others), fuel).kind == "together":
                return f"both sides are equal where {name} = {typesetting.latex(value)}"
    return None


def _ends(condition: Term) -> Iterator[tuple[str, Term]]:
    """The symbols that a condition lets be equal to something, and what that is."""
    match condition:
        case Apply(operator=operator, arguments=(one, other)) if operator in WEAK:
            for side, value in ((one, other), (other, one)):
                if isinstance(side, Variable) and side.name not in free_variables(value):
                    yield side.name, value


__all__ = ["met"]
