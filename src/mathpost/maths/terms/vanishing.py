"""Whether a rational expression is nought whatever its symbols are: ``0 \\cdot (-1) + 1 - 1``, ``n - 1 - (n - 1)``."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from mathpost.maths.terms.term import Apply, Number, Term, canonical

PLACES = ((7, 3), (11, 5))  # where it is looked at: a start and a step, of no common factor
LARGEST = 8  # exponents beyond which a power is taken for a symbol of its own


def vanishes(term: Term) -> bool:
    """Whether `term` is nought at all places tried; what is no arithmetic in it counts as a symbol."""
    return all(_value(term, {}, place) == 0 for place in PLACES)


def _value(term: Term, atoms: dict[str, Fraction], place: tuple[int, int]) -> Fraction | None:
    match term:
        case Number(value=value):
            return value
        case Apply(operator="add" | "multiply" | "negate" as operator, arguments=arguments):
            values = [_value(a, atoms, place) for a in arguments]
            known = [v for v in values if v is not None]
            if len(known) < len(values):
                return None
            return prod(known, start=Fraction(1)) if operator == "multiply" else _signed(operator, known)
        case Apply(operator="divide", arguments=(top, bottom)):
            above, below = _value(top, atoms, place), _value(bottom, atoms, place)
            return above / below if above is not None and below else None
        case Apply(operator="power", arguments=(base, Number(value=exponent))) if (
            exponent.denominator == 1 and 0 < exponent <= LARGEST
        ):
            found = _value(base, atoms, place)
            return None if found is None else found ** int(exponent)
    start, step = place
    return atoms.setdefault(canonical(term), Fraction(start + step * len(atoms) ** 2, start - step))


def _signed(operator: str, values: list[Fraction]) -> Fraction:
    total = sum(values, Fraction(0))
    return -total if operator == "negate" else total


__all__ = ["vanishes"]
