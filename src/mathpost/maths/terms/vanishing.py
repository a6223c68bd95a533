"""Whether a rational expression is identically zero: ``0 \\cdot (-1) + 1 - 1``, ``n - 1 - (n - 1)``."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

from mathpost.maths.terms.term import Apply, Number, Term

PLACES = ((7, 3), (11, 5))  # sample points: a start and a step without common factor
LARGEST = 8  # powers with larger exponents count as symbols


def vanishes(term: Term) -> bool:
    """Whether `term` is zero at all sample points; a part that is not arithmetic counts as a symbol."""
    return all(_at(term, *place) == 0 for place in PLACES)


def _at(term: Term, start: int, step: int) -> Fraction | None:
    atoms: dict[Term, Fraction] = {}

    def atom(part: Term) -> Fraction:
        return atoms.setdefault(part, Fraction(start + step * len(atoms) ** 2, start - step))

    return arithmetic(term, atom)


def arithmetic(
    term: Term, atom: Callable[[Term], Fraction | None] = lambda _: None, largest: int = LARGEST
) -> Fraction | None:
    """The value of sums, products, quotients and integer powers of numbers and of parts valued by `atom`; else None."""
    match term:
        case Number(value=value):
            return value
        case Apply(operator="add" | "multiply" | "negate" | "divide" as operator, arguments=arguments):
            values = [arithmetic(part, atom, largest) for part in arguments]
            if operator == "multiply" and 0 in values:
                return Fraction(0)
            known = [value for value in values if value is not None]
            return _combined(operator, known) if len(known) == len(values) else None
        case Apply(operator="power", arguments=(base, Number(value=exponent))) if (
            exponent.denominator == 1 and 0 < exponent <= largest
        ):
            found = arithmetic(base, atom, largest)
            return None if found is None else found ** int(exponent)
    return atom(term)


def _combined(operator: str, values: list[Fraction]) -> Fraction | None:
    match operator, values:
        case "add", _:
            return sum(values, Fraction(0))
        case "negate", [value]:
            return -value
        case "divide", [above, below]:
            return above / below if below else None
    return prod(values, start=Fraction(1))
