r"""Words inside a formula: ``\text{if $x > 0$}``, ``\mbox``, ``\verb``.

MathJax prints words as they are, except mathematics between dollars; KaTeX and LaTeX read commands there and refuse
those of mathematics.
"""

from __future__ import annotations

from collections.abc import Callable

from mathpost.latex.arguments import missing
from mathpost.latex.cursor import COMMANDS, GROUP, NO_ARGUMENT, Cursor, Open
from mathpost.latex.tree import Error, Group, Node, Symbol, Text
from mathpost.text.limits import DEPTH_OF_FORMULAS

DOLLAR = GROUP | {"$"}
PARENTHESIS = GROUP | {r"\)"}


def text_argument(p: Cursor, at: int, name: str) -> Node | None:
    """Words, with mathematics between dollars."""
    token = p.texts[p.at]
    if token != "{":
        if token in NO_ARGUMENT:
            return missing(p, at, name)
        _refuse_command(p, token, name)
        symbol = p.symbol()
        return Text("", (symbol,), symbol.span)
    mode, p.mode = p.mode, "text"
    opener = p.at
    p.at += 1
    p.opened.append(Open("brace", opener))
    parts = _words(p)
    p.opened.pop()
    p.mode = mode
    if p.texts[p.at] == "}":
        p.at += 1
        return Text("", parts, p.span(opener))
    return p.error(
        "L001", p.span(opener, opener), "the brace is never closed", Text("", parts, p.span(opener))
    )


def _refuse_command(p: Cursor, token: str, name: str) -> None:
    """KaTeX and LaTeX accept no command of mathematics, and none with arguments, as words without braces."""
    entry = COMMANDS.get(token)
    if p.where == "mathjax" or entry is None or token in p.definitions:
        return
    if entry.mode == "math":
        p.fault("L014", p.span(p.at, p.at), f"{token} is mathematics where text must be")
    elif entry.arguments:
        p.fault("L009", p.span(p.at, p.at), f"{token} needs braces as an argument of {name}")


def _words(p: Cursor) -> tuple[Node, ...]:
    parts: list[Node] = []
    run = -1
    while True:
        token = p.texts[p.at]
        special = token in WORD_BREAKS or (
            len(token) > 1 and token[0] == "\\" and token not in LETTERS_OF_TEXT
        )
        if special and run >= 0:
            parts.append(Symbol(p.raw(run, p.at), p.span(run)))
            run = -1
        if token in ("", "}"):
            return tuple(parts)
        if special:
            parts.append(_in_words(p, token))
        else:
            run = p.at if run < 0 else run
            p.at += 1


WORD_BREAKS = frozenset({"", "{", "}", "$", r"\(", "_", "^", "&", "#"})


LETTERS_OF_TEXT = frozenset(
    {r"\ ", r"\,", r"\;", r"\:", r"\!", r"\%", r"\&", r"\#", r"\_", r"\$", r"\{", r"\}"}
)


def _in_words(p: Cursor, token: str) -> Node:
    if token == "{":
        return _nested_words(p)
    if token in ("$", r"\("):
        return _dollars(p, token)
    if token == "#" and p.body_of_macro and p.texts[p.at + 1].isdigit():
        p.at += 2
        return Symbol(f"#{p.texts[p.at - 1]}", p.span(p.at - 2))
    if token in ("_", "^", "&", "#"):
        p.at += 1
        symbol = Symbol(token, p.span(p.at - 1))
        if p.where == "mathjax" or (token == "#" and p.body_of_macro):
            return symbol
        return p.error("L014", symbol.span, f"{token} is among words: write \\{token}", symbol)
    return _command_in_words(p, token)


def _nested_words(p: Cursor) -> Node:
    if p.depth >= DEPTH_OF_FORMULAS:
        return p.grammar.nucleus(p)
    p.depth += 1
    node = text_argument(p, p.at, "")
    p.depth -= 1
    return node or p.symbol()


def _dollars(p: Cursor, token: str) -> Node:
    """Mathematics among words."""
    opener = p.at
    p.at += 1
    if p.depth >= DEPTH_OF_FORMULAS:
        return p.grammar.nucleus(p)
    p.depth += 1
    mode, p.mode = p.mode, "math"
    close = "$" if token == "$" else r"\)"
    p.opened.append(Open("dollar", opener))
    nodes = p.grammar.until(p, DOLLAR if token == "$" else PARENTHESIS, lambda t: t in (close, "}", ""))
    p.opened.pop()
    p.mode = mode
    p.depth -= 1
    if p.texts[p.at] == close:
        p.at += 1
        return Group(nodes, p.span(opener), False)
    salvaged = Group(nodes, p.span(opener), False)
    return p.error("L013", p.span(opener, opener), f"the mathematics after {token} never ends", salvaged)


def _command_in_words(p: Cursor, token: str) -> Node:
    """A command among words; MathJax prints it as it is, so it has no fault there."""
    entry = COMMANDS.get(token)
    at, faults, lost = p.at, len(p.faults), len(p.lost)
    node: Node
    if entry is not None and entry.mode == "math" and p.where != "mathjax" and token not in p.definitions:
        fault = p.fault("L014", p.span(at, at), f"{token} is mathematics inside text")
        inner = _quiet(p, lambda: p.grammar.nucleus(p))
        return Error(fault, inner, inner.span)
    node = p.grammar.nucleus(p)
    if p.where == "mathjax":
        del p.faults[faults:], p.lost[lost:]
        if isinstance(node, Error):
            return node.node or Symbol(token, p.span(at, at))
    return node


def _quiet(p: Cursor, read: Callable[[], Node]) -> Node:
    """The result of `read` without its faults, since their cause was reported."""
    faults = len(p.faults)
    node = read()
    del p.faults[faults:]
    return node


def verbatim(p: Cursor) -> Node:
    at = p.at
    if len(p.texts[at]) <= len(r"\verb*"):
        p.at += 1
        return p.error(
            "L004", p.span(at, at), r"\verb has no closing delimiter", Symbol(p.texts[at], p.span(at))
        )
    symbol = p.symbol()
    return Text(r"\verb", (symbol,), symbol.span)
