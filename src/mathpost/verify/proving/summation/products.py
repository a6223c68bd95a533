"""The normal form of a product: by the factors of its body."""

from __future__ import annotations

from mathpost.maths.terms.term import ONE, Apply, Bind, Variable, free_variables, substitute
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import NoFormError, Rational
from mathpost.verify.proving.summation.binders import depth
from mathpost.verify.proving.summation.bounds import body_at, has_family, span_of, written_out
from mathpost.verify.proving.summation.generators import atom
from mathpost.verify.proving.summation.progressions import PEELED
from mathpost.verify.proving.summation.ranges import Range, end
from mathpost.verify.proving.summation.sums import summed


def product(form: Form, bind: Bind) -> Rational:
    """The normal form of a product over a range with an end."""
    span = span_of(form, bind)
    if span.implied:
        return _implied_product(form, bind, span)
    if span.high is None:
        raise NoFormError("infinite product")
    values = written_out(form, span)
    if values is not None:
        return form.product([body_at(form, bind, value) for value in values])
    if span.low != form.one:
        shift = form.subtract(span.low, form.one)
        span = Range(form.one, form.subtract(span.high, shift))
        moved = Apply("add", (bind.variable, form.term(shift)))
        bind = Bind("product", bind.variable, (), substitute(bind.body, {bind.variable.name: moved}))
    name = form.ranges.name(1 + depth(bind.body), span, free_variables(bind.body))
    return _product(form, name, span, body_at(form, bind, Variable(name)))


def _product(form: Form, name: str, span: Range, body: Rational) -> Rational:
    if body.num == 0:
        raise NoFormError("empty product")
    above, up = form.factors(body.num)
    below, down = form.factors(body.den)
    parts = [form.power(form.number(above / below), end(span))]
    for p, e in (*up, *((p, -e) for p, e in down)):
        parts.append(form.integer_power(_factor(form, name, span, Rational(p, form.unit)), e))
    return form.product(parts)


def _implied_product(form: Form, bind: Bind, span: Range) -> Rational:
    """A product without bounds: of exponentials the exponential of a sum, else by name."""
    name = form.ranges.name(1 + depth(bind.body), span, free_variables(bind.body))
    body = body_at(form, bind, Variable(name))
    single = form.single(body)
    match single.term if single is not None else None:
        case Apply(operator="exp", arguments=(inner,)):
            return form.exp(summed(form, name, span, form.normal(inner)))
    if not has_family(form.term(body), name):
        raise NoFormError("range")
    return atom(form, "product", name, (), body)


def _factor(form: Form, name: str, span: Range, factor: Rational) -> Rational:
    """The product of one irreducible factor over the range from 1."""
    if not form.depends(factor, frozenset((name,))):
        return form.power(factor, end(span))
    single = form.single(factor)
    match single.term if single is not None else None:
        case Variable():
            return form.factorial(end(span))
        case Apply(operator="exp", arguments=(inner,)):
            return form.exp(summed(form, name, span, form.normal(inner)))
    more = form.whole(end(span)) if form.constant(end(span)) is None else 0
    if abs(more) > PEELED:
        more = 0
    high = form.subtract(end(span), form.number(more))
    whole = Range(form.one, high)
    fresh = form.ranges.temporary(whole)
    bounds = (ONE, form.term(high))
    result = atom(form, "product", fresh, bounds, form.at(factor, {name: Variable(fresh)}))
    for k in range(1, more + 1):
        result = form.multiply(result, form.at(factor, {name: form.term(form.add(high, form.number(k)))}))
    for k in range(more + 1, 1):
        result = form.divide(result, form.at(factor, {name: form.term(form.add(high, form.number(k)))}))
    return result
