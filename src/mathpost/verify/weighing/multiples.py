"""Approximations between multiples of one expression, ``\\sigma\\sqrt{\\pi/2} \\approx 1.25\\sigma``: their factors are numbers."""

from __future__ import annotations

from mathpost.maths.notation import is_bold
from mathpost.maths.terms.term import ONE, Apply, Term, is_decimal, operators, substitute
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import accord, vanishes
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan

SCALAR = frozenset("add negate multiply divide power sqrt root exp log pi".split())


def factors(reading: Reading, models: Plan, fuel: Fuel) -> Reading | None:
    """The numbers that the sides are where every symbol is 1, if they are multiples of one expression; else None.

    A factor 1 that is not written, as of ``2n \\approx n``, has no last digit: the right side must have decimals.
    """
    symbols = reading.free
    if not symbols or not is_decimal(reading.right) or any(map(is_bold, symbols)):
        return None
    if not all(operators(side) <= SCALAR for side in reading.sides):
        return None
    left, right = (substitute(side, dict.fromkeys(symbols, ONE)) for side in reading.sides)
    if vanishes(left) or vanishes(right):
        return None
    crossed = _product(reading.left, right), _product(reading.right, left)
    if accord(*crossed, "=", models, fuel).kind != "together":
        return None
    return reading._replace(left=left, right=right)


def _product(one: Term, other: Term) -> Term:
    return Apply("multiply", (one, other))
