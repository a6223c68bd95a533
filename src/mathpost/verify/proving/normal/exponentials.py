"""Exponentials and powers in a normal form: multiples of one exponent are powers of one generator."""

from __future__ import annotations

from fractions import Fraction

from mathpost.maths.terms.term import Apply, Number
from mathpost.verify.proving.normal import angles, signs
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import HALF, UNIT, ExhaustedError, Rational, UndefinedError

LOG_MINUS_ONE = Apply("log", (Number(Fraction(-1)),))


def exp(form: Form, u: Rational) -> Rational:
    return form.product([_exponential(form, c, m) for c, m in form.summands(u)])


def _exponential(form: Form, c: Fraction, m: Rational) -> Rational:
    """exp(c m) as a power of exp(m/q), and of a root of f where m = log f."""
    imaginary = _imaginary_part(form, m)
    if imaginary is not None:
        cosine, sine = angles.angle(form, c, imaginary)
        return form.add(cosine, form.multiply(form.normal(UNIT), sine))
    base = form.single(m)
    inside = base.argument if base is not None else None
    whole = form.term(m)
    q = form.scale("exp", whole, 1 if inside is None else 2, c.denominator)
    k = c.numerator * q // c.denominator  # which divides the scale
    if inside is not None:
        return _power_of(form, inside, k, q)
    if abs(k) > form.fuel.degree // 4:
        return form.generator(Apply("exp", (form.term(form.multiply(form.number(c), m)),)))
    term = Apply("exp", (form.share(m, whole, q),))
    if _sign_power(form, m):
        return form.integer_power(form.generator(term, degree=2, value=form.one), k)
    return form.integer_power(form.remembered(term), k)


def _sign_power(form: Form, m: Rational) -> bool:
    """Whether m is u log(-1): a real (-1)^u is 1 or -1."""
    k = form.place.get(LOG_MINUS_ONE)
    if k is None or form.complex or m.den != 1 or len(m.num) != 1:
        return False
    return k in form.used(m)


def _power_of(form: Form, base: Rational, k: int, q: int) -> Rational:
    """base^(k/q)."""
    if k % q == 0:
        return form.integer_power(base, k // q)
    term = Apply("power", (form.term(base), Number(Fraction(1, q))))
    return form.integer_power(form.generator(term, degree=q, value=base), k)


def _imaginary_part(form: Form, m: Rational) -> Rational | None:
    """m/i where m is a real multiple of the imaginary unit."""
    k = form.place.get(UNIT)
    if k is None or m.num.degrees()[k] < 1:
        return None
    low, high = form.parted(m.num, k)
    return form.quotient(high[1], m.den) if low == 0 and set(high) == {1} else None


def power(form: Form, base: Rational, exponent: Rational) -> Rational:
    number = form.constant(exponent)
    if number is not None and number.denominator == 1:
        if base.num == 0 and number <= 0:
            raise UndefinedError
        return _whole_power(form, base, int(number))
    if base.num == 0:
        if number is not None and number > 0:
            return form.zero
        raise UndefinedError
    if number is not None and number.denominator % 2 and not signs.is_positive(form, base):
        return _odd_root(form, base, number)
    return exp(form, form.multiply(exponent, form.log(base)))


def _whole_power(form: Form, base: Rational, k: int) -> Rational:
    """base^k; a sum too large to expand is a power all the same."""
    try:
        return form.integer_power(base, k)
    except ExhaustedError:
        if form.left < 0:
            raise
    return form.generator(Apply("power", (form.term(base), Number(Fraction(k)))))


def _odd_root(form: Form, base: Rational, exponent: Fraction) -> Rational:
    """A root of odd degree of what may be negative: real or principal, its power gives back the base."""
    q = exponent.denominator
    term = Apply("root", (form.term(base), Number(Fraction(q))))
    return form.integer_power(form.generator(term, degree=q, value=base), exponent.numerator)


def sqrt(form: Form, u: Rational) -> Rational:
    return power(form, u, form.number(HALF))
