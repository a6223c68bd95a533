r"""From the text that LaTeX reads to a tree: recursive descent, one short function per construct; it never fails.

Every fault of a formula is found in one run, each at its cause, and stays in the tree as an `Error` node. Recovery
never loops: each step takes a token or returns to a caller that waits for it. The faults depend on the target:
``mathjax`` (the default), ``katex``, ``github``, ``latex``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from mathpost.latex.calls import read_body, user_call
from mathpost.latex.commands import (
    ARGUMENTS,
    character_code,
    command,
    dollar,
    hash_sign,
    label,
    negation,
    prefix,
    refused_by_github,
    require,
    root,
    switch,
    tag,
    unknown,
    unless_supported,
)
from mathpost.latex.cursor import (
    BREAKS,
    COMMANDS,
    GROUP,
    INFIX,
    NO_ARGUMENT,
    SCRIPTS,
    WHERE,
    Cursor,
    Grammar,
)
from mathpost.latex.definitions import Definitions
from mathpost.latex.delimiters import delimited, middle, sized
from mathpost.latex.groups import begun_group, group, named_brace, nothing_begun, stray
from mathpost.latex.growth import ENDLESS
from mathpost.latex.lexer import reading
from mathpost.latex.macros.github import REFUSED
from mathpost.latex.recording import RECORDERS, Recorder
from mathpost.latex.requirements import PLACES
from mathpost.latex.scripts import is_script, scripted
from mathpost.latex.tables import environment, line, row_break
from mathpost.latex.tree import Error, Fault, Group, Infix, Node, Symbol
from mathpost.latex.unfolding import unfold
from mathpost.latex.words import verbatim
from mathpost.text.limits import DEPTH_OF_FORMULAS
from mathpost.text.source import Span

NOTHING = Definitions()


class Parsed(NamedTuple):
    """A formula as read: its tree, its faults, and the macros in force after it."""

    tree: Group
    faults: tuple[Fault, ...]
    definitions: Definitions


def parse(
    text: str,
    segments: Sequence[Span],
    *,
    escaped: int = 0,
    display: bool = True,
    target: str = "mathjax",
    definitions: Definitions | None = None,
) -> Parsed:
    """The tree of the formula in `segments` of `text`; never raises an exception for any text."""
    read = reading(text, segments, escaped)
    p = Cursor(GRAMMAR, read, target, display, NOTHING if definitions is None else definitions)
    nodes = _until(p, GROUP, lambda token: token == "")
    span = Span(segments[0].start, segments[-1].end) if segments else Span(0, 0)
    tree = Group(nodes, span, False)
    for long in p.definitions.too_long(tree):
        p.fault(
            ENDLESS,
            long.span,
            f"{text[slice(*long.span)][:20]} becomes too long when its macros are expanded",
        )
    return Parsed(tree, _causes(p.faults), p.definitions)


def _causes(faults: list[Fault]) -> tuple[Fault, ...]:
    r"""The faults in order; an ``&`` before an ``\end`` without its ``\begin`` is not a cause of its own."""
    if len(faults) < 2:
        return tuple(faults)
    ordered = sorted(faults, key=lambda fault: fault.span)
    ends = [f.span.start for f in ordered if f.code == "L101" and " without " in f.message]
    last = ends[-1] if ends else -1
    return tuple(f for f in ordered if f.code != "L010" or f.span.start > last)


def expression(p: Cursor, stop: frozenset[str] = GROUP) -> tuple[Node, ...]:
    """Atoms up to a token of `stop`; an infix command takes everything on both its sides."""
    nodes: list[Node] = []
    texts, plain = p.texts, p.plain
    infix: tuple[int, str, list[Node]] | None = None
    while True:
        token = texts[p.at]
        if token in stop:
            break
        known = p.definitions
        alone = token not in SPECIAL if len(token) == 1 else token in plain and token not in known.macros
        if alone and texts[p.at + 1] not in SCRIPTS and not (known.scripts and is_script(p, texts[p.at + 1])):
            nodes.append(p.symbol())
        elif known.is_spliced(token) and p.fuel > 0:
            unfold(p, p.definitions.get(token))
        elif token in INFIX and token not in p.definitions:
            at, left = p.at, nodes
            if infix is not None:
                nodes.append(_second_infix(p, infix[1]))
                continue
            infix, nodes = (at, token, left), []
            _infix_arguments(p)
        else:
            nodes.append(atom(p))
    if infix is not None:
        return (_infixed(p, *infix, nodes),)
    return tuple(nodes)


@cache
def _plain(target: str) -> frozenset[str]:
    """The commands that are only one symbol for `target`, in any context."""
    where = WHERE.get(target, target)
    refused = REFUSED if target == "github" else frozenset[str]()
    return frozenset(
        name
        for name, entry in COMMANDS.items()
        if not (entry.arguments or entry.options or entry.star)
        and where in entry.works
        and not (where == "katex" and entry.mode == "text")
        and name not in SPECIAL | INFIX | NO_ARGUMENT | PLACES.keys() | refused
    )


def _infix_arguments(p: Cursor) -> None:
    at = p.at
    name = p.texts[at]
    unless_supported(p, at)
    p.at += 1
    entry = COMMANDS[name]
    for kind in entry.arguments:
        ARGUMENTS[kind](p, at, name)


def _second_infix(p: Cursor, first: str) -> Error:
    p.at += 1
    message = f"{p.texts[p.at - 1]} is in a group that already has a {first}: use braces"
    return p.error("L016", p.span(p.at - 1), message)


def _infixed(p: Cursor, at: int, name: str, left: list[Node], right: list[Node]) -> Infix:
    middle = p.span(at, at)
    start = left[0].span.start if left else middle.start
    end = right[-1].span.end if right else middle.end
    before = Group(tuple(left), Span(start, middle.start), False)
    after = Group(tuple(right), Span(middle.end, max(end, middle.end)), False)
    return Infix(name, before, after, Span(start, max(end, middle.end)))


def _until(p: Cursor, stop: frozenset[str], mine: Callable[[str], bool]) -> tuple[Node, ...]:
    """Atoms up to a token that is `mine`; other tokens that end groups are strays, each an error."""
    nodes = expression(p, stop)
    if mine(p.texts[p.at]):
        return nodes
    found = list(nodes)
    while not mine(p.texts[p.at]):
        found += stray(p)
        found += expression(p, stop)
    return tuple(found)


def atom(p: Cursor) -> Node:
    """A nucleus with its scripts."""
    first = p.at
    token = p.texts[first]
    base = None if is_script(p, token) else nucleus(p)
    if base is not None and not is_script(p, p.texts[p.at]):
        return base
    return scripted(p, base, first)


def nucleus(p: Cursor) -> Node:
    """One symbol, group, environment, delimited material, or command with its arguments."""
    token = p.texts[p.at]
    if token not in HANDLERS if len(token) == 1 else token in p.plain and token not in p.definitions.macros:
        return p.symbol()
    if p.depth >= DEPTH_OF_FORMULAS:
        return _too_deep(p)
    p.depth += 1
    try:
        return _construct(p, token)
    finally:
        p.depth -= 1


def _construct(p: Cursor, token: str) -> Node:
    definition = p.definitions.get(token)
    if definition is not None:
        return user_call(p, definition)
    return built_in(p, token)


def built_in(p: Cursor, token: str) -> Node:
    """A construct of LaTeX itself, even if the post redefines its name."""
    handler = HANDLERS.get(token)
    if handler is not None:
        return handler(p)
    if token.startswith(r"\verb") and not token[1:].isalpha():
        return verbatim(p)
    return command(p, token)


def _too_deep(p: Cursor) -> Error:
    """Skip what is nested too deeply, to the brace that ends it."""
    first, depth = p.at, 0
    while p.texts[p.at]:
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        if depth < 0:
            break
        p.at += 1
        if depth == 0:
            break
    message = f"nested more than {DEPTH_OF_FORMULAS} levels deep: the rest is not read"
    return p.error("L021", p.span(first, first), message, Symbol(p.texts[first], p.span(first)))


def _recording(record: Recorder) -> Callable[[Cursor], Node]:
    def recorded(p: Cursor) -> Node:
        if not p.body_of_macro:
            refused_by_github(p, p.texts[p.at])
        return record(p, read_body)

    return recorded


HANDLERS: dict[str, Callable[[Cursor], Node]] = {
    "{": group,
    "#": hash_sign,
    "$": dollar,
    "\\": lambda p: unknown(p, "\\"),
    r"\begingroup": begun_group,
    r"\endgroup": nothing_begun,
    r"\bgroup": named_brace,
    r"\egroup": nothing_begun,
    r"\left": delimited,
    r"\middle": middle,
    r"\begin": environment,
    r"\global": prefix,
    r"\long": prefix,
    r"\hline": line,
    r"\hdashline": line,
    r"\tag": tag,
    r"\label": label,
    r"\not": negation,
    r"\root": root,
    r"\char": character_code,
    r"\require": require,
    r"\verb": verbatim,
    r"\(": switch,
    r"\)": switch,
    r"\[": switch,
    r"\]": switch,
    **dict.fromkeys(BREAKS, row_break),
    **{rf"\{size}{side}": sized for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")},
    **{name: _recording(record) for name, record in RECORDERS.items()},
}
SPECIAL = frozenset(HANDLERS) | SCRIPTS

GRAMMAR = Grammar(_until, nucleus, atom, built_in, _plain)
