r"""The definitions of macros in a post: ``\newcommand``, ``\def``, ``\let``, ``\DeclareMathOperator`` and similar
commands.

Each recorder starts at its command, takes its arguments as written, and puts the definition in force. A body is read
once, here. A body that is not a formula by itself (``\begin{aligned}``, ``^\top``) is marked, and is read at each call.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from mathpost.latex.cursor import Cursor
from mathpost.latex.definitions import Definition, OwnEnvironment
from mathpost.latex.macros import macro
from mathpost.latex.macros.macro import Argument
from mathpost.latex.tree import Command, Group, Node, Symbol, Text, walk
from mathpost.latex.written import (
    ENDS,
    argument,
    bracket,
    count_of_arguments,
    lacks_body,
    made,
    name_to_define,
    tokens_of,
)
from mathpost.text.source import Span


class Body(NamedTuple):
    """The body of a definition as read: its tree, and whether it is a formula by itself."""

    tree: Group
    whole: bool
    unknown: tuple[str, ...]


ReadBody = Callable[[Cursor, str, Span], Body]
Recorder = Callable[[Cursor, ReadBody], Node]

SPACE = " "
"""Stands in a template where a call must have white space."""


def new_command(p: Cursor, read: ReadBody) -> Node:
    r"""``\newcommand{\name}[2][default]{body}``."""
    at = p.at
    p.at += 1
    if p.texts[p.at] == "*":
        p.at += 1
    _unless_supported(p, at)
    name = name_to_define(p, at)
    _check_redefinition(p, at, name)
    arity = count_of_arguments(p, at)
    first = p.at
    default = bracket(p)
    if default is not None and p.where == "katex":
        p.fault("P001", p.span(first), f"{p.texts[at]} has no default for an argument in {p.target}")
    if lacks_body(p, at, name):
        return made(p, at, name)
    text, span = argument(p)
    if name:
        _define(p, read, name, ["math"] * arity, text, span, default)
    return made(p, at, name, text)


def _unless_supported(p: Cursor, at: int) -> None:
    entry = macro(p.texts[at])
    if entry is not None and p.where not in entry.works and not p.definitions.extensions:
        p.fault("P001", p.span(at, at), f"{p.texts[at]} does not exist for {p.target}")


def _check_redefinition(p: Cursor, at: int, name: str) -> None:
    r"""KaTeX and LaTeX refuse ``\newcommand`` for a known name and ``\renewcommand`` for an unknown one."""
    if p.where == "mathjax" or not name:
        return
    entry = macro(name)
    known = name in p.definitions or (entry is not None and p.where in entry.works)
    if p.texts[at] == r"\newcommand" and known:
        p.fault("L022", p.span(at), rf"{name} is defined already: use \renewcommand")
    if p.texts[at] == r"\renewcommand" and not known:
        p.fault("L022", p.span(at), rf"{name} is not defined yet: use \newcommand")


_HALVES = ((r"\left",), (r"\right",), (r"\middle",))  # read in their place, with the delimiter after them


def _define(
    p: Cursor,
    read: ReadBody,
    name: str,
    kinds: list[Argument],
    text: str,
    span: Span,
    default: str | None = None,
    template: tuple[tuple[str, ...], ...] = (),
) -> None:
    tokens = tokens_of(text)
    _check_parameters(p, name, tokens, len(kinds), span)
    body = read(p, text, span)
    alias = _alias(p, tokens) if not kinds and not template and tokens not in _HALVES else ""
    p.definitions = p.definitions.define(
        Definition(
            name,
            _kinds(kinds, body.tree),
            None if default is None else read(p, default, span).tree,
            body.tree,
            tokens,
            alias=alias,
            spliced=not alias and (not body.whole or _fills_cells(tokens)),
            template=template,
            unknown=body.unknown,
        )
    )


def _fills_cells(tokens: tuple[str, ...]) -> bool:
    r"""Whether an argument is inside an environment, so that it may contain cells and rows.

    ``\begin{bmatrix} #1 \end{bmatrix}``
    """
    depth = 0
    for token in tokens:
        depth += (token == r"\begin") - (token == r"\end")
        if depth > 0 and token.startswith("#") and token != "##":
            return True
    return False


def _check_parameters(p: Cursor, name: str, tokens: tuple[str, ...], arity: int, span: Span) -> None:
    """Check that a body uses no argument except its own."""
    if not arity or p.body_of_macro:
        return
    for token in tokens:
        if token[0] == "#" and token != "##" and not (token[1:].isdecimal() and 0 < int(token[1:]) <= arity):
            p.fault("L011", span, f"{name} takes {arity} arguments and has no {token}")


def _alias(p: Cursor, tokens: tuple[str, ...]) -> str:
    r"""The command with arguments that a body is an alias for (``\newcommand{\bs}{\boldsymbol}``)."""
    if len(tokens) != 1 or tokens[0] in p.definitions:
        return ""
    entry = macro(tokens[0])
    return tokens[0] if entry is not None and (entry.arguments or entry.options) else ""


def _kinds(kinds: list[Argument], body: Group) -> tuple[Argument, ...]:
    """The types of the arguments: text for one that the body uses among words, raw for one in text kept as written."""
    found = list(kinds)
    for node in walk(body):
        if isinstance(node, Text):
            for part in node.parts:
                _note(found, part, "text")
        elif isinstance(node, Command):
            for argument in (*node.arguments, *node.options):
                _note(found, argument, "raw")
    return tuple(found)


def _note(kinds: list[Argument], node: Node, kind: Argument) -> None:
    if not isinstance(node, Symbol):
        return
    for k in range(len(kinds)):
        if f"#{k + 1}" in node.text and kinds[k] != "raw":
            kinds[k] = kind


def define(p: Cursor, read: ReadBody) -> Node:
    r"""``\def\name#1#2{body}``, also with text that must be between the arguments."""
    at = p.at
    p.at += 1
    _unless_supported(p, at)
    name = p.texts[p.at]
    if name in ENDS or not name.startswith("\\"):
        p.fault("L004", p.span(at, at), f"{p.texts[at]} lacks the name to define")
        return made(p, at)
    p.at += 1
    template: list[list[str]] = [[]]
    while p.texts[p.at] not in ("{", ""):
        if p.texts[p.at] == "#":
            p.at += 1
            if not p.body_of_macro and (p.texts[p.at] != str(len(template)) or len(template) > 9):
                p.fault("L011", p.span(p.at - 1), f"the next argument of {name} is #{len(template)}")
            if not p.texts[p.at] or p.texts[p.at] == "{":
                break
            template.append([])
        else:
            template[-1].append(p.texts[p.at])
        p.at += 1
        if not p.adjacent() and not p.texts[p.at - 1][-1:].isalpha():
            template[-1].append(SPACE)
    if lacks_body(p, at, name):
        return made(p, at, name)
    text, span = argument(p)
    _check_expanded(p, at, text)
    plain = not any(template)
    kinds: list[Argument] = ["math"] * (len(template) - 1)
    _define(p, read, name, kinds, text, span, template=() if plain else tuple(map(tuple, template)))
    return made(p, at, name, text)


