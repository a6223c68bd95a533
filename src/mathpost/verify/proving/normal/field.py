"""Arithmetic of quotients of polynomials; an operation is refused before its result becomes too large."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from mathpost.maths.terms.term import Term, free_variables
from mathpost.verify.proving.normal.quotient import (
    HALF,
    UNITY,
    CrowdedError,
    ExhaustedError,
    Fuel,
    Generator,
    Polynomial,
    Rational,
    UndefinedError,
)
from mathpost.verify.proving.normal.rings import ring


class Field:
    """Arithmetic of quotients over the generators of a ring of `size` generators, within the fuel."""

    def __init__(self, fuel: Fuel, size: int) -> None:
        self.fuel = fuel
        self.left = fuel.steps
        self.generators: list[Generator] = []
        self.place: dict[Term, int] = {}
        self.algebraic: list[int] = []
        shared = ring(size)
        self.context, self.letters, self._quotients, self._numbers = shared[:4]
        self.unit, self.zero, self.one, self._rational = shared[4:]

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise ExhaustedError

    def number(self, value: Fraction | int) -> Rational:
        above, below = value.numerator, value.denominator
        if max(above.bit_length(), below.bit_length()) > self.fuel.bits:
            raise ExhaustedError
        coefficient = self._rational(above, below)
        return Rational(self.context.constant(coefficient), self.unit)

    def constant(self, r: Rational) -> Fraction | None:
        """The rational number that `r` is, or None."""
        if len(r.num) > 1 or len(r.den) > 1 or r.num.total_degree() > 0 or r.den.total_degree() > 0:
            return None
        return fraction(r.num.leading_coefficient()) if r.num != 0 else Fraction(0)

    def generator(
        self,
        term: Term,
        *,
        degree: int = 0,
        value: Rational | None = None,
        argument: Rational | None = None,
    ) -> Rational:
        """The generator that stands for `term`, which must be canonical."""
        k = self.place.get(term)
        if k is None:
            k = len(self.generators)
            if k >= len(self.letters):
                raise CrowdedError
            self.place[term] = k
            self.generators.append(Generator(term, self.names(term), degree, value, argument))
            if degree:
                self.algebraic.append(k)
        return self._quotients[k]

    def names(self, term: Term) -> frozenset[str]:
        """The symbols that the value of `term` depends on."""
        return free_variables(term)

    # -- arithmetic

    def add(self, a: Rational, b: Rational) -> Rational:
        if a is self.zero or b is self.zero:
            return b if a is self.zero else a
        if a.den is b.den or a.den == b.den:
            return self.quotient(a.num + b.num, a.den)
        return self.quotient(self.times(a.num, b.den) + self.times(b.num, a.den), self.times(a.den, b.den))

    def negate(self, a: Rational) -> Rational:
        return Rational(-a.num, a.den)

    def subtract(self, a: Rational, b: Rational) -> Rational:
        if b is self.zero:
            return a
        return self.zero if a == b else self.add(a, self.negate(b))

    def multiply(self, a: Rational, b: Rational) -> Rational:
        if a is self.one or b is self.one:
            return b if a is self.one else a
        if a is self.zero or b is self.zero:
            return self.zero
        return self.quotient(self.times(a.num, b.num), self.times(a.den, b.den))

    def divide(self, a: Rational, b: Rational) -> Rational:
        if self.algebraic:
            return self.multiply(a, self.invert(b))
        if b.num == 0:
            raise UndefinedError
        return self.quotient(self.times(a.num, b.den), self.times(a.den, b.num))

    def half(self, a: Rational) -> Rational:
        return self.multiply(self.number(HALF), a)

    def invert(self, a: Rational) -> Rational:
        if a.num == 0:
            raise UndefinedError
        return self.quotient(a.den, a.num)

    def total(self, parts: Iterable[Rational]) -> Rational:
        return reduce(self.add, parts, self.zero)

    def product(self, parts: Iterable[Rational]) -> Rational:
        return reduce(self.multiply, parts, self.one)

    def integer_power(self, a: Rational, k: int) -> Rational:
        if k < 0:
            return self.integer_power(self.invert(a), -k)
        self._check_power(a.num, k)
        self._check_power(a.den, k)
        if k == 0:
            return self.one
        result = a
        for bit in bin(k)[3:]:
            result = self.multiply(result, result)
            if bit == "1":
                result = self.multiply(result, a)
        return result

    def _check_power(self, p: Polynomial, k: int) -> None:
        """Refuse before flint begins: it can neither be interrupted nor fail softly."""
        if k <= 1 or p is self.unit:
            return
        terms = len(p)
        if (
            k > 100_000
            or p.total_degree() * k > self.fuel.degree
            or math.comb(min(terms + k, 400), terms) > 10**7
        ):
            raise ExhaustedError
        if _bits(p) * k > self.fuel.bits or (terms > 1 and math.comb(terms + k - 1, k) > self.fuel.terms):
            raise ExhaustedError

    def times(self, p: Polynomial, q: Polynomial) -> Polynomial:
        if p is self.unit or p == 1:
            return q
        if q is self.unit or q == 1:
            return p
        size = len(p) * len(q)
        self.spend(size + 1)
        if size > 40 * self.fuel.terms or p.total_degree() + q.total_degree() > self.fuel.degree:
            raise ExhaustedError
        result = p * q
        if len(result) > self.fuel.terms:
            raise ExhaustedError
        return result

    def quotient(self, num: Polynomial, den: Polynomial) -> Rational:
        """num/den, reduced by the relations of the generators and by common factors; den is made monic."""
        if self.algebraic:
            num, den = self._reduced(num, den)
        if den is self.unit:
            return Rational(num, den) if num != 0 else self.zero
        if den == 0:
            raise UndefinedError
        if num == 0:
            return self.zero
        if den.total_degree() > 0:
            num, den = self._cancelled(num, den)
        leading = den.leading_coefficient()
        return Rational(num, den) if leading == 1 else Rational(num * (1 / leading), den * (1 / leading))

    def _cancelled(self, num: Polynomial, den: Polynomial) -> tuple[Polynomial, Polynomial]:
        size = len(num) * len(den)
        self.spend(size + 1)
        degree = num.total_degree()
        if size > 20_000 or degree == 0 or max(degree, den.total_degree()) > 60:
            return num, den
        common = num.gcd(den)
        return (num, den) if common == 1 else (num / common, den / common)

    # -- relations between generators

    def _reduced(self, num: Polynomial, den: Polynomial) -> tuple[Polynomial, Polynomial]:
        num, below = self._lowered(num)
        den, above = self._lowered(den)
        num, den = self.times(num, above), self.times(den, below)
        if den is self.unit or den.total_degree() <= 0:
            return num, den
        for k in reversed(self.algebraic):
            if den.degrees()[k]:
                num, den = self._rationalised(num, den, k)
        return num, den

    def _lowered(self, p: Polynomial) -> tuple[Polynomial, Polynomial]:
        """`p` with every algebraic generator below its degree, as a quotient."""
        den = self.unit
        if p is den:
            return p, den
        degrees = p.degrees()
        for k in reversed(self.algebraic):
            generator = self.generators[k]
            if degrees[k] < generator.degree:
                continue
            if generator.value is None:
                p = self._idempotent(p, k)
            else:
                p, below = self._replaced(p, k, generator.degree, generator.value)
                den = self.times(den, below)
            degrees = p.degrees()
        return p, den

    def _idempotent(self, p: Polynomial, k: int) -> Polynomial:
        found: dict[tuple[int, ...], Any] = {}
        for exponents, coefficient in p.terms():
            lowered = (*exponents[:k], min(exponents[k], 1), *exponents[k + 1 :])
            found[lowered] = found.get(lowered, 0) + coefficient
        return self.context.from_dict(found)

    def _replaced(self, p: Polynomial, k: int, degree: int, value: Rational) -> tuple[Polynomial, Polynomial]:
        parts: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, coefficient in p.terms():
            times, rest = divmod(exponents[k], degree)
            parts.setdefault(times, {})[(*exponents[:k], rest, *exponents[k + 1 :])] = coefficient
        highest = max(parts)
        result = self.context.constant(0)
        for times, terms in parts.items():
            part = self.context.from_dict(terms)
            for factor, count in ((value.num, times), (value.den, highest - times)):
                self._check_power(factor, count)
                part = self.times(part, factor**count)
            result = result + part
        return result, value.den**highest

    def _rationalised(self, num: Polynomial, den: Polynomial, k: int) -> tuple[Polynomial, Polynomial]:
        """Without the root `k` below the line, by its conjugate or a power of itself, where that works."""
        generator = self.generators[k]
        if generator.value is None:
            return num, den
        letter = self.letters[k]
        low, high = self.parted(den, k)
        if len(high) == 1 and low == 0:
            (exponent,) = high
            factor = letter ** (generator.degree - exponent)
        elif generator.degree == 2 and set(high) == {1}:
            factor = low - high[1] * letter
        else:
            return num, den
        new_den, below = self._lowered(self.times(den, factor))
        if new_den == 0:
            return num, den
        new_num, above = self._lowered(self.times(num, factor))
        return self.times(new_num, below), self.times(new_den, above)

    def parted(self, p: Polynomial, k: int) -> tuple[Polynomial, dict[int, Polynomial]]:
        """`p` as a polynomial in the generator `k`: its constant part, and its other coefficients."""
        parts: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, coefficient in p.terms():
            parts.setdefault(exponents[k], {})[(*exponents[:k], 0, *exponents[k + 1 :])] = coefficient
        made = {e: self.context.from_dict(terms) for e, terms in parts.items()}
        return made.pop(0, self.context.constant(0)), made

    def renumbered(self, p: Polynomial, places: Mapping[int, int]) -> Polynomial:
        """`p` with other generators for those whose numbers `places` has."""
        if p is self.unit:
            return p
        alone = self.number_of(p)
        if alone is not None:
            return self.letters[places.get(alone, alone)]
        found: dict[tuple[int, ...], Any] = {}
        for exponents, coefficient in p.terms():
            moved = [0 if k in places else e for k, e in enumerate(exponents)]
            for old, new in places.items():
                moved[new] += exponents[old]
            found[tuple(moved)] = found.get(tuple(moved), 0) + coefficient
        return self.context.from_dict(found)

    # -- structure

    def used(self, r: Rational) -> list[int]:
        """Numbers of the generators that occur in `r`."""
        if r.den is self.unit:
            alone = self.number_of(r.num)
            return [alone] if alone is not None else [k for k, a in enumerate(r.num.degrees()) if a > 0]
        above = r.num.degrees()
        return [k for k, (a, b) in enumerate(zip(above, r.den.degrees(), strict=True)) if a > 0 or b > 0]

    def depends(self, r: Rational, names: frozenset[str]) -> bool:
        return any(self.generators[k].free & names for k in self.used(r))

    def number_of(self, p: Polynomial) -> int | None:
        """The number of the generator that the object `p` is, by identity: an equal polynomial that was computed is
        not recognised.
        """
        return self._numbers.get(id(p))

    def single(self, r: Rational) -> Generator | None:
        """The generator that `r` is, if it is nothing else."""
        return self._single(r.num) if r.den is self.unit or r.den == 1 else None

    def _single(self, p: Polynomial) -> Generator | None:
        """The generator that the polynomial `p` is, if it is nothing else."""
        k = self.number_of(p)
        if k is None:
            if len(p) != 1 or p.total_degree() != 1 or p.leading_coefficient() != 1:
                return None
            k = p.degrees().index(1)
        return self.generators[k]

    def summands(self, r: Rational) -> Iterator[tuple[Fraction, Rational]]:
        """`r` as a sum of rational multiples of what has coefficient 1; linear in `r` for one denominator."""
        if r.den is self.unit or r.den.total_degree() == 0:
            yield from self._monomials(r.num, self.unit)
        else:
            self.spend(len(r.num) * len(r.den))
            whole, rest = divmod(r.num, r.den)
            yield from self._monomials(whole, self.unit)
            yield from self._monomials(rest, r.den)

    def _monomials(self, p: Polynomial, den: Polynomial) -> Iterator[tuple[Fraction, Rational]]:
        """The coefficients of `p`, and its monomials over `den`."""
        if self.number_of(p) is not None:
            yield UNITY, self.quotient(p, den)
            return
        if len(p) == 1:
            coefficient = p.leading_coefficient()
            yield fraction(coefficient), self.quotient(p if coefficient == 1 else p * (1 / coefficient), den)
            return
        for exponents, coefficient in p.terms():
            yield fraction(coefficient), self.quotient(self.context.from_dict({exponents: 1}), den)

    def factors(self, p: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
        """A constant and irreducible factors; large polynomials are left whole."""
        if self.number_of(p) is not None:
            return UNITY, [(p, 1)]
        degree = p.total_degree()
        if degree <= 0:
            return fraction(p.leading_coefficient()), []
        if len(p) == 1:
            return self._powers(p)
        if degree == 1:
            content = _content(p)
            return content, [(p * (1 / self._rational(content.numerator, content.denominator)), 1)]
        used = sum(1 for d in p.degrees() if d > 0)
        if len(p) > 64 or degree > 24 or used > 10:
            leading = p.leading_coefficient()
            return fraction(leading), [(p * (1 / leading), 1)]
        self.spend(20 * len(p))
        content, found = p.factor()
        return fraction(content), [(f, int(e)) for f, e in found]

    def _powers(self, p: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
        """The coefficient and the powers of generators that one monomial is the product of."""
        ((exponents, coefficient),) = p.terms()
        return fraction(coefficient), [(self.letters[k], int(e)) for k, e in enumerate(exponents) if e]

    def key(self, r: Rational) -> tuple[Any, ...]:
        """An order of quotients that is the same throughout one form."""
        return tuple(
            tuple(sorted((exponents, fraction(c)) for exponents, c in p.terms())) for p in (r.num, r.den)
        )


def fraction(value: Any) -> Fraction:
    """A coefficient as Python's own rational number."""
    below = int(value.q)
    return Fraction(int(value.p)) if below == 1 else Fraction(int(value.p), below)


def _content(p: Polynomial) -> Fraction:
    """What is left of `p` over it has whole coefficients without a common factor, the first of them positive."""
    coefficients = p.coeffs()
    above = math.gcd(*(int(c.p) for c in coefficients))
    below = math.lcm(*(int(c.q) for c in coefficients))
    return Fraction(above if coefficients[0] > 0 else -above, below)


def _bits(p: Polynomial) -> int:
    return max((max(int(c.p).bit_length(), int(c.q).bit_length()) for c in p.coeffs()), default=0)
