"""The lines of a formula: rows of `align`, `split` …, content of boxes, equations after one brace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.latex.tree import Command, Delimited, Environment, Error, Group, Node, Symbol
from mathpost.maths import notation
from mathpost.maths.notation.relations import SEPARATORS, SIGNS, glyph

LINES = frozenset(
    f"{name}{star}"
    for name in (
        "equation align aligned gather gathered split multline eqnarray alignat alignedat flalign displaymath math dmath "
        "empheq subequations"
    ).split()
    for star in ("", "*")
)
PAIRED = frozenset("align aligned alignat alignedat flalign".split())  # two columns are one equation
ASIDE = frozenset(
    [r"\tag", r"\tag*", r"\label", r"\notag", r"\nonumber", r"\eqref", r"\ref", r"\require", r"\newcommand"]
)


class Line(NamedTuple):
    """A row; `fresh`: it has a left side before the alignment mark, so that it does not continue the row above. `column`: its
    pair of columns; a row continues the one above in the same column.
    """

    nodes: list[Node]
    fresh: bool = False
    column: int = 0


def lines(nodes: Sequence[Node]) -> Iterator[Line]:
    """The rows of a formula: environments of lines are opened, and nodes around them are joined to the rows."""
    kept = [n for n in nodes if not aside(n)]
    shown = _shown(kept)
    behind_brace = system(nodes)
    if behind_brace is not None:
        yield from _equations(behind_brace)
        return
    if isinstance(shown, Group) or (isinstance(shown, Command) and shown.name in notation.DECORATION):
        yield from lines(notation.body(shown if isinstance(shown, Group) else shown.arguments[-1]))
        return
    environments = [
        n for n in kept if isinstance(n, Environment) and (n.name in LINES or _is_of_relations(n))
    ]
    if len(environments) == 1 and all(silent(n) for n in kept if n is not environments[0]):
        yield from _rows(environments[0])
        return
    if (len(environments) == 1 and kept[-1] is environments[0]) or (
        len(environments) == 1 and all(silent(n) for n in kept[kept.index(environments[0]) + 1 :])
    ):
        # "f(x) = \begin{aligned} …": the first row continues the nodes before it
        at = kept.index(environments[0])
        rows = list(_rows(environments[0]))
        yield Line(kept[:at] + (rows[0].nodes if rows else []))
        yield from rows[1:]
        return
    yield from _broken(kept)


def _broken(nodes: Sequence[Node]) -> Iterator[Line]:
    """The rows of a formula with line breaks outside an environment of rows: ``a = b \\\\ c = d``."""
    row: list[Node] = []
    for node in nodes:
        if not (isinstance(node, Command) and node.name == "\\\\"):
            row.append(node)
        elif row:
            yield Line(row)
            row = []
    yield Line(row)


def _shown(nodes: Sequence[Node]) -> Node | None:
    """The only visible node, apart from arrows: a box, a group, a brace with its rows; None for any other formula."""
    silent = notation.SPACING | SEPARATORS | frozenset(",.，。;")
    shown = [
        n
        for n in nodes
        if not (isinstance(n, Symbol) and n.text in silent)
        and not (isinstance(n, Command) and n.name == r"\color" and len(n.arguments) == 1)
    ]
    only = shown[0] if len(shown) == 1 else None
    return None if isinstance(only, Command) and not only.arguments else only


def system(nodes: Sequence[Node]) -> Node | None:
    """The system of equations after one brace, which hold together and for some values only; None for other formulas."""
    shown = _shown([n for n in nodes if not aside(n)])
    if isinstance(shown, Environment):
        if shown.name.rstrip("*") in ("cases", "dcases"):
            return shown
        rows = [c.body for r in shown.rows for c in r.cells if c.body]
        return system(rows[0]) if shown.name in LINES and len(rows) == 1 else None
    braced = isinstance(shown, Delimited) and notation.plain(shown.left) == r"\{" and shown.right == "."
    return shown if braced else None


def _equations(system: Node) -> Iterator[Line]:
    inside = _shown(system.body) if isinstance(system, Delimited) else system
    if isinstance(inside, Environment) and inside.name not in LINES:
        system = inside
    if isinstance(system, Delimited):
        yield from lines(system.body)
    elif isinstance(system, Environment):
        for row in system.rows:
            joined = [n for c in row.cells for n in c.body]
            first = len(row.cells[0].body) if row.cells else 0
            # a relation directly after the first cell begins the condition of a case
            if any(glyph(n) in SIGNS for n in joined[: first + 1]):
                yield Line(joined)


def _rows(environment: Environment) -> Iterator[Line]:
    for row in environment.rows:
        cells = [c for c in row.cells if c.body]
        sign = next((k for k, cell in enumerate(row.cells) if _is_a_relation(cell.body)), None)
        if sign is not None:  # "a &=& b", as in eqnarray
            fresh = any(cell.body for cell in row.cells[:sign])
            yield from (line._replace(fresh=fresh) for line in lines([n for c in cells for n in c.body]))
            continue
        if len(row.cells) > 2 and environment.name.rstrip("*") in PAIRED:
            for k in range(0, len(row.cells), 2):
                pair = [n for c in row.cells[k : k + 2] for n in c.body]
                if pair:
                    yield from (line._replace(fresh=True, column=k) if k else line for line in lines(pair))
            continue
        joined = [n for c in cells for n in c.body]
        if joined:
            fresh = len(row.cells) == 2 and bool(row.cells[0].body) and _related(row.cells[1].body)
            yield from (line._replace(fresh=line.fresh or fresh) for line in lines(joined))


def aside(node: Node) -> bool:
    """Whether a node is not part of the mathematics of a formula: ``\\tag{1}``, ``\\label{a}``."""
    if isinstance(node, Error):  # a label unknown to the target is not mathematics
        return node.node is not None and aside(node.node)
    return (isinstance(node, Command) and node.name in ASIDE) or (
        isinstance(node, Symbol) and node.text in ASIDE
    )


def silent(node: Node) -> bool:
    """Whether a node at the end of a side has no meaning: a space, a full stop."""
    if isinstance(node, Group):
        return not node.body  # "{} + b"
    return isinstance(node, Symbol) and (
        node.text in notation.SPACING or node.text in (",", ".", "，", "。", ";")
    )


def _is_of_relations(table: Environment) -> bool:
    """Whether an array is rows of relations, each with its sign in a cell of its own, rather than a matrix."""
    rows = [row for row in table.rows if any(cell.body for cell in row.cells)]
    signed = (any(_is_a_relation(cell.body) for cell in row.cells) for row in rows)
    return table.name == "array" and bool(rows) and all(signed)


def _is_a_relation(nodes: Sequence[Node]) -> bool:
    """Whether a cell holds a relation and nothing else."""
    visible = [n for n in nodes if not silent(n)]
    return len(visible) == 1 and glyph(visible[0]) in SIGNS


def _related(nodes: Sequence[Node]) -> bool:
    """Whether a cell begins with a relation."""
    return next((glyph(n) in SIGNS for n in nodes if not silent(n)), False)
