"""Quotients of polynomials as terms: each generator is written as what it stands for."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from mathpost.maths.terms.term import ZERO, Apply, Number, Term, product_of
from mathpost.verify.proving.normal.field import Field, fraction
from mathpost.verify.proving.normal.quotient import Polynomial, Rational


class Terms(Field):
    """A field whose quotients can be written."""

    def term(self, r: Rational) -> Term:
        above = self.polynomial_term(r.num)
        if r.den is self.unit or r.den == 1:
            return above
        return Apply("divide", (above, self.polynomial_term(r.den)))

    def polynomial_term(self, p: Polynomial) -> Term:
        alone = self._single(p)
        if alone is not None:
            return alone.term
        parts = [self._monomial_term(exponents, c) for exponents, c in p.terms()]
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return ZERO
        plus = [t for t in parts if not _is_negative(t)]
        return Apply("add", (*plus, *filter(_is_negative, parts)))

    def _monomial_term(self, exponents: tuple[int, ...], coefficient: Any) -> Term:
        factors: list[Term] = [] if coefficient in (1, -1) else [Number(fraction(abs(coefficient)))]
        for generator, exponent in zip(self.generators, exponents, strict=False):
            if exponent:
                base = generator.term
                factors.append(base if exponent == 1 else Apply("power", (base, whole(int(exponent)))))
        if not factors or not any(exponents):
            return Number(fraction(coefficient))
        product = product_of(factors)
        return product if coefficient > 0 else Apply("negate", (product,))


def _is_negative(term: Term) -> bool:
    return (isinstance(term, Number) and term.value.numerator < 0) or (
        isinstance(term, Apply) and term.operator == "negate"
    )


@cache
def whole(value: int) -> Number:
    return Number(Fraction(value))
