r"""Arrays with dots: ``(x_1, \dots, x_n)``, a column of rows, a matrix by its corners, a diagonal.

An array is the sum of its parts times unit vectors, ``\sum_k x_k e_k``, so that parts may be numbers, columns or rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from mathpost.maths.elaboration.lists import progressions
from mathpost.maths.elaboration.lists.sequences import is_dots
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item, UnreadError
from mathpost.maths.terms.term import ONE, ZERO, Apply, Bind, Number, Term, Variable, substitute
from mathpost.maths.terms.traversal import rewrite
from mathpost.text.source import Span

Cell: TypeAlias = Term | None  # None for dots
ROW, COLUMN, INNER = Variable("i⁎"), Variable("j⁎"), Variable("l⁎")


def listed(reader: Reader, parts: Sequence[Sequence[Item]], span: Span) -> Term:
    """The column with the entries ``1, 0`` or ``x_1, \\dots, x_n``.

    Raises:
        UnreadError: the continuation cannot be inferred.
    """
    cells = [None if is_dots(part) else reader.inside(part).whole() for part in parts]
    if None not in cells:
        size = (Number(Fraction(len(parts))), ONE)
        return Apply("matrix", (*size, *(cell for cell in cells if cell is not None)), span)
    found = None if any(map(_is_turned, cells)) else column(cells)
    if found is None:
        raise UnreadError("…", span)
    return found


def _is_turned(cell: Cell) -> bool:
    """Whether an entry of a list is transposed; then the list has blocks side by side rather than numbers."""
    return isinstance(cell, Apply) and cell.operator == "transpose"


def column(cells: Sequence[Cell]) -> Term | None:
    """The column of `cells`, which may be rows; None if the continuation cannot be inferred."""
    return _placed(cells, ROW, lambda part: Apply("multiply", (_unit(ROW), part)))


def row(cells: Sequence[Cell]) -> Term | None:
    """The row of `cells`, which may be columns; None if the continuation cannot be inferred."""
    return _placed(
        cells, COLUMN, lambda part: Apply("multiply", (part, Apply("transpose", (_unit(COLUMN),))))
    )


def matrix(rows: Sequence[Sequence[Cell]]) -> Term | None:
    """The matrix of `rows`, one of which has only dots; None if the continuation cannot be inferred."""
    rows = progressions.in_two_places(rows)
    lines = [None if all(cell is None for cell in line) else row(line) for line in rows]
    if any(line is None and any(rows[k]) for k, line in enumerate(lines)):
        return None
    return column(lines)


def diagonal(rows: Sequence[Sequence[Cell]]) -> Term | None:
    """The matrix of `rows` if it has only zeros and dots off its diagonal; None otherwise."""
    if any(len(line) != len(rows) for line in rows):
        return None
    rows = progressions.in_two_places(rows)
    beside = (cell for i, line in enumerate(rows) for j, cell in enumerate(line) if i != j)
    if any(cell is not None and cell != ZERO for cell in beside):
        return None
    shown = [line[k] for k, line in enumerate(rows)]
    if None not in shown:
        return None  # its size is unknown
    if all(cell is None or cell == shown[0] for cell in shown) and shown[0] is not None:
        return Apply("multiply", (shown[0], Apply("identity", ())))
    found = column(shown)
    return None if found is None else Apply("diagonal", (found,))


def _unit(place: Term) -> Term:
    return Apply("unit_vector", (place,))


def _placed(cells: Sequence[Cell], counter: Variable, at_its_place: Callable[[Term], Term]) -> Term | None:
    """The sum of the parts of an array at their places, counted from 1 by `counter`; None if it cannot be inferred."""
    dots = [k for k, cell in enumerate(cells) if cell is None]
    if len(dots) != 1:
        return None
    before = [_apart(cell) for cell in cells[: dots[0]] if cell is not None]
    behind = [_apart(cell) for cell in cells[dots[0] + 1 :] if cell is not None]
    found = progressions.dots("sum", before, behind)
    if found is None or found.before < len(before) or found.behind < len(behind):
        return None
    whole = found.term
    inferred = isinstance(whole, Apply)
    bind = whole.arguments[0] if isinstance(whole, Apply) else whole
    assert isinstance(bind, Bind)
    placed = progressions.from_one(bind, counter)
    summed = Bind("sum", counter, placed.bounds, at_its_place(placed.body))
    return Apply("dots", (summed,)) if inferred else summed


def _apart(cell: Term) -> Term:
    """`cell` with another index for the dots inside it."""

    def renamed(term: Term) -> Term | None:
        if not isinstance(term, Bind) or term.variable != progressions.PLACE:
            return None
        return Bind(
            term.operator, INNER, term.bounds, substitute(term.body, {term.variable.name: INNER}), term.origin
        )

    return rewrite(cell, renamed)
