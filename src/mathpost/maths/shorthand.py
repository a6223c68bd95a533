"""Formulas with the author's own macros written out: what stands for a longer notation means that notation."""

from __future__ import annotations

from collections.abc import Iterable

from mathpost.document.document import Formula
from mathpost.latex.definitions import Definitions
from mathpost.latex.tree import (
    Command,
    Delimited,
    Environment,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
)


def written_out(formula: Formula) -> tuple[Node, ...]:
    """The nodes of `formula`; what a call stands for has the place of the call."""
    if not formula.definitions:
        return formula.tree.body
    return _row(formula.tree.body, formula.definitions)


def _row(nodes: Iterable[Node], macros: Definitions) -> tuple[Node, ...]:
    """`nodes` with each call replaced by the row that it stands for."""
    found: list[Node] = []
    for node in nodes:
        inner = _inside(node, macros)
        meant = macros.expand(inner) if isinstance(inner, Symbol | Command) else None
        found += (inner,) if meant is None else meant.body
    return tuple(found)


def _one(node: Node, macros: Definitions) -> Node:
    """A base or a script: what a call stands for, in a group where it is more than one node."""
    row = _row((node,), macros)
    return row[0] if len(row) == 1 else Group(row, node.span)


def _inside(node: Node, macros: Definitions) -> Node:
    """`node` with the calls inside it written out."""
    match node:
        case Group() | Delimited():
            return node._replace(body=_row(node.body, macros))
        case Command(arguments=arguments):
            return node._replace(arguments=tuple(_one(a, macros) for a in arguments))
        case Infix(left=left, right=right):
            return node._replace(left=_group(left, macros), right=_group(right, macros))
        case Scripts(base=base, subscript=subscript, superscript=superscript):
            base, subscript, superscript = (
                None if part is None else _one(part, macros) for part in (base, subscript, superscript)
            )
            return node._replace(base=base, subscript=subscript, superscript=superscript)
        case Environment(rows=rows):
            return node._replace(rows=tuple(_cells(row, macros) for row in rows))
    return node


def _cells(row: Row, macros: Definitions) -> Row:
    return row._replace(cells=tuple(c._replace(body=_row(c.body, macros)) for c in row.cells))


def _group(group: Group, macros: Definitions) -> Group:
    return group._replace(body=_row(group.body, macros))
