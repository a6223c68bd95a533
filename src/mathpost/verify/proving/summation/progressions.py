"""Sums of k^d r^k in closed form."""

from __future__ import annotations

import math

from mathpost.maths.terms.term import ONE, Apply, Variable
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Rational
from mathpost.verify.proving.summation.ranges import Range, end

PEELED = 12  # terms split off a sum whose bound has a constant part


def closed(form: Form, name: str, span: Range, inner: Rational) -> Rational | None:
    """The sum of k^d r^k, by the sequence whose differences it sums."""
    degree, ratio = _progression(form, name, inner)
    if degree is None or ratio is None or degree > PEELED:
        return None
    if ratio != form.one and form.subtract(ratio, form.one).num == 0:
        return None
    coefficients = _antidifference(form, degree, ratio)
    variable = form.place.get(Variable(name))
    letter = form.one if variable is None else Rational(form.letters[variable], form.unit)
    geometric = inner if degree == 0 else form.divide(inner, form.integer_power(letter, degree))
    after = form.add(end(span), form.one)

    def value(at: Rational) -> Rational:
        polynomial = form.total(
            [form.multiply(c, form.integer_power(at, k)) for k, c in enumerate(coefficients)]
        )
        return form.multiply(polynomial, form.at(geometric, {name: form.term(at)}))

    return form.subtract(value(after), value(span.low))


def _progression(form: Form, name: str, inner: Rational) -> tuple[int | None, Rational | None]:
    """d and r if `inner` is k^d r^k up to a constant factor, with exponentials linear in k."""
    degree, exponential = 0, False
    for k in form.used(inner):
        generator = form.generators[k]
        if name not in generator.free:
            return None, None
        if generator.term == Variable(name):
            degree = inner.num.degrees()[k]
            if inner.den.degrees()[k] or len(inner.num) != 1:
                return None, None
        elif isinstance(generator.term, Apply) and generator.term.operator == "exp":
            exponential = True
        else:
            return None, None
    if not exponential:
        return degree, form.one
    letter = form.place.get(Variable(name))
    alone = inner
    if letter is not None and degree:
        alone = form.quotient(inner.num / form.letters[letter] ** degree, inner.den)
    ratio = form.divide(form.at(alone, {name: Apply("add", (Variable(name), ONE))}), alone)
    return (None, None) if form.depends(ratio, frozenset((name,))) else (degree, ratio)


def _antidifference(form: Form, degree: int, ratio: Rational) -> list[Rational]:
    """Coefficients of the polynomial q with r q(k+1) - q(k) = k^degree."""
    constant = ratio == form.one
    top = degree + 1 if constant else degree
    found = [form.zero] * (top + 1)
    for j in range(degree, -1, -1):
        first = j + 2 if constant else j + 1
        known = form.total(
            [form.multiply(form.number(math.comb(m, j)), found[m]) for m in range(first, top + 1)]
        )
        right = form.subtract(form.number(int(j == degree)), form.multiply(ratio, known))
        if constant:
            found[j + 1] = form.divide(right, form.number(j + 1))
        else:
            found[j] = form.divide(right, form.subtract(ratio, form.one))
    return found
