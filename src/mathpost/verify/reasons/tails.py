"""Endless sums and products that are not what is claimed, seen without extrapolation: by what is left of them.

Cut off at 250, 500 and 1,000 terms, the sides of a claim differ each time. As the cut doubles, the difference changes by less
and less, and what is left of the change is taken for a geometric series; a difference far beyond that does not close.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from mathpost.maths import values
from mathpost.maths.terms.term import INFINITY, Bind, Number, Term, subterms
from mathpost.maths.terms.traversal import transform
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.model import Model, Plan

CUTS = (250, 500, 1000)
SLOWEST = 0.9  # quotient of two changes beyond which nothing is foreseen
FAR = 20  # times what is left of the change
ENDLESS = frozenset(["sum", "product"])


def stays_apart(reading: Reading) -> bool:
    """Whether the sides of a claim about numbers differ by far more than the further terms of its endless sum can make up."""
    endless = [t for side in reading.sides for t in subterms(side) if t == INFINITY]
    cut = [_cut_off(reading.sides, last) for last in CUTS]
    if reading.free or len(endless) != 1 or INFINITY in (t for side in cut[0] for t in subterms(side)):
        return False
    try:
        first, second, third = (_difference(sides, reading.seed) for sides in cut)
    except ArithmeticError:
        return False
    change, last_change = abs(second - first), abs(third - second)
    if not change or last_change > SLOWEST * change:
        return False
    left = last_change * last_change / (change - last_change)
    return abs(third) > FAR * max(left, abs(third) * 1e-9)


def _cut_off(sides: Sequence[Term], last: int) -> tuple[Term, ...]:
    """`sides` with endless sums and products up to `last`."""
    return tuple(_up_to(side, Number(Fraction(last))) for side in sides)


def _up_to(term: Term, last: Number) -> Term:
    def ended(part: Term) -> Term:
        match part:
            case Bind(operator=operator, bounds=(low, high)) if operator in ENDLESS and high == INFINITY:
                return replace(part, bounds=(low, last))
        return part

    return transform(term, ended)


def _difference(sides: Sequence[Term], seed: str) -> float:
    """The left less the right side, as numbers.

    Raises:
        ArithmeticError: they have no values, or none that are real.
    """
    found = Evaluation(Model(seed, "real", {}, Plan({}, (), (), seed), 4))
    left, right = (found.value(side) for side in sides)
    gap = values.ball(values.add(left, values.negate(right)))
    if values.is_complex(gap):
        raise ArithmeticError("a complex number")
    return float(gap.mid())