def _check_expanded(p: Cursor, at: int, text: str) -> None:
    r"""``\edef`` and ``\xdef`` read their body at once: the commands in it must exist."""
    if p.texts[at] not in (r"\edef", r"\xdef"):
        return
    for token in tokens_of(text):
        if token.startswith("\\") and token not in p.definitions and macro(token) is None:
            p.fault("L003", p.span(p.at - 1), f"{token} is not known")


def let(p: Cursor, read: ReadBody) -> Node:
    r"""``\let\name=\other``."""
    at = p.at
    p.at += 1
    name = p.texts[p.at]
    if name in ENDS or not name.startswith("\\"):
        p.fault("L004", p.span(at, at), r"\let lacks the name to define")
        return made(p, at)
    p.at += 1
    if p.texts[p.at] == "=":
        p.at += 1
    value = p.texts[p.at]
    if not value:
        p.fault("L004", p.span(at, at), r"\let lacks its value")
        return made(p, at, name)
    p.at += 1
    known = p.definitions.get(value)
    unknown = len(value) > 1 and value[0] == "\\" and known is None and macro(value) is None
    if unknown:  # the name loses its earlier meaning
        p.definitions = p.definitions.define(
            Definition(name, (), None, Group((), p.span(at), False), (value,), final=True, unknown=(value,))
        )
    elif known is not None:
        p.definitions = p.definitions.define(known._replace(name=name))
    elif value in ENDS or value == "{":
        p.definitions = p.definitions.define(
            Definition(name, (), None, Group((), p.span(at), False), (value,), spliced=True)
        )
    else:
        body = read(p, value, p.span(p.at - 1))
        p.definitions = p.definitions.define(
            Definition(name, (), None, body.tree, (value,), alias=_alias(p, (value,)), final=True)
        )
    return made(p, at, name, value)


