"""The normal form of a sum: linear, from 1 on, with a body that depends on its index."""

from __future__ import annotations

from fractions import Fraction

from mathpost.maths.terms.term import INFINITY, ONE, Apply, Bind, Term, Variable, free_variables, parts
from mathpost.maths.terms.traversal import outermost
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import NoFormError, Rational, UndefinedError
from mathpost.verify.proving.summation.binders import depth
from mathpost.verify.proving.summation.bounds import body_at, has_family, span_of, written_out
from mathpost.verify.proving.summation.conditions import show
from mathpost.verify.proving.summation.factors import split
from mathpost.verify.proving.summation.generators import atom
from mathpost.verify.proving.summation.nesting import ordered
from mathpost.verify.proving.summation.progressions import PEELED, closed
from mathpost.verify.proving.summation.ranges import Range, end

SHIFTED = frozenset(["index", "call", "factorial", "log"])


def total(form: Form, bind: Bind) -> Rational:
    """The normal form of a sum."""
    span = span_of(form, bind)
    values = written_out(form, span)
    if values is not None:
        return form.total([body_at(form, bind, value) for value in values])
    name = form.ranges.name(1 + depth(bind.body), span, free_variables(bind.body))
    return summed(form, name, span, body_at(form, bind, Variable(name)))


def summed(form: Form, name: str, span: Range, body: Rational) -> Rational:
    """The sum of `body` over the variable `name`."""
    form.spend(4)
    extra, body = contracted(form, name, span, body)
    parts = [extra]
    for outer, inner in split(form, frozenset((name,)), body):
        parts.append(form.multiply(outer, _piece(form, name, span, inner)))
    return form.total(parts)


def _piece(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    """The sum of one product of factors that depend on the index."""
    if span.implied:
        if not has_family(form.term(inner), name):
            raise NoFormError("range")
        return ordered(form, [(name, span)], inner)
    if span.high is None:
        return _endless(form, name, span, inner)
    if inner == form.one:
        return form.add(form.subtract(span.high, span.low), form.one)
    sequence = closed(form, name, span, inner)
    if sequence is not None:
        return sequence
    if form.extended:
        offset = _offset(form, name, inner)
        if offset:
            return _shifted(form, name, span, inner, form.number(-offset))
        return _between(form, name, span, inner)
    if span.low != form.one:
        return _shifted(form, name, span, inner, form.subtract(span.low, form.one))
    return ordered(form, [(name, span)], inner)


def _endless(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    if span.low != form.one:
        start = Range(form.one, None)
        fresh = form.ranges.name(1 + depth(form.term(inner)), start, frozenset())
        index = Apply("add", (Variable(fresh), form.term(form.subtract(span.low, form.one))))
        return summed(form, fresh, start, form.at(inner, {name: index}))
    return atom(form, "sum", name, (ONE, INFINITY), inner)


def _shifted(form: Form, name: str, span: Range, inner: Rational, shift: Rational) -> Rational:
    """The same sum over an index smaller by `shift`."""
    moved = Range(form.subtract(span.low, shift), form.subtract(end(span), shift))
    fresh = form.ranges.temporary(moved)
    body = form.at(inner, {name: Apply("add", (Variable(fresh), form.term(shift)))})
    return summed(form, fresh, moved, body)


def _offset(form: Form, name: str, inner: Rational) -> int:
    """The least whole number that is beside the index, ``-1`` in x_{i-1} y_i: shifted to 0 everywhere."""
    found: set[int] = set()
    variable = Variable(name)
    for k in form.used(inner):
        generator = form.generators[k]
        if name in generator.free:
            found |= _offsets(form, generator.term, variable)
    if inner.den != 1 and form.place.get(variable) is not None:
        root = form.root(Rational(inner.den, form.unit), name)
        shift = None if root is None else form.constant(root)
        if shift is not None and shift.denominator == 1:
            found.add(-int(shift))
    return min(found, default=0)


def _offsets(form: Form, term: Term, variable: Variable) -> set[int]:
    places = (place for part in outermost(term, SHIFTED) for place in parts(part))
    moving = (place for place in places if variable.name in free_variables(place))
    return set[int]().union(*(_offset_of(form, place, variable) for place in moving))


def _offset_of(form: Form, argument: Term, variable: Variable) -> set[int]:
    try:
        value = form.normal(argument)
    except NoFormError:
        return set()
    k = form.place.get(variable)
    if k is not None and value.den.is_constant() and value.num.degrees()[k] == 1:
        return {form.whole(value)}
    return _offsets(form, argument, variable)


def _between(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    """A sum from 1 to a bound without whole part, and the terms that are too many or too few."""
    low = form.constant(span.low)
    if low is None:
        return _from_symbol(form, name, span, inner)
    more = form.whole(end(span)) if form.constant(end(span)) is None else 0
    if low.denominator != 1 or abs(low - 1) > PEELED or abs(more) > PEELED:
        return _plain(form, name, span, inner)
    high = form.subtract(end(span), form.number(more))
    try:
        ends = _ends(form, name, int(low), high, more, inner)
    except UndefinedError:
        return _plain(form, name, span, inner)
    whole = Range(form.one, high)
    fresh = form.ranges.temporary(whole)
    return form.add(ends, ordered(form, [(fresh, whole)], form.at(inner, {name: Variable(fresh)})))


def _from_symbol(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    """A sum from a symbolic index as a difference of sums from 1, if the range does not run backwards."""
    ends = (form.term(span.low), form.term(end(span)))
    if any("⟨" in free for end in ends for free in free_variables(end)):
        return _plain(form, name, span, inner)
    upper = _between(form, name, Range(form.one, end(span)), inner)
    lower = _between(form, name, Range(form.one, form.subtract(span.low, form.one)), inner)
    before = show(form.term(form.subtract(span.low, form.one)))
    form.conditions[f"0 ≤ {before} ≤ {show(ends[1])}"] = None
    return form.subtract(upper, lower)


def _plain(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    """The sum with its index shifted to begin at 1, and no terms split off."""
    if span.low == form.one:
        return ordered(form, [(name, span)], inner)
    before, form.extended = form.extended, False
    try:
        return _shifted(form, name, span, inner, form.subtract(span.low, form.one))
    finally:
        form.extended = before


def _ends(form: Form, name: str, low: int, high: Rational, more: int, inner: Rational) -> Rational:
    """What the sum from `low` to `high` + `more` has beyond the sum from 1 to `high`."""

    def value(index: Rational) -> Rational:
        return form.at(inner, {name: form.term(index)})

    parts = [form.negate(value(form.number(k))) for k in range(1, low)]
    parts += [value(form.number(k)) for k in range(low, 1)]
    parts += [value(form.add(high, form.number(k))) for k in range(1, more + 1)]
    parts += [form.negate(value(form.add(high, form.number(k)))) for k in range(more + 1, 1)]
    return form.total(parts)


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
