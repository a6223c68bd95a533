"""Equality of scalar terms, proved by a commutative normal form.

Both sides become quotients of polynomials over the rationals; what is not rational (an exponential, a
logarithm, a root, a sum over a symbolic range, an unknown function) is a generator, named by its canonical
term. Sides with the same quotient are equal wherever both are defined and every symbol is a real number,
for every size of every sum. A choice of sign is made only where `positive` allows it. A non-zero difference
proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.terms.term import Term, free_variables, operators, symbols, uses
from mathpost.verify.proving.normal.form import Form, Positive
from mathpost.verify.proving.normal.quotient import (
    CrowdedError,
    ExhaustedError,
    Fuel,
    NoFormError,
    RescaleError,
    UndefinedError,
)
from mathpost.verify.proving.normal.rules import RULES
from mathpost.verify.proving.summation.binders import opened

NAME = "normal form"
RANGES = frozenset(["sum", "product"])
FIELD = frozenset("add negate multiply divide".split())


class Proof(NamedTuple):
    """`condition`: what was assumed of the symbols beyond being real (``1 ≤ i ≤ n``), or None."""

    method: str
    condition: str | None = None


FUEL = Fuel()


# --- the questions ------------------------------------------------------------------------------------------


def prove_equal(left: Term, right: Term, *, positive: Positive, fuel: Fuel = FUEL) -> Proof | None:
    """A proof that `left` equals `right` for all real values of the free symbols where both are defined.

    `positive` answers whether a term is known to be positive; it sees symbols, entries of families, unknown
    applications and polynomials of them. Symbols must be real scalars: the caller keeps arrays away.
    """
    if left == right:
        return Proof("same term")
    try:
        left, right = opened(left), opened(right)
        for extended in (False, True) if uses((left, right), RANGES) else (False,):
            found = _attempt(left, right, positive, fuel, extended)
            if found is not None:
                return found
    except (UndefinedError, NoFormError, ExhaustedError, RecursionError):
        return None
    return None


def exact(term: Term) -> Fraction | None:
    """The value of a term of numbers only, if it is rational and was found by exact arithmetic."""
    if free_variables(term):
        return None
    try:
        form = Form(RULES, lambda _: False, FUEL, {}, FUEL.generators[0])
        return form.constant(form.normal(opened(term)))
    except (UndefinedError, NoFormError, ExhaustedError, CrowdedError, RescaleError, RecursionError):
        return None


def normal(term: Term, *, positive: Positive, fuel: Fuel = FUEL) -> Term | None:
    """The normal form of a scalar `term`, multiplied out and over one denominator, or None."""
    try:
        form = Form(RULES, positive, fuel, {}, fuel.generators[0], sides=(term,))
        return form.term(form.normal(opened(term)))
    except (UndefinedError, NoFormError, ExhaustedError, CrowdedError, RescaleError, RecursionError):
        return None


def _attempt(left: Term, right: Term, positive: Positive, fuel: Fuel, extended: bool) -> Proof | None:
    scales: dict[tuple[str, Term], int] = {}
    sizes = _rings((left, right), fuel)
    size = next(sizes)
    for _ in range(fuel.restarts):
        form = Form(RULES, positive, fuel, scales, size, extended, (left, right))
        try:
            difference = form.subtract(form.normal(left), form.normal(right))
            if form.vanishes(difference):
                return Proof(NAME, form.condition())
        except RescaleError:
            continue
        except CrowdedError:
            larger = next(sizes, None)
            if larger is None:
                return None
            size = larger
            continue
        return None
    return None


def _rings(sides: tuple[Term, Term], fuel: Fuel) -> Iterator[int]:
    """How many generators a question gets, attempt after attempt: in small rings polynomials are cheap.

    A field operation makes none; a function makes one or two more of each symbol.
    """
    count = len(symbols(sides[0]) | symbols(sides[1]))
    needed = max(2, count if all(operators(s) <= FIELD for s in sides) else 3 * count)
    if needed < fuel.generators[0]:
        yield needed
    yield from fuel.generators
