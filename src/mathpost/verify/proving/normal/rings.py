"""The rings of polynomials that normal forms compute in: made once for each size, the door to polynomials of python-flint."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from mathpost.verify.proving.normal.quotient import Polynomial, Rational


class Ring(NamedTuple):
    """Polynomials over the rationals in generators ``g0``, ``g1`` …, which forms of one size share.

    `quotients`: the generators over `unit`; `numbers`: which generator each of the `letters` is, by its identity;
    `rational` makes a coefficient from numerator and denominator.
    """

    context: Any
    letters: tuple[Polynomial, ...]
    quotients: tuple[Rational, ...]
    numbers: Mapping[int, int]
    unit: Polynomial
    zero: Rational
    one: Rational
    rational: Any


@cache
def ring(size: int) -> Ring:
    """The ring in `size` generators."""
    import flint

    context = flint.fmpq_mpoly_ctx.get(tuple(f"g{k}" for k in range(size)), "lex")
    letters, unit = tuple(context.gens()), context.constant(1)
    quotients = tuple(Rational(letter, unit) for letter in letters)
    zero, one = Rational(context.constant(0), unit), Rational(unit, unit)
    numbers = {id(letter): k for k, letter in enumerate(letters)}
    return Ring(context, letters, quotients, numbers, unit, zero, one, flint.fmpq)
