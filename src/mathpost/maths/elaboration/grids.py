"""What stands in rows inside a formula: matrices written out, with entries or blocks; a sum over several lines."""

from __future__ import annotations

from fractions import Fraction

from mathpost.latex.tree import Environment
from mathpost.maths import notation
from mathpost.maths.elaboration import conditions
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Apply, Number, Term, free_variables

MATRICES = frozenset(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix array".split()
)
LINES = frozenset(["aligned", "alignedat", "split", "gathered"])
BARRED = {"vmatrix": "determinant", "Vmatrix": "norm"}


BINOMIAL = "binomial coefficient"  # the second reading of a column of two numbers
COUNTED = frozenset("nmkrNMKRdDTCp")  # letters of which a binomial coefficient speaks


def binomial(reader: Reader, node: Environment) -> Term | None:
    """One number above another in round brackets, read the second way: not a column but so many choices of k among n."""
    rows = [row.cells for row in node.rows if any(cell.body for cell in row.cells)]
    if node.name not in ("array", "matrix", "smallmatrix", "pmatrix") or [len(r) for r in rows] != [1, 1]:
        return None
    above, below = (reader.inner(row[0].body).whole() for row in rows)
    if not free_variables(above) or not free_variables(above) <= COUNTED:
        return None
    return Apply("binomial", (above, below), node.span) if reader.choose(BINOMIAL) else None


def over_lines(reader: Reader, node: Environment) -> Term:
    """A sum that goes on over several lines: all but the first begin with a sign."""
    rows = [[n for cell in row.cells for n in cell.body] for row in node.rows]
    starts = [notation.items(row)[:1] for row in rows if row]
    if not all(start and notation.latex(start[0]) in ("+", "-") for start in starts[1:]):
        raise UnreadError(rf"\begin{{{node.name}}}", node.span)
    return reader.inner([n for row in rows for n in row]).whole()


def environment(reader: Reader) -> Term:
    """A matrix, a sum over several lines, or a case distinction."""
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
    width = max((len(row) for row in rows), default=0)
    if not rows or any(len(row) != width or not all(cell.body for cell in row) for row in rows):
        raise UnreadError(rf"\begin{{{node.name}}}", node.span)
    cells = [reader.inner(cell.body).whole() for row in rows for cell in row]
    size = (Number(Fraction(len(rows))), Number(Fraction(width)))
    term = Apply("matrix", (*size, *cells), node.span)
    bars = BARRED.get(node.name.rstrip("*"))
    return term if bars is None else Apply(bars, (term,), node.span)


CONSTRUCTS = (Construct(environment, (Environment,)),)
