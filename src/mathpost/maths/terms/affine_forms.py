"""Sums of multiples of letters and a number, the form of a position in a row of terms: ``n - 1``, ``2k + 1``."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.terms.term import ONE, Apply, Number, Term, Variable, product_of, sum_of


class Place(NamedTuple):
    """A sum of multiples and a number, ``2i + k - 1``: its terms with their factors, and the number."""

    parts: tuple[tuple[Term, Fraction], ...]
    constant: Fraction

    @property
    def number(self) -> Fraction | None:
        """The number that a form without letters is; None where it has letters."""
        return None if self.parts else self.constant


class Affine(NamedTuple):
    """A sum of multiples of symbols, in the order of their names."""

    symbols: tuple[tuple[str, Fraction], ...]
    constant: Fraction


def place(term: Term) -> Place:
    """`term` as a sum of multiples; a part that is no such sum counts as one letter."""
    found: dict[Term, Fraction] = {}
    constant = _collect(term, Fraction(1), found)
    return Place(tuple((t, c) for t, c in found.items() if c), constant)


def _collect(term: Term, factor: Fraction, found: dict[Term, Fraction]) -> Fraction:
    """The number in `term` times `factor`; the multiples of its letters are added to `found`."""
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


def affine_form(term: Term) -> Affine | None:
    """`term` as a sum of multiples of symbols and a number, None if it is none."""
    parts, constant = place(term)
    symbols = [(letter.name, factor) for letter, factor in parts if isinstance(letter, Variable)]
    return Affine(tuple(sorted(symbols)), constant) if len(symbols) == len(parts) else None


def as_term(form: Affine) -> Term:
    """A form as a term: ``2k + 1``."""
    return term_of(Place(tuple((Variable(name), factor) for name, factor in form.symbols), form.constant))


def term_of(of: Place) -> Term:
    """A place as a term."""
    letters = [_multiple(letter, factor) for letter, factor in of.parts]
    return sum_of([*letters, Number(of.constant)] if of.constant or not letters else letters)


def _multiple(letter: Term, factor: Fraction) -> Term:
    if factor == -1:
        return Apply("negate", (letter,))
    return letter if factor == 1 else product_of((Number(factor), letter))


def difference(one: Term, other: Term) -> Place:
    """The difference of `one` and `other`."""
    return place(Apply("add", (one, Apply("negate", (other,)))))


def simplified(term: Term) -> Term:
    """`term` with its letters and numbers collected."""
    return term_of(place(term))


def solved(apart: Place, letter: Term) -> Term | None:
    """The value of `letter` where `apart` is zero; None where `apart` contains it more than once or not at all."""
    factor = dict(apart.parts).get(letter)
    if factor not in (1, -1):
        return None
    rest = Place(tuple((t, -c / factor) for t, c in apart.parts if t != letter), -apart.constant / factor)
    return term_of(rest)


def count(low: Term, high: Term) -> Term:
    """The number of integers from `low` to `high`."""
    return simplified(Apply("add", (high, Apply("negate", (low,)), ONE)))
