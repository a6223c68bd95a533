"""Commands by the table, with their arguments by type, and the few commands with a syntax of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mathpost.latex.arguments import (
    bracket_argument,
    colour_argument,
    delimiter_argument,
    math_argument,
    option,
    primitive_argument,
    raw_argument,
    size_argument,
)
from mathpost.latex.cursor import COMMANDS, GROUP, NO_ARGUMENT, Cursor, Open
from mathpost.latex.macros.github import REFUSED
from mathpost.latex.macros.macro import Macro
from mathpost.latex.requirements import check, check_place
from mathpost.latex.tables import rows_argument
from mathpost.latex.tree import Command, Error, Fault, Group, Node, Symbol, Text
from mathpost.latex.words import text_argument

ROOT = GROUP | {r"\of"}


def box_argument(p: Cursor, at: int, name: str) -> Node | None:
    return math_argument(p, at, name) if p.where == "mathjax" else text_argument(p, at, name)


def original_argument(p: Cursor, at: int, name: str) -> Node | None:
    return math_argument(p, at, name) if p.mode == "math" else text_argument(p, at, name)


ARGUMENTS: dict[str, Callable[[Cursor, int, str], Node | None]] = {
    "math": math_argument,
    "text": text_argument,
    "box": box_argument,
    "original": original_argument,
    "primitive": primitive_argument,
    "rows": rows_argument,
    "raw": raw_argument,
    "size": size_argument,
    "colour": colour_argument,
    "url": raw_argument,
    "delimiter": delimiter_argument,
    "columns": raw_argument,
    "count": raw_argument,
    "bracket": bracket_argument,
}


def command(p: Cursor, token: str) -> Node:
    """A command by the table: its arguments by their types."""
    entry = COMMANDS.get(token)
    if entry is None:
        loaded = p.definitions.extensions and p.where == "mathjax"  # by an unknown package
        return p.symbol() if loaded and token[1:].isalpha() else unknown(p, token)
    if p.where == "mathjax" and "mathjax" not in entry.works and token[1:] in PUNCTUATION:
        return unknown(p, token)
    at = p.at
    fault = None if p.where in entry.works else _unsupported(p, entry)
    fault = fault or refused_by_github(p, token)
    if entry.mode == "text" and p.mode == "math" and p.where == "katex":
        fault = p.fault("P001", p.span(at, at), f"{token} does not exist for katex in mathematics")
    if not entry.arguments and not entry.options:
        p.at += 1
        if entry.star and p.texts[p.at] == "*":
            p.at += 1
            token += "*"
        symbol = Symbol(token, p.span(at))
        check_place(p, at)
        return symbol if fault is None else Error(fault, symbol, symbol.span)
    node = _with_arguments(p, entry)
    if isinstance(node, Command):
        check(p, node)
    return node if fault is None else Error(fault, node, node.span)


PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~")
"""What Markdown lets a backslash are before."""


def unknown(p: Cursor, token: str) -> Error:
    """An unknown command; a brace may be lost with it (``\\mathbfx}``)."""
    p.at += 1
    symbol = Symbol(token, p.span(p.at - 1))
    if token == "\\":
        return p.error("L003", symbol.span, "a backslash at the end of the formula", symbol)
    if p.where == "mathjax" and token[1:] in PUNCTUATION:
        code = "L211" if token in (r"\+", r"\-") else "L205"
        message = f"the backslash before {token[1:]} belongs to Markdown"
        return p.error(code, symbol.span, message, symbol)
    if any(_takes_arguments(token[:k]) for k in range(4, min(len(token), 1 + _longest()))):
        p.lost.append("}")
    return p.error("L003", symbol.span, f"{token} is not known", symbol)


@cache
def _longest() -> int:
    return max(map(len, COMMANDS))


def _takes_arguments(name: str) -> bool:
    entry = COMMANDS.get(name)
    return entry is not None and bool(entry.arguments)


def refused_by_github(p: Cursor, name: str) -> Fault | None:
    """A fault if the command at the cursor is one that GitHub removes from MathJax."""
    if p.target != "github" or name not in REFUSED:
        return None
    return p.fault("P001", p.span(p.at, p.at), f"{name} is not allowed by GitHub")


def _unsupported(p: Cursor, entry: Macro) -> Fault | None:
    if "extension" in entry.works and p.where == "mathjax" and p.definitions.extensions:
        return None
    if entry.kind == "reference" and p.where == "katex":
        return p.fault("N013", p.span(p.at, p.at), f"{entry.name} does not exist for {p.target}")
    others = ", ".join(sorted(entry.works - {"extension"})) or "an extension"
    message = f"{entry.name} does not exist for {p.target} (only for {others})"
    return p.fault("P001", p.span(p.at, p.at), message)


def unless_supported(p: Cursor, at: int) -> Fault | None:
    """A fault if the command at token `at`, which has a syntax of its own, does not exist for the target."""
    entry = COMMANDS[p.texts[at]]
    if p.where in entry.works:
        return None
    return p.fault("P001", p.span(at, at), f"{entry.name} does not exist for {p.target}")


def _with_arguments(p: Cursor, entry: Macro) -> Node:
    at = p.at
    p.at += 1
    name = entry.name
    if entry.star and p.texts[p.at] == "*":
        p.at += 1
        name += "*"
    options = []
    for kind in entry.options:
        if p.texts[p.at] != "[":
            break
        options.append(option(p, kind))
    arguments: list[Node] = []
    for kind in entry.arguments:
        argument = ARGUMENTS[kind](p, at, name)
        if argument is None:
            node = Command(name, tuple(arguments), tuple(options), p.span(at))
            return Error(p.faults[-1], node, node.span)
        arguments.append(argument)
        if isinstance(argument, Error) and argument.fault.code == "L001":
            break  # the unclosed brace took the other arguments
    if entry.kind == "text" and len(arguments) == 1 and isinstance(arguments[0], Text) and not options:
        return Text(name, arguments[0].parts, p.span(at))
    return Command(name, tuple(arguments), tuple(options), p.span(at))


STRUCTURAL = frozenset(
    {"definition", "environment", "fence", "group", "infix", "line", "prefix", "row-break"}
)


def negation(p: Cursor) -> Node:
    r"""``\not`` and the symbol it strikes out."""
    at = p.at
    p.at += 1
    token = p.texts[p.at]
    entry = COMMANDS.get(token)
    plain = len(token) == 1 and token not in "{$#\\"
    alone = entry is not None and not entry.arguments and entry.kind not in STRUCTURAL
    if token in NO_ARGUMENT or not (plain or alone):
        return Symbol(r"\not", p.span(at, at))
    node = p.grammar.nucleus(p)
    return Command(r"\not", (Group((node,), node.span, False),), (), p.span(at))


def root(p: Cursor) -> Node:
    r"""``\root n \of x`` of plain TeX."""
    at = p.at
    unless_supported(p, at)
    p.at += 1
    p.opened.append(Open("option", at, r"\root"))
    nodes = p.grammar.until(p, ROOT, lambda token: token in (r"\of", "}", "", r"\right", r"\end", "&"))
    p.opened.pop()
    index = Group(nodes, p.span(at), False)
    if p.texts[p.at] != r"\of":
        return p.error(
            "L004", p.span(at, at), r"\root without \of", Command(r"\root", (), (index,), p.span(at))
        )
    p.at += 1
    argument = math_argument(p, at, r"\root")
    return Command(r"\root", () if argument is None else (argument,), (index,), p.span(at))


def dollar(p: Cursor) -> Node:
    symbol = p.symbol()
    if p.where == "mathjax":
        return symbol
    return p.error("L013", symbol.span, "a dollar inside mathematics", symbol)


def switch(p: Cursor) -> Node:
    symbol = p.symbol()
    return p.error("L013", symbol.span, f"{symbol.text} inside mathematics", symbol)


def hash_sign(p: Cursor) -> Node:
    at = p.at
    p.at += 1
    if p.body_of_macro:
        while p.texts[p.at] == "#":
            p.at += 1
        if p.texts[p.at].isdigit():
            p.at += 1
            return Symbol(f"#{p.texts[p.at - 1]}", p.span(at))
    symbol = Symbol("#", p.span(at, at))
    return p.error("L011", symbol.span, r"# is only allowed in the body of a macro: write \#", symbol)


BASES = {'"': "0123456789abcdefABCDEF", "'": "01234567"}


def character_code(p: Cursor) -> Node:
    r"""``\char"41``, ``\char`a``, ``\char65``."""
    at = p.at
    p.at += 1
    base = p.texts[p.at]
    if base in ('"', "'", "`"):
        p.at += 1
    first = p.at
    if base == "`":
        if p.where != "katex" and len(p.texts[p.at]) > 2 and p.texts[p.at][0] == "\\":
            p.fault("L020", p.span(p.at, p.at), f"{p.texts[p.at]} is not a character")
        p.at += bool(p.texts[p.at])
    else:
        digits = BASES.get(base, "0123456789")
        while p.texts[p.at] and p.texts[p.at] in digits:
            p.at += 1
    node = Command(r"\char", (Symbol(p.raw(at + 1, p.at), p.span(at)),), (), p.span(at))
    if p.at == first:
        return p.error("L004", p.span(at, at), r"\char lacks a number", node)
    return node


