"""Arguments taken as they are written: the names, counts and bodies of definitions."""

from __future__ import annotations

import re

from mathpost.latex.cursor import Cursor
from mathpost.latex.lexer import TOKEN
from mathpost.latex.tree import Command, Symbol
from mathpost.text.source import Span

NAME = re.compile(r"\\?(?:[a-zA-Z@]+|.)|", re.DOTALL)
ENDS = frozenset({"", "}", "&", r"\end", r"\right"})


def tokens_of(text: str) -> tuple[str, ...]:
    """The tokens of a body; ``#1`` is one, and ``##``."""
    found: list[str] = []
    for match in TOKEN.finditer(text):
        token = match.group()
        if token.isspace() or token.startswith("%"):
            continue
        if found and found[-1] == "#" and (token.isdigit() or token == "#"):
            found[-1] = f"#{token}"
        else:
            found.append(token)
    return tuple(found)


def argument(p: Cursor) -> tuple[str, Span]:
    """A group as written, without its braces, or one token."""
    first = p.at
    if p.texts[first] != "{":
        if p.texts[first] not in ENDS:
            p.at += 1
            return p.texts[first], p.span(first)
        return "", p.span(first, first)
    depth = 0
    while p.texts[p.at]:
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        p.at += 1
        if depth == 0:
            return p.raw(first + 1, p.at - 1), p.span(first)
    p.fault("L001", p.span(first, first), "the brace is never closed")
    return p.raw(first + 1, p.at), p.span(first)


def bracket(p: Cursor) -> str | None:
    """``[…]`` as written, without its brackets; None if there is none."""
    if p.texts[p.at] != "[":
        return None
    first = p.at
    depth = 0
    while p.texts[p.at] and not (p.texts[p.at] == "]" and depth == 0):
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        p.at += 1
    text = p.raw(first + 1, p.at)
    if p.texts[p.at]:
        p.at += 1
    else:
        p.fault("L001", p.span(first, first), "the bracket is never closed")
    return text


def name_to_define(p: Cursor, at: int) -> str:
    r"""The name to define, with its backslash; MathJax also takes ``{name}`` without one."""
    name, span = argument(p)
    name = name.strip()
    if not name:
        p.fault("L004", p.span(at, at), f"{p.texts[at]} lacks the name to define")
        return ""
    if not NAME.fullmatch(name):
        p.fault("L022", span, f"{name} is not a command name")
        return ""
    if name.startswith("\\"):
        return name
    p.fault("L015", span, f"the name {name} lacks its backslash")
    return f"\\{name}"


def lacks_body(p: Cursor, at: int, name: str) -> bool:
    """Whether no body follows a name, which is a fault."""
    if p.texts[p.at] not in ENDS:
        return False
    if name:
        p.fault("L004", p.span(at, at), f"{p.texts[at]} lacks its body")
    return True


def count_of_arguments(p: Cursor, at: int) -> int:
    """The number of arguments, from ``[2]``."""
    first = p.at
    text = bracket(p)
    if text is None:
        return 0
    if len(text.strip()) == 1 and text.strip().isdecimal():
        return int(text)
    p.fault("L020", p.span(first), f"{text} is not a number of arguments for {p.texts[at]}")
    return 0


def made(p: Cursor, at: int, *parts: str) -> Command:
    """The node of the definition that began at `at`, whose arguments are `parts`."""
    span = p.span(at)
    return Command(p.texts[at], tuple(Symbol(part, span) for part in parts), (), span)
