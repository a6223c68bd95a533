"""Calls of macros that the post defines, and the bodies of their definitions."""

from __future__ import annotations

from mathpost.latex.arguments import option, primitive_argument
from mathpost.latex.commands import ARGUMENTS
from mathpost.latex.cursor import BREAKS, GROUP, Cursor
from mathpost.latex.definitions import Definition
from mathpost.latex.growth import ENDLESS
from mathpost.latex.lexer import Reading
from mathpost.latex.recording import SPACE, Body
from mathpost.latex.tree import Command, Error, Group, Infix, Node, Scripts, Symbol
from mathpost.latex.unfolding import unfold
from mathpost.text.source import Span


def user_call(p: Cursor, definition: Definition) -> Node:
    """A call of a macro that the post defines; a macro whose body makes sense only in its place is read there."""
    at = p.at
    if definition.alias:
        return _alias(p, definition)
    if p.definitions.endless(definition.name):
        p.at += 1
        return p.error(ENDLESS, p.span(at), f"{definition.name} calls itself without end", p.symbol_at(at))
    if definition.spliced and p.fuel > 0:
        unfold(p, definition)
        ends = p.texts[p.at] in GROUP | BREAKS
        return Group((), p.span(at, at), False) if ends else p.grammar.atom(p)
    p.at += 1
    _check_body(p, definition, at)
    if definition.template:
        return _templated(p, definition, at)
    options = _options(p, definition)
    arguments: list[Node] = []
    for kind in definition.arguments[definition.default is not None :]:
        argument = ARGUMENTS[kind](p, at, definition.name)
        if argument is None:
            node = Command(definition.name, tuple(arguments), options, p.span(at))
            return Error(p.faults[-1], node, node.span)
        arguments.append(argument)
    return Command(definition.name, tuple(arguments), options, p.span(at))


def _options(p: Cursor, definition: Definition) -> tuple[Node, ...]:
    if definition.star and p.texts[p.at] == "*":
        p.at += 1
    elif definition.star and p.texts[p.at] == "[":
        option(p, "raw")
    if definition.default is not None and p.texts[p.at] == "[":
        return (option(p, "math"),)
    return ()


def _check_body(p: Cursor, definition: Definition, at: int) -> None:
    for name in definition.unknown:
        if definition.final or name not in p.definitions:
            p.fault("L003", p.span(at, at), f"{definition.name} uses {name}, which is not known")


def _alias(p: Cursor, definition: Definition) -> Node:
    """The LaTeX command that the name is an alias for, read as that command."""
    p.texts[p.at] = definition.alias
    return p.grammar.built_in(p, definition.alias)


def _templated(p: Cursor, definition: Definition, at: int) -> Node:
    r"""A call of a macro with delimited arguments (``\def\a#1;{}``)."""
    arguments: list[Node] = []
    for k, before in enumerate(definition.template):
        if k == 0:
            found = p.at if _stands(p, p.at, before) else None
        elif before:
            found = _next(p, before)
        else:
            argument = primitive_argument(p, at, definition.name)
            if argument is None:
                break
            arguments.append(argument)
            continue
        if found is None:
            return _unlike(p, definition, at, arguments, before)
        if k > 0:
            span = p.span(p.at, found - 1) if found > p.at else Span(p.starts[found], p.starts[found])
            arguments.append(Symbol(p.raw(p.at, found), span))
        p.at = found + len([token for token in before if token != SPACE])
    return Command(definition.name, tuple(arguments), (), p.span(at))


def _next(p: Cursor, wanted: tuple[str, ...]) -> int | None:
    """The place of the next `wanted`, outside of braces."""
    k = p.at
    while p.texts[k] not in ("", "}"):
        if k > p.at and _stands(p, k, wanted):
            return k
        if k == p.at and wanted[0] != SPACE and _stands(p, k, wanted):
            return k
        k = (p.mate(k) or k) + 1 if p.texts[k] == "{" else k + 1
    return k if k > p.at and _stands(p, k, wanted) else None


def _stands(p: Cursor, at: int, wanted: tuple[str, ...]) -> bool:
    """Whether the tokens of a template are at token `at`; a space in it means a space before the next token."""
    for token in wanted:
        if token == SPACE:
            if p.adjacent(at) and not p.unfolded:
                return False
        elif p.texts[at] != token:
            return False
        else:
            at += 1
    return True


def _unlike(
    p: Cursor, definition: Definition, at: int, arguments: list[Node], expected: tuple[str, ...]
) -> Error:
    node = Command(definition.name, tuple(arguments), (), p.span(at))
    wanted = "".join(expected).strip() or "a space"
    message = f"{definition.name} is not followed by {wanted}, as its definition requires"
    return p.error("L004", p.span(at, at), message, node)


def read_body(p: Cursor, text: str, span: Span) -> Body:
    """The body of a definition: its tree, every node at `span`, and whether it is a formula by itself."""
    places = Reading(text, [span.start] * len(text), [span.end] * len(text))
    inner = Cursor(p.grammar, places, p.target, p.display, p.definitions)
    inner.body_of_macro = True
    inner.depth = p.depth
    inner.fuel = p.fuel
    nodes = p.grammar.until(inner, GROUP, lambda token: token == "")
    whole = not any(fault.code in STRUCTURE for fault in inner.faults) and not _leans(nodes)
    unknown = tuple(f.message.split()[0] for f in inner.faults if f.code == "L003")
    return Body(Group(nodes, span, False), whole, unknown)


STRUCTURE = frozenset(
    {"L001", "L002", "L004", "L005", "L006", "L007", "L008", "L010", "L019", "L101", "L103"}
)


def _leans(nodes: tuple[Node, ...]) -> bool:
    """Whether a body uses what comes before or after it: a script, an infix, a row break."""
    if not nodes:
        return False
    if isinstance(nodes[0], Infix) or (isinstance(nodes[0], Scripts) and nodes[0].base is None):
        return True
    return any(isinstance(node, Command) and node.name in BREAKS for node in nodes)
