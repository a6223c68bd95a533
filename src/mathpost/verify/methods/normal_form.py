"""Equality of scalar terms, proved by a commutative normal form.

Both sides become quotients of polynomials over the rationals; what is not rational (an exponential, a
logarithm, a root, a sum over a symbolic range, an unknown function) is a generator, named by its canonical
term. Sides with the same quotient are equal wherever both are defined and every symbol is a real number,
for every size of every sum. A choice of sign is made only where `positive` allows it. A non-zero difference
proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from mathpost.maths import sorts
from mathpost.maths.notation import is_bold
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, substitute, subterms
from mathpost.verify import summation
from mathpost.verify.differentiation import NoDerivativeError, at_point, differentiate
from mathpost.verify.field import Field, fraction
from mathpost.verify.quotient import (
    CrowdedError,
    ExhaustedError,
    Fuel,
    Generator,
    NoFormError,
    Polynomial,
    Rational,
    RescaleError,
    UndefinedError,
)

NAME = "normal form"

Positive = Callable[[Term], bool]


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
        left, right = summation.opened(left), summation.opened(right)
        for extended in (False, True) if _has_ranges(left, right) else (False,):
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
        form = Form(lambda _: False, FUEL, {}, FUEL.generators[0])
        return form.constant(form.normal(summation.opened(term)))
    except (UndefinedError, NoFormError, ExhaustedError, CrowdedError, RescaleError, RecursionError):
        return None


def normal(term: Term, *, positive: Positive, fuel: Fuel = FUEL) -> Term | None:
    """The normal form of a scalar `term`, multiplied out and over one denominator, or None."""
    try:
        form = Form(positive, fuel, {}, fuel.generators[0], sides=(term,))
        return form.term(form.normal(summation.opened(term)))
    except (UndefinedError, NoFormError, ExhaustedError, CrowdedError, RescaleError, RecursionError):
        return None


def _has_ranges(*sides: Term) -> bool:
    return any(
        isinstance(t, Bind) and t.operator in ("sum", "product") for side in sides for t in subterms(side)
    )


def _attempt(left: Term, right: Term, positive: Positive, fuel: Fuel, extended: bool) -> Proof | None:
    scales: dict[tuple[str, Term], int] = {}
    sizes = iter(fuel.generators)
    size = next(sizes)
    for _ in range(fuel.restarts):
        form = Form(positive, fuel, scales, size, extended, (left, right))
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


@cache
def _ring(size: int) -> tuple[Any, tuple[Polynomial, ...], Any]:
    """Polynomials in `size` generators over the rationals, their generators, and the rationals."""
    import flint

    context = flint.fmpq_mpoly_ctx.get(tuple(f"g{k}" for k in range(size)), "lex")
    return context, tuple(context.gens()), flint.fmpq


# --- the form -----------------------------------------------------------------------------------------------


class Form(Field):
    """The normal forms of one question: both sides share its generators.

    `scales`: how finely the multiples of an exponent or angle are cut, shared by all attempts at one proof.
    `extended`: whether sums are split at symbolic places, if their ranges do not run backwards. `sides`: where the
    imaginary unit occurs symbols need not be real, and where bold letters do, not everything commutes.
    """

    def __init__(
        self,
        positive: Positive,
        fuel: Fuel,
        scales: dict[tuple[str, Term], int],
        size: int,
        extended: bool = False,
        sides: tuple[Term, ...] = (),
    ) -> None:
        super().__init__(fuel, *_ring(size))
        self.positive = positive
        self.scales = scales
        self.extended = extended
        self.memo: dict[Term, Rational] = {}
        self.conditions: dict[str, None] = {}
        self.ranges = summation.Ranges()
        parts = [part for side in sides for part in subterms(side)]
        self.complex = any(isinstance(t, Apply) and t.operator in ("imaginary_unit", "i") for t in parts)
        self.bold = any(isinstance(t, Variable) and is_bold(t.name) for t in parts)
        self.random = sorts.random(sides)
        self.averages = any(isinstance(t, Apply) and t.operator in ("expectation", "variance") for t in parts)
        self.known: dict[Any, bool] = {}

    def names(self, term: Term) -> frozenset[str]:
        """The symbols that `term` depends on: not those that it is averaged over."""
        if not self.averages:
            return free_variables(term)
        match term:
            case Apply(operator="expectation", arguments=(body, *named)):
                return self.names(body) - self.averaged(body, named)
            case Apply(arguments=arguments):
                return frozenset[str]().union(*map(self.names, arguments))
            case Bind(variable=variable, bounds=bounds, body=body):
                return (self.names(body) - {variable.name}).union(*map(self.names, bounds))
        return free_variables(term)

    def averaged(self, body: Term, named: Sequence[Term]) -> frozenset[str]:
        """The random symbols of an expectation: those it names, or those that stand under averages only."""
        names = frozenset(v.name for v in named if isinstance(v, Variable))
        return names or free_variables(body) & self.random

    def condition(self) -> str | None:
        return ", ".join(self.conditions) or None

    def normal(self, term: Term) -> Rational:
        """The normal form of a term that stands for a real scalar."""
        found = self.memo.get(term)
        if found is None:
            self.spend(1)
            found = self.memo[term] = self._normal(term)
        return found

    def _normal(self, term: Term) -> Rational:
        match term:
            case Number(value=value):
                return self.number(value)
            case Variable(name=name):
                return self.generator(Variable(name))
            case Apply(operator=operator, arguments=arguments):
                rule = RULES.get(operator)
                if rule is None:
                    raise NoFormError(operator)
                if self.bold:
                    self._check_arrays(operator, arguments)
                return rule(self, arguments)
            case Bind(operator=operator, variable=variable, body=body) if self.bold and _holds_array(body):
                if is_bold(variable.name) or operator in ("maximum", "minimum", "product"):
                    raise NoFormError(operator)
                return self._bound(term)
            case Bind():
                return self._bound(term)

    def _bound(self, term: Bind) -> Rational:
        match term:
            case Bind(operator="sum"):
                return summation.total(self, term)
            case Bind(operator="integral", bounds=(_, _)):
                return summation.integral(self, term)
            case Bind(operator="product"):
                return summation.product(self, term)
            case Bind(operator="maximum" | "minimum" | "limit"):
                return summation.extreme(self, term)
            case Bind(operator="differentiate"):
                return self._at_point(term)
        raise NoFormError(term.operator)

    def _check_arrays(self, operator: str, arguments: Arguments) -> None:
        """Arrays may be added, and multiplied by scalars: what else is done with them is not for this form."""
        if operator in ARRAYS_WELCOME:
            return
        found = [a for a in arguments if _holds_array(a)]
        if not found or (operator == "multiply" and len(found) == 1):
            return
        if operator == "divide" and found == [arguments[0]] and not _holds_array(arguments[1]):
            return
        raise NoFormError(operator)

    def _at_point(self, term: Bind) -> Rational:
        """``f'(x)``: the derivative, then the point."""
        try:
            return self.normal(at_point(term))
        except NoDerivativeError as error:
            raise NoFormError(term.operator) from error

    def at(self, r: Rational, values: dict[str, Term]) -> Rational:
        """`r` with variables replaced in the terms that its generators stand for."""
        if not self.depends(r, frozenset(values)):
            return r
        return self.normal(substitute(self.term(r), values))

    def argument(self, term: Term) -> Term:
        """`term` in canonical spelling where it has one; an array is kept as it stands."""
        match term:
            case Variable(name=name):
                return Variable(name)
            case Number(value=value):
                return Number(value)
        try:
            return self.term(self.normal(term))
        except NoFormError:
            return term

    # -- zero

    def vanishes(self, r: Rational) -> bool:
        """Whether `r` is zero in each case of its Kronecker deltas."""
        if r.num == 0:
            return True
        k = next((k for k in self.used(r) if _is_delta(self.generators[k].term)), None)
        if k is None:
            return False
        apart, together = self.cases(r, k)
        if not self.vanishes(apart):
            return False
        values = self.solved(self.generators[k].term)
        return self.vanishes(self.at(together, values) if values else together)

    def cases(self, r: Rational, k: int) -> tuple[Rational, Rational]:
        """`r` with the delta `k` set to 0, and to 1."""
        name = f"g{k}"
        zero, one = (self.quotient(r.num.subs({name: v}), r.den.subs({name: v})) for v in (0, 1))
        return zero, one

    def solved(self, delta: Term) -> dict[str, Term]:
        """A substitution that makes both indices of a delta equal, or nothing."""
        left, right = delta.arguments if isinstance(delta, Apply) else (delta, delta)
        difference = self.subtract(self.normal(left), self.normal(right))
        for k in self.used(difference):
            name = self.generators[k].term
            if isinstance(name, Variable):
                value = self.root(difference, name.name)
                if value is not None:
                    return {name.name: self.term(value)}
        return {}

    def root(self, r: Rational, name: str) -> Rational | None:
        """The value of the variable `name` where `r`, linear in it with a constant slope, is zero."""
        k = self.place.get(Variable(name))
        if k is None or not r.den.is_constant():
            return None
        rest, parts = self._split(r.num, k)
        if set(parts) != {1} or not parts[1].is_constant():
            return None
        value = self.quotient(-rest, parts[1])
        return None if self.depends(value, frozenset((name,))) else value

    # -- signs

    def real(self, p: Polynomial) -> bool:
        """Whether every generator in `p` is certainly real where the sides are defined."""
        return all(self._real(self.generators[k]) for k, d in enumerate(p.degrees()) if d > 0)

    def _real(self, generator: Generator) -> bool:
        match generator.term:
            case Apply(operator="log"):
                argument = generator.argument
                return argument is not None and self.is_positive(argument)
            case Apply(operator="exp", arguments=(inner,)):
                value = self.normal(inner)
                return self.real(value.num) and self.real(value.den)
            case Apply(operator="imaginary_unit" | "i"):
                return False
        return not self.complex or self.positive(generator.term)

    def is_positive(self, r: Rational) -> bool:
        return self._positive(r.num) == self._positive(r.den) != 0

    def _positive(self, p: Polynomial) -> int:
        """1 if `p` is known to be positive, -1 if negative, 0 otherwise."""
        if p == 1:
            return 1
        key = str(p)
        if key not in self.known:
            self.known[key] = False
            self.known[key] = self._is_positive(p)
        if self.known[key]:
            return 1
        other = str(-p)
        if other not in self.known:
            self.known[other] = False
            self.known[other] = self._is_positive(-p)
        return -1 if self.known[other] else 0

    def _is_positive(self, p: Polynomial) -> bool:
        if p.is_constant():
            return bool(p.leading_coefficient() > 0)
        strict, fits = False, True
        for exponents, coefficient in p.terms():
            used = [(self.generators[k], e) for k, e in enumerate(exponents) if e]
            certain = all(self._is_positive_generator(g) for g, _ in used)
            strict = strict or (coefficient > 0 and certain)
            if coefficient < 0 or not (certain or all(self._not_negative(g, e) for g, e in used)):
                fits = False
                break
        return (fits and strict) or self.positive(self._polynomial_term(p))

    def _not_negative(self, generator: Generator, exponent: int) -> bool:
        return self._is_positive_generator(generator) or (exponent % 2 == 0 and self._real(generator))

    def _is_positive_generator(self, generator: Generator) -> bool:
        match generator.term:
            case Apply(operator="exp"):
                return self._real(generator)
            case Apply(operator="pi"):
                return True
            case Apply(operator="power", arguments=(base, _)):
                return not self.complex or self.is_positive(self.normal(base))
            case Apply(operator="abs"):
                return True  # it and a real root are zero only where the logarithm that asks is not defined
            case Bind(operator="sum" | "product", body=body):
                return self.is_positive(self.normal(body))
        return self.positive(generator.term)

    # -- exponentials and logarithms

    def exp(self, u: Rational) -> Rational:
        return self.product([self._exponential(c, m) for c, m in self.summands(u)])

    def _exponential(self, c: Fraction, m: Rational) -> Rational:
        """exp(c m) as a power of exp(m/q), and of a root of f where m = log f."""
        imaginary = self._imaginary_part(m)
        if imaginary is not None:
            cosine, sine = self._angle(c, imaginary)
            return self.add(cosine, self.multiply(self.normal(UNIT), sine))
        base = self.single(m)
        inside = base.argument if base is not None else None
        q = self._scale("exp", m, 1 if inside is None else 2, c.denominator)
        k = int(c * q)
        if inside is not None:
            return self._power_of(inside, k, q)
        if abs(k) > self.fuel.degree // 4:
            return self.generator(Apply("exp", (self.term(self.multiply(self.number(c), m)),)))
        term = Apply("exp", (self.term(self.multiply(self.number(Fraction(1, q)), m)),))
        if self._sign_power(m):
            return self.integer_power(self.generator(term, degree=2, value=self.one), k)
        return self.integer_power(self._remembered(term), k)

    def _sign_power(self, m: Rational) -> bool:
        """Whether m is u log(-1): a real (-1)^u is 1 or -1."""
        if self.complex or m.den != 1 or len(m.num) != 1:
            return False
        return any(self.generators[k].term == LOG_MINUS_ONE for k in self.used(m))

    def _power_of(self, base: Rational, k: int, q: int) -> Rational:
        """base^(k/q)."""
        if k % q == 0:
            return self.integer_power(base, k // q)
        term = Apply("power", (self.term(base), Number(Fraction(1, q))))
        return self.integer_power(self.generator(term, degree=q, value=base), k)

    def _remembered(self, term: Term) -> Rational:
        found = self.generator(term)
        self.memo.setdefault(term, found)
        return found

    def _scale(self, kind: str, m: Rational, least: int, denominator: int) -> int:
        """The q of m/q; a multiple of m that it does not divide begins the question again."""
        key = (kind, self.term(m))
        scale = self.scales.get(key, least)
        if scale % denominator:
            self.scales[key] = math.lcm(scale, denominator)
            if self.scales[key] > 64:
                raise ExhaustedError
            raise RescaleError
        return scale

    def _imaginary_part(self, m: Rational) -> Rational | None:
        """m/i where m is a real multiple of the imaginary unit."""
        k = self.place.get(UNIT)
        if k is None or m.num.degrees()[k] < 1:
            return None
        low, high = self._split(m.num, k)
        return self.quotient(high[1], m.den) if low == 0 and set(high) == {1} else None

    def log(self, u: Rational) -> Rational:
        """The logarithm as a sum over the factors whose sign is known, and one logarithm of the rest."""
        if u.num == 0:
            raise UndefinedError
        above, up = self.factors(u.num)
        below, down = self.factors(u.den)
        content = above / below
        parts = [self._log_number(abs(content))]
        rest = self.one if content > 0 else self.number(-1)
        for p, e in (*up, *((p, -e) for p, e in down)):
            known, unknown = self._log_factor(p, e)
            parts.append(known)
            rest = self.multiply(rest, unknown)
        return self.total((*parts, self._log_rest(rest)))

    def _log_factor(self, p: Polynomial, e: int) -> tuple[Rational, Rational]:
        """log of p^e as far as signs allow, and the factor whose logarithm remains."""
        factor = Rational(p, self.unit)
        sign = self._positive(p)
        if sign:
            unsigned = factor if sign > 0 else self.negate(factor)
            rest = self.number(-1 if sign < 0 and e % 2 else 1)
            return self.multiply(self.number(e), self._log_atom(unsigned)), rest
        even = e - e % 2 if e > 0 else e + (-e) % 2
        if not even or not self.real(p):
            return self.zero, self.integer_power(factor, e)
        size = self._log_atom(self.absolute(factor))
        return self.multiply(self.number(even), size), self.integer_power(factor, e - even)

    def _log_number(self, value: Fraction) -> Rational:
        parts = []
        for n, sign in ((value.numerator, 1), (value.denominator, -1)):
            for prime, e in _primes(n):
                term = Apply("log", (Number(Fraction(prime)),))
                atom = self.generator(term, argument=self.number(prime))
                parts.append(self.multiply(self.number(sign * e), atom))
        return self.total(parts)

    def _log_rest(self, rest: Rational) -> Rational:
        if rest == self.one:
            return self.zero
        if not self.complex and rest.den != 1 and self.key(rest)[0] < self.key(rest)[1]:
            return self.negate(self._log_atom(self.invert(rest)))
        return self._log_atom(rest)

    def _log_atom(self, u: Rational) -> Rational:
        base = self.single(u)
        match base.term if base is not None else None:
            case Apply(operator="exp", arguments=(inner,)) if base is not None and self._real(base):
                return self.normal(inner)
            case Apply(operator="power", arguments=(inner, exponent)):
                return self.multiply(self.normal(exponent), self.log(self.normal(inner)))
            case Bind(operator="product", variable=variable, bounds=bounds, body=body) if self.is_positive(u):
                return self.normal(Bind("sum", variable, bounds, Apply("log", (body,))))
        found = self.generator(Apply("log", (self.term(u),)), argument=u)
        self.memo.setdefault(Apply("log", (self.term(u),)), found)
        return found

    def power(self, base: Rational, exponent: Rational) -> Rational:
        number = self.constant(exponent)
        if number is not None and number.denominator == 1:
            if base.num == 0 and number <= 0:
                raise UndefinedError
            return self._whole_power(base, int(number))
        if base.num == 0:
            if number is not None and number > 0:
                return self.zero
            raise UndefinedError
        if number is not None and number.denominator % 2 and not self.is_positive(base):
            return self.odd_root(base, number)
        return self.exp(self.multiply(exponent, self.log(base)))

    def _whole_power(self, base: Rational, k: int) -> Rational:
        """base^k; a sum too large to expand is a power all the same."""
        try:
            return self.integer_power(base, k)
        except ExhaustedError:
            if self.left < 0:
                raise
        return self.generator(Apply("power", (self.term(base), Number(Fraction(k)))))

    def odd_root(self, base: Rational, exponent: Fraction) -> Rational:
        """A root of odd degree of what may be negative: real or principal, its power gives back the base."""
        q = exponent.denominator
        term = Apply("root", (self.term(base), Number(Fraction(q))))
        return self.integer_power(self.generator(term, degree=q, value=base), exponent.numerator)

    # -- angles

    def rotation(self, u: Rational) -> tuple[Rational, Rational]:
        """cos u and sin u, rational in the tangents of fractions of the parts of u."""
        cosine, sine = self.one, self.zero
        for c, m in self.summands(u):
            a, b = self._angle(c, m)
            cosine, sine = (
                self.subtract(self.multiply(cosine, a), self.multiply(sine, b)),
                self.add(self.multiply(sine, a), self.multiply(cosine, b)),
            )
        return cosine, sine

    def _angle(self, c: Fraction, m: Rational) -> tuple[Rational, Rational]:
        if self.term(m) == PI:
            known = self._known_angle(c % 2)
            if known is not None:
                return known
        base = self.single(m)
        if base is not None and c.denominator == 1:
            inverse = self._inverse_angle(base.term)
            if inverse is not None:
                return self._turns(*inverse, int(c))
        scale = self._scale("angle", m, 2, 2 * c.denominator)
        k = int(c * scale)
        if abs(k) > 24:
            raise ExhaustedError
        tangent = self._tangent(m, scale)
        real, imaginary = self._turns(self.one, tangent, k)
        length = self.integer_power(self.add(self.one, self.multiply(tangent, tangent)), abs(k) // 2)
        return self.divide(real, length), self.divide(imaginary, length)

    def _tangent(self, m: Rational, scale: int) -> Rational:
        return self._remembered(Apply("tan", (self.term(self.multiply(m, self.number(Fraction(1, scale)))),)))

    def _turns(self, real: Rational, imaginary: Rational, k: int) -> tuple[Rational, Rational]:
        """(real + i imaginary)^|k|, conjugated where k is negative."""
        if abs(k) > 24:
            raise ExhaustedError
        step = imaginary if k >= 0 else self.negate(imaginary)
        a, b = self.one, self.zero
        for _ in range(abs(k)):
            a, b = (
                self.subtract(self.multiply(a, real), self.multiply(b, step)),
                self.add(self.multiply(a, step), self.multiply(b, real)),
            )
        return a, b

    def _known_angle(self, c: Fraction) -> tuple[Rational, Rational] | None:
        """cos and sin of c π for multiples of a sixth and a quarter."""
        values = KNOWN_ANGLES.get(c)
        return None if values is None else (self.normal(values[0]), self.normal(values[1]))

    def _inverse_angle(self, term: Term) -> tuple[Rational, Rational] | None:
        match term:
            case Apply(operator="arcsin", arguments=(inner,)):
                u = self.normal(inner)
                return self.sqrt(self.subtract(self.one, self.multiply(u, u))), u
            case Apply(operator="arctan", arguments=(inner,)):
                u = self.normal(inner)
                length = self.sqrt(self.add(self.one, self.multiply(u, u)))
                return self.invert(length), self.divide(u, length)
        return None

    def tangent(self, u: Rational) -> Rational:
        parts = list(self.summands(u))
        if len(parts) == 1:
            ((c, m),) = parts
            base = self.single(m)
            if base is None or (base.term != PI and self._inverse_angle(base.term) is None):
                scale = self._scale("angle", m, 2, c.denominator)
                real, imaginary = self._turns(self.one, self._tangent(m, scale), int(c * scale))
                return self.divide(imaginary, real)
        cosine, sine = self.rotation(u)
        return self.divide(sine, cosine)

    # -- other functions

    def sqrt(self, u: Rational) -> Rational:
        return self.power(u, self.number(Fraction(1, 2)))

    def absolute(self, u: Rational) -> Rational:
        """|u|, factor by factor; the square of |p| is p² for a real p."""
        if u.num == 0:
            return self.zero
        above, up = self.factors(u.num)
        below, down = self.factors(u.den)
        result = self.number(abs(above / below))
        for p, e in (*up, *((p, -e) for p, e in down)):
            factor = Rational(p, self.unit)
            result = self.multiply(result, self.integer_power(self._size(factor, e), e))
        return result

    def _size(self, p: Rational, e: int) -> Rational:
        sign = self._positive(p.num)
        if sign:
            return p if sign > 0 else self.negate(p)
        if e % 2 == 0 and self.real(p.num):
            return p
        if p.num.leading_coefficient() < 0:
            p = self.negate(p)
        single = self.single(p)
        if single is not None and isinstance(single.term, Apply) and single.term.operator == "abs":
            return p
        term = Apply("abs", (self.term(p),))
        if not self.real(p.num):
            return self.generator(term)
        return self.generator(term, degree=2, value=self.multiply(p, p))

    def sign(self, u: Rational) -> Rational:
        if u.num == 0:
            return self.zero
        number = self.constant(u)
        if number is not None:
            return self.number(1 if number > 0 else -1)
        if u.num.leading_coefficient() < 0:
            return self.negate(self.sign(self.negate(u)))
        return self.generator(Apply("sign", (self.term(u),)))

    def odd(self, operator: str, u: Rational) -> Rational:
        """An odd function that has no other rule."""
        if u.num == 0:
            return self.zero
        if u.num.leading_coefficient() < 0:
            return self.negate(self.odd(operator, self.negate(u)))
        return self.generator(Apply(operator, (self.term(u),)))

    def factorial(self, u: Rational) -> Rational:
        """u! with the whole part of the constant in u multiplied out."""
        number = self.constant(u)
        if number is not None and number.denominator == 1 and 0 <= number <= 100:
            return self.number(math.factorial(int(number)))
        if number is not None and number.denominator == 1 and number < 0:
            raise UndefinedError
        if number is not None and number.denominator == 2 and abs(number) < 20:
            return self._half_factorial(number)
        shift = self.whole(u)
        if abs(shift) > 12:
            shift = 0
        start = self.subtract(u, self.number(shift))
        result = self.generator(Apply("factorial", (self.term(start),)))
        for k in range(1, shift + 1):
            result = self.multiply(result, self.add(start, self.number(k)))
        for k in range(shift + 1, 1):
            result = self.divide(result, self.add(start, self.number(k)))
        return result

    def _half_factorial(self, number: Fraction) -> Rational:
        """(-1/2)! = √π, and its neighbours (DLMF 5.4.6)."""
        result, at = self.sqrt(self.normal(PI)), Fraction(-1, 2)
        while at < number:
            at += 1
            result = self.multiply(result, self.number(at))
        while at > number:
            result = self.divide(result, self.number(at))
            at -= 1
        return result

    def whole(self, u: Rational) -> int:
        """The whole part of the constant term of a polynomial; 0 for other quotients."""
        if not u.den.is_constant():
            return 0
        return next((math.floor(fraction(c)) for e, c in u.num.terms() if not any(e)), 0)


# --- rules of the operators ---------------------------------------------------------------------------------

Arguments = tuple[Term, ...]
Rule = Callable[[Form, Arguments], Rational]
HALF = Fraction(1, 2)
PI = Apply("pi", ())
UNIT = Apply("imaginary_unit", ())
LOG_MINUS_ONE = Apply("log", (Number(Fraction(-1)),))


def _unary(function: Callable[[Form, Rational], Rational]) -> Rule:
    def rule(form: Form, arguments: Arguments) -> Rational:
        (argument,) = arguments
        return function(form, form.normal(argument))

    return rule


def _binary(function: Callable[[Form, Rational, Rational], Rational]) -> Rule:
    def rule(form: Form, arguments: Arguments) -> Rational:
        first, second = arguments
        return function(form, form.normal(first), form.normal(second))

    return rule


def _is_delta(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "delta"


def _constant(term: Apply, degree: int = 0, value: int = 0) -> Rule:
    def rule(form: Form, _: Arguments) -> Rational:
        return form.generator(term, degree=degree, value=form.number(value) if degree else None)

    return rule


def _cotangent(form: Form, u: Rational) -> Rational:
    return form.invert(form.tangent(u))


def _hyperbolic(form: Form, u: Rational) -> tuple[Rational, Rational]:
    """2 cosh u and 2 sinh u."""
    up = form.exp(u)
    down = form.invert(up)
    return form.add(up, down), form.subtract(up, down)


def _half(form: Form, u: Rational) -> Rational:
    return form.multiply(form.number(HALF), u)


def _tanh(form: Form, u: Rational) -> Rational:
    cosh, sinh = _hyperbolic(form, u)
    return form.divide(sinh, cosh)


def _arsinh(form: Form, u: Rational) -> Rational:
    """log(u + √(u² + 1)) (DLMF 4.37.16)."""
    return form.log(form.add(u, form.sqrt(form.add(form.multiply(u, u), form.one))))


def _arcosh(form: Form, u: Rational) -> Rational:
    """log(u + √(u² - 1)) for u ≥ 1 (DLMF 4.37.19)."""
    return form.log(form.add(u, form.sqrt(form.subtract(form.multiply(u, u), form.one))))


def _artanh(form: Form, u: Rational) -> Rational:
    """log((1 + u)/(1 - u))/2 for |u| < 1 (DLMF 4.37.24)."""
    return _half(form, form.log(form.divide(form.add(form.one, u), form.subtract(form.one, u))))


def _sigmoid(form: Form, u: Rational) -> Rational:
    up = form.exp(u)
    return form.divide(up, form.add(form.one, up))


def _arccos(form: Form, u: Rational) -> Rational:
    return form.subtract(_half(form, form.normal(PI)), form.odd("arcsin", u))


def _root(form: Form, base: Rational, degree: Rational) -> Rational:
    number = form.constant(degree)
    if number is None or number == 0:
        return form.power(base, form.invert(degree))
    return form.power(base, form.number(1 / number))


def _log_base(form: Form, base: Rational, u: Rational) -> Rational:
    return form.divide(form.log(u), form.log(base))


def _floor(form: Form, u: Rational) -> Rational:
    number = form.constant(u)
    if number is not None:
        return form.number(math.floor(number))
    shift = form.number(form.whole(u))
    rest = form.subtract(u, shift)
    return form.add(shift, form.generator(Apply("floor", (form.term(rest),))))


def _ceiling(form: Form, u: Rational) -> Rational:
    return form.negate(_floor(form, form.negate(u)))


def _binomial(form: Form, n: Rational, k: Rational) -> Rational:
    """By factorials; a concrete small k as a polynomial in n."""
    rest = form.subtract(n, k)
    for count in (form.constant(k), form.constant(rest)):
        if count is not None and count.denominator == 1 and count <= 12:
            steps = range(int(count))
            above = form.product([form.subtract(n, form.number(j)) for j in steps])
            if count < 0:
                return form.zero
            return form.divide(above, form.number(math.factorial(int(count))))
    return form.divide(form.factorial(n), form.multiply(form.factorial(k), form.factorial(rest)))


def _gamma(form: Form, u: Rational) -> Rational:
    return form.factorial(form.subtract(u, form.one))


# --- choices


def _extreme(sign: int) -> Rule:
    """max(a, b) = (a + b + |a - b|)/2; of three and more, by name."""

    def rule(form: Form, arguments: Arguments) -> Rational:
        different = {form.key(a): a for a in map(form.normal, arguments)}
        parts = [different[key] for key in sorted(different)]
        if len(parts) == 1:
            return parts[0]
        if len(parts) == 2 and not form.complex:
            distance = form.absolute(form.subtract(parts[0], parts[1]))
            return _half(form, form.total((*parts, form.multiply(form.number(sign), distance))))
        return form.generator(Apply("maximum" if sign > 0 else "minimum", tuple(map(form.term, parts))))

    return rule


def _relu(form: Form, u: Rational) -> Rational:
    return _half(form, form.add(u, form.absolute(u)))


def _delta(form: Form, i: Rational, j: Rational) -> Rational:
    difference = form.subtract(i, j)
    number = form.constant(difference)
    if number is not None:
        return form.number(int(number == 0))
    if difference.num.leading_coefficient() < 0:
        difference = form.negate(difference)
    positive = {e: c for e, c in difference.num.terms() if c > 0}
    negative = {e: -c for e, c in difference.num.terms() if c < 0}
    sides = [
        form.term(form.quotient(form.context.from_dict(p), difference.den)) for p in (positive, negative)
    ]
    return form.generator(Apply("delta", tuple(sides)), degree=2)


def _indicator(form: Form, arguments: Arguments) -> Rational:
    (proposition,) = arguments
    if isinstance(proposition, Apply) and len(proposition.arguments) == 2:
        left, right = proposition.arguments
        match proposition.operator:
            case "equal":
                return form.normal(Apply("delta", (left, right)))
            case "unequal":
                return form.subtract(form.one, form.normal(Apply("delta", (left, right))))
            case "greater":
                return _indicator(form, (Apply("less", (right, left)),))
            case "greater_equal":
                return _indicator(form, (Apply("less_equal", (right, left)),))
            case "less_equal":
                return form.subtract(form.one, _indicator(form, (Apply("less", (right, left)),)))
            case "less":
                return _less(form, form.subtract(form.normal(right), form.normal(left)))
    return form.generator(Apply("indicator", (_proposition(form, proposition),)), degree=2)


def _less(form: Form, difference: Rational) -> Rational:
    """The indicator of difference > 0."""
    number = form.constant(difference)
    if number is not None:
        return form.number(int(number > 0))
    scale = form.number(abs(1 / fraction(difference.num.leading_coefficient())))
    inner = Apply("less", (Number(Fraction(0)), form.term(form.multiply(scale, difference))))
    return form.generator(Apply("indicator", (inner,)), degree=2)


def _proposition(form: Form, proposition: Term) -> Term:
    match proposition:
        case Apply(operator=operator, arguments=arguments) if operator in RELATIONS:
            return Apply(operator, tuple(map(form.argument, arguments)))
        case Apply(operator="both", arguments=arguments):
            return Apply("both", tuple(_proposition(form, p) for p in arguments))
    return proposition


def _cases(form: Form, arguments: Arguments) -> Rational:
    """By indicators; without a value for all other cases the last condition holds where anything is defined."""
    *pairs, last = arguments if len(arguments) % 2 else arguments[:-1]
    result = form.normal(last)
    for value, condition in reversed(list(zip(pairs[::2], pairs[1::2], strict=True))):
        chosen = _indicator(form, (condition,))
        step = form.multiply(chosen, form.subtract(form.normal(value), result))
        result = form.add(result, step)
    return result


# --- symbols


def _index(form: Form, arguments: Arguments) -> Rational:
    family, *indices = arguments
    return form.generator(Apply("index", (family, *map(form.argument, indices))))


def _call(form: Form, arguments: Arguments) -> Rational:
    function, *inner = arguments
    return form.generator(Apply("call", (function, *map(form.argument, inner))))


def _derivative(form: Form, arguments: Arguments) -> Rational:
    """By the rules; a body that does not show the target may yet depend on it and stays a derivative."""
    body, target = arguments
    if _holds_array(target):
        raise NoFormError("derivative")
    names = free_variables(body)
    if not names:
        return form.zero
    term = Apply("derivative", (body, target))
    if _shows(target, names):
        try:
            slope = differentiate(body, target)
        except NoDerivativeError:
            slope = term
        if slope != term:
            return form.normal(slope)
    return form.generator(Apply("derivative", (form.argument(body), target)))


def _shows(target: Term, names: frozenset[str]) -> bool:
    match target:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name in names
    return False


def _holds_array(term: Term) -> bool:
    """Whether an array, which a bold letter names, is a summand or factor of `term`: its value may be an array."""
    match term:
        case Variable(name=name):
            return is_bold(name)
        case Apply(operator="index" | "call", arguments=(head, *_)):
            return _holds_array(head)
        case Apply(operator=operator, arguments=arguments):
            return operator not in SCALARS_OF_ARRAYS and any(map(_holds_array, arguments))
        case Bind(body=body):
            return _holds_array(body)
    return False


def _expectation(form: Form, arguments: Arguments) -> Rational:
    """Linear in its body: factors that are not random stand outside, finite sums outside too."""
    body, *named = arguments
    value = form.normal(body)
    names = form.averaged(body, named)
    if not names:
        return form.generator(Apply("expectation", (form.term(value), *named)))
    parts = []
    for outer, inner in summation.split(form, names, value):
        mean = form.one if inner == form.one else _mean(form, inner, names, named)
        parts.append(form.multiply(outer, mean))
    return form.total(parts)


def _mean(form: Form, inner: Rational, names: frozenset[str], named: list[Term]) -> Rational:
    for k in form.used(inner):
        term = form.generators[k].term
        if not summation.is_inner_sum(form, k, inner, names) or not isinstance(term, Bind):
            continue
        rest = form.term(form.quotient(inner.num / form.letters[k], inner.den))
        if any(names & free_variables(bound) for bound in term.bounds) or names & {term.variable.name}:
            continue
        if term.variable.name in free_variables(rest):
            continue
        mean = Apply("expectation", (Apply("multiply", (rest, term.body)), *named))
        return form.normal(Bind("sum", term.variable, term.bounds, mean))
    return form.generator(Apply("expectation", (form.term(inner), *named)))


def _variance(form: Form, arguments: Arguments) -> Rational:
    """E[X²] - E[X]²."""
    body, *named = arguments
    square = Apply("power", (body, Number(Fraction(2))))
    mean = form.normal(Apply("expectation", (body, *named)))
    return form.subtract(form.normal(Apply("expectation", (square, *named))), form.multiply(mean, mean))


def _by_name(operator: str) -> Rule:
    """A scalar of arrays or random variables: a generator with its arguments as they stand."""

    def rule(form: Form, arguments: Arguments) -> Rational:
        return form.generator(Apply(operator, arguments))

    return rule


RELATIONS = frozenset(("equal", "unequal", "less", "less_equal", "greater", "greater_equal"))
SCALARS_OF_ARRAYS = ("trace", "determinant", "det", "norm", "inner", "entropy", "probability")
ARRAYS_WELCOME = frozenset(
    ("add", "negate", "index", "call", "derivative", "expectation", "cases", *SCALARS_OF_ARRAYS)
)

RULES: dict[str, Rule] = {
    "dots": _unary(lambda _, u: u),
    "add": lambda form, arguments: form.total(map(form.normal, arguments)),
    "multiply": lambda form, arguments: form.product(map(form.normal, arguments)),
    "negate": _unary(Form.negate),
    "divide": _binary(Form.divide),
    "power": _binary(Form.power),
    "sqrt": _unary(Form.sqrt),
    "root": _binary(_root),
    "exp": _unary(Form.exp),
    "log": _unary(Form.log),
    "log_base": _binary(_log_base),
    "sin": _unary(lambda form, u: form.rotation(u)[1]),
    "cos": _unary(lambda form, u: form.rotation(u)[0]),
    "tan": _unary(Form.tangent),
    "cot": _unary(_cotangent),
    "sec": _unary(lambda form, u: form.invert(form.rotation(u)[0])),
    "csc": _unary(lambda form, u: form.invert(form.rotation(u)[1])),
    "arcsin": _unary(lambda form, u: form.odd("arcsin", u)),
    "arccos": _unary(_arccos),
    "arctan": _unary(lambda form, u: form.odd("arctan", u)),
    "sinh": _unary(lambda form, u: _half(form, _hyperbolic(form, u)[1])),
    "cosh": _unary(lambda form, u: _half(form, _hyperbolic(form, u)[0])),
    "tanh": _unary(_tanh),
    "coth": _unary(lambda form, u: form.invert(_tanh(form, u))),
    "arsinh": _unary(_arsinh),
    "arcosh": _unary(_arcosh),
    "artanh": _unary(_artanh),
    "sigmoid": _unary(_sigmoid),
    "softplus": _unary(lambda form, u: form.log(form.add(form.one, form.exp(u)))),
    "relu": _unary(_relu),
    "abs": _unary(Form.absolute),
    "sign": _unary(Form.sign),
    "maximum": _extreme(1),
    "minimum": _extreme(-1),
    "floor": _unary(_floor),
    "ceiling": _unary(_ceiling),
    "factorial": _unary(Form.factorial),
    "gamma": _unary(_gamma),
    "binomial": _binary(_binomial),
    "erf": _unary(lambda form, u: form.odd("erf", u)),
    "pi": _constant(PI),
    "e": lambda form, _: form.exp(form.one),
    "imaginary_unit": _constant(UNIT, 2, -1),
    "i": _constant(UNIT, 2, -1),
    "delta": _binary(_delta),
    "indicator": _indicator,
    "cases": _cases,
    "index": _index,
    "call": _call,
    "derivative": _derivative,
    "expectation": _expectation,
    "variance": _variance,
    **{operator: _by_name(operator) for operator in SCALARS_OF_ARRAYS},
}


# --- numbers ------------------------------------------------------------------------------------------------


def _primes(n: int) -> Iterator[tuple[int, int]]:
    """Small prime factors of n > 0 with their exponents; what is left has none below 1000."""
    p = 2
    while p < 1000 and p * p <= n:
        e = 0
        while n % p == 0:
            n, e = n // p, e + 1
        if e:
            yield p, e
        p += 1
    if n > 1:
        yield n, 1


def _known_angles() -> dict[Fraction, tuple[Term, Term]]:
    """cos and sin of c π for the multiples c of 1/6 and 1/4 in [0, 2)."""
    zero, half, one = (Number(Fraction(n, 2)) for n in (0, 1, 2))
    root2, root3 = (
        Apply("divide", (Apply("sqrt", (Number(Fraction(n)),)), Number(Fraction(2)))) for n in (2, 3)
    )
    first: dict[Fraction, Term] = {
        Fraction(0): zero,
        Fraction(1, 6): half,
        Fraction(1, 4): root2,
        Fraction(1, 3): root3,
        HALF: one,
    }
    sines: dict[Fraction, Term] = {}
    for c, value in first.items():
        sines[c] = sines[1 - c] = value
    for c, value in tuple(sines.items()):
        sines[(c + 1) % 2] = Apply("negate", (value,))
    sines[Fraction(0)] = sines[Fraction(1)] = zero
    return {c: (sines[(c + HALF) % 2], value) for c, value in sines.items()}


KNOWN_ANGLES = _known_angles()
