"""Functions of arrays: transposes, norms, determinants, functions taken entry by entry or of the whole matrix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mathpost.maths import notation
from mathpost.maths.terms.term import Apply, Number, Variable, free_variables
from mathpost.maths.typing.dimensions import ONE, SCALAR, Shape
from mathpost.maths.typing.resolution import products
from mathpost.maths.typing.resolution.entries import along
from mathpost.maths.typing.resolution.search import Rule, Search, Typed, applied, dimension, entrywise, long

ENTRYWISE = frozenset(
    "sigmoid softplus relu tanh sinh cosh tan cot arctan arcsin arccos erf sign floor ceiling gamma digamma silu gelu "
    "arsinh arcosh artanh sec csc coth sin cos".split()
)
MATRIX_FUNCTIONS = {"exp": "matrix_exponential", "log": "matrix_logarithm", "sqrt": "matrix_root"}
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
VECTORS = ("eigenvector", "unit_eigenvector", "left_singular_vector", "right_singular_vector")
OF_MATRICES = frozenset(["frobenius_norm", "nuclear_norm", "operator_norm"])  # rarely used for a vector


def transpose(search: Search, term: Apply) -> Iterator[Typed]:
    """``A^\\top`` of an (m, n) array is (n, m)."""
    for (typed,) in search.all(term.arguments):
        yield Typed(applied(term, [typed]), search.turned(typed.shape))


def same_shape(search: Search, term: Apply) -> Iterator[Typed]:
    """An operator that keeps the shape of its argument: the softmax of a column is a column."""
    for (typed,) in search.all(term.arguments):
        yield Typed(applied(term, [typed]), typed.shape)


def of_matrix(search: Search, term: Apply) -> Iterator[Typed]:
    """An operator on matrices that keeps the shape: the singular vectors with all singular values 1."""
    for typed in same_shape(search, term):
        if search.dims.is_matrix(typed.shape):
            yield typed


def of_square(search: Search, term: Apply) -> Iterator[Typed]:
    """A number that belongs to a square matrix; a plain letter that a post declares an array is not a number there."""
    for (typed,) in search.all(term.arguments):
        if search.dims.is_scalar(typed.shape):
            if not any(search.shapes.get(name) == SCALAR for name in free_variables(typed.term)):
                yield typed
        else:
            yield from search.square(typed.shape, Typed(applied(term, [typed]), SCALAR))


def spectral(search: Search, term: Apply) -> Iterator[Typed]:
    """A singular value or eigenvalue; its index is not an array."""
    matrix, place = term.arguments
    counter = place.arguments[0] if isinstance(place, Apply) and place.operator == "negate" else place
    for typed in search.resolve(matrix):
        value = Typed(Apply(term.operator, (typed.term, place), term.origin), SCALAR)
        if term.operator == "eigenvalue":
            for square in search.square(typed.shape, value):
                if along(search, counter, typed.shape.rows):
                    yield square
        elif search.dims.is_matrix(typed.shape):
            yield value


def vector_of(search: Search, term: Apply) -> Iterator[Typed]:
    """An eigenvector or singular vector: a column whose length is the height or the width of its matrix."""
    matrix, place = term.arguments
    counter = place.arguments[0] if isinstance(place, Apply) and place.operator == "negate" else place
    for typed in search.resolve(matrix):
        height, width = typed.shape.rows, typed.shape.columns
        length = width if term.operator == "right_singular_vector" else height
        column = Shape(ONE, length) if search.rows else Shape(length, ONE)
        vector = Typed(Apply(term.operator, (typed.term, place), term.origin), column)
        if "singular" not in term.operator:
            for square in search.square(typed.shape, vector):
                if along(search, counter, height):
                    yield square
        elif search.dims.is_matrix(typed.shape):
            yield vector


def part_of_square(search: Search, term: Apply) -> Iterator[Typed]:
    """An operator on square matrices that keeps the shape: the symmetric part."""
    for typed in same_shape(search, term):
        yield from search.square(typed.shape, typed)


def clipped(search: Search, term: Apply) -> Iterator[Typed]:
    """Entries, or singular values, between two numbers."""
    for typed in search.all(term.arguments):
        inside = typed[0].shape
        if not all(search.dims.is_scalar(t.shape) or search.dims.is_open(t.shape) for t in typed[1:]):
            continue
        if term.operator == "mclip" and not search.dims.is_matrix(inside):
            continue
        whole = applied(term, typed)
        entries = term.operator == "clip" and not search.dims.is_scalar(inside)
        yield Typed(entrywise(whole) if entries else whole, inside)


def number_of(search: Search, term: Apply) -> Iterator[Typed]:
    """A number that every array has: its rank, its largest entry."""
    for (typed,) in search.all(term.arguments):
        yield Typed(applied(term, [typed]), SCALAR)


def norm(search: Search, term: Apply) -> Iterator[Typed]:
    """``\\|x\\|``: the absolute value of a number, the length of a vector, one of the norms of a matrix."""
    for (typed,) in search.all(term.arguments[:1]):
        if search.dims.is_matrix(typed.shape):
            for cost, name in enumerate(NORMS[term.operator]):
                reading = Typed(Apply(name, (typed.term,), term.origin), SCALAR)
                yield from search.paying(0 if term.operator == "norm" else cost, iter([reading]))
        elif search.dims.is_scalar(typed.shape):
            yield Typed(Apply("abs", (typed.term,), term.origin), SCALAR)
        else:
            length = Typed(applied(term, [typed]), SCALAR)
            yield from search.paying(2 if term.operator in OF_MATRICES else 0, iter([length]))


def of_degree(search: Search, term: Apply) -> Iterator[Typed]:
    """The p-norm of a vector; its degree is not an array."""
    inside, degree = term.arguments
    for typed in search.resolve(inside):
        if not search.dims.is_matrix(typed.shape):
            yield Typed(Apply(term.operator, (typed.term, degree), term.origin), SCALAR)


def bars(search: Search, term: Apply) -> Iterator[Typed]:
    """``|A|``: a determinant, the length of a vector, the sizes of all entries."""
    for (typed,) in search.all(term.arguments):
        entries = Typed(entrywise(applied(term, [typed])), typed.shape)
        if search.dims.is_scalar(typed.shape):
            yield Typed(applied(term, [typed]), SCALAR)
        elif search.dims.is_vector(typed.shape):
            yield Typed(Apply("norm", (typed.term,), term.origin), SCALAR)
            yield entries
        else:
            determinant = Typed(Apply("determinant", (typed.term,), term.origin), SCALAR)
            yield from search.square(typed.shape, determinant)
            yield from search.paying(1, iter([entries]))


def function(search: Search, term: Apply) -> Iterator[Typed]:
    """A function of numbers: of an array entry by entry, of a square matrix perhaps of the whole."""
    for (typed,) in search.all(term.arguments[:1]):
        if search.dims.is_scalar(typed.shape):
            yield Typed(applied(term, [typed]), SCALAR)
            continue
        whole = MATRIX_FUNCTIONS.get(term.operator)
        if whole and search.dims.is_matrix(typed.shape):
            yield from search.square(
                typed.shape, Typed(Apply(whole, (typed.term,), term.origin), typed.shape)
            )
        entries = Typed(entrywise(applied(term, [typed])), typed.shape)
        yield from search.paying(1 if whole and search.dims.is_matrix(typed.shape) else 0, iter([entries]))


def extreme(search: Search, term: Apply) -> Iterator[Typed]:
    """``\\max(0, x)`` of an array is taken entry by entry."""
    for typed in search.all(term.arguments):
        if all(search.dims.is_scalar(t.shape) or search.dims.is_open(t.shape) for t in typed):
            yield Typed(applied(term, typed), SCALAR)
        else:
            yield from products.broadcast(search, term, typed)


def identity(search: Search, term: Apply) -> Iterator[Typed]:
    """The identity: square, of the size of its subscript or of the size its place requires."""
    size = search.dims.unknown()
    if term.arguments and isinstance(term.arguments[0], Variable | Number):
        label = term.arguments[0]
        size = search.dims.named(label.name if isinstance(label, Variable) else str(label.value))
    yield Typed(Apply("identity", (dimension(size),), term.origin), Shape(size, size))


def ones(search: Search, term: Apply) -> Iterator[Typed]:
    """A column of ones, ``1_n``."""
    size = next(
        (search.dims.named(a.name) for a in term.arguments if isinstance(a, Variable)), search.dims.unknown()
    )
    yield Typed(Apply("ones", (dimension(size),), term.origin), Shape(size, ONE))


def unit_vector(search: Search, term: Apply) -> Iterator[Typed]:
    """A column with a one at the place of a counter, as long as the range of that counter."""
    (place,) = term.arguments
    size = search.ranges.get(place.name) if isinstance(place, Variable) else None
    size = search.dims.unknown() if size is None else size
    yield Typed(Apply("unit_vector", (dimension(size), place), term.origin), Shape(size, ONE))


def diagonal(search: Search, term: Apply) -> Iterator[Typed]:
    """The diagonal matrix of a vector; the vector on the diagonal of a matrix."""
    for (typed,) in search.all(term.arguments):
        if search.dims.is_vector(typed.shape):
            (size,) = long(typed.shape)
            yield Typed(applied(term, [typed]), Shape(size, size))
        elif search.dims.is_matrix(typed.shape):
            vector = Shape(typed.shape.rows, ONE)
            yield from search.square(typed.shape, Typed(applied(term, [typed]), vector))


def vectorised(search: Search, term: Apply) -> Iterator[Typed]:
    """``\\operatorname{vec}(A)`` of an (m, n) array is a column of m n entries."""
    for (typed,) in search.all(term.arguments):
        yield Typed(applied(term, [typed]), Shape(search.dims.product(*typed.shape), ONE))


def blocks(search: Search, term: Apply) -> Iterator[Typed]:
    """A matrix in brackets, of entries or of blocks that fit together."""
    height, width = (int(a.value) for a in term.arguments[:2] if isinstance(a, Number))
    for typed in search.all(term.arguments[2:]):
        grid = [typed[k * width : (k + 1) * width] for k in range(height)]
        with search.dims.attempt():
            if numbered(search, typed) and aligned(search, grid):
                rows = search.dims.sum(*(row[0].shape.rows for row in grid))
                columns = search.dims.sum(*(cell.shape.columns for cell in grid[0]))
                yield Typed(applied(term, typed, term.arguments[:2]), counted(search, grid, rows, columns))


def numbered(search: Search, cells: Sequence[Typed]) -> bool:
    """Make zeros numbers where all entries are numbers; next to blocks they may be blocks."""
    if not all(search.dims.is_scalar(c.shape) or search.dims.is_open(c.shape) for c in cells):
        return True
    return all(search.dims.fit(c.shape, SCALAR) for c in cells)


def aligned(search: Search, grid: list[list[Typed]]) -> bool:
    """Whether blocks fit together: those of one row are as high, those of one column as wide."""
    rows = all(search.dims.unify(row[0].shape.rows, cell.shape.rows) for row in grid for cell in row)
    columns = zip(*grid, strict=True)
    return rows and all(
        search.dims.unify(column[0].shape.columns, cell.shape.columns)
        for column in columns
        for cell in column
    )


def counted(search: Search, grid: list[list[Typed]], rows: int, columns: int) -> Shape:
    """The shape of a grid: of numbers, its height and width; otherwise the sums of the sizes of the blocks."""
    heights = [search.dims.find(row[0].shape.rows) for row in grid]
    widths = [search.dims.find(cell.shape.columns) for cell in grid[0]]
    return Shape(
        search.dims.named(str(len(grid))) if all(h == ONE for h in heights) else rows,
        search.dims.named(str(len(grid[0]))) if all(w == ONE for w in widths) else columns,
    )


def call(search: Search, term: Apply) -> Iterator[Typed]:
    """An unknown function; a bold one is vector-valued, any other may be."""
    head, *arguments = term.arguments
    for typed in search.all(arguments):
        called = Apply("call", (head, *(t.term for t in typed)), term.origin)
        name = head.arguments[0] if isinstance(head, Apply) and head.arguments else head
        if isinstance(name, Variable) and notation.is_bold(name.name):
            for shape in search.symbol(f"{name.name}()", 0):
                yield Typed(called, shape)
            continue
        if isinstance(name, Variable) and name.name in search.symbols.activations and len(typed) == 1:
            scalar = search.dims.is_scalar(typed[0].shape)
            yield Typed(called if scalar else entrywise(called), typed[0].shape)
            continue
        if not isinstance(name, Variable) or f"{name.name}()" not in search.shapes:
            yield Typed(called, SCALAR)
        if isinstance(name, Variable):
            yield from search.paying(1, valued(search, called, f"{name.name}()"))


def valued(search: Search, called: Apply, key: str) -> Iterator[Typed]:
    """A function whose values are all vectors of one length."""
    if key in search.shapes:
        yield Typed(called, search.shapes[key])
        return
    search.shapes[key] = search.vector()
    yield Typed(called, search.shapes[key])
    del search.shapes[key]


def cases(search: Search, term: Apply) -> Iterator[Typed]:
    """A case distinction: its values have one shape."""
    for typed in search.all(term.arguments):
        found = [t for k, t in enumerate(typed) if k % 2 == 0]
        with search.dims.attempt():
            if all(search.dims.fit(found[0].shape, t.shape) for t in found[1:]):
                yield Typed(applied(term, typed), found[0].shape)


def proposition(search: Search, term: Apply) -> Iterator[Typed]:
    """A proposition: a number, 1 or 0, whatever it compares."""
    for typed in search.all(term.arguments):
        yield Typed(applied(term, typed), SCALAR)


RULES: Mapping[str, Rule] = {
    **dict.fromkeys(["transpose", "adjoint", "pseudoinverse"], transpose),
    **dict.fromkeys(["trace", "determinant"], of_square),
    **dict.fromkeys(
        ["differential", "softmax", "layer_norm", "rms_normalised", "conjugate", "negate"], same_shape
    ),
    **dict.fromkeys(["maximum", "minimum"], extreme),
    **dict.fromkeys(NORMS, norm),
    **dict.fromkeys([*ENTRYWISE, *MATRIX_FUNCTIONS], function),
    **dict.fromkeys("less less_equal greater greater_equal equal unequal both".split(), proposition),
    **dict.fromkeys(["rank", "maximum_entry", "minimum_entry"], number_of),
    "norm_of_degree": of_degree,
    "singular_value": spectral,
    "eigenvalue": spectral,
    **dict.fromkeys(VECTORS, vector_of),
    "abs": bars,
    "msign": of_matrix,
    "clip": clipped,
    "mclip": clipped,
    **dict.fromkeys(["matrix_sign", "symmetric_part", "skew_part"], part_of_square),
    "identity": identity,
    "ones": ones,
    "unit_vector": unit_vector,
    "diagonal": diagonal,
    "vectorised": vectorised,
    "matrix": blocks,
    "call": call,
    "cases": cases,
}
