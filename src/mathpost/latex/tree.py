"""The tree of a formula as it is written, made by the parser and read by everything later.

Every node has its `span` in the file. The tree keeps what the author wrote (no macro is expanded, no product is
inferred from a space): meaning begins in `mathpost.maths`. An error is a node in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from mathpost.text.source import Span

NO_ENVIRONMENT = "there is no environment"


class Fault(NamedTuple):
    """An error in reading a formula: a rule's code, the place, and a sentence."""

    code: str
    span: Span
    message: str

    @property
    def is_foreign(self) -> bool:
        """Whether the environment has a language of its own, or contains words, so that no renderer of formulas
        supports it.
        """
        return self.code == "L101" and self.message.startswith(NO_ENVIRONMENT)


class Symbol(NamedTuple):
    """One character (``x``, ``+``, ``，``) or a control sequence without arguments (``\\alpha``, ``\\{``)."""

    text: str
    span: Span


class Text(NamedTuple):
    """Words inside a formula: `command` is ``\\text`` … or empty; `parts` are runs of words (`Symbol`) and inner math (`Group`)."""

    command: str
    parts: tuple[Node, ...]
    span: Span


class Group(NamedTuple):
    """``{…}``; also a whole formula, a cell, or an argument without braces (then `braces` is False)."""

    body: tuple[Node, ...]
    span: Span
    braces: bool = True


class Delimited(NamedTuple):
    """``\\left( … \\middle| … \\right)``: `left`, `right` are delimiters as written without `\\left`, ``.`` for none."""

    left: str
    body: tuple[Node, ...]
    right: str
    span: Span


class Command(NamedTuple):
    """A control sequence with its arguments: ``\\frac{a}{b}``, ``\\sqrt[3]{x}``, ``\\hat x``, ``\\big(``.

    Mandatory arguments of type math are `Group`s; raw, size, colour, url and delimiter arguments are a single
    `Symbol` with the text as written. `options` are the bracketed arguments in order.
    """

    name: str
    arguments: tuple[Node, ...]
    options: tuple[Node, ...]
    span: Span


class Infix(NamedTuple):
    """``a \\over b`` and its family: `left` and `right` are all that comes before and after it in its group."""

    name: str
    left: Group
    right: Group
    span: Span


class Scripts(NamedTuple):
    """A base with its scripts. `base` is None if nothing comes before (``{}^2``, ``_a``); `primes` counts ``'``."""

    base: Node | None
    subscript: Node | None
    superscript: Node | None
    primes: int
    span: Span


class Cell(NamedTuple):
    """One cell of a row: the content between two ``&``."""

    body: tuple[Node, ...]
    span: Span


class Row(NamedTuple):
    """One row of an environment. `span` ends before the row break; `end` is the row break itself (empty for the last row)."""

    cells: tuple[Cell, ...]
    span: Span
    end: Span


class Environment(NamedTuple):
    """``\\begin{name}arguments rows\\end{name}``; `body` is the content after the begin with its arguments and before
    the end.
    """

    name: str
    arguments: tuple[Node, ...]
    rows: tuple[Row, ...]
    body: Span
    span: Span


class Error(NamedTuple):
    """An error in its place; `node` is what could be read there, if anything."""

    fault: Fault
    node: Node | None
    span: Span


Node: TypeAlias = (
    Symbol | Text | Group | Delimited | Command | Infix | Scripts | Cell | Row | Environment | Error
)


# Every walk asks this of every node: a look-up by type costs a fifth of a `match`.
_CHILDREN: dict[type[Any], Callable[[Any], tuple[Node, ...]]] = {
    Symbol: lambda _: (),
    Text: lambda node: node.parts,
    Group: lambda node: node.body,
    Delimited: lambda node: node.body,
    Cell: lambda node: node.body,
    Command: lambda node: node.options + node.arguments,
    Infix: lambda node: (node.left, node.right),
    Scripts: lambda node: tuple(n for n in node[:3] if n is not None),
    Row: lambda node: node.cells,
    Environment: lambda node: node.arguments + node.rows,
    Error: lambda node: () if node.node is None else (node.node,),
}


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside `node`, in reading order."""
    return _CHILDREN[type(node)](node)


def compounds(tree: Node) -> Iterator[Node]:
    """`tree` and everything inside it except plain symbols, in reading order: a third of the nodes of `walk`."""
    stack = [tree]
    while stack:
        top = stack.pop()
        yield top
        stack += [node for node in _CHILDREN[type(top)](top)[::-1] if type(node) is not Symbol]


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything inside it, in reading order; no recursion, so depth costs nothing."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        if type(top) is not Symbol:
            stack += _CHILDREN[type(top)](top)[::-1]
