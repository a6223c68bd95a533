"""Sums over ranges, derivatives by arrays, averages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from mathpost.maths.elaboration.binders.index_tuples import KINDS
from mathpost.maths.terms.term import Apply, Bind, Number, Variable, subterms, uses
from mathpost.maths.typing.dimensions import ONE, SCALAR, Shape
from mathpost.maths.typing.resolution.search import Rule, Search, Typed, applied, dimension, long

LOWEST = Number(Fraction(1))
SPECTRAL = frozenset(
    ["eigenvalue", "eigenvector", "unit_eigenvector"]
)  # numbered like the rows of their matrix

SINGULAR = frozenset(["singular_value", "left_singular_vector", "right_singular_vector"])


def bind(search: Search, term: Bind) -> Iterator[Typed]:
    """A sum or product over a range; an axis indexed by its variable is as long as the range."""
    term = _up_to_the_rank(term)
    if term.operator in OTHERWISE:
        yield from OTHERWISE[term.operator](search, term)
        return
    outside = search.ranges
    size = _range(search, term)
    inside = {**outside, term.variable.name: size}
    search.ranges = inside
    for typed in search.resolve(term.body):
        search.ranges = outside
        bounds = term.bounds
        counts = term.operator in ("sum", "product") or uses((term.body,), SPECTRAL)
        if not bounds and size is not None and counts:
            bounds = (LOWEST, dimension(size))
        result = Typed(Bind(term.operator, term.variable, bounds, typed.term, term.origin), typed.shape)
        if term.operator == "product" and not search.dims.is_scalar(typed.shape):
            yield from search.square(typed.shape, result)
        elif term.operator == "sum" or search.dims.is_scalar(typed.shape):
            yield result
        search.ranges = inside
    search.ranges = outside


def at_a_point(search: Search, term: Bind) -> Iterator[Typed]:
    """A body at a point, whose value has the shape of the variable."""
    for variable, point in search.all((term.variable, *term.bounds)):
        with search.dims.attempt():
            if search.dims.fit(variable.shape, point.shape):
                for body in search.resolve(term.body):
                    placed = Bind("at", term.variable, (point.term,), body.term, term.origin)
                    yield Typed(placed, body.shape)
            else:
                search.fails(term, variable.shape, point.shape)


def slope(search: Search, term: Bind) -> Iterator[Typed]:
    """``f'(x)``: of an array taken entry by entry; ``\\boldsymbol{x}'(t)`` is an array itself."""
    for point in search.resolve(term.bounds[0]):
        for body in search.resolve(term.body):
            there = Bind(term.operator, term.variable, (point.term,), body.term, term.origin)
            if search.dims.is_scalar(body.shape):
                yield Typed(there, point.shape)
            elif search.dims.is_scalar(point.shape):
                yield Typed(there, body.shape)


def over_set(search: Search, term: Bind) -> Iterator[Typed]:
    """An extreme over the values of a symbol: a number, and so is its body."""
    for where in search.all(term.bounds):
        for body in search.resolve(term.body):
            with search.dims.attempt():
                if search.dims.fit(body.shape, SCALAR):
                    bounds = tuple(w.term for w in where)
                    yield Typed(Bind(term.operator, term.variable, bounds, body.term, term.origin), SCALAR)


def _up_to_the_rank(term: Bind) -> Bind:
    """``\\sum_{i=1}^{r} \\sigma_i(A)``: an r that counts singular values is the rank, and so is an omitted bound."""
    if term.bounds and term.bounds[1:] != (Variable("r"),):
        return term
    for inner in subterms(term.body):
        if isinstance(inner, Apply) and inner.operator in SINGULAR:
            matrix, place = inner.arguments
            if term.variable in subterms(place):
                return replace(term, bounds=(LOWEST, Apply("rank", (matrix,))))
    return term


def column_mean(search: Search, term: Bind) -> Iterator[Typed]:
    """An average over a random column with given mean and covariance."""
    for mean, covariance in search.all(term.bounds):
        for shape in search.symbol(term.variable.name, 0):
            with search.dims.attempt():
                square = Shape(shape.rows, shape.rows)
                if not (
                    search.dims.fit(shape, mean.shape)
                    and search.dims.is_vector(shape)
                    and search.dims.fit(covariance.shape, square)
                ):
                    search.fails(term, mean.shape, covariance.shape)
                    continue
                for body in search.resolve(term.body):
                    bounds = (mean.term, covariance.term)
                    averaged = Bind(term.operator, term.variable, bounds, body.term, term.origin)
                    yield Typed(averaged, body.shape)


def _range(search: Search, term: Bind) -> int | None:
    match term.bounds:
        case ():
            return search.dims.any()
        case (Number(value=first), Variable(name=name)) if first == 1:
            return search.dims.named(name)
        case (Number(value=first), Number(value=last)) if first == 1 and last > 1:
            return search.dims.named(str(last))
    return None


def over_tuples(search: Search, term: Bind) -> Iterator[Typed]:
    """A sum over tuples; an axis indexed by their members is as long as the range of the tuples."""
    (domain,) = term.bounds
    assert isinstance(domain, Apply)
    *_, last = domain.arguments
    written = len(domain.arguments) > 3
    size = search.dims.named(last.name) if written and isinstance(last, Variable) else search.dims.any()
    outside = search.ranges
    search.ranges = inside = {**outside, term.variable.name: size}
    for typed in search.resolve(term.body):
        search.ranges = outside
        ends = (
            domain if written else Apply(domain.operator, (*domain.arguments, dimension(size)), domain.origin)
        )
        yield Typed(Bind(term.operator, term.variable, (ends,), typed.term, term.origin), typed.shape)
        search.ranges = inside
    search.ranges = outside


def derivative(search: Search, term: Apply) -> Iterator[Typed]:
    """A derivative: by a number, entry by entry; of a number by an array, of its shape; of a vector by a vector, a matrix."""
    for body, target in search.all(term.arguments):
        plain = Apply("derivative", (body.term, target.term), term.origin)
        if search.dims.is_scalar(target.shape):
            yield Typed(plain, body.shape)
            continue
        slopes = Apply("jacobian", (body.term, target.term), term.origin)
        turned = Apply("transpose", (slopes,), term.origin)
        if search.dims.is_scalar(body.shape) or search.dims.is_open(body.shape):
            yield Typed(slopes, target.shape)
            yield from search.paying(1, iter([Typed(turned, search.turned(target.shape))]))
        elif search.dims.is_vector(body.shape) and search.dims.is_vector(target.shape):
            rows, columns = long(body.shape)[0], long(target.shape)[0]
            yield Typed(slopes, Shape(rows, columns))
            yield Typed(turned, Shape(columns, rows))
        else:
            search.fails(term, body.shape, target.shape, exists=True)


def averaged(search: Search, term: Apply) -> Iterator[Typed]:
    """An average, of the shape of its body."""
    body, *names = term.arguments
    for typed in search.resolve(body):
        for known in search.all(names):
            yield Typed(applied(term, [typed, *known]), typed.shape)


def weighted(search: Search, term: Apply) -> Iterator[Typed]:
    """An average under a law that the post names."""
    body, *rest = term.arguments
    for typed in search.resolve(body):
        yield Typed(Apply(term.operator, (typed.term, *rest), term.origin), typed.shape)


def spread(search: Search, term: Apply) -> Iterator[Typed]:
    """The variance of a vector is a matrix; some posts mean the variances of its entries, or their sum."""
    for (typed,) in search.all(term.arguments[:1]):
        whole = Apply(term.operator, (typed.term, *term.arguments[1:]), term.origin)
        yield from _spreads(search, whole, typed.shape, typed.shape, alone=True)


def common(search: Search, term: Apply) -> Iterator[Typed]:
    """The covariance of two vectors is a matrix, of numbers a number."""
    alone = term.arguments[0] == term.arguments[1]
    for typed in search.all(term.arguments[:2]):
        whole = Apply(term.operator, (*(t.term for t in typed), *term.arguments[2:]), term.origin)
        yield from _spreads(search, whole, typed[0].shape, typed[1].shape, alone=alone)


def _spreads(search: Search, whole: Apply, first: Shape, second: Shape, *, alone: bool) -> Iterator[Typed]:
    if search.dims.is_scalar(first) and search.dims.is_scalar(second):
        yield Typed(whole, SCALAR)
        return
    if search.dims.is_matrix(first) or search.dims.is_matrix(second):
        search.fails(whole, first, second, exists=True)
        return
    rows, columns = (next(iter(long(shape)), ONE) for shape in (first, second))
    yield Typed(whole, Shape(rows, columns))
    if alone:
        yield from search.paying(1, iter([Typed(Apply("diagonal", (whole,)), Shape(rows, ONE))]))
        yield from search.paying(1, iter([Typed(Apply("trace", (whole,)), SCALAR)]))


def over_outcomes(search: Search, term: Apply) -> Iterator[Typed]:
    """The sum or integral over all outcomes of a member of a family."""
    for target, body in search.all((term.arguments[1], term.arguments[0])):
        yield Typed(Apply(term.operator, (body.term, target.term), term.origin), body.shape)


def opaque(_: Search, term: Apply) -> Iterator[Typed]:
    """A density: a number, whatever its arguments are."""
    yield Typed(term, SCALAR)


OTHERWISE = {
    "column_mean": column_mean,
    "at": at_a_point,
    "differentiate": slope,
    "maximum_in": over_set,
    "minimum_in": over_set,
    **dict.fromkeys(KINDS, over_tuples),
}
RULES: Mapping[str, Rule] = {
    "bind": bind,
    "derivative": derivative,
    "expectation": averaged,
    "average": weighted,
    "variance": spread,
    "integral_of_outcomes": over_outcomes,
    "sum_of_outcomes": over_outcomes,
    "covariance": common,
    "comoment": common,
    "density": opaque,
}
