r"""``\left … \middle … \right`` and the family of ``\big``: delimiters that grow."""

from __future__ import annotations

from mathpost.latex.cursor import GROUP, Cursor, Open
from mathpost.latex.macros.delimiters import DELIMITERS
from mathpost.latex.tables import name_after
from mathpost.latex.tree import Command, Delimited, Node, Symbol
from mathpost.text.source import Span


def delimited(p: Cursor) -> Node:
    r"""``\left( … \right)``."""
    opener = p.at
    p.at += 1
    left = delimiter(p, opener)
    p.opened.append(Open("left", opener))
    nodes = p.grammar.until(p, GROUP, lambda token: _ends_left(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] != r"\right":
        p.lost.append(r"\right")
        salvaged = Delimited(left, nodes, ".", p.span(opener))
        return p.error("L007", p.span(opener, opener), rf"\left{left} has no \right", salvaged)
    closer = p.at
    p.at += 1
    right = delimiter(p, closer)
    return Delimited(left, nodes, right, p.span(opener))


def _ends_left(p: Cursor, opener: int, token: str) -> bool:
    if token in (r"\right", ""):
        return True
    if token == "}":
        return p.outside_closes(opener)
    if token == "&":
        return p.inside("environment")
    return p.inside("environment", name_after(p))


def delimiter(p: Cursor, at: int, braces: bool = False) -> str:
    r"""The delimiter after ``\left``, ``\big`` and similar commands; if nothing fits, no token is taken."""
    token = p.texts[p.at]
    name = p.texts[at]
    if braces and token == "{" and p.texts[p.at + 2] == "}":
        inner = p.texts[p.at + 1]
        if p.where in DELIMITERS.get(inner, ()) and p.where != "latex":
            p.at += 3
            return inner
    resolved = _delimiter_behind(p, token)
    if p.where in DELIMITERS.get(resolved, ()):
        p.at += 1
        return token
    if token == r"\\" and p.texts[p.at + 1] in ("{", "}"):
        p.at += 2
        p.fault(
            "L008", p.span(p.at - 2), rf"after {name} comes a row break, not the brace \{p.texts[p.at - 1]}"
        )
        return "\\" + p.texts[p.at - 1]
    if token == "":
        p.fault("L008", p.span(at, at), f"{name} has no delimiter")
    else:
        p.fault("L008", p.span(p.at, p.at), f"{token} is not a delimiter for {name}")
    return "."


def _delimiter_behind(p: Cursor, token: str) -> str:
    """The delimiter that a macro of the post means."""
    for _ in range(10):
        definition = p.definitions.get(token)
        if definition is None or len(definition.tokens) != 1:
            break
        token = definition.tokens[0]
    return token


def sized(p: Cursor) -> Node:
    r"""``\big(`` and its family."""
    at = p.at
    p.at += 1
    first = p.at
    written = delimiter(p, at, braces=True)
    span = p.span(first) if p.at > first else Span(p.ends[at], p.ends[at])
    return Command(p.texts[at], (Symbol(written, span),), (), p.span(at))


def middle(p: Cursor) -> Node:
    at = p.at
    if not (p.opened and p.opened[-1].construct == "left"):
        node = sized(p)
        return p.error("L007", p.span(at, at), r"\middle is outside of \left … \right", node)
    return sized(p)
