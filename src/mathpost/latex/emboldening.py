r"""Products in one bold command: ``\boldsymbol{Ax}`` is ``\boldsymbol{A}\boldsymbol{x}`` if both letters are bold
elsewhere.

A script belongs to the last letter, as without bold: ``\boldsymbol{ab}^{\top}`` is a column times a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from mathpost.latex.macros import macro
from mathpost.latex.rows import rewritten
from mathpost.latex.spelling import opens
from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol, children, walk
from mathpost.text.source import Span

FONTS = frozenset([r"\boldsymbol", r"\mathbf", r"\bm", r"\pmb", r"\bold", r"\mathbfit", r"\symbf"])
LONGEST = 3  # so many letters or more are a word


def bold_letters(trees: Iterable[Node]) -> frozenset[str]:
    """The letters that are bold by themselves anywhere, perhaps with scripts."""
    commands = (node for tree in trees for node in walk(tree))
    rows = (_letters(node) for node in commands)
    return frozenset(row[0].text for row in rows if len(row) == 1)


def has_products(tree: Node, letters: frozenset[str]) -> bool:
    """Whether some of `letters` are in `tree` in one bold command."""
    return any(_is_product(node, letters) for node in walk(tree))


def parted(tree: Group, letters: frozenset[str]) -> Group:
    """`tree` with its bold products of `letters` as factors, each in bold by itself."""
    return tree._replace(body=_row(tree.body, letters))


def _row(nodes: tuple[Node, ...], letters: frozenset[str]) -> tuple[Node, ...]:
    out: list[Node] = []
    for k, node in enumerate(nodes):
        bold = node.base if isinstance(node, Scripts) else node
        raised = isinstance(node, Scripts) and node.superscript is not None
        applied = opens(nodes, k + 1) and not raised  # a name, perhaps
        if bold is None or applied or not _is_product(bold, letters):
            out.append(rewritten(node, partial(_row, letters=letters)))
            continue
        *first, last = _factors(bold)
        out += first
        out.append(node._replace(base=last) if isinstance(node, Scripts) else last)
    return tuple(out)


def _is_product(node: Node, letters: frozenset[str]) -> bool:
    """Whether a node sets several of `letters` in bold that are not a name: ``\\mathbf{tr}`` may be a name that should
    be upright.
    """
    row = _letters(node)
    spelled = "".join(letter.text for letter in row)
    return 1 < len(row) <= LONGEST and letters.issuperset(spelled) and macro(f"\\{spelled}") is None


def _letters(node: Node) -> Sequence[Symbol]:
    """The letters that a node sets in bold; empty if it sets anything else."""
    if not isinstance(node, Command) or node.name not in FONTS or len(node.arguments) != 1:
        return ()
    row = [n for n in children(node.arguments[0]) or node.arguments if not _is_space(n)]
    bare = [n for n in row if isinstance(n, Symbol) and len(n.text) == 1 and n.text.isalpha()]
    return bare if len(bare) == len(row) else ()


def _is_space(node: Node) -> bool:
    return isinstance(node, Symbol) and node.text.isspace()


def _factors(bold: Node) -> Iterator[Command]:
    """The factors of a product, each in the font of the whole; together they have the place of the product."""
    assert isinstance(bold, Command)
    *first, last = _letters(bold)
    start = bold.span.start
    for letter in first:
        yield Command(bold.name, (Group((letter,), letter.span),), (), Span(start, letter.span.end))
        start = letter.span.end
    yield Command(bold.name, (Group((last,), last.span),), (), Span(start, bold.span.end))


__all__ = ["bold_letters", "has_products", "parted"]