def future_let(p: Cursor, read: ReadBody) -> Node:
    r"""``\futurelet\name\first\second``: the two tokens are read afterwards."""
    del read
    at = p.at
    p.at += 1
    if p.texts[p.at] not in ENDS:
        p.at += 1
    return made(p, at)


def declare_operator(p: Cursor, read: ReadBody) -> Node:
    r"""``\DeclareMathOperator*{\name}{text}``."""
    at = p.at
    p.at += 1
    star = ""
    if p.texts[p.at] == "*":
        star = "*"
        p.at += 1
    _unless_supported(p, at)
    name = name_to_define(p, at)
    if lacks_body(p, at, name):
        return made(p, at, name)
    text, span = argument(p)
    if name:
        _define(p, read, name, [], rf"\operatorname{star}{{{text}}}", span)
    return made(p, at, name, text)


def declare_delimiters(p: Cursor, read: ReadBody) -> Node:
    r"""``\DeclarePairedDelimiter{\name}{left}{right}``."""
    at = p.at
    p.at += 1
    _unless_supported(p, at)
    name = name_to_define(p, at)
    if lacks_body(p, at, name):
        return made(p, at, name)
    left, _ = argument(p)
    right, span = argument(p)
    if name:
        body = read(p, rf"\left{left} #1 \right{right}", span)
        tokens = tokens_of(rf"\left{left}#1\right{right}")
        p.definitions = p.definitions.define(Definition(name, ("math",), None, body.tree, tokens, star=True))
    return made(p, at, name, left, right)


def new_environment(p: Cursor, read: ReadBody) -> Node:
    r"""``\newenvironment{name}[n]{begin}{end}``: read wherever it is used."""
    del read
    at = p.at
    p.at += 1
    _unless_supported(p, at)
    name, _ = argument(p)
    arity = count_of_arguments(p, at)
    default = bracket(p)
    if lacks_body(p, at, name):
        return made(p, at, name)
    before, _ = argument(p)
    after, _ = argument(p)
    own = OwnEnvironment(
        name.strip(),
        arity,
        None if default is None else tokens_of(default),
        tokens_of(before),
        tokens_of(after),
    )
    p.definitions = p.definitions.define_environment(own)
    return made(p, at, name)


def new_arrow(p: Cursor, read: ReadBody) -> Node:
    r"""``\Newextarrow{\name}{left,right}{code}``: an arrow that stretches over its argument."""
    at = p.at
    p.at += 1
    _unless_supported(p, at)
    if p.texts[p.at] == "{" and not p.texts[p.at + 1].startswith("\\"):
        p.fault("L022", p.span(p.at + 1, p.at + 1), f"{p.texts[p.at + 1]} is not a command name")
    name = name_to_define(p, at)
    room, place = argument(p)
    if not re.fullmatch(r"\s*-?\d+\s*,\s*-?\d+\s*", room):
        p.fault("L020", place, f"{p.texts[at]} takes two whole numbers, not {room}")
    code, span = argument(p)
    if not re.fullmatch(r"\s*(?:0?x[0-9a-fA-F]+|[0-9]+)\s*", code):
        p.fault("L020", span, f"{code} is not a character code")
    if name:
        _define(p, read, name, ["math"], r"\xrightarrow{#1}", span)
    return made(p, at, name, code)


RECORDERS: dict[str, Recorder] = {
    r"\newcommand": new_command,
    r"\renewcommand": new_command,
    r"\providecommand": new_command,
    r"\def": define,
    r"\gdef": define,
    r"\edef": define,
    r"\xdef": define,
    r"\let": let,
    r"\futurelet": future_let,
    r"\DeclareMathOperator": declare_operator,
    r"\DeclarePairedDelimiter": declare_delimiters,
    r"\Newextarrow": new_arrow,
    r"\newenvironment": new_environment,
    r"\renewenvironment": new_environment,
}
