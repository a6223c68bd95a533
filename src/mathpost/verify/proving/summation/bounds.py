"""Where bound variables run from and to, and what is in a binder at one place: ``[1, 2, 3]`` for a sum from 1 to 3."""

from __future__ import annotations

from mathpost.maths.terms.term import INFINITY, Apply, Bind, Number, Term, Variable, substitute, subterms
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Rational, UndefinedError
from mathpost.verify.proving.summation.ranges import Range, end


def span_of(form: Form, bind: Bind) -> Range:
    if not bind.bounds:
        return Range(form.zero, None, implied=True)
    low, high = bind.bounds
    if high == INFINITY:
        return Range(form.normal(low), None)
    return Range(form.normal(low), form.normal(high))


def written(form: Form, span: Range) -> tuple[Term, ...]:
    """The bounds of a range as terms."""
    if span.implied:
        return ()
    return form.term(span.low), form.term(end(span))


def body_at(form: Form, bind: Bind, value: Term) -> Rational:
    return form.normal(substitute(bind.body, {bind.variable.name: value}))


def written_out(form: Form, span: Range) -> list[Term] | None:
    """The values of the index where there are few; None where the range stays symbolic."""
    if span.high is None:
        return None
    low = form.constant(span.low)
    count = form.constant(form.subtract(span.high, span.low))
    if low is None or count is None:
        return None
    if low.denominator != 1 or count.denominator != 1:
        raise UndefinedError
    if count + 1 > form.fuel.span:
        return None
    return [Number(low + k) for k in range(int(count) + 1)]


def has_family(term: Term, name: str) -> bool:
    return any(
        isinstance(t, Apply) and t.operator == "index" and Variable(name) in t.arguments[1:]
        for t in subterms(term)
    )


def bounds_depend(form: Form, span: Range, names: frozenset[str]) -> bool:
    return any(end is not None and form.depends(end, names) for end in (span.low, span.high))
