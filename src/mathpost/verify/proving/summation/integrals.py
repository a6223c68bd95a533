"""The normal form of integrals and extremes: what does not depend on the variable is outside."""

from __future__ import annotations

from mathpost.maths.terms.term import INFINITY, MINUS_INFINITY, Bind, Term, Variable, free_variables
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import NoFormError, Rational
from mathpost.verify.proving.summation.binders import depth
from mathpost.verify.proving.summation.bounds import body_at, has_family
from mathpost.verify.proving.summation.factors import split
from mathpost.verify.proving.summation.generators import atom
from mathpost.verify.proving.summation.ranges import Range


def integral(form: Form, bind: Bind) -> Rational:
    """A definite integral: linear in its integrand, its variable named by the depth of the body."""
    bounds = tuple(b if _is_infinite(b) else form.term(form.normal(b)) for b in bind.bounds)
    if bounds[0] == bounds[1]:
        return form.zero
    name = f"∫{form.ranges.name(1 + depth(bind.body), Range(form.zero, None), frozenset())}"
    if name in free_variables(bind.body):
        raise NoFormError("integral")
    body = body_at(form, bind, Variable(name))
    parts = []
    for outer, inner in split(form, frozenset((name,)), body):
        closed = _power_integral(form, name, bounds, inner)
        parts.append(form.multiply(outer, closed or atom(form, "integral", name, bounds, inner)))
    return form.total(parts)


def _power_integral(form: Form, name: str, bounds: tuple[Term, ...], inner: Rational) -> Rational | None:
    """∫ x^d dx between finite bounds."""
    if any(map(_is_infinite, bounds)) or inner.den != 1:
        return None
    place = form.place.get(Variable(name))
    if any(k != place for k in form.used(inner)):
        return None
    degree = 1 if place is None else 1 + inner.num.degrees()[place]
    low, high = (form.integer_power(form.normal(bound), degree) for bound in bounds)
    return form.divide(form.subtract(high, low), form.number(degree))


def _is_infinite(term: Term) -> bool:
    return term in (INFINITY, MINUS_INFINITY)


def extreme(form: Form, bind: Bind) -> Rational:
    """A maximum, minimum or limit: what does not depend on the variable and is added is outside."""
    bounds = tuple(b if _is_infinite(b) else form.argument(b) for b in bind.bounds)
    mark = {"maximum": "↑", "minimum": "↓", "limit": "→"}[bind.operator]
    name = f"{mark}{form.ranges.name(1 + depth(bind.body), Range(form.zero, None), frozenset())}"
    if name in free_variables(bind.body):
        raise NoFormError(bind.operator)
    body = body_at(form, bind, Variable(name))
    if not form.depends(body, frozenset((name,))):
        return body
    if not bind.bounds and not has_family(form.term(body), name):
        raise NoFormError("range")
    outside = form.zero
    for c, part in form.summands(body):
        if not form.depends(part, frozenset((name,))):
            outside = form.add(outside, form.multiply(form.number(c), part))
    return form.add(outside, atom(form, bind.operator, name, bounds, form.subtract(body, outside)))
