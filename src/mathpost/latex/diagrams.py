r"""Commutative diagrams: the arrows of `CD` (``@>f>g>``, ``@VVV``, ``@=``), as KaTeX requires them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mathpost.latex.cursor import Cursor
from mathpost.latex.tree import Node, Row, Symbol

_WITH_LABELS = frozenset("<>AV")
_WITHOUT = frozenset("=|.")


def check_arrows(p: Cursor, rows: Iterable[Row]) -> None:
    """Check that every ``@`` begins an arrow, and that an arrow with labels has its sign three times."""
    for row in rows:
        nodes = [node for cell in row.cells for node in cell.body]
        at = 0
        while at < len(nodes):
            at = _behind_arrow(p, nodes, at + 1) if _is(nodes[at], "@") else at + 1


def _behind_arrow(p: Cursor, nodes: Sequence[Node], at: int) -> int:
    """The node after the arrow whose sign is the node `at`; a fault is reported if the arrow is incomplete."""
    sign = nodes[at] if at < len(nodes) else nodes[at - 1]
    if not isinstance(sign, Symbol) or sign.text not in _WITH_LABELS | _WITHOUT:
        p.fault("L020", sign.span, "an arrow of a diagram is one of < > A V = | . after @")
        return at
    if sign.text in _WITHOUT:
        return at + 1
    for _ in range(2):
        label = at + 1
        while label < len(nodes) and not _is(nodes[label], sign.text):
            if _is(nodes[label], "@"):
                break
            label += 1
        if label >= len(nodes) or _is(nodes[label], "@"):
            place = nodes[label] if label < len(nodes) else nodes[at]
            p.fault("L020", place.span, f"this arrow lacks a {sign.text}: its sign occurs three times")
            return label
        at = label
    return at + 1


def _is(node: Node, text: str) -> bool:
    return isinstance(node, Symbol) and node.text == text
