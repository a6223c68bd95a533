"""Angles in a normal form: sines and cosines are rational in the tangents of parts of their angle."""

from __future__ import annotations

from fractions import Fraction

from mathpost.maths.terms.term import TWO, Apply, Number, Term
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import HALF, PI, ExhaustedError, Rational


def rotation(form: Form, u: Rational) -> tuple[Rational, Rational]:
    """cos u and sin u, rational in the tangents of fractions of the parts of u."""
    cosine, sine = form.one, form.zero
    for c, m in form.summands(u):
        a, b = angle(form, c, m)
        cosine, sine = (
            form.subtract(form.multiply(cosine, a), form.multiply(sine, b)),
            form.add(form.multiply(sine, a), form.multiply(cosine, b)),
        )
    return cosine, sine


def angle(form: Form, c: Fraction, m: Rational) -> tuple[Rational, Rational]:
    term = form.term(m)
    if term == PI:
        known = _known(form, c % 2)
        if known is not None:
            return known
    base = form.single(m)
    if base is not None and c.denominator == 1:
        inverse = _inverse(form, base.term)
        if inverse is not None:
            return _turns(form, *inverse, int(c))
    scale = form.scale("angle", term, 2, 2 * c.denominator)
    k = c.numerator * scale // c.denominator  # which divides the scale
    if abs(k) > 24:
        raise ExhaustedError
    tangent = form.remembered(Apply("tan", (form.share(m, term, scale),)))
    real, imaginary = _turns(form, form.one, tangent, k)
    length = form.integer_power(form.add(form.one, form.multiply(tangent, tangent)), abs(k) // 2)
    return form.divide(real, length), form.divide(imaginary, length)


def _turns(form: Form, real: Rational, imaginary: Rational, k: int) -> tuple[Rational, Rational]:
    """(real + i imaginary)^|k|, conjugated where k is negative."""
    if abs(k) > 24:
        raise ExhaustedError
    step = imaginary if k >= 0 else form.negate(imaginary)
    a, b = form.one, form.zero
    for _ in range(abs(k)):
        a, b = (
            form.subtract(form.multiply(a, real), form.multiply(b, step)),
            form.add(form.multiply(a, step), form.multiply(b, real)),
        )
    return a, b


def _known(form: Form, c: Fraction) -> tuple[Rational, Rational] | None:
    """cos and sin of c π for multiples of a sixth and a quarter."""
    values = KNOWN_ANGLES.get(c)
    return None if values is None else (form.normal(values[0]), form.normal(values[1]))


def _inverse(form: Form, term: Term) -> tuple[Rational, Rational] | None:
    match term:
        case Apply(operator="arcsin", arguments=(inner,)):
            u = form.normal(inner)
            return form.sqrt(form.subtract(form.one, form.multiply(u, u))), u
        case Apply(operator="arctan", arguments=(inner,)):
            u = form.normal(inner)
            length = form.sqrt(form.add(form.one, form.multiply(u, u)))
            return form.invert(length), form.divide(u, length)
    return None


def tangent(form: Form, u: Rational) -> Rational:
    parts = list(form.summands(u))
    if len(parts) == 1:
        ((c, m),) = parts
        base = form.single(m)
        if base is None or (base.term != PI and _inverse(form, base.term) is None):
            term = form.term(m)
            scale = form.scale("angle", term, 2, c.denominator)
            part = form.remembered(Apply("tan", (form.share(m, term, scale),)))
            real, imaginary = _turns(form, form.one, part, c.numerator * scale // c.denominator)
            return form.divide(imaginary, real)
    cosine, sine = rotation(form, u)
    return form.divide(sine, cosine)


def _known_angles() -> dict[Fraction, tuple[Term, Term]]:
    """cos and sin of c π for the multiples c of 1/6 and 1/4 in [0, 2)."""
    zero, half, one = (Number(Fraction(n, 2)) for n in (0, 1, 2))
    root2, root3 = (Apply("divide", (Apply("sqrt", (Number(Fraction(n)),)), TWO)) for n in (2, 3))
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
