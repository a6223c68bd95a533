r"""Macros that a post defines: their arguments, their bodies, and the expansion of a call.

A call stays a `Command` in the tree; `Definitions.expand` gives its meaning and keeps the place of the call on every
node that it creates. As in MathJax, definitions are in force from their place to the end of the page. The object never
changes; `define` returns a new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mathpost.latex.growth import Measure, stays
from mathpost.latex.layers import Layers
from mathpost.latex.macros.macro import Argument
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Fault,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
    children,
)
from mathpost.text.limits import DEPTH_OF_CALLS, WRITTEN_CALL, WRITTEN_FORMULA
from mathpost.text.source import Span


class Definition(NamedTuple):
    r"""One macro of a post.

    `body` is its tree, with ``#1`` … as symbols; `tokens` the same as LaTeX reads it. `default` is the tree of the
    optional first argument. `alias`: the command that it replaces, arguments included (``\let\bs\boldsymbol``).
    `spliced`: the body makes sense only in its place (``\begin{aligned}``, ``^\top``) and is read there. `template`:
    what must come before the first argument and after each (``\def\a#1;{}``); empty for most. `final`: nothing in the
    body is expanded any further (``\let\oldphi\phi``). `star`: a call may have a ``*`` or a size in brackets.
    `unknown`: the unknown commands of the body.
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
    r"""An environment of a post: its ``\begin`` and ``\end`` as tokens.

    `arguments` counts all of them, `default` is the first one if it may be omitted.
    """

    name: str
    arguments: int
    default: tuple[str, ...] | None
    before: tuple[str, ...]
    after: tuple[str, ...]


_BEGUN = re.compile(r"\\begin\{([^{}]*)\}")
_NO_MACROS: Layers[Definition] = Layers()
_NO_ENVIRONMENTS: Layers[OwnEnvironment] = Layers()
_NO_NAMES: Layers[bool] = Layers()


class Definitions:
    """The macros and environments in force at a place of a post; iterates over the names."""

    __slots__ = ("_environments", "_measure", "extensions", "macros", "scripts", "spliced")

    def __init__(
        self,
        macros: Layers[Definition] = _NO_MACROS,
        environments: Layers[OwnEnvironment] = _NO_ENVIRONMENTS,
        extensions: bool = False,
        spliced: Layers[bool] = _NO_NAMES,
        scripts: Layers[bool] = _NO_NAMES,
    ) -> None:
        self.macros = macros
        self._environments = environments
        self._measure = Measure(self.macros)
        self.extensions = extensions
        """A ``\\require`` was before: packages that the page loads itself are at hand."""
        self.spliced, self.scripts = spliced, scripts

    def __repr__(self) -> str:
        macros = ", ".join(map(repr, self.macros.values()))
        return f"Definitions({macros}, {[*self._environments.values()]}, {self.extensions})"

    def __iter__(self) -> Iterator[str]:
        return iter(self.macros)

    def __contains__(self, name: object) -> bool:
        return name in self.macros

    def __len__(self) -> int:
        return len(self.macros)

    def get(self, name: str) -> Definition | None:
        return self.macros.get(name)

    def is_spliced(self, name: str) -> bool:
        """Whether a macro is read in its place (``\\newcommand{\\be}{\\begin{aligned}}``)."""
        return bool(self.spliced) and self.spliced.get(name, False)

    def is_script(self, name: str) -> bool:
        """Whether a macro attaches to what comes before it (``\\newcommand{\\T}{^\\top}``)."""
        return bool(self.scripts) and self.scripts.get(name, False)

    def environment(self, name: str) -> OwnEnvironment | None:
        """The post's own environment `name`; None where it defines none."""
        return self._environments.get(name)

    def endless(self, name: str) -> bool:
        """Whether the expansion of a call of `name` never ends."""
        return name in self.macros and self._measure.of(name).endless

    def is_long(self, call: Command | Symbol) -> bool:
        """Whether the expansion of `call` is longer than any renderer accepts."""
        return self._measure.signs(call) > WRITTEN_CALL

    def too_long(self, tree: Group) -> list[Node]:
        """The parts of `tree` that become too long when its macros are expanded: calls, or `tree` as a whole."""
        signs = self._measure.signs(tree) if self.macros else 0
        if signs <= WRITTEN_CALL:
            return []
        calls: list[Node] = [call for call in self._outermost(tree) if self.is_long(call)]
        return calls or ([tree] if signs > WRITTEN_FORMULA else [])

    def _outermost(self, tree: Node) -> Iterator[Command | Symbol]:
        """The calls in `tree` that are in no other call."""
        stack = [tree]
        while stack:
            node = stack.pop()
            if isinstance(node, Command | Symbol) and _name(node) in self.macros:
                yield node
            elif not stays(node):
                stack += children(node)[::-1]

    def endless_environment(self, name: str) -> bool:
        """Whether the beginning of the post's environment `name` begins the same environment again."""
        return self._begins_itself(name, (), set())

    def _begins_itself(self, name: str, path: tuple[str, ...], harmless: set[str]) -> bool:
        own = self._environments.get(name)
        if own is None or name in harmless:
            return False
        if name in path or len(path) > DEPTH_OF_CALLS:
            return True
        text = "".join(own.before)
        begun = [other for other in dict.fromkeys(_BEGUN.findall(text)) if other in self._environments]
        if any(self._begins_itself(other, (*path, name), harmless) for other in begun):
            return True
        harmless.add(name)
        return False

    def define(self, definition: Definition) -> Definitions:
        """These definitions and one more, which replaces an older one of its name."""
        name = definition.name
        return Definitions(
            self.macros.extended(name, definition),
            self._environments,
            self.extensions,
            _marked(self.spliced, name, definition.spliced),
            _marked(self.scripts, name, definition.spliced and definition.begins_a_script),
        )

    def define_environment(self, own: OwnEnvironment) -> Definitions:
        environments = self._environments.extended(own.name, own)
        return Definitions(self.macros, environments, self.extensions, self.spliced, self.scripts)

    def with_extensions(self) -> Definitions:
        return Definitions(self.macros, self._environments, True, self.spliced, self.scripts)

    def expand(self, call: Command | Symbol) -> Group | None:
        """The expansion of `call`, with its arguments in place and the calls inside it expanded.

        Every node has the place of the call, arguments their own. None if the name is not defined here, if a definition
        calls itself without end or becomes too long, or if its body makes sense only in its place.
        """
        name = _name(call)
        return None if name not in self.macros or self.is_long(call) else self._expand(call)

    def written_out(self, tree: Group) -> Group:
        """`tree` with every call in it expanded; all other nodes keep their places.

        A call stays if its expansion would be too long.
        """
        if not self.macros or self.too_long(tree):
            return tree
        found = _Writing(self, None, ()).node(tree)
        return found if isinstance(found, Group) else tree

    def _expand(self, call: Command | Symbol) -> Group | None:
        name = _name(call)
        definition = self.macros.get(name)
        if definition is None or self._measure.of(name).form is None:
            return None
        given = (*call.options, *call.arguments) if isinstance(call, Command) else ()
        if definition.default is not None and not (isinstance(call, Command) and call.options):
            given = (_Writing(NONE, call.span, ()).node(definition.default), *given)
        if len(given) < len(definition.arguments):
            return None
        macros = NONE if definition.final else self
        written = _Writing(macros, call.span, given).node(definition.body)
        return written if isinstance(written, Group) else None


def _marked(names: Layers[bool], name: str, belongs: bool) -> Layers[bool]:
    """`names` with or without `name`; the same object if nothing changes."""
    return names if names.get(name, False) == belongs else names.extended(name, belongs)


NONE = Definitions()


class _Writing(NamedTuple):
    """The expansion of one call: the arguments that replace ``#1`` …, and the place of the call.

    Without a `span`, a whole tree is expanded, whose nodes keep their places.
    """

    definitions: Definitions
    span: Span | None
    given: tuple[Node, ...]

    def node(self, node: Node) -> Node:
        match node:
            case Symbol():
                return self._symbol(node)
            case Command() | Error() if stays(node):
                return node._replace(span=self.span or node.span)
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
            case Error(fault=Fault(code="L003"), node=Symbol(text=name)) if name in self.definitions.macros:
                return self._symbol(Symbol(name, node.span))  # defined after the macro that calls it
            case Error():
                inner = None if node.node is None else self.node(node.node)
                return node._replace(node=inner, span=self.span or node.span)

    def _nodes(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        found: list[Node] = []
        for node in nodes:
            written = self.node(node)
            if isinstance(written, Group) and self._calls(node):
                found += written.body  # a call is not a group: it may be one part of a sum
            else:
                found.append(written)
        return tuple(found)

    def _calls(self, node: Node) -> bool:
        if isinstance(node, Error) and node.fault.code == "L003" and isinstance(node.node, Symbol):
            return self._calls(node.node)
        return isinstance(node, Command | Symbol) and _name(node) in self.definitions.macros

    def _number(self, text: str) -> int:
        """The number of the argument that ``#1`` … means; 0 for any other text."""
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
        return self.definitions._expand(placed) or placed

    def _command(self, node: Command) -> Node:
        arguments, options = self._nodes(node.arguments), self._nodes(node.options)
        placed = node._replace(arguments=arguments, options=options, span=self.span or node.span)
        return self.definitions._expand(placed) or placed

    def _scripts(self, node: Scripts) -> Node:
        base, subscript, superscript = (
            None if part is None else self.node(part)
            for part in (node.base, node.subscript, node.superscript)
        )
        return Scripts(base, subscript, superscript, node.primes, self.span or node.span)


def _name(call: Command | Symbol) -> str:
    return call.name if isinstance(call, Command) else call.text
