"""What overloaded notation means for arrays: found by fitting shapes together.

``x^2`` is an inner product or taken entry by entry, ``|A|`` a determinant or a norm, ``∂y/∂x`` laid out by rows or by
columns, ``\\sum_i`` without bounds runs along an axis. `resolutions` yields the readings of two sides in which all
shapes fit, in the order of their cost; each is a pair of terms without overloading and the shapes of its symbols.
The search is that of Prolog: generators that bind dimensions while their reading is looked at, and undo it after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths import notation
from mathpost.maths.dimensions import ONE, SCALAR, Dimensions, Shape
from mathpost.maths.ranks import declared_key, ranks
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.text.source import Span

LARGEST_COST = 2
READINGS = 8  # of one cost; more are not enumerated, and nothing is refuted then
STEPS = 6_000  # terms looked at in one search

# functions of numbers that are taken entry by entry, and those that also exist of a square matrix
ENTRYWISE = frozenset(
    "sigmoid softplus relu tanh sinh cosh tan cot arctan arcsin arccos erf sign floor ceiling gamma digamma silu gelu "
    "arsinh arcosh artanh sec csc coth sin cos".split()
)
MATRIX_FUNCTIONS = {"exp": "matrix_exponential", "log": "matrix_logarithm", "sqrt": "matrix_root"}
EXTREMES = frozenset(["maximum", "minimum"])
SQUARE_TO_NUMBER = frozenset(["trace", "determinant"])
NORMS = {
    "norm": ("frobenius_norm", "spectral_norm"),
    "norm_2": ("spectral_norm", "frobenius_norm"),
    "norm_1": ("entry_sum_norm", "column_sum_norm"),
    "norm_infinity": ("row_sum_norm", "entry_maximum_norm"),
    "frobenius_norm": ("frobenius_norm",),
    "nuclear_norm": ("nuclear_norm",),
    "operator_norm": ("spectral_norm",),
    "rms_norm": ("rms_norm",),
    "norm_0": ("norm_0",),
}
NOUGHT = Number(Fraction(0))
OF_MATRICES = frozenset(["frobenius_norm", "nuclear_norm", "operator_norm"])  # seldom said of a vector
TWO = Number(Fraction(2))
LOWEST = Number(Fraction(1))


class Misfit(NamedTuple):
    """Two shapes that would have to be one, and where."""

    span: Span
    left: str
    right: str

    def __str__(self) -> str:
        return f"{self.left} and {self.right}"


class Resolution(NamedTuple):
    """One reading in which everything fits. `shapes`: the axes of each array as terms over integers; a symbol with k
    indices stands there as ``name[k]``.
    """

    left: Term
    right: Term
    shapes: Mapping[str, tuple[Term, ...]]
    cost: int


class Typed(NamedTuple):
    term: Term
    shape: Shape


class ExhaustedError(Exception):
    """The search has too many branches."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """What the post says of its symbols. `declared`: axes by (plain name, indexed); `plain`: arrays that are not bold;
    `equations`: definitions that have been put in, whose two sides have one shape all the same.
    """

    declared: Mapping[tuple[str, bool], tuple[str, ...]] = field(default_factory=dict)
    plain: frozenset[str] = frozenset()
    equations: tuple[tuple[Term, Term], ...] = ()


class Resolved(NamedTuple):
    """The readings in which both sides fit, those of the lowest cost and of the next; `misfit`: where one did not fit.

    `complete` is False where there were too many to look at all of them.
    """

    readings: list[Resolution]
    misfit: Misfit | None
    complete: bool


def resolutions(left: Term, right: Term, symbols: Symbols) -> Resolved:
    """How overloaded notation in the two sides of a claim can be read."""
    found: list[Resolution] = []
    misfit: Misfit | None = None
    for cost in range(LARGEST_COST + 1):
        if found and cost > found[0].cost + 1:
            break
        before = len(found)
        for rows in (False, True):
            resolver = _Resolver((left, right), symbols, cost - rows, rows)
            try:
                for reading in resolver.pairs(cost):
                    if all(reading[:3] != other[:3] for other in found):
                        found.append(reading)
            except ExhaustedError:
                return Resolved(found, misfit or resolver.misfit, False)
            misfit = misfit or resolver.misfit
        if len(found) - before >= READINGS:
            return Resolved(found, misfit, False)
    return Resolved(found, misfit, True)


class _Resolver:
    """One search: at most `budget` is spent on unusual readings; vectors are rows if `rows`."""

    def __init__(self, sides: tuple[Term, Term], symbols: Symbols, budget: int, rows: bool) -> None:
        self.sides = sides
        self.symbols = symbols
        self.budget = budget
        self.rows = rows
        self.dims = Dimensions()
        self.shapes: dict[str, Shape] = {}
        self.ranges: dict[str, int | None] = {}
        self.spent = 0
        self.steps = 0
        self.misfit: Misfit | None = None
        names = frozenset(t.name for s in sides for t in subterms(s) if isinstance(t, Variable))
        self.arrays = frozenset(n for n in names if notation.is_bold(n))

    def pairs(self, cost: int) -> Iterator[Resolution]:
        if self.budget < 0:
            return
        count = 0
        for _ in self.consistent(self.symbols.equations):
            for left, right in self.equal(*self.sides):
                if self.spent == self.budget:
                    yield self.finished(left, right, cost)
                    count += 1
                    if count >= READINGS:
                        return

    def equal(self, left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
        """The readings in which two terms have one shape."""
        for first in self.resolve(left):
            for second in self.resolve(right):
                with self.dims.attempt():
                    if self.dims.fit(first.shape, second.shape):
                        yield first.term, second.term
                    else:
                        self.fails(right, first.shape, second.shape)

    def consistent(self, equations: Sequence[tuple[Term, Term]]) -> Iterator[None]:
        """Once for each way in which all `equations` fit."""
        if not equations:
            yield
            return
        for _ in self.equal(*equations[0]):
            yield from self.consistent(equations[1:])

    def finished(self, left: Term, right: Term, cost: int) -> Resolution:
        axes = {name: self.axes(shape) for name, shape in self.shapes.items()}
        lengths = {v for extents in axes.values() for e in extents for v in free_variables(e)}
        return Resolution(self.named(left, lengths), self.named(right, lengths), axes, cost)

    def axes(self, shape: Shape) -> tuple[Term, ...]:
        if self.dims.is_scalar(shape):
            return ()
        if self.dims.find(shape.columns) == ONE:
            return (self.dims.extent(shape.rows),)
        return (self.dims.extent(shape.rows), self.dims.extent(shape.columns))

    def named(self, term: Term, lengths: set[str]) -> Term:
        """`term` with the final names of all dimensions; a range that no array shares loses its bounds again."""
        match term:
            case Variable(name=name) if name[:1] == "#":
                return self.dims.extent(int(name[1:]))
            case Apply(operator=operator, arguments=arguments, origin=origin):
                return Apply(operator, tuple(self.named(a, lengths) for a in arguments), origin)
            case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
                ends = tuple(self.named(b, lengths) for b in bounds)
                unknown = [b for b in ends if isinstance(b, Variable) and b.name[:1] == "#"]
                if unknown and not {u.name for u in unknown} & lengths:
                    ends = ()
                return Bind(operator, variable, ends, self.named(body, lengths), origin)
        return term

    def fails(self, term: Term, a: Shape, b: Shape) -> None:
        if self.misfit is None:
            origin = term.origin
            self.misfit = Misfit(origin, self.dims.shown(a), self.dims.shown(b))

    # --- choices ------------------------------------------------------------------------------------------

    def paying(self, cost: int, readings: Iterator[Typed]) -> Iterator[Typed]:
        """`readings`, if they can be afforded."""
        if self.spent + cost > self.budget:
            return
        self.spent += cost
        yield from readings
        self.spent -= cost

    def fitting(self, a: Shape, b: Shape, result: Typed) -> Iterator[Typed]:
        """`result`, while `a` and `b` are the same."""
        with self.dims.attempt():
            if self.dims.fit(a, b):
                yield result

    def square(self, shape: Shape, result: Typed) -> Iterator[Typed]:
        with self.dims.attempt():
            if self.dims.is_matrix(shape) and self.dims.unify(shape.rows, shape.columns):
                yield result

    def turned(self, shape: Shape) -> Shape:
        return Shape(shape.columns, shape.rows)

    def vector(self) -> Shape:
        length = self.dims.unknown()
        return Shape(ONE, length) if self.rows else Shape(length, ONE)

    # --- terms --------------------------------------------------------------------------------------------

    def resolve(self, term: Term) -> Iterator[Typed]:
        """The readings of `term` that fit together inside it."""
        self.steps += 1
        if self.steps > STEPS:
            raise ExhaustedError
        match term:
            case Number(value=value):
                shape = Shape(self.dims.any(), self.dims.any()) if value == 0 else SCALAR
                yield Typed(term, shape)
            case Variable(name=name):
                yield from self.variable(term, name)
            case Apply(operator=operator, arguments=arguments):
                rule = RULES.get(operator)
                if rule is not None:
                    yield from rule(self, term)
                elif operator in ENTRYWISE or operator in MATRIX_FUNCTIONS:
                    yield from self.function(term)
                else:
                    yield from self.numbers(term, arguments)
            case Bind():
                yield from self.bind(term)

    def all(self, terms: Sequence[Term]) -> Iterator[list[Typed]]:
        if not terms:
            yield []
            return
        for first in self.resolve(terms[0]):
            for rest in self.all(terms[1:]):
                yield [first, *rest]

    def numbers(self, term: Apply, arguments: Sequence[Term]) -> Iterator[Typed]:
        """An operator of numbers only."""
        for typed in self.all(arguments):
            with self.dims.attempt():
                if all(self.dims.fit(t.shape, SCALAR) for t in typed):
                    yield Typed(_applied(term, typed), SCALAR)
                else:
                    self.fails(term, next(t.shape for t in typed if not self.dims.is_scalar(t.shape)), SCALAR)

    def variable(self, term: Variable, name: str) -> Iterator[Typed]:
        if name == r"\boldsymbol{1}":
            shape = self.vector()
            yield Typed(Apply("ones", tuple(map(_dimension, _long(shape)))), shape)
        elif notation.is_bold(name):
            for shape in self.symbol(name, 0):
                yield Typed(term, shape)
        else:
            yield Typed(term, SCALAR)

    def symbol(self, name: str, indices: int) -> Iterator[Shape]:
        """The shape of an array, or of the members of a family; chosen once."""
        key = f"{name}[{indices}]" if indices else name
        if key in self.shapes:
            yield self.shapes[key]
            return
        declared = self.symbols.declared.get(declared_key(name, bool(indices)))
        for cost, rank in ranks(name, declared, name in self.symbols.plain):
            if self.spent + cost > self.budget:
                continue
            self.spent += cost
            self.shapes[key] = self.declared(declared) if declared else self.shaped(rank)
            yield self.shapes[key]
            del self.shapes[key]
            self.spent -= cost

    def shaped(self, rank: str) -> Shape:
        if rank == "matrix":
            return Shape(self.dims.unknown(), self.dims.unknown())
        return SCALAR if rank == "number" else self.vector()

    def declared(self, axes: tuple[str, ...]) -> Shape:
        lengths = [self.dims.named(a) if a else self.dims.unknown() for a in axes]
        if len(lengths) == 2:
            return Shape(*lengths)
        return Shape(ONE, lengths[0]) if self.rows else Shape(lengths[0], ONE)

    # --- entries ------------------------------------------------------------------------------------------

    def index(self, term: Apply) -> Iterator[Typed]:
        """An entry of an array, a member of a family of arrays, or a number with an index."""
        head, *places = term.arguments
        if isinstance(head, Variable) and notation.is_bold(head.name):
            yield from self.member(term, head.name, places)
            return
        if isinstance(head, Variable):
            if not _has_slice(places):
                yield from self.entry_of_symbol(term, head.name, places)
            return
        for typed in self.resolve(head):
            if _has_slice(places):
                yield from self.sliced(typed, places)
                continue
            yield from self.entry(Apply("index", (typed.term, *places), term.origin), typed.shape, places)

    def member(self, term: Apply, name: str, places: Sequence[Term]) -> Iterator[Typed]:
        if _has_slice(places):
            for shape in self.symbol(name, 0):
                yield from self.sliced(Typed(Variable(name), shape), places)
            return
        if self.is_used_whole(name):
            entry = Apply("index", (Variable(_plain(name)), *places), term.origin)
            for shape in self.symbol(name, 0):
                yield from self.entry(entry, shape, places)
        for shape in self.symbol(name, len(places)):
            yield Typed(term, shape)

    def sliced(self, whole: Typed, places: Sequence[Term]) -> Iterator[Typed]:
        """One row or one column of a matrix."""
        if not self.dims.is_matrix(whole.shape):
            return
        everything = [isinstance(p, Apply) and p.operator == "everything" for p in places]
        axes = [d if free else ONE for d, free in zip(whole.shape, everything, strict=True)]
        with self.dims.attempt():
            if all(
                free or self.along(p, d) for p, d, free in zip(places, whole.shape, everything, strict=True)
            ):
                chosen = (NOUGHT if free else p for p, free in zip(places, everything, strict=True))
                yield Typed(Apply("slice", (whole.term, *chosen)), Shape(*axes))

    def is_used_whole(self, name: str) -> bool:
        """Whether the array stands somewhere without an index."""
        return any(_stands_alone(side, name) for side in self.sides)

    def entry_of_symbol(self, term: Apply, name: str, places: Sequence[Term]) -> Iterator[Typed]:
        bold = rf"\boldsymbol{{{name}}}"
        if bold not in self.arrays:
            yield Typed(term, SCALAR)
            return
        member = self.shapes.get(f"{bold}[{len(places) - 1}]")
        shapes = iter([member]) if member is not None else self.symbol(bold, 0)
        for shape in shapes:
            own = places[1:] if member is not None else places
            if len(own) == (1 if self.dims.is_vector(shape) else 2):
                yield from self.entry(term, shape, own)
            else:
                yield Typed(term, SCALAR)

    def entry(self, term: Apply, shape: Shape, places: Sequence[Term]) -> Iterator[Typed]:
        axes = _long(shape) if self.dims.is_vector(shape) else list(shape)
        if self.dims.is_scalar(shape) or len(axes) != len(places):
            self.fails(term, shape, SCALAR)
            return
        with self.dims.attempt():
            if all(self.along(p, axis) for p, axis in zip(places, axes, strict=True)):
                yield Typed(term, SCALAR)

    def along(self, place: Term, axis: int) -> bool:
        """Whether an index that a range binds runs along `axis`."""
        known = self.ranges.get(place.name) if isinstance(place, Variable) else None
        return known is None or self.dims.unify(known, axis)

    # --- sums, products, quotients ------------------------------------------------------------------------

    def add(self, term: Apply) -> Iterator[Typed]:
        for typed in self.all(term.arguments):
            yield from self.alike(term, typed)

    def alike(self, term: Apply, typed: list[Typed]) -> Iterator[Typed]:
        """Terms of one shape; at a cost, numbers are added to every entry."""
        with self.dims.attempt():
            if all(self.dims.fit(typed[0].shape, t.shape) for t in typed[1:]):
                yield Typed(_applied(term, typed), typed[0].shape)
                return
        yield from self.paying(1, self.broadcast(term, typed))

    def broadcast(self, term: Apply, typed: list[Typed]) -> Iterator[Typed]:
        arrays = [t for t in typed if not self.dims.is_scalar(t.shape)]
        with self.dims.attempt():
            if all(self.dims.fit(arrays[0].shape, t.shape) for t in arrays[1:]):
                if len(arrays) < len(typed):
                    yield Typed(_entrywise(_applied(term, typed)), arrays[0].shape)
            else:
                self.fails(term, arrays[0].shape, arrays[-1].shape)

    def multiply(self, term: Apply) -> Iterator[Typed]:
        for typed in self.all(term.arguments):
            if all(self.dims.is_scalar(t.shape) for t in typed):
                yield Typed(_applied(term, typed), SCALAR)
            else:
                yield from self.chain(typed[0], typed[1:], term)

    def chain(self, done: Typed, rest: Sequence[Typed], term: Term) -> Iterator[Typed]:
        """The product of `done` and `rest`; what does not join from the left may be a number inside (``A x^⊤y B``)."""
        if not rest:
            yield done
            return
        joined = False
        for product in self.joined(done, rest[0]):
            joined = True
            yield from self.chain(product, rest[1:], term)
        if joined:
            return
        self.fails(term, done.shape, rest[0].shape)
        for end in range(2, len(rest) + 1):
            for inner in self.chain(rest[0], rest[1:end], term):
                if self.dims.is_scalar(inner.shape):
                    product = Typed(_product(done.term, inner.term), done.shape)
                    yield from self.chain(product, rest[end:], term)

    def joined(self, a: Typed, b: Typed) -> Iterator[Typed]:
        product = _product(a.term, b.term)
        if self.dims.is_scalar(a.shape) or self.dims.is_open(a.shape):
            yield Typed(product, b.shape)
        elif self.dims.is_scalar(b.shape) or self.dims.is_open(b.shape):
            yield Typed(product, a.shape)
        else:
            with self.dims.attempt():
                if self.dims.unify(a.shape.columns, b.shape.rows):
                    yield Typed(product, Shape(a.shape.rows, b.shape.columns))
                    return
            if self.dims.is_vector(a.shape):
                both = Typed(_entrywise(product), a.shape)
                yield from self.paying(1, self.fitting(a.shape, b.shape, both))

    def divide(self, term: Apply) -> Iterator[Typed]:
        for above, below in self.all(term.arguments):
            quotient = _applied(term, [above, below])
            if self.dims.is_scalar(below.shape):
                yield Typed(quotient, above.shape)
            elif self.dims.is_scalar(above.shape):
                yield from self.paying(1, iter([Typed(_entrywise(quotient), below.shape)]))
            else:
                yield from self.fitting(above.shape, below.shape, Typed(_entrywise(quotient), above.shape))

    def power(self, term: Apply) -> Iterator[Typed]:
        base, exponent = term.arguments
        for typed in self.resolve(base):
            for above in self.resolve(exponent):
                if self.dims.is_scalar(above.shape) or self.dims.is_open(above.shape):
                    yield from self.raised(_applied(term, [typed, above]), typed, exponent)

    def raised(self, term: Apply, base: Typed, exponent: Term) -> Iterator[Typed]:
        entries = Typed(_entrywise(term), base.shape)
        if self.dims.is_scalar(base.shape):
            yield Typed(term, SCALAR)
        elif self.dims.is_vector(base.shape):
            if exponent == TWO:
                yield Typed(Apply("inner", (base.term, base.term), term.origin), SCALAR)
            yield entries
        else:
            value = _constant(exponent)
            half = value is not None and value.denominator == 2
            whole = term
            if half and value is not None:
                whole = Apply("power", (Apply("matrix_root", (base.term,)), Number(value * 2)), term.origin)
            yield from self.square(base.shape, Typed(whole, base.shape))
            if value != -1:  # nobody writes the reciprocals of all entries so
                yield from self.paying(1, iter([entries]))

    def hadamard(self, term: Apply) -> Iterator[Typed]:
        for a, b in self.all(term.arguments):
            product = _applied(term, [a, b])
            if self.dims.is_scalar(a.shape) or self.dims.is_scalar(b.shape):
                yield Typed(product, b.shape if self.dims.is_scalar(a.shape) else a.shape)
            else:
                yield from self.fitting(a.shape, b.shape, Typed(product, a.shape))

    def dot(self, term: Apply) -> Iterator[Typed]:
        """``a \\cdot b``: an inner product of vectors, a product of anything else."""
        for a, b in self.all(term.arguments):
            if self.dims.is_vector(a.shape) and self.dims.is_vector(b.shape):
                inner = Typed(Apply("inner", (a.term, b.term), term.origin), SCALAR)
                yield from self.fitting(a.shape, b.shape, inner)
            yield from self.joined(a, b)

    def inner(self, term: Apply) -> Iterator[Typed]:
        for a, b in self.all(term.arguments):
            yield from self.fitting(a.shape, b.shape, Typed(_applied(term, [a, b]), SCALAR))

    def kronecker(self, term: Apply) -> Iterator[Typed]:
        for a, b in self.all(term.arguments):
            if self.dims.is_scalar(a.shape) or self.dims.is_scalar(b.shape):
                self.fails(term, a.shape, b.shape)
                continue
            rows = self.dims.product(a.shape.rows, b.shape.rows)
            columns = self.dims.product(a.shape.columns, b.shape.columns)
            yield Typed(_applied(term, [a, b]), Shape(rows, columns))

    # --- functions of arrays ------------------------------------------------------------------------------

    def transpose(self, term: Apply) -> Iterator[Typed]:
        for (typed,) in self.all(term.arguments):
            yield Typed(_applied(term, [typed]), self.turned(typed.shape))

    def pseudoinverse(self, term: Apply) -> Iterator[Typed]:
        yield from self.transpose(term)

    def same_shape(self, term: Apply) -> Iterator[Typed]:
        for (typed,) in self.all(term.arguments):
            yield Typed(_applied(term, [typed]), typed.shape)

    def of_matrix(self, term: Apply) -> Iterator[Typed]:
        for typed in self.same_shape(term):
            if self.dims.is_matrix(typed.shape):
                yield typed

    def of_square(self, term: Apply) -> Iterator[Typed]:
        """A number that belongs to a square matrix."""
        for (typed,) in self.all(term.arguments):
            if self.dims.is_scalar(typed.shape):
                yield typed
            else:
                yield from self.square(typed.shape, Typed(_applied(term, [typed]), SCALAR))

    def number_of(self, term: Apply) -> Iterator[Typed]:
        for (typed,) in self.all(term.arguments):
            yield Typed(_applied(term, [typed]), SCALAR)

    def norm(self, term: Apply) -> Iterator[Typed]:
        for (typed,) in self.all(term.arguments[:1]):
            if self.dims.is_matrix(typed.shape):
                for cost, name in enumerate(NORMS[term.operator]):
                    reading = Typed(Apply(name, (typed.term,), term.origin), SCALAR)
                    yield from self.paying(0 if term.operator == "norm" else cost, iter([reading]))
            elif self.dims.is_scalar(typed.shape):
                yield Typed(Apply("abs", (typed.term,), term.origin), SCALAR)
            else:
                length = Typed(_applied(term, [typed]), SCALAR)
                yield from self.paying(2 if term.operator in OF_MATRICES else 0, iter([length]))

    def bars(self, term: Apply) -> Iterator[Typed]:
        """``|A|``: a determinant, the length of a vector, the sizes of all entries."""
        for (typed,) in self.all(term.arguments):
            entries = Typed(_entrywise(_applied(term, [typed])), typed.shape)
            if self.dims.is_scalar(typed.shape):
                yield Typed(_applied(term, [typed]), SCALAR)
            elif self.dims.is_vector(typed.shape):
                yield Typed(Apply("norm", (typed.term,), term.origin), SCALAR)
                yield entries
            else:
                determinant = Typed(Apply("determinant", (typed.term,), term.origin), SCALAR)
                yield from self.square(typed.shape, determinant)
                yield from self.paying(1, iter([entries]))

    def function(self, term: Apply) -> Iterator[Typed]:
        for (typed,) in self.all(term.arguments[:1]):
            if self.dims.is_scalar(typed.shape):
                yield Typed(_applied(term, [typed]), SCALAR)
                continue
            whole = MATRIX_FUNCTIONS.get(term.operator)
            if whole and self.dims.is_matrix(typed.shape):
                yield from self.square(
                    typed.shape, Typed(Apply(whole, (typed.term,), term.origin), typed.shape)
                )
            entries = Typed(_entrywise(_applied(term, [typed])), typed.shape)
            yield from self.paying(1 if whole and self.dims.is_matrix(typed.shape) else 0, iter([entries]))

    def extreme(self, term: Apply) -> Iterator[Typed]:
        """``\\max(0, x)`` of an array is taken entry by entry."""
        for typed in self.all(term.arguments):
            if all(self.dims.is_scalar(t.shape) or self.dims.is_open(t.shape) for t in typed):
                yield Typed(_applied(term, typed), SCALAR)
            else:
                yield from self.broadcast(term, typed)

    def identity(self, term: Apply) -> Iterator[Typed]:
        size = self.dims.unknown()
        if term.arguments and isinstance(term.arguments[0], Variable | Number):
            label = term.arguments[0]
            size = self.dims.named(label.name if isinstance(label, Variable) else str(label.value))
        yield Typed(Apply("identity", (_dimension(size),), term.origin), Shape(size, size))

    def diagonal(self, term: Apply) -> Iterator[Typed]:
        """The diagonal matrix of a vector; the vector on the diagonal of a matrix."""
        for (typed,) in self.all(term.arguments):
            if self.dims.is_vector(typed.shape):
                (size,) = _long(typed.shape)
                yield Typed(_applied(term, [typed]), Shape(size, size))
            elif self.dims.is_matrix(typed.shape):
                vector = Shape(typed.shape.rows, ONE)
                yield from self.square(typed.shape, Typed(_applied(term, [typed]), vector))

    def vectorised(self, term: Apply) -> Iterator[Typed]:
        for (typed,) in self.all(term.arguments):
            yield Typed(_applied(term, [typed]), Shape(self.dims.product(*typed.shape), ONE))

    def blocks(self, term: Apply) -> Iterator[Typed]:
        """A matrix written out: entries, or blocks that fit together."""
        height, width = (int(a.value) for a in term.arguments[:2] if isinstance(a, Number))
        for typed in self.all(term.arguments[2:]):
            grid = [typed[k * width : (k + 1) * width] for k in range(height)]
            with self.dims.attempt():
                if self.aligned(grid):
                    rows = self.dims.sum(*(row[0].shape.rows for row in grid))
                    columns = self.dims.sum(*(cell.shape.columns for cell in grid[0]))
                    yield Typed(_applied(term, typed, term.arguments[:2]), self.counted(grid, rows, columns))

    def aligned(self, grid: list[list[Typed]]) -> bool:
        rows = all(self.dims.unify(row[0].shape.rows, cell.shape.rows) for row in grid for cell in row)
        columns = zip(*grid, strict=True)
        return rows and all(
            self.dims.unify(column[0].shape.columns, cell.shape.columns)
            for column in columns
            for cell in column
        )

    def counted(self, grid: list[list[Typed]], rows: int, columns: int) -> Shape:
        """The shape of a grid: of numbers its height and width, else the sums of the blocks."""
        heights = [self.dims.find(row[0].shape.rows) for row in grid]
        widths = [self.dims.find(cell.shape.columns) for cell in grid[0]]
        return Shape(
            self.dims.named(str(len(grid))) if all(h == ONE for h in heights) else rows,
            self.dims.named(str(len(grid[0]))) if all(w == ONE for w in widths) else columns,
        )

    def call(self, term: Apply) -> Iterator[Typed]:
        """An unknown function; a bold one has a vector for a value."""
        head, *arguments = term.arguments
        for typed in self.all(arguments):
            called = Apply("call", (head, *(t.term for t in typed)), term.origin)
            name = head.arguments[0] if isinstance(head, Apply) and head.arguments else head
            if isinstance(name, Variable) and notation.is_bold(name.name):
                for shape in self.symbol(f"{name.name}()", 0):
                    yield Typed(called, shape)
            else:
                yield Typed(called, SCALAR)

    # --- binders and derivatives --------------------------------------------------------------------------

    def bind(self, term: Bind) -> Iterator[Typed]:
        """A sum or product over a range; what is indexed by its letter is as long as the range."""
        if term.operator == "column_mean":
            yield from self.column_mean(term)
            return
        outside = self.ranges
        length = self.length(term)
        inside = {**outside, term.variable.name: length}
        self.ranges = inside
        for typed in self.resolve(term.body):
            self.ranges = outside
            bounds = term.bounds
            if not bounds and length is not None and term.operator in ("sum", "product"):
                bounds = (LOWEST, _dimension(length))
            result = Typed(Bind(term.operator, term.variable, bounds, typed.term, term.origin), typed.shape)
            if term.operator == "product" and not self.dims.is_scalar(typed.shape):
                yield from self.square(typed.shape, result)
            elif term.operator == "sum" or self.dims.is_scalar(typed.shape):
                yield result
            self.ranges = inside
        self.ranges = outside

    def column_mean(self, term: Bind) -> Iterator[Typed]:
        """An average over a random column, given its mean and covariance."""
        for mean, covariance in self.all(term.bounds):
            size = mean.shape.rows
            with self.dims.attempt():
                if not self.dims.is_vector(mean.shape) or not self.dims.fit(
                    covariance.shape, Shape(size, size)
                ):
                    self.fails(term, mean.shape, covariance.shape)
                    continue
                for shape in self.symbol(term.variable.name, 0):
                    for body in self.resolve(term.body) if self.dims.fit(shape, mean.shape) else ():
                        bounds = (mean.term, covariance.term)
                        averaged = Bind(term.operator, term.variable, bounds, body.term, term.origin)
                        yield Typed(averaged, body.shape)

    def length(self, term: Bind) -> int | None:
        match term.bounds:
            case ():
                return self.dims.any()
            case (Number(value=first), Variable(name=name)) if first == 1:
                return self.dims.named(name)
            case (Number(value=first), Number(value=last)) if first == 1 and last > 1:
                return self.dims.named(str(last))
        return None

    def derivative(self, term: Apply) -> Iterator[Typed]:
        """By a number entry by entry; a number by an array has its shape; a vector by a vector is a matrix."""
        for body, target in self.all(term.arguments):
            plain = Apply("derivative", (body.term, target.term), term.origin)
            if self.dims.is_scalar(target.shape):
                yield Typed(plain, body.shape)
                continue
            slopes = Apply("jacobian", (body.term, target.term), term.origin)
            turned = Apply("transpose", (slopes,), term.origin)
            if self.dims.is_scalar(body.shape) or self.dims.is_open(body.shape):
                yield Typed(slopes, target.shape)
                yield from self.paying(1, iter([Typed(turned, self.turned(target.shape))]))
            elif self.dims.is_vector(body.shape) and self.dims.is_vector(target.shape):
                rows, columns = _long(body.shape)[0], _long(target.shape)[0]
                yield Typed(slopes, Shape(rows, columns))
                yield Typed(turned, Shape(columns, rows))
            else:
                self.fails(term, body.shape, target.shape)

    def averaged(self, term: Apply) -> Iterator[Typed]:
        body, *names = term.arguments
        for typed in self.resolve(body):
            for known in self.all(names):
                yield Typed(_applied(term, [typed, *known]), typed.shape)

    def weighted(self, term: Apply) -> Iterator[Typed]:
        """An average under a law that the post names."""
        body, *rest = term.arguments
        for typed in self.resolve(body):
            yield Typed(Apply(term.operator, (typed.term, *rest), term.origin), typed.shape)

    def opaque(self, term: Apply) -> Iterator[Typed]:
        yield Typed(term, SCALAR)

    def cases(self, term: Apply) -> Iterator[Typed]:
        for typed in self.all(term.arguments):
            found = [t for k, t in enumerate(typed) if k % 2 == 0]
            with self.dims.attempt():
                if all(self.dims.fit(found[0].shape, t.shape) for t in found[1:]):
                    yield Typed(_applied(term, typed), found[0].shape)

    def proposition(self, term: Apply) -> Iterator[Typed]:
        for typed in self.all(term.arguments):
            yield Typed(_applied(term, typed), SCALAR)


RULES: dict[str, Callable[[_Resolver, Apply], Iterator[Typed]]] = {
    "add": _Resolver.add,
    "negate": _Resolver.same_shape,
    "multiply": _Resolver.multiply,
    "divide": _Resolver.divide,
    "power": _Resolver.power,
    "hadamard": _Resolver.hadamard,
    "dot": _Resolver.dot,
    "inner": _Resolver.inner,
    "kronecker": _Resolver.kronecker,
    "transpose": _Resolver.transpose,
    "adjoint": _Resolver.transpose,
    "pseudoinverse": _Resolver.transpose,
    "trace": _Resolver.of_square,
    "determinant": _Resolver.of_square,
    "rank": _Resolver.number_of,
    "abs": _Resolver.bars,
    **dict.fromkeys(NORMS, _Resolver.norm),
    **dict.fromkeys(["softmax", "layer_norm", "rms_normalised", "conjugate"], _Resolver.same_shape),
    **dict.fromkeys(EXTREMES, _Resolver.extreme),
    "msign": _Resolver.of_matrix,
    "identity": _Resolver.identity,
    "diagonal": _Resolver.diagonal,
    "vectorised": _Resolver.vectorised,
    "matrix": _Resolver.blocks,
    "index": _Resolver.index,
    "call": _Resolver.call,
    "derivative": _Resolver.derivative,
    "expectation": _Resolver.averaged,
    "average": _Resolver.weighted,
    "density": _Resolver.opaque,
    "cases": _Resolver.cases,
    **dict.fromkeys(
        "less less_equal greater greater_equal equal unequal both".split(), _Resolver.proposition
    ),
}


def _applied(term: Apply, typed: Sequence[Typed], before: Sequence[Term] = ()) -> Apply:
    return Apply(term.operator, (*before, *(t.term for t in typed)), term.origin)


def _entrywise(term: Apply) -> Apply:
    return Apply("entrywise", (term,), term.origin)


def _product(a: Term, b: Term) -> Apply:
    if isinstance(a, Apply) and a.operator == "multiply":
        return Apply("multiply", (*a.arguments, b), a.origin)
    return Apply("multiply", (a, b), a.origin)


def _dimension(dimension: int) -> Term:
    """The length of an axis, to be named when all is known."""
    return Variable(f"#{dimension}")


def _long(shape: Shape) -> list[int]:
    """The axes of a shape that are not 1 by what it is."""
    return [d for d in shape if d != ONE]


def _constant(term: Term) -> Fraction | None:
    """The value of an exponent made of numbers: ``-1/2``."""
    match term:
        case Number(value=value):
            return value
        case Apply(operator="negate", arguments=(inner,)):
            opposite = _constant(inner)
            return None if opposite is None else -opposite
        case Apply(operator="divide", arguments=(above, below)):
            top, bottom = _constant(above), _constant(below)
            return None if top is None or not bottom else top / bottom
    return None


def _has_slice(places: Sequence[Term]) -> bool:
    return any(isinstance(p, Apply) and p.operator == "everything" for p in places)


def _plain(name: str) -> str:
    return name.replace(r"\boldsymbol{", "", 1).replace("}", "", 1)


def _stands_alone(term: Term, name: str) -> bool:
    match term:
        case Variable():
            return term.name == name
        case Apply(operator="index", arguments=(head, *rest)):
            inner = [*rest] if isinstance(head, Variable) else [head, *rest]
            return any(_stands_alone(a, name) for a in inner)
        case Apply(arguments=arguments):
            return any(_stands_alone(a, name) for a in arguments)
        case Bind(bounds=bounds, body=body):
            return any(_stands_alone(a, name) for a in (*bounds, body))
    return False
