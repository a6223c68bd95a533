r"""Macros that a post defines for itself: what they take, what they say, and how a call is written out.

A call stays a `Command` in the tree; whoever wants its meaning asks `Definitions.expand`, which keeps the
place of the call on every node it makes. Definitions are in force from where they stand to the end of the
page, as in MathJax; the object never changes, `define` answers a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mathpost.latex.macros.macro import Argument
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
)
from mathpost.text.source import Span

DEPTH = 60
"""How deep calls inside calls are written out before a definition counts as endless."""


CONDITIONS = frozenset(
    {r"\if", r"\ifx", r"\ifnum", r"\ifcase", r"\ifdim", r"\ifmmode", r"\@ifnextchar", r"\@ifstar"}
)
"""What may end a macro that calls itself."""


class Definition(NamedTuple):
    r"""One macro of a post.

    `body` is its tree, with ``#1`` … as symbols; `tokens` the same as LaTeX reads it. `default` is the tree
    of the optional first argument. `alias`: the command it stands for, arguments included
    (``\let\bs\boldsymbol``).
    `spliced`: the body makes sense only in its place (``\begin{aligned}``, ``^\top``) and is read there.
    `template`: what must stand before the first argument and behind each (``\def\a#1;{}``); empty for most.
    `final`: nothing in the body is written out any further (``\let\oldphi\phi``).
    `star`: a call may carry a ``*`` or a size in brackets. `unknown`: commands of the body that nobody knew.
    """

    name: str
    arguments: tuple[Argument, ...]
    default: Group | None
    body: Group
    tokens: tuple[str, ...]
    alias: str = ""
    spliced: bool = False
    template: tuple[tuple[str, ...], ...] = ()
    star: bool = False
    final: bool = False
    unknown: tuple[str, ...] = ()

    @property
    def begins_a_script(self) -> bool:
        return self.tokens[:1] in (("^",), ("_",), ("'",))


class OwnEnvironment(NamedTuple):
    r"""An environment of a post: what ``\\begin`` and ``\\end`` of it stand for, as tokens.

    `arguments` counts all of them, `default` is the first one where it may be left out.
    """

    name: str
    arguments: int
    default: tuple[str, ...] | None
    before: tuple[str, ...]
    after: tuple[str, ...]


class Definitions:
    """The macros and environments in force at a place of a post; iterates over the names."""

    __slots__ = ("_endless", "_environments", "extensions", "macros", "scripts", "spliced")

    def __init__(
        self,
        macros: Mapping[str, Definition] | None = None,
        environments: Mapping[str, OwnEnvironment] | None = None,
        extensions: bool = False,
    ) -> None:
        self.macros = dict(macros or {})
        self._environments = dict(environments or {})
        self._endless: dict[str, bool] = {}
        self.extensions = extensions
        """A ``\\require`` stood before: packages that the page loads itself are at hand."""
        self.spliced = frozenset(d.name for d in self.macros.values() if d.spliced)
        """Macros that are read where they stand (``\\newcommand{\\be}{\\begin{aligned}}``)."""
        self.scripts = frozenset(d.name for d in self.macros.values() if d.spliced and d.begins_a_script)
        """Macros that attach to what stands before them (``\\newcommand{\\T}{^\\top}``)."""

    def __iter__(self) -> Iterator[str]:
        return iter(self.macros)

    def __contains__(self, name: object) -> bool:
        return name in self.macros

    def __len__(self) -> int:
        return len(self.macros)

    def get(self, name: str) -> Definition | None:
        return self.macros.get(name)

    def environment(self, name: str) -> OwnEnvironment | None:
        """The post's own environment `name`; None where it defines none."""
        return self._environments.get(name)

    def endless(self, name: str) -> bool:
        """Whether writing out a call of `name` never ends."""
        if name not in self._endless:
            self._endless[name] = self._reaches_itself(name, ())
        return self._endless[name]

    def endless_environment(self, name: str, path: tuple[str, ...] = ()) -> bool:
        """Whether the beginning of the post's environment `name` begins it again."""
        own = self._environments.get(name)
        if own is None or name in path:
            return own is not None
        text = "".join(own.before)
        return any(
            rf"\begin{{{other}}}" in text and self.endless_environment(other, (*path, name))
            for other in self._environments
        )

    def _reaches_itself(self, name: str, path: tuple[str, ...]) -> bool:
        if name in path or len(path) > DEPTH:
            return True
        definition = self.macros.get(name)
        if definition is None or definition.final or any(token in CONDITIONS for token in definition.tokens):
            return False
        called = {token for token in definition.tokens if token in self.macros}
        return any(self._reaches_itself(token, (*path, name)) for token in called)

    def define(self, definition: Definition) -> Definitions:
        """These definitions and one more, which wins over an older one of its name."""
        return Definitions({**self.macros, definition.name: definition}, self._environments, self.extensions)

    def define_environment(self, own: OwnEnvironment) -> Definitions:
        return Definitions(self.macros, {**self._environments, own.name: own}, self.extensions)

    def with_extensions(self) -> Definitions:
        return Definitions(self.macros, self._environments, True)

    def expand(self, call: Command | Symbol) -> Group | None:
        """What `call` says, with its arguments in place and calls inside it written out as well.

        Every node stands at the place of the call, arguments at their own. None where the name is not defined
        here, where a definition calls itself without end, or where its body makes sense only in its place.
        """
        return self._expand(call, 0)

    def written_out(self, tree: Group) -> Group:
        """`tree` with every call in it written out where it stands; all other nodes keep their places."""
        if not self.macros:
            return tree
        found = _Writing(self, None, (), 0).node(tree)
        return found if isinstance(found, Group) else tree

    def _expand(self, call: Command | Symbol, depth: int) -> Group | None:
        definition = self.macros.get(call.name if isinstance(call, Command) else call.text)
        if definition is None or depth > DEPTH:
            return None
        given = (*call.options, *call.arguments) if isinstance(call, Command) else ()
        if definition.default is not None and not (isinstance(call, Command) and call.options):
            given = (_Writing(NONE, call.span, (), depth).node(definition.default), *given)
        if len(given) < len(definition.arguments):
            return None
        macros = NONE if definition.final else self
        written = _Writing(macros, call.span, given, depth).node(definition.body)
        return written if isinstance(written, Group) else None


NONE = Definitions()


class _Writing(NamedTuple):
    """One call being written out: the arguments that replace ``#1`` …, and the place of the call.

    Without a `span` a whole tree is, whose nodes stay where they are.
    """

    definitions: Definitions
    span: Span | None
    given: tuple[Node, ...]
    depth: int

    def node(self, node: Node) -> Node:
        match node:
            case Symbol():
                return self._symbol(node)
            case Command():
                return self._command(node)
            case Text():
                return node._replace(parts=self._nodes(node.parts), span=self.span or node.span)
            case Group(body=(Symbol(text=text),)) if self._number(text):
                given = self.given[self._number(text) - 1]
                place = self.span or node.span
                return given if isinstance(given, Group) else node._replace(body=(given,), span=place)
            case Group() | Delimited() | Cell():
                return node._replace(body=self._nodes(node.body), span=self.span or node.span)
            case Infix():
                left, right = self._group(node.left), self._group(node.right)
                return node._replace(left=left, right=right, span=self.span or node.span)
            case Scripts():
                return self._scripts(node)
            case Row():
                return self._row(node)
            case Environment():
                rows = tuple(self._row(row) for row in node.rows)
                arguments = self._nodes(node.arguments)
                body = self.span or node.body
                return node._replace(arguments=arguments, rows=rows, body=body, span=self.span or node.span)
            case Error():
                inner = None if node.node is None else self.node(node.node)
                return node._replace(node=inner, span=self.span or node.span)

    def _nodes(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        found: list[Node] = []
        for node in nodes:
            written = self.node(node)
            spliced = (
                self.span is None and written is not node and _is_call(node) and isinstance(written, Group)
            )
            found.extend(written.body if spliced and isinstance(written, Group) else (written,))
        return tuple(found)

    def _number(self, text: str) -> int:
        """Which argument ``#1`` … stands for; 0 for any other text."""
        number = int(text[1:]) if text[:1] == "#" and text[1:].isdecimal() else 0
        return number if number <= len(self.given) else 0

    def _group(self, group: Group) -> Group:
        return group._replace(body=self._nodes(group.body), span=self.span or group.span)

    def _row(self, row: Row) -> Row:
        cells = tuple(
            cell._replace(body=self._nodes(cell.body), span=self.span or cell.span) for cell in row.cells
        )
        return Row(cells, self.span or row.span, self.span or row.end)

    def _symbol(self, node: Symbol) -> Node:
        if self._number(node.text):
            return self.given[self._number(node.text) - 1]
        placed = node._replace(span=self.span or node.span)
        return self.definitions._expand(placed, self.depth + 1) or placed

    def _command(self, node: Command) -> Node:
        arguments, options = self._nodes(node.arguments), self._nodes(node.options)
        placed = node._replace(arguments=arguments, options=options, span=self.span or node.span)
        return self.definitions._expand(placed, self.depth + 1) or placed

    def _scripts(self, node: Scripts) -> Node:
        base, subscript, superscript = (
            None if part is None else self.node(part)
            for part in (node.base, node.subscript, node.superscript)
        )
        return Scripts(base, subscript, superscript, node.primes, self.span or node.span)


def _is_call(node: Node) -> bool:
    return isinstance(node, Command | Symbol)
