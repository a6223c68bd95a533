"""Averages in a normal form: linear in their body, with factors that are not random outside."""

from __future__ import annotations

from mathpost.maths.terms.term import TWO, Apply, Bind, Term, free_variables
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Arguments, Rational
from mathpost.verify.proving.summation.factors import split
from mathpost.verify.proving.summation.nesting import is_inner_sum


def expectation(form: Form, arguments: Arguments) -> Rational:
    """Linear in its body: factors that are not random are outside, finite sums outside too."""
    body, *named = arguments
    value = form.normal(body)
    names = form.averaged(body, named)
    if not names:
        return form.generator(Apply("expectation", (form.term(value), *named)))
    parts = []
    for outer, inner in split(form, names, value):
        mean = form.one if inner == form.one else _mean(form, inner, names, named)
        parts.append(form.multiply(outer, mean))
    return form.total(parts)


def _mean(form: Form, inner: Rational, names: frozenset[str], named: list[Term]) -> Rational:
    for k in form.used(inner):
        term = form.generators[k].term
        if not is_inner_sum(form, k, inner, names) or not isinstance(term, Bind):
            continue
        rest = form.term(form.quotient(inner.num / form.letters[k], inner.den))
        if any(names & free_variables(bound) for bound in term.bounds) or names & {term.variable.name}:
            continue
        if term.variable.name in free_variables(rest):
            continue
        mean = Apply("expectation", (Apply("multiply", (rest, term.body)), *named))
        return form.normal(Bind("sum", term.variable, term.bounds, mean))
    return form.generator(Apply("expectation", (form.term(inner), *named)))


def variance(form: Form, arguments: Arguments) -> Rational:
    """E[X²] - E[X]²."""
    body, *named = arguments
    square = Apply("power", (body, TWO))
    mean = form.normal(Apply("expectation", (body, *named)))
    return form.subtract(form.normal(Apply("expectation", (square, *named))), form.multiply(mean, mean))
