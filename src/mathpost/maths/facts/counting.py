r"""Letters that a post uses as indices, besides the usual ones: ``\sum_{c=1}^K p_c``, ``\sum_{i \ne y} e^{f_i - f_y}``.

A letter is an index if a sum or product in a statement runs over it or compares its variable with it, and if it is a subscript
in the same statement; so is one that numbers the last member after dots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Node, Scripts, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.notation import Item, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step

RANGES = frozenset([r"\sum", r"\prod"])
COMPARED = frozenset([r"\neq", "<", ">", r"\leq", r"\geq"])


def counted(steps: Sequence[Step]) -> frozenset[str]:
    """The letters that the post with these steps uses as indices."""
    found: set[str] = set()
    for step in steps:
        scripts = list(_scripts((*step.left.nodes, *step.right.nodes)))
        runs = frozenset(name for each in scripts for name in _running(each))
        if runs:
            found |= runs & frozenset(name for each in scripts for name in _below(each))
        for side in (step.left, step.right):
            found |= _last(side.nodes)
    return frozenset(found)


def _last(nodes: Sequence[Node]) -> frozenset[str]:
    r"""The letters that number the last member after dots: D of ``u_1 + \dots + u_D``."""
    inside = (inner for node in nodes for inner in walk(node))
    if not any(isinstance(inner, Symbol) and inner.text in notation.DOTS for inner in inside):
        return frozenset()
    members = [(notation.latex(each.base), each) for each in _scripts(nodes) if each.base is not None]
    numbered = {base for base, each in members if [type(item) for item in _row(each)] == [notation.Digits]}
    return frozenset(name for base, each in members if base in numbered for name in _below(each))


def running(nodes: Sequence[Node]) -> frozenset[str]:
    """The variables of the sums and products in `nodes`, and the letters compared with them."""
    return frozenset(name for each in _scripts(nodes) for name in _running(each))


def ranging(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters below and above sums and products: variables and bounds."""
    ranges = (
        each for each in _scripts(nodes) if each.base is not None and notation.latex(each.base) in RANGES
    )
    return letters(part for each in ranges for part in (each.subscript, each.superscript) if part is not None)


def _scripts(nodes: Sequence[Node]) -> Iterator[Scripts]:
    """The nodes with a subscript."""
    for inner in (inner for node in nodes for inner in walk(node)):
        if isinstance(inner, Scripts) and inner.subscript is not None:
            yield inner


def _running(scripts: Scripts) -> Iterator[str]:
    """The variables of a range, and the letters compared with them."""
    if scripts.base is None or notation.latex(scripts.base) not in RANGES:
        return
    for part in split_at_commas(_row(scripts)):
        signs = [notation.latex(item) for item in part[1:2]]
        if signs == ["="] or not signs:
            yield from _names(part[:1])
        elif signs[0] in COMPARED and len(part) == 3:
            yield from _names((part[0], part[2]))


def _below(scripts: Scripts) -> Iterator[str]:
    """The letter that is the whole subscript of a symbol."""
    if scripts.base is None or notation.name(scripts.base) is None:
        return
    row = _row(scripts)
    if len(row) == 1:
        yield from _names(row)


def _row(scripts: Scripts) -> list[Item]:
    try:
        return notation.opened(scripts.subscript) if scripts.subscript is not None else []
    except UnreadError:
        return []


def _names(row: Sequence[Item]) -> Iterator[str]:
    for item in row:
        name = None if isinstance(item, notation.Scripted | notation.Digits) else notation.name(item)
        if name is not None and "{" not in name:
            yield name
