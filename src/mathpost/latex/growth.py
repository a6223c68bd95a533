r"""The length of expanded macros, found without expanding them.

In a chain of forty macros that each call the next one twice, the first takes one line to write and expands to a million
million signs. The growth of a macro is a row of numbers: the signs of its own, then how often it contains each
argument.

    ``\newcommand{\pair}[1]{(#1, #1)}`` has the growth (3, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from mathpost.latex.macros import known_commands
from mathpost.latex.tree import Command, Error, Node, Symbol, children, walk
from mathpost.text.limits import DEPTH_OF_CALLS

if TYPE_CHECKING:
    from mathpost.latex.definitions import Definition

ENDLESS = "L025"
CONDITIONS = frozenset(
    {r"\if", r"\ifx", r"\ifnum", r"\ifcase", r"\ifdim", r"\ifmmode", r"\@ifnextchar", r"\@ifstar"}
)
"""What may end a macro that calls itself."""
DEFINING = frozenset(name for name, entry in known_commands().items() if entry.kind == "definition")
"""Commands whose arguments are names and bodies of macros, not calls of them."""
_MOST_ARGUMENTS = 9
_CEILING = 10**12  # beyond every limit: larger numbers make no difference


class Growth(NamedTuple):
    """The growth of one macro: `form` is None if it cannot be expanded, `endless` if its calls never end.

    `height` counts the macros that it calls in a chain.
    """

    form: tuple[int, ...] | None
    endless: bool
    height: int


class Measure:
    """The growth of the macros of a page, each found once."""

    def __init__(self, macros: Mapping[str, Definition]) -> None:
        self._macros = macros
        self._known: dict[str, Growth] = {}

    def of(self, name: str) -> Growth:
        """The growth of the macro `name`; the growths of the macros that it calls are found before it, without
        recursion.
        """
        open_: dict[str, Iterator[str]] = {}
        if name not in self._known:
            open_[name] = self._called(name)
        looped: set[str] = set()
        while open_:
            caller, calls = next(reversed(open_.items()))
            for callee in calls:
                if callee in open_:
                    looped.add(caller)
                elif callee not in self._known:
                    open_[callee] = self._called(callee)
                    break
            else:
                del open_[caller]
                self._known[caller] = self._found(caller, caller in looped)
        return self._known[name]

    def signs(self, tree: Node) -> int:
        """The number of signs in `tree` when every call in it is expanded."""
        return self._counted(tree)[0]

    def _called(self, name: str) -> Iterator[str]:
        definition = self._macros[name]
        if definition.final:
            return iter(())
        default = () if definition.default is None else walk(definition.default)
        given = (node.name if isinstance(node, Command) else getattr(node, "text", "") for node in default)
        return iter(dict.fromkeys(t for t in (*definition.tokens, *given) if t in self._macros))

    def _found(self, name: str, looped: bool) -> Growth:
        definition = self._macros[name]
        called = [self._known[c] for c in self._called(name) if c in self._known]
        height = 1 + max((c.height for c in called), default=0)
        endless = looped or any(c.endless for c in called) or height > DEPTH_OF_CALLS
        form = None if endless else self._counted(definition.body, final=definition.final)
        if endless and any(token in CONDITIONS for token in definition.tokens):
            return Growth(form, False, 1)
        return Growth(form, endless, height)

    def _counted(self, tree: Node, *, final: bool = False) -> tuple[int, ...]:
        """The signs of `tree`, then how often it contains each argument ``#1`` …."""
        counts = [0] * (1 + _MOST_ARGUMENTS)
        stack = [(tree, 1)]
        while stack:
            node, times = stack.pop()
            number = _parameter(node)
            if number:
                counts[number] = min(counts[number] + times, _CEILING)
                continue
            form = None if final else self._form(node)
            if form is None:
                counts[0] = min(counts[0] + times, _CEILING)
                stack += [] if stays(node) else [(inner, times) for inner in children(node)]
            else:
                counts[0] = min(counts[0] + times * max(1, form[0]), _CEILING)
                stack += [
                    (given, min(times * said, _CEILING))
                    for given, said in zip(self._given(node), form[1:], strict=False)
                    if said
                ]
        return tuple(counts)

    def _form(self, node: Node) -> tuple[int, ...] | None:
        """The growth of the call `node`; None if it is not a call, or is not expanded."""
        if not isinstance(node, Command | Symbol):
            return None
        definition = self._macros.get(node.name if isinstance(node, Command) else node.text)
        if definition is None or len(self._given(node)) < len(definition.arguments):
            return None
        known = self._known.get(definition.name)
        return (known or self.of(definition.name)).form

    def _given(self, call: Node) -> tuple[Node, ...]:
        if not isinstance(call, Command | Symbol):
            return ()
        definition = self._macros[call.name if isinstance(call, Command) else call.text]
        if not isinstance(call, Command):
            return () if definition.default is None else (definition.default,)
        default = () if definition.default is None or call.options else (definition.default,)
        return (*default, *call.options, *call.arguments)


def _parameter(node: Node) -> int:
    """The number of the argument ``#1`` … that `node` is, 0 for anything else."""
    if not isinstance(node, Symbol) or node.text[:1] != "#" or not node.text[1:].isdecimal():
        return 0
    number = int(node.text[1:])
    return number if number <= _MOST_ARGUMENTS else 0


def stays(node: Node) -> bool:
    """Whether nothing in `node` is expanded: a call that never ends, a definition."""
    if isinstance(node, Command):
        return node.name in DEFINING
    return isinstance(node, Error) and node.fault.code == ENDLESS


__all__ = ["CONDITIONS", "ENDLESS", "Growth", "Measure", "stays"]
