r"""Whether ``E`` is the identity matrix, as in Chinese, German and Russian textbooks: ``AA^{-1} = E``, ``|A - \lambda E|``.

It is if the post says so; or if the post mentions matrices, has no ``I``, and has an ``E`` alone on one side of an equation, or
after an eigenvalue or a determinant. An ``E`` that denotes an edge, energy, average or error matrix also occurs in other
positions: applied, transposed, defined or as a member of a set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.latex.rows import rewritten, takes_words
from mathpost.latex.tree import Command, Delimited, Group, Node, Scripts, Symbol, Text, children, walk

LETTER, USUAL = "E", "I"
OF_MATRICES = re.compile(r"矩阵|方阵|行列式|特征值|特征向量|二次型|\bmatri(?:x|ces)\b", re.IGNORECASE)
SAID = re.compile(
    r"单位(?:矩)?阵\s*\$\\?(?:mathbf\{|boldsymbol\{)?E(?:_n)?\}?\$|\$E(?:_n)?\$\s*(?:是|为|表示)[^，。；$]{0,12}单位(?:矩)?阵|"
    r"\bidentity(?: matrix)? \$E(?:_n)?\$|\$E(?:_n)?\$ (?:is|denotes|for) (?:the )?(?:\$n\$-dimensional )?identity",
)
SOMETHING_ELSE = re.compile(
    r"期望|能量|误差|噪声|边集|\benerg|\bexpect|\berrors?\b|\bedges?\b|\bnoise", re.IGNORECASE
)
OPENING = frozenset("([")
RELATIONS = frozenset(["=", ",", ".", "，", "。", ";", r"\Rightarrow", r"\Leftrightarrow", "&", r"\implies"])
SIZES = frozenset("nmrsk")
SCALES = frozenset([r"\lambda", r"\mu", "|"])  # factors before an identity


class UnitMatrix(NamedTuple):
    """Whether the letter is the identity in a post."""

    is_unit: bool

    def meant(self, tree: Group) -> Group:
        """`tree` with the usual letter for the identity."""
        met = self.is_unit and any(isinstance(n, Symbol) and n.text == LETTER for n in walk(tree))
        return tree._replace(body=_row(tree.body)) if met else tree


def unit_matrix(document: Document) -> UnitMatrix:
    """Whether ``E`` is the identity in `document`."""
    text = document.source.text
    said = SAID.search(text) is not None
    if not said and (OF_MATRICES.search(text) is None or SOMETHING_ELSE.search(text) is not None):
        return UnitMatrix(False)
    rows = [row for formula in document.formulas for row in _rows(formula.tree)]
    places = [(row, k) for row in rows for k, node in enumerate(row) if _letter(node) == LETTER]
    others = any(_letter(node) == USUAL for row in rows for node in row)
    if not places or others or any(_is_something_else(row, k) for row, k in places):
        return UnitMatrix(False)
    return UnitMatrix(said or any(_is_a_unit(row, k) for row, k in places))


def _is_something_else(row: Sequence[Node], k: int) -> bool:
    """Whether the letter is applied, raised to a power or transposed, has an index that is no size, or is defined."""
    node = row[k]
    if isinstance(node, Scripts):
        below = "" if node.subscript is None else _only_letter(node.subscript)
        if node.subscript is not None and below not in SIZES:
            return True
        if node.superscript is not None or node.primes:
            return True
    before, behind = (row[k - 1] if k else None), (row[k + 1] if k + 1 < len(row) else None)
    opened = behind is not None and (
        (isinstance(behind, Delimited) and behind.left in OPENING) or _letter(behind) in OPENING
    )
    member = before is not None and _letter(before) in (r"\in", r"\subset", r"\subseteq")
    defined = k == 0 and behind is not None and _letter(behind) in ("=", ":", r"\in")
    return opened or member or defined


def _is_a_unit(row: Sequence[Node], k: int) -> bool:
    """Whether the letter is one side of an equation, or comes after an eigenvalue or a determinant."""
    before, behind = (row[k - 1] if k else None), (row[k + 1] if k + 1 < len(row) else None)
    if before is None:
        return False
    closed = behind is None or _letter(behind) in RELATIONS
    of_a_determinant = isinstance(before, Delimited) and before.left in ("|", r"\lvert")
    return (_letter(before) == "=" and closed) or _letter(before) in SCALES or of_a_determinant


def _letter(node: Node) -> str:
    """The text of a symbol without its scripts; empty for other nodes."""
    nucleus = node.base if isinstance(node, Scripts) else node
    return nucleus.text if isinstance(nucleus, Symbol) else ""


def _only_letter(node: Node) -> str:
    row = children(node) if isinstance(node, Group) else (node,)
    return _letter(row[0]) if len(row) == 1 and not isinstance(row[0], Scripts) else ""


def _rows(tree: Node) -> Iterator[tuple[Node, ...]]:
    """The rows of `tree`, without those of words and of letters in special fonts."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Text) or (isinstance(node, Command) and takes_words(node.name)):
            continue
        row = children(node)
        if not isinstance(node, Scripts):
            yield row
        stack += [inner for inner in row if type(inner) is not Symbol]


def _row(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(_usual(rewritten(node, _row)) for node in nodes)


def _usual(node: Node) -> Node:
    if isinstance(node, Scripts) and node.base is not None and _letter(node) == LETTER:
        return node._replace(base=_usual(node.base))
    return node._replace(text=USUAL) if isinstance(node, Symbol) and node.text == LETTER else node
