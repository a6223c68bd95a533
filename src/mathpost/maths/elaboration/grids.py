"""Environments with rows: matrices with entries or blocks, and sums over several lines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.latex.tree import Cell, Environment
from mathpost.maths import notation
from mathpost.maths.elaboration import conditions
from mathpost.maths.elaboration.lists import dotted_arrays
from mathpost.maths.elaboration.lists.sequences import is_dots
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import ZERO, Apply, Number, Term, free_variables

MATRICES = frozenset(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix array".split()
)
LINES = frozenset(["aligned", "alignedat", "split", "gathered"])
BARRED = {"vmatrix": "determinant", "Vmatrix": "norm"}


BINOMIAL = "binomial coefficient"  # the second reading of a column of two numbers
COUNTED = frozenset("nmkrNMKRdDTCp")  # usual letters in binomial coefficients


def binomial(reader: Reader, node: Environment) -> Term | None:
    """A column of two numbers as a binomial coefficient, in the second reading; None otherwise."""
    rows = [row.cells for row in node.rows if any(cell.body for cell in row.cells)]
    if node.name not in ("array", "matrix", "smallmatrix", "pmatrix") or [len(r) for r in rows] != [1, 1]:
        return None
    above, below = (reader.inner(row[0].body).whole() for row in rows)
    if not free_variables(above) or not free_variables(above) <= COUNTED:
        return None
    return Apply("binomial", (above, below), node.span) if reader.choose(BINOMIAL) else None


def over_lines(reader: Reader, node: Environment) -> Term:
    """A sum over several lines; all lines after the first must begin with a sign."""
    rows = [[n for cell in row.cells for n in cell.body] for row in node.rows]
    starts = [notation.items(row)[:1] for row in rows if row]
    if not all(start and notation.latex(start[0]) in ("+", "-") for start in starts[1:]):
        raise UnreadError(rf"\begin{{{node.name}}}", node.span)
    return reader.inner([n for row in rows for n in row]).whole()


def environment(reader: Reader) -> Term:
    """Parse a matrix, a sum over several lines, or a case distinction."""
    node = reader.take()
    assert isinstance(node, Environment)
    if node.name in LINES:
        return over_lines(reader, node)
    if node.name.rstrip("*") not in MATRICES:
        return conditions.cases(reader, node)
    counted = binomial(reader, node) if node.name == "pmatrix" else None
    if counted is not None:
        return counted
    rows = [row.cells for row in node.rows if any(cell.body for cell in row.cells)]
    if any(_is_dots(cell) for row in rows for cell in row):
        return _dotted(reader, node, rows)
    width = max((len(row) for row in rows), default=0)
    if not rows or any(len(row) != width or not all(cell.body for cell in row) for row in rows):
        raise UnreadError(rf"\begin{{{node.name}}}", node.span)
    cells = [reader.inner(cell.body).whole() for row in rows for cell in row]
    size = (Number(Fraction(len(rows))), Number(Fraction(width)))
    term = Apply("matrix", (*size, *cells), node.span)
    bars = BARRED.get(node.name.rstrip("*"))
    return term if bars is None else Apply(bars, (term,), node.span)


def _is_dots(cell: Cell) -> bool:
    return is_dots(notation.items(cell.body))


def _dotted(reader: Reader, node: Environment, rows: Sequence[Sequence[Cell]]) -> Term:
    """A matrix with dots for rows and columns; empty cells of a diagonal matrix are zeros."""
    cells = [[_cell(reader, cell) for cell in row] for row in rows]
    blank = any(not cell.body for row in rows for cell in row)
    found = dotted_arrays.diagonal(cells)
    if found is None and not blank and all(len(row) == 1 for row in cells):
        found = dotted_arrays.column([row[0] for row in cells])
    elif found is None and not blank:
        found = dotted_arrays.matrix(cells) if len(cells) > 1 else dotted_arrays.row(cells[0])
    if found is None:
        raise UnreadError("…", node.span)
    return found


def _cell(reader: Reader, cell: Cell) -> Term | None:
    if not cell.body:
        return ZERO
    return None if _is_dots(cell) else reader.inner(cell.body).whole()


CONSTRUCTS = (Construct(environment, (Environment,)),)
