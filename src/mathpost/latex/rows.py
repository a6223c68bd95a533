"""A formula with its rows rewritten: those of groups, brackets, arguments, superscripts and cells.

Subscripts stay as they are, since they are labels; so do words and the content of font commands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mathpost.latex.macros import macro
from mathpost.latex.tree import Cell, Command, Delimited, Environment, Group, Infix, Node, Row, Scripts

Rewrite: TypeAlias = Callable[[tuple[Node, ...]], tuple[Node, ...]]
_SPELLED = frozenset(["font", "text", "operator", "reference", "definition"])  # set or take words


def takes_words(name: str) -> bool:
    """Whether the command `name` takes words, or letters that it sets in a font."""
    entry = macro(name)
    return entry is not None and entry.kind in _SPELLED


def rewritten(node: Node, row: Rewrite) -> Node:
    """`node` with `row` applied to each row inside it; `row` itself must process the nodes that it keeps."""
    match node:
        case Group() | Delimited():
            return node._replace(body=row(node.body))
        case Command(name=name, arguments=arguments) if not takes_words(name):
            return node._replace(arguments=tuple(rewritten(a, row) for a in arguments))
        case Scripts(base=base, superscript=superscript):
            nucleus, above = (None if part is None else rewritten(part, row) for part in (base, superscript))
            return node._replace(base=nucleus, superscript=above)
        case Infix(left=left, right=right):
            return node._replace(
                left=left._replace(body=row(left.body)), right=right._replace(body=row(right.body))
            )
        case Environment(rows=rows):
            return node._replace(rows=tuple(_of_cells(each, row) for each in rows))
        case _:
            return node


def _of_cells(cells: Row, row: Rewrite) -> Row:
    return cells._replace(cells=tuple(Cell(row(cell.body), cell.span) for cell in cells.cells))


__all__ = ["Rewrite", "rewritten", "takes_words"]
