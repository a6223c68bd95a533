"""Products, transposes and parts of vectors and matrices. Shapes that do not fit never refute: they raise `ShapeError`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from mathpost.maths import values
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator, registry
from mathpost.maths.terms.term import Apply, Bind, Term, Variable
from mathpost.maths.values import Array, Scalar, ShapeError, Value

ENTRY = Variable("entry⁎")


def _entrywise(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """An operator on numbers, applied to the entries at the same place; a number is combined with every entry."""
    inner = arguments[0]
    assert isinstance(inner, Apply)
    if inner.operator == "call":
        return _called(inner, scope)
    given = [scope.value(a) for a in inner.arguments]
    shapes = {a.shape for a in given if isinstance(a, Array)}
    function = registry()[inner.operator].value
    if len(shapes) > 1 or function is None:
        raise ShapeError("arrays of unlike shapes, entry by entry")
    if not shapes:
        return function(*given)
    (shape,) = shapes
    columns = [a.entries if isinstance(a, Array) else (a,) * _count(shape) for a in given]
    return Array(shape, tuple(function(*row) for row in zip(*columns, strict=True)))


def _called(call: Apply, scope: Scope) -> Value:
    """An unknown function of one number, applied to every entry."""
    head, argument = call.arguments
    of_entry = scope.along(_of_entry(head))

    def value(entry: Scalar) -> Scalar:
        found = of_entry(entry)
        assert not isinstance(found, Array)
        return found

    given = scope.value(argument)
    return Array(given.shape, tuple(map(value, given.entries))) if isinstance(given, Array) else value(given)


@lru_cache(maxsize=1024)
def _of_entry(head: Term) -> Bind:
    """An unknown function applied to an entry: one term however often it is evaluated."""
    return Bind("entry", ENTRY, (), Apply("call", (head, ENTRY)))


def _count(shape: tuple[int, ...]) -> int:
    return shape[0] * (shape[1] if len(shape) == 2 else 1)


def _ones(arguments: tuple[Term, ...], scope: Scope) -> Value:
    size = values.integer(scope.value(arguments[0]), "length of a vector") if arguments else scope.length
    return Array((size,), (1,) * size)


def _unit_vector(arguments: tuple[Term, ...], scope: Scope) -> Value:
    if len(arguments) < 2:
        raise ShapeError("an array of unknown length")
    size = values.integer(scope.value(arguments[0]), "length of a vector")
    place = values.integer(scope.value(arguments[1]), "place in a vector")
    if not 1 <= place <= size:
        raise values.UndefinedError("index out of range")
    return Array((size,), tuple(int(k == place) for k in range(1, size + 1)))


def _identity(arguments: tuple[Term, ...], scope: Scope) -> Value:
    size = values.integer(scope.value(arguments[0]), "size of a matrix") if arguments else scope.length
    return values.identity(size)


def _blocks(height: Scalar, width: Scalar, *cells: Value) -> Value:
    return values.block_matrix(int(height), int(width), cells)


def _slice(a: Value, top: Any, bottom: Any, left: Any, right: Any) -> Value:
    """The rows and columns of a matrix between two places each; zeros select all of them."""
    height, width = values.shape(a)
    rows, columns = _kept_indices(top, bottom, height), _kept_indices(left, right, width)
    kept = Array((len(rows), len(columns)), tuple(a.entries[i * width + j] for i in rows for j in columns))
    return kept if len(columns) > 1 else Array((len(rows),), kept.entries)


def _kept_indices(first: int, last: int, size: int) -> range:
    if not first:
        return range(size)
    if not 1 <= first <= last <= size:
        raise values.UndefinedError("index out of range")
    return range(first - 1, last)


def _direct_sum(a: Value, b: Value) -> Value:
    """The block-diagonal matrix of two matrices; two columns, one above the other; the exclusive or of two bits."""
    if not isinstance(a, Array) and not isinstance(b, Array) and {a, b} <= {0, 1}:
        return (a + b) % 2
    if all(isinstance(part, Array) and len(part.shape) == 1 for part in (a, b)):
        return values.block_matrix(2, 1, (a, b))
    return values.block_matrix(2, 2, (a, 0, 0, b))


def _law(left: str, right: str = "", given: str = "") -> Law:
    """A law in bold letters: small ones are vectors, capitals matrices."""
    return Law(bold(f"{left} = {right}" if right else left), bold(given))


def laws(*latex: str, given: str = "") -> tuple[Law, ...]:
    """Laws in bold letters with the assumption `given`."""
    return tuple(_law(text, given=given) for text in latex)


def bold(latex: str) -> str:
    """`latex` with every marked letter made bold: ``@A`` is ``\\boldsymbol{A}``."""
    parts = latex.split("@")
    return parts[0] + "".join(rf"\boldsymbol{{{p[0]}}}{p[1:]}" for p in parts[1:])


Laws = tuple[Law, ...]


def _operator(
    name: str, value: Callable[..., Value], laws: Laws, slips: Laws = (), spellings: tuple[str, ...] = ()
) -> Operator:
    return Operator(name, value, spellings=spellings, laws=laws, slips=slips)


OPERATORS = (
    Operator(
        "transpose",
        values.transpose,
        laws=(
            _law(r"(@A@B)^{\top} = @B^{\top}@A^{\top}"),
            _law(r"(@A^{\top})^{\top} = @A"),
            _law(r"(@A@B@C)^{\top} = @C^{\top}@B^{\top}@A^{\top}"),
            _law(r"@x^{\top}@A@y = @y^{\top}@A^{\top}@x"),
            _law(r"(@A + @B)^2 = @A^2 + @A@B + @B@A + @B^2"),
        ),
        slips=(
            _law(r"(@A@B)^{\top} = @A^{\top}@B^{\top}"),
            _law(r"(@A + @B)^2 = @A^2 + 2@A@B + @B^2"),
            _law(r"@x^{\top}@A@y = @y^{\top}@A@x"),
            _law(r"(@A + @B)(@A - @B) = @A^2 - @B^2"),
        ),
    ),
    _operator(
        "trace",
        values.trace,
        (
            _law(r"\operatorname{tr}(@A@B) = \operatorname{tr}(@B@A)"),
            _law(r"\operatorname{tr}(@A^{\top}) = \operatorname{tr}(@A)"),
            _law(r"\operatorname{tr}(@A@B@C) = \operatorname{tr}(@C@A@B)"),
            _law(r"@x^{\top}@A@x = \operatorname{tr}(@A@x@x^{\top})"),
            _law(r"\operatorname{tr}(@A^{\top}@B) = \sum_{i=1}^{m}\sum_{j=1}^{n} A_{ij}B_{ij}"),
        ),
        (
            _law(r"\operatorname{tr}(@A@B@C) = \operatorname{tr}(@A@C@B)"),
            _law(r"\operatorname{tr}(@A@B) = \operatorname{tr}(@A)\operatorname{tr}(@B)"),
        ),
        ("tr", "Tr", "trace"),
    ),
    _operator(
        "hadamard",
        values.hadamard,
        (
            _law(r"@x \odot @y = @y \odot @x"),
            _law(r"@x^{\top}(@y \odot @z) = \sum_{i=1}^{n} x_i y_i z_i"),
            _law(r"\operatorname{diag}(@x)@y = @x \odot @y"),
        ),
        (_law(r"(@A@B) \odot (@A@B) = (@A \odot @A)(@B \odot @B)"),),
    ),
    _operator(
        "inner",
        values.inner,
        (
            _law(r"\langle @x, @y \rangle = @x^{\top}@y"),
            _law(r"\langle @A@x, @y \rangle = \langle @x, @A^{\top}@y \rangle"),
            _law(r"\langle @A, @B \rangle = \operatorname{tr}(@A^{\top}@B)"),
        ),
        (_law(r"\langle @A@x, @y \rangle = \langle @x, @A@y \rangle"),),
    ),
    _operator(
        "dot",
        values.dotted,
        (_law(r"@x\cdot @y = @y\cdot @x"), _law(r"(@x + @y)\cdot(@x - @y) = @x\cdot @x - @y\cdot @y")),
        (_law(r"(@x + @y)\cdot(@x + @y) = @x\cdot @x + @y\cdot @y"),),
    ),
    _operator(
        "kronecker",
        values.kronecker,
        (
            _law(r"(@A \otimes @B)(@C \otimes @D) = (@A@C) \otimes (@B@D)"),
            _law(r"(@A \otimes @B)^{\top} = @A^{\top} \otimes @B^{\top}"),
            _law(r"\operatorname{vec}(@A@X@B) = (@B^{\top} \otimes @A)\operatorname{vec}(@X)"),
            _law(r"\operatorname{tr}(@A \otimes @B) = \operatorname{tr}(@A)\operatorname{tr}(@B)"),
        ),
        (
            _law(r"\operatorname{vec}(@A@X@A) = (@A \otimes @A)\operatorname{vec}(@X)"),
            _law(r"@A \otimes (@B@B) = (@A@A) \otimes @B"),
        ),
    ),
    _operator(
        "direct_sum",
        _direct_sum,
        (
            _law(r"\det(@A \oplus @B) = \det(@A)\det(@B)"),
            _law(r"(@A \oplus @B)(@C \oplus @D) = (@A@C) \oplus (@B@D)"),
            _law(r"\|@x \oplus @y\|^2 = \|@x\|^2 + \|@y\|^2"),
        ),
        (
            _law(r"\operatorname{tr}(@A \oplus @B) = \operatorname{tr}(@A)\operatorname{tr}(@B)"),
            _law(r"\|@x \oplus @y\| = \|@x\| + \|@y\|"),
        ),
    ),
    _operator(
        "vectorised",
        values.vectorised,
        (
            _law(r"\operatorname{vec}(@A)^{\top}\operatorname{vec}(@B) = \operatorname{tr}(@A^{\top}@B)"),
            _law(r"\operatorname{vec}(@x@y^{\top}) = @y \otimes @x"),
        ),
        (_law(r"\operatorname{vec}(@A@A) = \operatorname{vec}(@A^{\top}@A)"),),
        ("vec", "Vec"),
    ),
    _operator(
        "diagonal",
        values.diagonal,
        (
            _law(r"\operatorname{tr}(\operatorname{diag}(@x)) = \sum_{i=1}^{n} x_i"),
            _law(r"\operatorname{diag}(@x)\operatorname{diag}(@y) = \operatorname{diag}(@x \odot @y)"),
        ),
        (_law(r"\operatorname{diag}(@x)@y = @x + @y"),),
        ("diag", "Diag"),
    ),
    _operator(
        "matrix",
        _blocks,
        (
            Law(r"\det\begin{pmatrix} a & b \\ c & d \end{pmatrix} = ad - bc"),
            Law(
                r"\begin{pmatrix} \cos a & -\sin a \\ \sin a & \cos a \end{pmatrix}\begin{pmatrix} \cos b & -\sin b \\ "
                r"\sin b & \cos b \end{pmatrix} = \begin{pmatrix} \cos(a + b) & -\sin(a + b) \\ \sin(a + b) & \cos(a + b) "
                r"\end{pmatrix}"
            ),
            _law(
                r"\begin{bmatrix} @A & @B \\ @C & @D \end{bmatrix}\begin{bmatrix} @x \\ @y \end{bmatrix} = "
                r"\begin{bmatrix} @A@x + @B@y \\ @C@x + @D@y \end{bmatrix}"
            ),
        ),
        (Law(r"\det\begin{pmatrix} a & b \\ c & d \end{pmatrix} = ad + bc"),),
    ),
    Operator("adjoint", lambda a: values.conjugate(values.transpose(a))),
    Operator("slice", _slice),
    Operator("entrywise", lazy=_entrywise),
    Operator("ones", lazy=_ones),
    Operator(
        "unit_vector",  # of an array written with dots
        lazy=_unit_vector,
        laws=(
            _law(
                r"@A@x = \begin{pmatrix} \sum_j A_{1j} x_j \\ \vdots \\ \sum_j A_{mj} x_j \end{pmatrix}",
                given=r"@A \in \mathbb{R}^{m \times n}",
            ),
            _law(r"@x^{\top}@y = (x_1, x_2, \dots, x_n)@y", given=r"@x, @y \in \mathbb{R}^n"),
        ),
        slips=(
            _law(
                r"@A@x = \begin{pmatrix} \sum_j A_{j1} x_j \\ \vdots \\ \sum_j A_{jn} x_j \end{pmatrix}",
                given=r"@A \in \mathbb{R}^{n \times n}",
            ),
        ),
    ),
    Operator(
        "identity",
        lazy=_identity,
        laws=(_law(r"@A@A^{-1} = @I"), _law(r"(@I + @A)(@I - @A) = @I - @A^2")),
        slips=(_law(r"(@I - @A)^{-1} = @I + @A"), _law(r"(@I + @A)^{\top} = @I + @A")),
    ),
)
