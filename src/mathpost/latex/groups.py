r"""Groups: braces, their names, ``\begingroup``; and tokens that close a group that was never begun."""

from __future__ import annotations

from mathpost.latex.commands import unless_supported
from mathpost.latex.cursor import GROUP, Cursor, Open
from mathpost.latex.delimiters import delimiter
from mathpost.latex.tables import environment_name, name_after
from mathpost.latex.tree import Error, Group, Node
from mathpost.text.source import Span


def group(p: Cursor) -> Node:
    """``{…}``; without a closing brace it ends with its cell, environment or formula."""
    opener = p.at
    p.at += 1
    p.opened.append(Open("brace", opener))
    nodes = p.grammar.until(p, GROUP, lambda token: _ends_brace(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] == "}":
        p.at += 1
        return Group(nodes, p.span(opener))
    return _unclosed(p, opener, nodes)


def _unclosed(p: Cursor, opener: int, nodes: tuple[Node, ...]) -> Error:
    if p.mate(opener) is not None:
        p.lost.append("}")
    salvaged = Group(nodes, p.span(opener))
    return p.error("L001", p.span(opener, opener), "the brace is never closed", salvaged)


def _ends_brace(p: Cursor, opener: int, token: str) -> bool:
    """Whether `token` ends the group of the brace at `opener`, by closing it or by ending the construct around it."""
    if token in ("}", ""):
        return True
    if token == "&":
        return p.inside("environment") and p.mate(opener) is None
    if token == r"\end":
        return p.inside("environment", name_after(p))
    return token == r"\right" and p.inside("left") and p.mate(opener) is None


def begun_group(p: Cursor) -> Node:
    r"""``\begingroup … \endgroup``."""
    return _named(p, r"\endgroup", (r"\endgroup",))


def named_brace(p: Cursor) -> Node:
    r"""``\bgroup … \egroup``: braces by their names; a brace itself may close them."""
    unless_supported(p, p.at)
    return _named(p, r"\egroup", (r"\egroup", "}"))


def _named(p: Cursor, closer: str, closers: tuple[str, ...]) -> Node:
    """A group that is begun by a name; any of `closers` ends it."""
    opener = p.at
    name = p.texts[opener]
    p.at += 1
    p.opened.append(Open("group", opener))
    ends = (closer, "}", "")
    nodes = p.grammar.until(p, GROUP | {closer}, lambda t: t in ends or _ends_brace(p, opener, t))
    p.opened.pop()
    if p.texts[p.at] in closers:
        p.at += 1
        return Group(nodes, p.span(opener))
    return p.error("L001", p.span(opener, opener), f"{name} is never closed", Group(nodes, p.span(opener)))


def nothing_begun(p: Cursor) -> Node:
    r"""``\egroup`` and ``\endgroup`` if no group of theirs is open."""
    at = p.at
    if unless_supported(p, at) is not None:
        return p.symbol()
    symbol = p.symbol()
    return p.error("L002", symbol.span, f"{symbol.text} closes nothing", symbol)


def stray(p: Cursor) -> tuple[Node, ...]:
    """A token that ends something that was never begun; it is taken, and reported unless its cause was."""
    at = p.at
    token = p.texts[at]
    p.at += 1
    if token == r"\right":
        delimiter(p, at)
        return _lost(p, r"\right") or (p.error("L007", p.span(at, at), r"\right without \left"),)
    if token == r"\end":
        name, span = environment_name(p, at)
        span = Span(p.starts[at], span.end)
        return _lost(p, name) or (p.error("L101", span, rf"\end{{{name}}} without \begin{{{name}}}"),)
    if token == "}":
        return _lost(p, "}") or (p.error("L002", p.span(at, at), "this brace has no opening brace"),)
    if p.row_reported == p.rows:
        return (p.symbol_at(at),)
    p.row_reported = p.rows
    return (p.error("L010", p.span(at, at), "& is outside of an alignment"),)


def _lost(p: Cursor, closer: str) -> tuple[Node, ...]:
    """An empty group if the opener of `closer` was already reported; otherwise nothing. Each opener counts once."""
    if closer not in p.lost:
        return ()
    p.lost.remove(closer)
    return (Group((), p.span(p.at - 1), False),)


__all__ = ["begun_group", "group", "named_brace", "nothing_begun", "stray"]
