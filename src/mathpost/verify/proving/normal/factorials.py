"""Factorials in a normal form: the whole part of the constant in the argument is multiplied out."""

from __future__ import annotations

import math
from fractions import Fraction

from mathpost.maths.terms.term import Apply
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import PI, Rational, UndefinedError


def factorial(form: Form, u: Rational) -> Rational:
    """u! with the whole part of the constant in u multiplied out."""
    number = form.constant(u)
    if number is not None and number.denominator == 1 and 0 <= number <= 100:
        return form.number(math.factorial(int(number)))
    if number is not None and number.denominator == 1 and number < 0:
        raise UndefinedError
    if number is not None and number.denominator == 2 and abs(number) < 20:
        return _half(form, number)
    shift = form.whole(u)
    if abs(shift) > 12:
        shift = 0
    start = form.subtract(u, form.number(shift))
    result = form.generator(Apply("factorial", (form.term(start),)))
    for k in range(1, shift + 1):
        result = form.multiply(result, form.add(start, form.number(k)))
    for k in range(shift + 1, 1):
        result = form.divide(result, form.add(start, form.number(k)))
    return result


def _half(form: Form, number: Fraction) -> Rational:
    """(-1/2)! = √π, and its neighbours (DLMF 5.4.6)."""
    result, at = form.sqrt(form.normal(PI)), Fraction(-1, 2)
    while at < number:
        at += 1
        result = form.multiply(result, form.number(at))
    while at > number:
        result = form.divide(result, form.number(at))
        at -= 1
    return result


def binomial(form: Form, n: Rational, k: Rational) -> Rational:
    """By factorials; a concrete small k as a polynomial in n."""
    rest = form.subtract(n, k)
    for count in (form.constant(k), form.constant(rest)):
        if count is not None and count.denominator == 1 and count <= 12:
            steps = range(int(count))
            above = form.product([form.subtract(n, form.number(j)) for j in steps])
            if count < 0:
                return form.zero
            return form.divide(above, form.number(math.factorial(int(count))))
    return form.divide(factorial(form, n), form.multiply(factorial(form, k), factorial(form, rest)))


def gamma(form: Form, u: Rational) -> Rational:
    return factorial(form, form.subtract(u, form.one))
