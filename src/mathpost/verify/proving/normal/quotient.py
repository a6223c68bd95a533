"""What a normal form is made of: quotients of polynomials in generators, and the limits of computing them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from mathpost.maths.terms.term import Apply, Term

Arguments: TypeAlias = tuple[Term, ...]
HALF = Fraction(1, 2)
UNITY = Fraction(1)
PI = Apply("pi", ())
UNIT = Apply("imaginary_unit", ())

Polynomial = Any  # flint.fmpq_mpoly: the library is not typed


class Rational(NamedTuple):
    """A quotient of polynomials in the generators of one form; canonical up to hidden relations."""

    num: Polynomial
    den: Polynomial


class Generator(NamedTuple):
    """`term` is what it stands for; ``generator ** degree == value`` where `degree` is not 0.

    A `value` of None with degree 2 means that it is its own square. `argument` is what a logarithm is of.
    """

    term: Term
    free: frozenset[str]
    degree: int = 0
    value: Rational | None = None
    argument: Rational | None = None


class Fuel(NamedTuple):
    """Limits that do not depend on the machine.

    `steps`: products of monomials; `terms`, `degree`, `bits`: sizes of one polynomial; `generators`: how many
    the first attempt may use, and the next; `restarts`: attempts at one question; `span`: terms of a sum
    that are written out.
    """

    steps: int = 400_000
    terms: int = 3_000
    degree: int = 240
    generators: tuple[int, ...] = (16, 40, 120)
    restarts: int = 13
    span: int = 16
    bits: int = 4_096


class UndefinedError(Exception):
    """Division by zero, or a function outside its domain."""


class NoFormError(Exception):
    """A construct that may not stand for a real scalar."""


class ExhaustedError(Exception):
    """The fuel is spent, or a polynomial would become too large."""


class CrowdedError(Exception):
    """More generators than the form was made for."""


class RescaleError(Exception):
    """A base of exponents must be finer: begin again with the new scale."""
