"""Nested sums of a product in one order, whatever order they were written in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from mathpost.maths.terms.term import INFINITY, Bind, Term, Variable
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Rational
from mathpost.verify.proving.summation.binders import depth
from mathpost.verify.proving.summation.bounds import body_at, bounds_depend, span_of, written
from mathpost.verify.proving.summation.factors import split
from mathpost.verify.proving.summation.generators import atom
from mathpost.verify.proving.summation.ranges import Range

DEEPEST = 4  # nested sums put in order by trying all orders

Place = tuple[str, Range]


def ordered(form: Form, places: list[Place], inner: Rational) -> Rational:
    """One or several nested sums of a product, as one generator for all orders of summation."""
    places, inner = _flattened(form, places, inner)
    names = frozenset(name for name, _ in places)
    if len(places) == 1 or any(bounds_depend(form, span, names) for _, span in places):
        for name, span in reversed(places):
            inner = atom(form, "sum", name, written(form, span), inner)
        return inner
    parts = []
    for outer, piece in split(form, names, inner):
        best = min(_arrangements(form, places, piece), key=lambda found: found[0])
        parts.append(form.multiply(outer, form.generator(best[1])))
    return form.total(parts)


def _flattened(form: Form, places: list[Place], inner: Rational) -> tuple[list[Place], Rational]:
    """Sums that are factors of the body become further places."""
    while len(places) < DEEPEST:
        names = frozenset(name for name, _ in places)
        found = next((k for k in form.used(inner) if is_inner_sum(form, k, inner, names)), None)
        if found is None:
            break
        term = form.generators[found].term
        if not isinstance(term, Bind):
            break
        span = span_of(form, term)
        fresh = form.ranges.temporary(span)
        body = body_at(form, term, Variable(fresh))
        without = form.quotient(inner.num / form.letters[found], inner.den)
        places, inner = [*places, (fresh, span)], form.multiply(without, body)
    return (places, inner) if len(places) == 1 else _renamed(form, places, inner)


def _renamed(form: Form, places: list[Place], inner: Rational) -> tuple[list[Place], Rational]:
    """The outermost index under a name that no order of the sums gives to another."""
    (name, span), *rest = places
    fresh = form.ranges.temporary(span)
    values: dict[str, Term] = {name: Variable(fresh)}
    moved = [(other, _moved(form, own, values)) for other, own in rest]
    for other, own in moved:
        form.ranges.known[other] = own
    return [(fresh, span), *moved], form.at(inner, values)


def _moved(form: Form, span: Range, values: dict[str, Term]) -> Range:
    high = None if span.high is None else form.at(span.high, values)
    return span._replace(low=form.at(span.low, values), high=high)


def is_inner_sum(form: Form, k: int, inner: Rational, names: frozenset[str]) -> bool:
    generator = form.generators[k]
    return (
        isinstance(generator.term, Bind)
        and generator.term.operator == "sum"
        and INFINITY not in generator.term.bounds
        and bool(generator.free & names)
        and len(inner.num) == 1
        and inner.num.degrees()[k] > 0
        and not inner.den.degrees()[k]
    )


def _arrangements(form: Form, places: list[Place], inner: Rational) -> Iterator[tuple[tuple[Any, ...], Term]]:
    """Every order of the sums that their bounds allow, with a key to choose by."""
    base = depth(form.term(inner))
    for order in permutations(places):
        body, binders = inner, []
        for level, (name, span) in enumerate(reversed(order), base + 1):
            canonical = form.ranges.name(level, span, frozenset())
            body = form.at(body, {name: Variable(canonical)})
            binders.append((canonical, span))
        term = form.term(body)
        for canonical, span in binders:
            term = Bind("sum", Variable(canonical), written(form, span), term)
        numbers = tuple(form.ranges.number(span) for _, span in binders)
        yield (form.key(body), numbers), term
