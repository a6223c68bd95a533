"""Places in families as sums of letters and whole numbers: whether two are one place, and which letter makes them one."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.terms.term import ONE, Apply, Number, Term


class Place(NamedTuple):
    """``2i + k - 1``: the factors of what is added, and the number."""

    parts: tuple[tuple[Term, Fraction], ...]
    constant: Fraction

    @property
    def number(self) -> Fraction | None:
        """The number that it is, None where letters stand in it."""
        return None if self.parts else self.constant


def place(term: Term) -> Place:
    """What `term` adds up; what is no sum of multiples counts as one letter."""
    found: dict[Term, Fraction] = {}
    constant = _collect(term, Fraction(1), found)
    return Place(tuple((t, c) for t, c in found.items() if c), constant)


def _collect(term: Term, factor: Fraction, found: dict[Term, Fraction]) -> Fraction:
    """The number in `term` times `factor`; its letters are added to `found`."""
    match term:
        case Number(value=value):
            return factor * value
        case Apply(operator="negate", arguments=(inner,)):
            return _collect(inner, -factor, found)
        case Apply(operator="add", arguments=arguments):
            return sum((_collect(a, factor, found) for a in arguments), Fraction(0))
        case Apply(operator="multiply", arguments=(Number(value=value), inner)):
            return _collect(inner, factor * value, found)
    found[term] = found.get(term, Fraction(0)) + factor
    return Fraction(0)


def difference(one: Term, other: Term) -> Place:
    """`one` less `other`."""
    return place(Apply("add", (one, Apply("negate", (other,)))))


def term_of(of: Place) -> Term:
    """A place as a term."""
    parts: list[Term] = []
    for letter, factor in of.parts:
        if factor == 1:
            parts.append(letter)
        elif factor == -1:
            parts.append(Apply("negate", (letter,)))
        else:
            parts.append(Apply("multiply", (Number(factor), letter)))
    if of.constant or not parts:
        parts.append(Number(of.constant))
    return parts[0] if len(parts) == 1 else Apply("add", tuple(parts))


def simplified(term: Term) -> Term:
    """`term` with its letters and numbers collected."""
    return term_of(place(term))


def solved(apart: Place, letter: Term) -> Term | None:
    """What `letter` is where `apart` is nought; None where it stands in it more than once or not at all."""
    factor = dict(apart.parts).get(letter)
    if factor not in (1, -1):
        return None
    rest = Place(tuple((t, -c / factor) for t, c in apart.parts if t != letter), -apart.constant / factor)
    return term_of(rest)


def count(low: Term, high: Term) -> Term:
    """How many whole numbers there are from `low` to `high`."""
    return simplified(Apply("add", (high, Apply("negate", (low,)), ONE)))


__all__ = ["Place", "count", "difference", "place", "simplified", "solved", "term_of"]
