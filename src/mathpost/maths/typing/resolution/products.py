"""Sums, products, quotients and powers: whether factors are multiplied as matrices, as numbers, or entry by entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mathpost.maths.terms.term import TWO, Apply, Number, Term, Variable
from mathpost.maths.terms.vanishing import arithmetic
from mathpost.maths.typing.dimensions import ONE, SCALAR, Shape
from mathpost.maths.typing.resolution.search import Rule, Search, Typed, applied, entrywise, product

IDENTITY = Variable("I")  # possibly the identity, as other rows show
ADDED_TO_A_MATRIX = 3  # cost of a varying number: nearly always an array in a plain letter


def add(search: Search, term: Apply) -> Iterator[Typed]:
    """A sum: its summands have one shape, or are numbers beside arrays."""
    for typed in search.all(term.arguments):
        yield from alike(search, term, typed)


def alike(search: Search, term: Apply, typed: list[Typed]) -> Iterator[Typed]:
    """Terms of one shape; at a cost, numbers added to every entry."""
    with search.dims.attempt():
        if all(search.dims.fit(typed[0].shape, t.shape) for t in typed[1:]):
            yield Typed(applied(term, typed), typed[0].shape)
            return
    numbers = [t.term for t in typed if search.dims.is_scalar(t.shape) and t.term != IDENTITY]
    to_a_matrix = any(search.dims.is_matrix(t.shape) for t in typed) and not all(
        isinstance(n, Number) for n in numbers
    )
    yield from search.paying(ADDED_TO_A_MATRIX if to_a_matrix else 1, broadcast(search, term, typed))


def broadcast(search: Search, term: Apply, typed: list[Typed]) -> Iterator[Typed]:
    """A sum of arrays and numbers, entry by entry: ``\\boldsymbol{x} + 1``."""
    arrays = [t for t in typed if not search.dims.is_scalar(t.shape)]
    with search.dims.attempt():
        if all(search.dims.fit(arrays[0].shape, t.shape) for t in arrays[1:]):
            if len(arrays) < len(typed):
                yield Typed(entrywise(applied(term, typed)), arrays[0].shape)
        else:
            search.fails(term, arrays[0].shape, arrays[-1].shape)


def multiply(search: Search, term: Apply) -> Iterator[Typed]:
    """A product of numbers, or a chain of arrays."""
    for typed in search.all(term.arguments):
        if all(search.dims.is_scalar(t.shape) for t in typed):
            yield Typed(applied(term, typed), SCALAR)
        else:
            yield from chain(search, typed[0], typed[1:], term)


def chain(search: Search, done: Typed, rest: Sequence[Typed], term: Term) -> Iterator[Typed]:
    """The product of `done` and `rest`; a factor that does not join from the left may be a number inside (``A x^⊤y B``)."""
    if not rest:
        yield done
        return
    fits = False
    for both in joined(search, done, rest[0]):
        fits = True
        yield from chain(search, both, rest[1:], term)
    if fits:
        return
    search.fails(term, done.shape, rest[0].shape)
    for end in range(2, len(rest) + 1):
        for inner in chain(search, rest[0], rest[1:end], term):
            if search.dims.is_scalar(inner.shape):
                whole = Typed(product(done.term, inner.term), done.shape)
                yield from chain(search, whole, rest[end:], term)


def joined(search: Search, a: Typed, b: Typed) -> Iterator[Typed]:
    """Two factors joined: a number times an array, a matrix product, at a cost entry by entry."""
    together = product(a.term, b.term)
    if search.dims.is_scalar(a.shape) or search.dims.is_open(a.shape):
        yield Typed(together, b.shape)
    elif search.dims.is_scalar(b.shape) or search.dims.is_open(b.shape):
        yield Typed(together, a.shape)
    else:
        with search.dims.attempt():
            if search.dims.unify(a.shape.columns, b.shape.rows):
                yield Typed(together, Shape(a.shape.rows, b.shape.columns))
                return
        if search.dims.is_vector(a.shape) and not all(map(_is_written_out, (a.term, b.term))):
            both = Typed(entrywise(together), a.shape)
            yield from search.paying(1, search.fitting(a.shape, b.shape, both))


def _is_written_out(term: Term) -> bool:
    """Whether a factor is a column of entries: two of these side by side are an operation of their own, ``(i,j)(k,l)``."""
    return isinstance(term, Apply) and term.operator == "matrix"


def divide(search: Search, term: Apply) -> Iterator[Typed]:
    """A quotient: by a number, or entry by entry."""
    for above, below in search.all(term.arguments):
        quotient = applied(term, [above, below])
        if search.dims.is_scalar(below.shape):
            yield Typed(quotient, above.shape)
        elif search.dims.is_scalar(above.shape):
            yield from search.paying(1, iter([Typed(entrywise(quotient), below.shape)]))
        else:
            yield from search.fitting(above.shape, below.shape, Typed(entrywise(quotient), above.shape))


def power(search: Search, term: Apply) -> Iterator[Typed]:
    """A power with a number for its exponent."""
    base, exponent = term.arguments
    for typed in search.resolve(base):
        for above in search.resolve(exponent):
            if search.dims.is_scalar(above.shape) or search.dims.is_open(above.shape):
                yield from raised(search, applied(term, [typed, above]), typed, exponent)


def raised(search: Search, term: Apply, base: Typed, exponent: Term) -> Iterator[Typed]:
    """``x^2`` of a vector is its inner product with itself or entry by entry, ``A^2`` of a matrix a matrix product first."""
    entries = Typed(entrywise(term), base.shape)
    if search.dims.is_scalar(base.shape):
        yield Typed(term, SCALAR)
    elif search.dims.is_vector(base.shape):
        if exponent == TWO:
            yield Typed(Apply("inner", (base.term, base.term), term.origin), SCALAR)
        yield entries
    else:
        value = arithmetic(exponent)
        half = value is not None and value.denominator == 2
        whole = term
        if half and value is not None:
            whole = Apply("power", (Apply("matrix_root", (base.term,)), Number(value * 2)), term.origin)
        yield from search.square(base.shape, Typed(whole, base.shape))
        if value != -1:  # reciprocals of all entries are not written like this
            yield from search.paying(1, iter([entries]))


def hadamard(search: Search, term: Apply) -> Iterator[Typed]:
    """``A \\odot B``, entry by entry."""
    for a, b in search.all(term.arguments):
        both = applied(term, [a, b])
        if search.dims.is_scalar(a.shape) or search.dims.is_scalar(b.shape):
            yield Typed(both, b.shape if search.dims.is_scalar(a.shape) else a.shape)
        else:
            yield from search.fitting(a.shape, b.shape, Typed(both, a.shape))


def dot(search: Search, term: Apply) -> Iterator[Typed]:
    """``a \\cdot b``: an inner product of vectors, a product of anything else."""
    for a, b in search.all(term.arguments):
        if search.dims.is_vector(a.shape) and search.dims.is_vector(b.shape):
            inner = Typed(Apply("inner", (a.term, b.term), term.origin), SCALAR)
            yield from search.fitting(a.shape, b.shape, inner)
        yield from joined(search, a, b)


def inner(search: Search, term: Apply) -> Iterator[Typed]:
    """``\\langle x, y\\rangle`` of two arrays of one shape is a number."""
    for a, b in search.all(term.arguments):
        yield from search.fitting(a.shape, b.shape, Typed(applied(term, [a, b]), SCALAR))


def kronecker(search: Search, term: Apply) -> Iterator[Typed]:
    """``A \\otimes B``; some posts write the product entry by entry like this, and ``x \\otimes y`` for ``x y^\\top``."""
    for a, b in search.all(term.arguments):
        if search.dims.is_scalar(a.shape) or search.dims.is_scalar(b.shape):
            search.fails(term, a.shape, b.shape)
            continue
        rows = search.dims.product(a.shape.rows, b.shape.rows)
        columns = search.dims.product(a.shape.columns, b.shape.columns)
        yield Typed(applied(term, [a, b]), Shape(rows, columns))
        yield from search.paying(1, _otherwise_than_by_blocks(search, term, a, b))


def direct_sum(search: Search, term: Apply) -> Iterator[Typed]:
    """``A \\oplus B``, with both on the diagonal, and ``x \\oplus y``, one below the other."""
    for a, b in search.all(term.arguments):
        both = applied(term, [a, b])
        rows = search.dims.sum(a.shape.rows, b.shape.rows)
        if search.dims.is_matrix(a.shape) and search.dims.is_matrix(b.shape):
            yield Typed(both, Shape(rows, search.dims.sum(a.shape.columns, b.shape.columns)))
        elif all(search.dims.is_vector(t.shape) and search.dims.find(t.shape.columns) == ONE for t in (a, b)):
            yield Typed(both, Shape(rows, ONE))
        else:
            search.fails(term, a.shape, b.shape)


def _otherwise_than_by_blocks(search: Search, term: Apply, a: Typed, b: Typed) -> Iterator[Typed]:
    both = Typed(Apply("hadamard", (a.term, b.term), term.origin), a.shape)
    yield from search.fitting(a.shape, b.shape, both)
    if search.dims.is_vector(a.shape) and search.dims.is_vector(b.shape):
        turned = Typed(Apply("transpose", (b.term,), term.origin), search.turned(b.shape))
        yield from joined(search, a, turned)


RULES: Mapping[str, Rule] = {
    "add": add,
    "multiply": multiply,
    "divide": divide,
    "power": power,
    "hadamard": hadamard,
    "dot": dot,
    "inner": inner,
    "kronecker": kronecker,
    "direct_sum": direct_sum,
}
