"""Kronecker deltas under a sum: each contributes at one place."""

from __future__ import annotations

from fractions import Fraction

from mathpost.maths.terms.term import Apply, Variable
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Rational, UndefinedError
from mathpost.verify.proving.summation.conditions import show
from mathpost.verify.proving.summation.ranges import Range


def contracted(form: Form, name: str, span: Range, body: Rational) -> tuple[Rational, Rational]:
    """What the deltas in the index contribute at their one place, and the body without them."""
    extra = form.zero
    for k in tuple(form.used(body)):
        term = form.generators[k].term
        if not (isinstance(term, Apply) and term.operator == "delta" and name in form.generators[k].free):
            continue
        left, right = term.arguments
        place = form.root(form.subtract(form.normal(left), form.normal(right)), name)
        inside = None if place is None else _inside(form, place, span)
        if place is None or inside is None:
            continue
        try:
            apart, together = form.cases(body, k)
            if inside:
                values = {name: form.term(place)}
                jump = form.subtract(form.at(together, values), form.at(apart, values))
                extra = form.add(extra, jump)
        except UndefinedError:
            continue
        body = apart
    return extra, body


def _inside(form: Form, place: Rational, span: Range) -> bool | None:
    """Whether `place` lies in `span`; a free index is taken to, and the assumption is recorded."""
    single = form.single(place)
    variable = single.term if single is not None else None
    own = form.ranges.known.get(variable.name) if isinstance(variable, Variable) else None
    if own is None and any("⟨" in name for k in form.used(place) for name in form.generators[k].free):
        return None
    if span.implied or (own is not None and own.implied):
        return _inside_implied(form, place, span, own)
    if own is not None:
        above, below = _gap(form, span.low, own.low), _gap(form, own.high, span.high)
        return True if above is not None and below is not None and above >= 0 and below >= 0 else None
    above, below = _gap(form, span.low, place), _gap(form, place, span.high)
    if above is not None and below is not None:
        return above >= 0 and below >= 0
    if (above is not None and above < 0) or (below is not None and below < 0):
        return False
    if isinstance(variable, Variable) or form.constant(place) is not None:
        high = "∞" if span.high is None else show(form.term(span.high))
        form.conditions[f"{show(form.term(span.low))} ≤ {show(form.term(place))} ≤ {high}"] = None
        return True
    return None


def _inside_implied(form: Form, place: Rational, span: Range, own: Range | None) -> bool | None:
    """`_inside` where a range is not written: only an index of such a range, or a free one, is inside."""
    if own is not None:
        return True if own.implied and span.implied else None
    single = form.single(place)
    if single is None or not isinstance(single.term, Variable):
        return None
    form.conditions[f"{show(single.term)} in the range of the sum"] = None
    return True


def _gap(form: Form, small: Rational | None, large: Rational | None) -> Fraction | None:
    """large - small where it is a number; infinity where `large` has no end."""
    if large is None:
        return Fraction(0)
    return None if small is None else form.constant(form.subtract(large, small))
