"""Logarithms in a normal form: the sum over factors whose sign is known, and one logarithm of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from mathpost.maths.terms.term import Apply, Bind, Number
from mathpost.verify.proving.normal import signs
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Polynomial, Rational, UndefinedError


def log(form: Form, u: Rational) -> Rational:
    """The logarithm as a sum over the factors whose sign is known, and one logarithm of the rest."""
    if u.num == 0:
        raise UndefinedError
    above, up = form.factors(u.num)
    below, down = form.factors(u.den)
    content = above if below == 1 else above / below
    parts = [_of_number(form, abs(content))]
    rest = form.one if content > 0 else form.number(-1)
    for p, e in (*up, *((p, -e) for p, e in down)):
        known, unknown = _of_factor(form, p, e)
        parts.append(known)
        rest = form.multiply(rest, unknown)
    return form.total((*parts, _of_rest(form, rest)))


def _of_factor(form: Form, p: Polynomial, e: int) -> tuple[Rational, Rational]:
    """log of p^e as far as signs allow, and the factor whose logarithm remains."""
    factor = Rational(p, form.unit)
    sign = signs.sign_of(form, p)
    if sign:
        unsigned = factor if sign > 0 else form.negate(factor)
        rest = form.number(-1 if sign < 0 and e % 2 else 1)
        return form.multiply(form.number(e), _atom(form, unsigned)), rest
    even = e - e % 2 if e > 0 else e + (-e) % 2
    if not even or not signs.real(form, p):
        return form.zero, form.integer_power(factor, e)
    size = _atom(form, signs.absolute(form, factor))
    return form.multiply(form.number(even), size), form.integer_power(factor, e - even)


def _of_number(form: Form, value: Fraction) -> Rational:
    parts = []
    for n, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, e in _primes(n):
            term = Apply("log", (Number(Fraction(prime)),))
            atom = form.generator(term, argument=form.number(prime))
            parts.append(form.multiply(form.number(sign * e), atom))
    return form.total(parts)


def _of_rest(form: Form, rest: Rational) -> Rational:
    if rest == form.one:
        return form.zero
    if not form.complex and rest.den != 1 and form.key(rest)[0] < form.key(rest)[1]:
        return form.negate(_atom(form, form.invert(rest)))
    return _atom(form, rest)


def _atom(form: Form, u: Rational) -> Rational:
    base = form.single(u)
    match base.term if base is not None else None:
        case Apply(operator="exp", arguments=(inner,)) if base is not None and signs.is_real(form, base):
            return form.normal(inner)
        case Apply(operator="power", arguments=(inner, exponent)):
            return form.multiply(form.normal(exponent), log(form, form.normal(inner)))
        case Bind(operator="product", variable=variable, bounds=bounds, body=body) if signs.is_positive(
            form, u
        ):
            return form.normal(Bind("sum", variable, bounds, Apply("log", (body,))))
    found = form.generator(Apply("log", (form.term(u),)), argument=u)
    form.memo.setdefault(Apply("log", (form.term(u),)), found)
    return found


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