def prefix(p: Cursor) -> Node:
    r"""``\global`` and ``\long``, which come before a definition."""
    symbol = p.symbol()
    entry = COMMANDS.get(p.texts[p.at])
    if p.where == "mathjax":
        return p.error("P001", symbol.span, f"{symbol.text} does not exist for {p.target}", symbol)
    if entry is None or entry.kind not in ("definition", "prefix"):
        return p.error("L022", symbol.span, f"{symbol.text} is not followed by a definition", symbol)
    return symbol


def tag(p: Cursor) -> Node:
    at = p.at
    node = command(p, r"\tag")
    scope = p.scopes[-1]
    scope.tags += 1
    if scope.tags > 1 and scope.allowed:
        return p.error("N006", p.span(at), r"a second \tag for one number", node)
    if not scope.allowed:
        message = rf"\tag is in {scope.environment}, which has no numbers"
        return p.error("N005", p.span(at), message, node)
    if not p.display:
        return p.error("N007", p.span(at), r"\tag inside a line", node)
    return node


def label(p: Cursor) -> Node:
    at = p.at
    node = command(p, r"\label")
    scope = p.scopes[-1]
    scope.labels += 1
    if scope.labels > 1 and p.where == "mathjax":
        return p.error("N016", p.span(at), r"a second \label for one number", node)
    return node


def require(p: Cursor) -> Node:
    node = command(p, r"\require")
    if p.where == "mathjax":
        p.definitions = p.definitions.with_extensions()
    return node
