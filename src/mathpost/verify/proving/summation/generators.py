"""The generator of a binder that stays: its variable under its canonical name."""

from __future__ import annotations

from mathpost.maths.terms.term import Bind, Term, Variable, free_variables
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import NoFormError, Rational
from mathpost.verify.proving.summation.binders import depth
from mathpost.verify.proving.summation.ranges import Range


def atom(form: Form, operator: str, name: str, bounds: tuple[Term, ...], inner: Rational) -> Rational:
    """The generator of one binder whose variable gets its canonical name."""
    span = form.ranges.known.get(name, Range(form.zero, None))
    mark = "" if name[0] == "⟨" else name[0]
    body = form.term(inner)
    level = 1 + depth(body)
    taken = free_variables(body) - {name}
    canonical = mark + form.ranges.name(level, span, taken if not mark else frozenset())
    if mark and canonical in taken:
        raise NoFormError("range")
    if canonical != name:
        body = form.term(form.at(inner, {name: Variable(canonical)}))
    return form.generator(Bind(operator, Variable(canonical), bounds, body))
