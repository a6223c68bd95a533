"""Words that stand in a formula as letters: ``encoder(x)`` is set as a product of seven symbols beside a bracket.

Whether letters side by side are a word is asked by the rule that reports it, by the list of what a post leaves
unexplained and by the reading of its claims; it is answered here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from string import ascii_letters
from typing import NamedTuple

from mathpost.latex.macros import macro
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
    children,
)
from mathpost.text.source import Span

LONG = 4  # so many letters are a word rather than a product
APPLIED = 3  # so many where a bracket follows
_VOWELS = frozenset("aeouyAEIOUY")  # an i alone is an index
_VOWELS_OF_LONG = _VOWELS | {"i"}  # five letters hold more than indices
_LETTERS = frozenset(ascii_letters)
_VARIABLES = frozenset("xyztsuvwrpq")  # what a d at the end of a product makes a differential of
_SPELLED = frozenset(["font", "text", "operator", "reference", "definition"])  # what sets or takes words


def is_word(letters: str, *, applied: bool = False) -> bool:
    """Whether letters without a space between them spell a word; `applied`: a bracket follows them."""
    while len(letters) > 1 and letters[-2] == "d" and letters[-1] in _VARIABLES:
        letters = letters[:-2]  # "f\\,dxdy"
    vowels = _VOWELS_OF_LONG if len(letters) > LONG else _VOWELS
    return len(letters) >= (APPLIED if applied else LONG) and not vowels.isdisjoint(letters)


class Run(NamedTuple):
    """Letters side by side: they stand in `nodes[start:end]`, the last of them perhaps with scripts."""

    letters: str
    start: int
    end: int
    applied: bool


def runs(nodes: Sequence[Node]) -> Iterator[Run]:
    """The letters of a row, those without a space between them together."""
    start = 0
    while start < len(nodes):
        end = start
        while (
            end < len(nodes) and _letter(nodes[end]) and (end == start or _touch(nodes[end - 1], nodes[end]))
        ):
            end += 1
        if end > start:
            yield Run("".join(map(_letter, nodes[start:end])), start, end, _opens(nodes, end))
        start = max(end, start + 1)


def _letter(node: Node) -> str:
    """The letter that a node is, without its scripts; empty for anything else."""
    nucleus = node.base if isinstance(node, Scripts) else node
    return nucleus.text if isinstance(nucleus, Symbol) and nucleus.text in _LETTERS else ""


def _touch(before: Node, after: Node) -> bool:
    return isinstance(before, Symbol) and before.span.end == after.span.start


def _opens(nodes: Sequence[Node], at: int) -> bool:
    following = nodes[at] if at < len(nodes) else None
    if isinstance(following, Delimited):
        return following.left in ("(", "[")
    return isinstance(following, Symbol) and following.text in ("(", "[")


def has_words(tree: Node) -> bool:
    """Whether letters that may be a word stand anywhere in `tree`."""
    return any(_is_word(run) for row in _rows(tree) if len(row) >= APPLIED for run in runs(row))


def standing_alone(trees: Iterable[Node]) -> frozenset[str]:
    """The letters that stand anywhere by themselves, or in products too short for a word."""
    found = (run for tree in trees for row in _rows(tree) for run in runs(row))
    return frozenset(
        chain.from_iterable(r.letters for r in found if len(r.letters) < LONG and not _is_word(r))
    )


def _rows(tree: Node) -> Iterator[tuple[Node, ...]]:
    """The rows of nodes in `tree`, but not those of words that a command sets."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Text) or (isinstance(node, Command) and _takes_words(node.name)):
            continue
        row = children(node)
        yield row
        stack += [inner for inner in row if type(inner) is not Symbol]


def set_upright(tree: Group, alone: frozenset[str]) -> Group:
    """`tree` with its words as words where they stand as letters; a product of different letters of `alone` stays one.

    Subscripts stay too: they are labels either way.
    """
    return tree._replace(body=_row(tree.body, alone))


def is_set_as_letters(node: Node) -> bool:
    """Whether a node is a word that `set_upright` made."""
    return isinstance(node, Text) and not node.command and len(node.parts) == 1


def _row(nodes: tuple[Node, ...], alone: frozenset[str]) -> tuple[Node, ...]:
    out: list[Node] = []
    at = 0
    for run in runs(nodes):
        product = len({*run.letters}) == len(run.letters) and alone.issuperset(run.letters)
        if _is_word(run) and (_is_function(run) or not product):
            out += (_inside(node, alone) for node in nodes[at : run.start])
            out.append(_word(run, nodes, alone))
            at = run.end
    out += (_inside(node, alone) for node in nodes[at:])
    return tuple(out)


def _is_word(run: Run) -> bool:
    return is_word(run.letters, applied=run.applied) or _is_function(run)


def _is_function(run: Run) -> bool:
    """Whether a bracket follows the name of a command that has lost its backslash: ``sin(x)``."""
    entry = macro(f"\\{run.letters}") if run.applied and len(run.letters) >= APPLIED else None
    return entry is not None and entry.kind == "operator"


def _word(run: Run, nodes: Sequence[Node], alone: frozenset[str]) -> Node:
    last = nodes[run.end - 1]
    end = last.base.span.end if isinstance(last, Scripts) and last.base is not None else last.span.end
    span = Span(nodes[run.start].span.start, end)
    word = Text("", (Symbol(run.letters, span),), span)
    if not isinstance(last, Scripts):
        return word
    above = None if last.superscript is None else _inside(last.superscript, alone)
    return last._replace(base=word, superscript=above, span=Span(span.start, last.span.end))


def _inside(node: Node, alone: frozenset[str]) -> Node:
    """`node` with the words inside it as words."""
    match node:
        case Group() | Delimited():
            return node._replace(body=_row(node.body, alone))
        case Command(name=name, arguments=arguments) if not _takes_words(name):
            return node._replace(arguments=tuple(_inside(a, alone) for a in arguments))
        case Scripts(base=base, superscript=superscript):
            below, above = (None if part is None else _inside(part, alone) for part in (base, superscript))
            return node._replace(base=below, superscript=above)
        case Infix(left=left, right=right):
            parts = (part._replace(body=_row(part.body, alone)) for part in (left, right))
            return node._replace(left=next(parts), right=next(parts))
        case Environment(rows=rows):
            return node._replace(rows=tuple(_of_cells(row, alone) for row in rows))
        case _:
            return node


def _of_cells(row: Row, alone: frozenset[str]) -> Row:
    cells = (Cell(_row(cell.body, alone), cell.span) for cell in row.cells)
    return row._replace(cells=tuple(cells))


def _takes_words(name: str) -> bool:
    entry = macro(name)
    return entry is not None and entry.kind in _SPELLED
