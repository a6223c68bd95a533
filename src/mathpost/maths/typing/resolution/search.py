"""The search for readings that fit: generators that bind dimensions while their reading is examined, as in Prolog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from mathpost.maths import notation
from mathpost.maths.elaboration.scripts import is_slice
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.maths.terms.traversal import standing_alone, transform
from mathpost.maths.typing.dimensions import ONE, SCALAR, Dimensions, Shape
from mathpost.maths.typing.ranks import declared_key, ranks
from mathpost.text.source import Span

READINGS = 8  # readings of one cost; with more of them no claim is refuted
STEPS = 6_000  # terms examined in one search
Rule = Callable[["Search", Any], Iterator["Typed"]]  # of an application or a binder


class Misfit(NamedTuple):
    """Two shapes that would have to be equal, and where; `declared`: the post names all their axes."""

    span: Span
    left: str
    right: str
    declared: bool = False

    def __str__(self) -> str:
        return f"{self.left} and {self.right}"


class Resolution(NamedTuple):
    """One reading in which all shapes fit. `shapes`: the axes of each array as terms over integers; a symbol with k indices has
    the key ``name[k]``. `equations`: those of `Symbols`, read so that they fit as well. `rows`: its vectors are rows.
    """

    left: Term
    right: Term
    shapes: Mapping[str, tuple[Term, ...]]
    cost: int
    equations: tuple[tuple[Term, Term], ...] = ()
    rows: bool = False


class Typed(NamedTuple):
    term: Term
    shape: Shape


class ExhaustedError(Exception):
    """The search has too many branches."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """What the post states about its symbols. `declared`: axes by (plain name, indexed); `plain`: arrays that are not bold;
    `equations`: definitions already inserted, whose two sides still have one shape; `square`: arrays that are square if they
    are matrices; `rows`: the vectors of the post are rows; `bases`: families of as many vectors as these have entries;
    `activations`: unknown functions that are taken entry by entry.
    """

    declared: Mapping[tuple[str, bool], tuple[str, ...]] = field(default_factory=dict)
    plain: frozenset[str] = frozenset()
    equations: tuple[tuple[Term, Term], ...] = ()
    square: frozenset[str] = frozenset()
    rows: bool = False
    bases: frozenset[str] = frozenset()
    activations: frozenset[str] = frozenset()


class Search:
    """One search with at most `budget` for unusual readings; vectors are rows if `rows`."""

    def __init__(
        self, sides: tuple[Term, Term], symbols: Symbols, rules: Mapping[str, Rule], budget: int, rows: bool
    ) -> None:
        self.sides = sides
        self.symbols = symbols
        self.rules = rules
        self.budget = budget
        self.rows = rows
        self.dims = Dimensions()
        self.shapes: dict[str, Shape] = {}
        self.ranges: dict[str, int | None] = {}
        self.entries: dict[str, bool] = {}
        self.counts: dict[str, int] = {}  # numbers of members of families in sums without a range
        self.spent = 0
        self.steps = 0
        self.misfit: Misfit | None = None
        names = frozenset(t.name for s in sides for t in subterms(s) if isinstance(t, Variable))
        self.arrays = frozenset(n for n in names if notation.is_bold(n))

    @cached_property
    def whole(self) -> frozenset[str]:
        """The symbols that occur without an index."""
        return standing_alone(self.sides)

    @cached_property
    def sliced(self) -> frozenset[str]:
        """The symbols whose rows or columns the claim uses: matrices, whatever their letters are."""
        found = (
            t.arguments
            for s in self.sides
            for t in subterms(s)
            if isinstance(t, Apply) and t.operator == "index"
        )
        return frozenset(
            head.name
            for head, *places in found
            if isinstance(head, Variable) and len(places) == 2 and any(map(is_slice, places))
        )

    def pairs(self, cost: int) -> Iterator[Resolution]:
        """The readings of both sides that cost exactly the budget."""
        if self.budget < 0:
            return
        count = 0
        for equations in self.consistent(self.symbols.equations):
            for sides in self.equal(*self.sides):
                if self.spent == self.budget:
                    yield self.finished(sides, equations, cost)
                    count += 1
                    if count >= READINGS:
                        return

    def equal(self, left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
        """The readings in which two terms have the same shape."""
        for first in self.resolve(left):
            for second in self.resolve(right):
                with self.dims.attempt():
                    if self.dims.fit(first.shape, second.shape):
                        yield first.term, second.term
                    else:
                        self.fails(right, first.shape, second.shape)

    def consistent(self, equations: Sequence[tuple[Term, Term]]) -> Iterator[list[tuple[Term, Term]]]:
        """The readings in which all `equations` fit."""
        if not equations:
            yield []
            return
        for first in self.equal(*equations[0]):
            for rest in self.consistent(equations[1:]):
                yield [first, *rest]

    def finished(
        self, sides: tuple[Term, Term], equations: Sequence[tuple[Term, Term]], cost: int
    ) -> Resolution:
        """The resolution once all symbols have shapes."""
        axes = {name: self.axes(shape) for name, shape in self.shapes.items()}
        lengths = {v for extents in axes.values() for e in extents for v in free_variables(e)}
        (left, right), *rest = (
            (self.named(a, lengths), self.named(b, lengths)) for a, b in (sides, *equations)
        )
        return Resolution(left, right, axes, cost, tuple(rest), self.rows)

    def axes(self, shape: Shape) -> tuple[Term, ...]:
        """The lengths of the axes of a shape: none of a number, one of a vector."""
        if self.dims.is_scalar(shape):
            return ()
        if self.dims.find(shape.columns) == ONE:
            return (self.dims.extent(shape.rows),)
        return (self.dims.extent(shape.rows), self.dims.extent(shape.columns))

    def named(self, term: Term, lengths: set[str]) -> Term:
        """`term` with the final names of all dimensions; a range that no array shares loses its bounds again."""

        def final(part: Term) -> Term:
            match part:
                case Variable(name=name) if name[:1] == "#":
                    return self.dims.extent(int(name[1:]))
                case Bind(bounds=bounds):
                    unknown = {b.name for b in bounds if isinstance(b, Variable) and b.name[:1] == "#"}
                    return replace(part, bounds=()) if unknown and not unknown & lengths else part
            return part

        return transform(term, final)

    def fails(self, term: Term, a: Shape, b: Shape, *, exists: bool = False) -> None:
        """Record the first two shapes that do not fit.

        `exists`: the array is meaningful but has more than two axes, so that no declaration is wrong.
        """
        if self.misfit is None:
            declared = not exists and self.dims.is_declared(a) and self.dims.is_declared(b)
            self.misfit = Misfit(term.origin, self.dims.shown(a), self.dims.shown(b), declared)

    def paying(self, cost: int, readings: Iterator[Typed]) -> Iterator[Typed]:
        """The `readings`, if the budget covers their cost."""
        if self.spent + cost > self.budget:
            return
        self.spent += cost
        yield from readings
        self.spent -= cost

    def fitting(self, a: Shape, b: Shape, result: Typed) -> Iterator[Typed]:
        """Yield `result` while `a` and `b` are unified."""
        with self.dims.attempt():
            if self.dims.fit(a, b):
                yield result

    def square(self, shape: Shape, result: Typed) -> Iterator[Typed]:
        """Yield `result` if the shape can be that of a square matrix."""
        with self.dims.attempt():
            if self.dims.is_matrix(shape) and self.dims.unify(shape.rows, shape.columns):
                yield result

    def turned(self, shape: Shape) -> Shape:
        """The shape of the transpose."""
        return Shape(shape.columns, shape.rows)

    def vector(self) -> Shape:
        """The shape of a vector of unknown length, a column or a row as the post has them."""
        length = self.dims.unknown()
        return Shape(ONE, length) if self.rows else Shape(length, ONE)

    def resolve(self, term: Term) -> Iterator[Typed]:
        """The readings of `term` in which its parts fit together."""
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
                rule = self.rules.get(operator)
                yield from self.numbers(term, arguments) if rule is None else rule(self, term)
            case Bind():
                yield from self.rules["bind"](self, term)

    def all(self, terms: Sequence[Term]) -> Iterator[list[Typed]]:
        """Every way to resolve all of `terms`."""
        if not terms:
            yield []
            return
        for first in self.resolve(terms[0]):
            for rest in self.all(terms[1:]):
                yield [first, *rest]

    def numbers(self, term: Apply, arguments: Sequence[Term]) -> Iterator[Typed]:
        """An operator on numbers only."""
        for typed in self.all(arguments):
            with self.dims.attempt():
                if all(self.dims.fit(t.shape, SCALAR) for t in typed):
                    yield Typed(applied(term, typed), SCALAR)
                else:
                    self.fails(term, next(t.shape for t in typed if not self.dims.is_scalar(t.shape)), SCALAR)

    def variable(self, term: Variable, name: str) -> Iterator[Typed]:
        """The shapes that a symbol can have: a bold one is an array, any other a number."""
        if name == r"\boldsymbol{1}":
            shape = self.vector()
            yield Typed(Apply("ones", tuple(map(dimension, long(shape)))), shape)
        elif notation.is_bold(name):
            for shape in self.symbol(name, 0):
                yield Typed(term, shape)
        else:
            yield Typed(term, SCALAR)

    def symbol(self, name: str, indices: int) -> Iterator[Shape]:
        """The shape of an array, or of the members of a family, chosen once."""
        key = f"{name}[{indices}]" if indices else name
        if key in self.shapes:
            yield self.shapes[key]
            return
        declared = self.symbols.declared.get(declared_key(name, bool(indices)))
        options = ranks(name, declared, name in self.symbols.plain)
        for cost, rank in [(0, "matrix")] if not declared and name in self.sliced else options:
            if self.spent + cost > self.budget:
                continue
            self.spent += cost
            self.shapes[key] = self.declared(declared) if declared else self.shaped(rank, name)
            yield self.shapes[key]
            del self.shapes[key]
            self.spent -= cost

    def alike(self, family: str, options: Sequence[bool]) -> Iterator[bool]:
        """Whether the members of `family` are entries of an array: chosen once for all of them."""
        if family in self.entries:
            yield self.entries[family]
            return
        for option in options:
            self.entries[family] = option
            yield option
            del self.entries[family]

    def shaped(self, rank: str, name: str) -> Shape:
        """The shape of a symbol of this rank, with unknown lengths."""
        if rank == "matrix":
            rows = self.dims.unknown()
            return Shape(rows, rows if name in self.symbols.square else self.dims.unknown())
        return SCALAR if rank == "number" else self.vector()

    def declared(self, axes: tuple[str, ...]) -> Shape:
        """The shape that the post declares, with the lengths of its axes."""
        lengths = [self.dims.named(a) if a else self.dims.unknown() for a in axes]
        if len(lengths) == 2:
            return Shape(*lengths)
        return Shape(ONE, lengths[0]) if self.rows else Shape(lengths[0], ONE)


def applied(term: Apply, typed: Sequence[Typed], before: Sequence[Term] = ()) -> Apply:
    """The operator of `term` with resolved arguments."""
    return Apply(term.operator, (*before, *(t.term for t in typed)), term.origin)


def entrywise(term: Apply) -> Apply:
    """`term` marked to be computed entry by entry."""
    return Apply("entrywise", (term,), term.origin)


def product(a: Term, b: Term) -> Apply:
    """`a` times `b`, as one product of all factors."""
    if isinstance(a, Apply) and a.operator == "multiply":
        return Apply("multiply", (*a.arguments, b), a.origin)
    return Apply("multiply", (a, b), a.origin)


def dimension(dimension: int) -> Term:
    """A placeholder for the length of an axis, named once all lengths are known."""
    return Variable(f"#{dimension}")


def long(shape: Shape) -> list[int]:
    """The axes of a shape that are longer than 1 by construction."""
    return [d for d in shape if d != ONE]
