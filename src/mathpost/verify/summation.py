"""Canonical sums, products, integrals and extremes over a bound variable.

A bound variable is named by how deep its body goes and by its range, so that renaming changes nothing. A sum
over a range that is not known in numbers is linear, starts at 1, keeps only factors that depend on its index,
and contracts Kronecker deltas; geometric and polynomial sums are closed; nested sums stand in one order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, substitute, subterms
from mathpost.verify.quotient import NoFormError, Polynomial, Rational, UndefinedError

if TYPE_CHECKING:
    from mathpost.verify.methods.normal_form import Form

PEELED = 12  # terms split off a sum whose bound has a constant part
DEEPEST = 4  # nested sums put in order by trying all orders
ONE = Number(Fraction(1))


class Range(NamedTuple):
    """from `low` to `high`, both included; `high` is None for a sum without end.

    `implied`: the bounds are not written; an index of the same families has the same range.
    """

    low: Rational
    high: Rational | None
    implied: bool = False


def _end(span: Range) -> Rational:
    """The upper bound of a range that has one."""
    if span.high is None:
        raise NoFormError("endless range")
    return span.high


class Ranges:
    """The ranges of one form and the names of the variables that run over them."""

    def __init__(self) -> None:
        self.spans: list[Range] = []
        self.known: dict[str, Range] = {}
        self.fresh = 0

    def name(self, depth: int, span: Range, taken: frozenset[str]) -> str:
        """The name of a variable over `span` whose body holds binders up to `depth`; not in `taken`."""
        number = self.number(span)
        while (name := f"⟨{depth}|{number}⟩") in taken:
            depth += 1
        self.known[name] = span
        return name

    def number(self, span: Range) -> int:
        """The place of `span` among the ranges met so far."""
        for k, known in enumerate(self.spans):
            if known == span:
                return k
        self.spans.append(span)
        return len(self.spans) - 1

    def temporary(self, span: Range) -> str:
        self.fresh += 1
        name = f"⟨{self.fresh}*⟩"
        self.known[name] = span
        return name


def depth(term: Term) -> int:
    """How many binders of ranges stand inside each other."""
    match term:
        case Apply(arguments=arguments):
            return max(map(depth, arguments), default=0)
        case Bind(bounds=bounds, body=body):
            return max(1 + depth(body), *map(depth, bounds), 0)
    return 0


BINDERS = {
    **{name: name for name in ("sum", "product", "integral", "limit", "differentiate")},
    "maximum_over": "maximum",
    "minimum_over": "minimum",
}


def opened(term: Term) -> Term:
    """`term` with every binder in its own place: an operator that evaluates a binder has it as its argument."""
    match term:
        case Apply(operator=operator, arguments=(Bind() as bind,)) if operator in BINDERS:
            bounds = tuple(map(opened, bind.bounds))
            return Bind(BINDERS[operator], bind.variable, bounds, opened(bind.body))
        case Apply(operator=operator, arguments=arguments):
            return Apply(operator, tuple(map(opened, arguments)))
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return Bind(operator, variable, tuple(map(opened, bounds)), opened(body))
    return term


# --- sums ---------------------------------------------------------------------------------------------------


def total(form: Form, bind: Bind) -> Rational:
    """The normal form of a sum."""
    span = _range(form, bind)
    values = _written_out(form, span)
    if values is not None:
        return form.total([_body_at(form, bind, value) for value in values])
    name = form.ranges.name(1 + depth(bind.body), span, free_variables(bind.body))
    return _sum(form, name, span, _body_at(form, bind, Variable(name)))


def _range(form: Form, bind: Bind) -> Range:
    if not bind.bounds:
        return Range(form.zero, None, implied=True)
    low, high = bind.bounds
    if high == Apply("infinity", ()):
        return Range(form.normal(low), None)
    return Range(form.normal(low), form.normal(high))


def _body_at(form: Form, bind: Bind, value: Term) -> Rational:
    return form.normal(substitute(bind.body, {bind.variable.name: value}))


def _written_out(form: Form, span: Range) -> list[Term] | None:
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


def _has_family(term: Term, name: str) -> bool:
    return any(
        isinstance(t, Apply) and t.operator == "index" and Variable(name) in t.arguments[1:]
        for t in subterms(term)
    )


def _sum(form: Form, name: str, span: Range, body: Rational) -> Rational:
    """The sum of `body` over the variable `name`."""
    form.spend(4)
    extra, body = _contracted(form, name, span, body)
    parts = [extra]
    for outer, inner in split(form, frozenset((name,)), body):
        parts.append(form.multiply(outer, _piece(form, name, span, inner)))
    return form.total(parts)


def split(form: Form, names: frozenset[str], body: Rational) -> Iterator[tuple[Rational, Rational]]:
    """`body` as a sum of products: a factor free of `names`, and one that has no such factor left."""
    inside = [bool(g.free & names) for g in form.generators]
    inside += [False] * (len(form.letters) - len(inside))
    outer_den, inner_den = _content(form, body.den, inside)
    for mono, coefficient in _grouped(form, body.num, inside).items():
        inner = form.quotient(form.context.from_dict({mono: 1}), inner_den)
        yield form.quotient(coefficient, outer_den), inner


def _grouped(form: Form, p: Polynomial, inside: Sequence[bool]) -> dict[tuple[int, ...], Polynomial]:
    """Coefficients of `p` as a polynomial in the generators `inside`."""
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for exponents, coefficient in p.terms():
        mono = tuple(e if i else 0 for e, i in zip(exponents, inside, strict=True))
        rest = tuple(0 if i else e for e, i in zip(exponents, inside, strict=True))
        parts.setdefault(mono, {})[rest] = coefficient
    return {mono: form.context.from_dict(terms) for mono, terms in parts.items()}


def _content(form: Form, p: Polynomial, inside: Sequence[bool]) -> tuple[Polynomial, Polynomial]:
    """`p` as a factor free of the generators `inside` times a primitive part."""
    common, *others = _grouped(form, p, inside).values()
    for other in others:
        if common.is_constant():
            break
        form.spend(len(common) * len(other) + 1)
        common = common.gcd(other)
    primitive = p / common
    leading = primitive.leading_coefficient()
    return common * leading, primitive * (1 / leading)


def _piece(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    """The sum of one product of factors that depend on the index."""
    if span.implied:
        if not _has_family(form.term(inner), name):
            raise NoFormError("range")
        return _ordered(form, [(name, span)], inner)
    if span.high is None:
        return _endless(form, name, span, inner)
    if inner == form.one:
        return form.add(form.subtract(span.high, span.low), form.one)
    closed = _closed(form, name, span, inner)
    if closed is not None:
        return closed
    if form.extended:
        offset = _offset(form, name, inner)
        if offset:
            return _shifted(form, name, span, inner, form.number(-offset))
        return _between(form, name, span, inner)
    if span.low != form.one:
        return _shifted(form, name, span, inner, form.subtract(span.low, form.one))
    return _ordered(form, [(name, span)], inner)


def _endless(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    if span.low != form.one:
        start = Range(form.one, None)
        fresh = form.ranges.name(1 + depth(form.term(inner)), start, frozenset())
        index = Apply("add", (Variable(fresh), form.term(form.subtract(span.low, form.one))))
        return _sum(form, fresh, start, form.at(inner, {name: index}))
    return _atom(form, "sum", name, (ONE, Apply("infinity", ())), inner)


def _shifted(form: Form, name: str, span: Range, inner: Rational, shift: Rational) -> Rational:
    """The same sum over an index smaller by `shift`."""
    moved = Range(form.subtract(span.low, shift), form.subtract(_end(span), shift))
    fresh = form.ranges.temporary(moved)
    body = form.at(inner, {name: Apply("add", (Variable(fresh), form.term(shift)))})
    return _sum(form, fresh, moved, body)


def _offset(form: Form, name: str, inner: Rational) -> int:
    """The least whole number that stands beside the index, ``-1`` in x_{i-1} y_i: shifted to 0 everywhere."""
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
    match term:
        case Apply(operator="index" | "call" | "factorial" | "log", arguments=arguments):
            found: set[int] = set()
            for argument in arguments:
                if variable.name in free_variables(argument):
                    found |= _offset_of(form, argument, variable)
            return found
        case Apply(arguments=arguments):
            return set[int]().union(*(_offsets(form, a, variable) for a in arguments))
        case Bind(bounds=bounds, body=body):
            return set[int]().union(*(_offsets(form, t, variable) for t in (*bounds, body)))
    return set()


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
    more = form.whole(_end(span)) if form.constant(_end(span)) is None else 0
    if low.denominator != 1 or abs(low - 1) > PEELED or abs(more) > PEELED:
        return _plain(form, name, span, inner)
    high = form.subtract(_end(span), form.number(more))
    try:
        ends = _ends(form, name, int(low), high, more, inner)
    except UndefinedError:
        return _plain(form, name, span, inner)
    whole = Range(form.one, high)
    fresh = form.ranges.temporary(whole)
    return form.add(ends, _ordered(form, [(fresh, whole)], form.at(inner, {name: Variable(fresh)})))


def _from_symbol(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    """A sum from a symbolic index as a difference of sums from 1, if the range does not run backwards."""
    ends = (form.term(span.low), form.term(_end(span)))
    if any("⟨" in free for end in ends for free in free_variables(end)):
        return _plain(form, name, span, inner)
    upper = _between(form, name, Range(form.one, _end(span)), inner)
    lower = _between(form, name, Range(form.one, form.subtract(span.low, form.one)), inner)
    before = show(form.term(form.subtract(span.low, form.one)))
    form.conditions[f"0 ≤ {before} ≤ {show(ends[1])}"] = None
    return form.subtract(upper, lower)


def _plain(form: Form, name: str, span: Range, inner: Rational) -> Rational:
    """The sum with its index shifted to begin at 1, and no terms split off."""
    if span.low == form.one:
        return _ordered(form, [(name, span)], inner)
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


# --- Kronecker deltas ---------------------------------------------------------------------------------------


def _contracted(form: Form, name: str, span: Range, body: Rational) -> tuple[Rational, Rational]:
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


# --- closed forms -------------------------------------------------------------------------------------------


def _closed(form: Form, name: str, span: Range, inner: Rational) -> Rational | None:
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
    after = form.add(_end(span), form.one)

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


# --- nested sums --------------------------------------------------------------------------------------------

Place = tuple[str, Range]


def _ordered(form: Form, places: list[Place], inner: Rational) -> Rational:
    """One or several nested sums of a product, as one generator for all orders of summation."""
    places, inner = _flattened(form, places, inner)
    names = frozenset(name for name, _ in places)
    if len(places) == 1 or any(_bounds_depend(form, span, names) for _, span in places):
        for name, span in reversed(places):
            inner = _atom(form, "sum", name, _written(form, span), inner)
        return inner
    parts = []
    for outer, piece in split(form, names, inner):
        best = min(_arrangements(form, places, piece), key=lambda found: found[0])
        parts.append(form.multiply(outer, form.generator(best[1])))
    return form.total(parts)


def _bounds_depend(form: Form, span: Range, names: frozenset[str]) -> bool:
    return any(end is not None and form.depends(end, names) for end in (span.low, span.high))


def _written(form: Form, span: Range) -> tuple[Term, ...]:
    """The bounds of a range as terms."""
    if span.implied:
        return ()
    return form.term(span.low), form.term(_end(span))


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
        span = _range(form, term)
        fresh = form.ranges.temporary(span)
        body = _body_at(form, term, Variable(fresh))
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
        and Apply("infinity", ()) not in generator.term.bounds
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
            term = Bind("sum", Variable(canonical), _written(form, span), term)
        numbers = tuple(form.ranges.number(span) for _, span in binders)
        yield (form.key(body), numbers), term


def _atom(form: Form, operator: str, name: str, bounds: tuple[Term, ...], inner: Rational) -> Rational:
    """The generator of one binder whose variable gets its canonical name."""
    span = form.ranges.known.get(name, Range(form.zero, None))
    mark = "" if name[0] == "⟨" else name[0]
    level = 1 + depth(form.term(inner))
    taken = free_variables(form.term(inner)) - {name}
    canonical = mark + form.ranges.name(level, span, taken if not mark else frozenset())
    if mark and canonical in taken:
        raise NoFormError("range")
    if canonical != name:
        inner = form.at(inner, {name: Variable(canonical)})
    return form.generator(Bind(operator, Variable(canonical), bounds, form.term(inner)))


# --- products, integrals, extremes --------------------------------------------------------------------------


def product(form: Form, bind: Bind) -> Rational:
    """The normal form of a product over a range with an end."""
    span = _range(form, bind)
    if span.implied:
        return _implied_product(form, bind, span)
    if span.high is None:
        raise NoFormError("infinite product")
    values = _written_out(form, span)
    if values is not None:
        return form.product([_body_at(form, bind, value) for value in values])
    if span.low != form.one:
        shift = form.subtract(span.low, form.one)
        span = Range(form.one, form.subtract(span.high, shift))
        moved = Apply("add", (bind.variable, form.term(shift)))
        bind = Bind("product", bind.variable, (), substitute(bind.body, {bind.variable.name: moved}))
    name = form.ranges.name(1 + depth(bind.body), span, free_variables(bind.body))
    return _product(form, name, span, _body_at(form, bind, Variable(name)))


def _product(form: Form, name: str, span: Range, body: Rational) -> Rational:
    if body.num == 0:
        raise NoFormError("empty product")
    above, up = form.factors(body.num)
    below, down = form.factors(body.den)
    parts = [form.power(form.number(above / below), _end(span))]
    for p, e in (*up, *((p, -e) for p, e in down)):
        parts.append(form.integer_power(_factor(form, name, span, Rational(p, form.unit)), e))
    return form.product(parts)


def _implied_product(form: Form, bind: Bind, span: Range) -> Rational:
    """A product without bounds: of exponentials the exponential of a sum, else by name."""
    name = form.ranges.name(1 + depth(bind.body), span, free_variables(bind.body))
    body = _body_at(form, bind, Variable(name))
    single = form.single(body)
    match single.term if single is not None else None:
        case Apply(operator="exp", arguments=(inner,)):
            return form.exp(_sum(form, name, span, form.normal(inner)))
    if not _has_family(form.term(body), name):
        raise NoFormError("range")
    return _atom(form, "product", name, (), body)


def _factor(form: Form, name: str, span: Range, factor: Rational) -> Rational:
    """The product of one irreducible factor over the range from 1."""
    if not form.depends(factor, frozenset((name,))):
        return form.power(factor, _end(span))
    single = form.single(factor)
    match single.term if single is not None else None:
        case Variable():
            return form.factorial(_end(span))
        case Apply(operator="exp", arguments=(inner,)):
            return form.exp(_sum(form, name, span, form.normal(inner)))
    more = form.whole(_end(span)) if form.constant(_end(span)) is None else 0
    if abs(more) > PEELED:
        more = 0
    high = form.subtract(_end(span), form.number(more))
    whole = Range(form.one, high)
    fresh = form.ranges.temporary(whole)
    bounds = (ONE, form.term(high))
    result = _atom(form, "product", fresh, bounds, form.at(factor, {name: Variable(fresh)}))
    for k in range(1, more + 1):
        result = form.multiply(result, form.at(factor, {name: form.term(form.add(high, form.number(k)))}))
    for k in range(more + 1, 1):
        result = form.divide(result, form.at(factor, {name: form.term(form.add(high, form.number(k)))}))
    return result


def integral(form: Form, bind: Bind) -> Rational:
    """A definite integral: linear in its integrand, its variable named by the depth of the body."""
    bounds = tuple(b if _is_infinite(b) else form.term(form.normal(b)) for b in bind.bounds)
    if bounds[0] == bounds[1]:
        return form.zero
    name = f"∫{form.ranges.name(1 + depth(bind.body), Range(form.zero, None), frozenset())}"
    if name in free_variables(bind.body):
        raise NoFormError("integral")
    body = _body_at(form, bind, Variable(name))
    parts = []
    for outer, inner in split(form, frozenset((name,)), body):
        closed = _power_integral(form, name, bounds, inner)
        parts.append(form.multiply(outer, closed or _atom(form, "integral", name, bounds, inner)))
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
    return term == Apply("infinity", ()) or term == Apply("negate", (Apply("infinity", ()),))


def extreme(form: Form, bind: Bind) -> Rational:
    """A maximum, minimum or limit: what does not depend on the variable and is added stands outside."""
    bounds = tuple(b if _is_infinite(b) else form.argument(b) for b in bind.bounds)
    mark = {"maximum": "↑", "minimum": "↓", "limit": "→"}[bind.operator]
    name = f"{mark}{form.ranges.name(1 + depth(bind.body), Range(form.zero, None), frozenset())}"
    if name in free_variables(bind.body):
        raise NoFormError(bind.operator)
    body = _body_at(form, bind, Variable(name))
    if not form.depends(body, frozenset((name,))):
        return body
    if not bind.bounds and not _has_family(form.term(body), name):
        raise NoFormError("range")
    outside = form.zero
    for c, part in form.summands(body):
        if not form.depends(part, frozenset((name,))):
            outside = form.add(outside, form.multiply(form.number(c), part))
    return form.add(outside, _atom(form, bind.operator, name, bounds, form.subtract(body, outside)))


def show(term: Term) -> str:
    """A short term as plain text, for conditions."""
    match term:
        case Number(value=value):
            return str(value)
        case Variable(name=name):
            return name
        case Apply(operator="add", arguments=arguments):
            return " + ".join(map(show, arguments)).replace("+ -", "- ")
        case Apply(operator="negate", arguments=(inner,)):
            return f"-{show(inner)}"
        case Apply(operator="multiply", arguments=arguments):
            return " ".join(map(show, arguments))
        case Apply(operator="index", arguments=(family, *indices)):
            return f"{show(family)}_{{{', '.join(map(show, indices))}}}"
        case Apply(operator="divide", arguments=(above, below)):
            return f"({show(above)})/({show(below)})"
        case Apply(operator=operator, arguments=arguments):
            return f"{operator}({', '.join(map(show, arguments))})"
    return "…"
