r"""From what LaTeX reads to a tree: recursive descent, one short function per construct; it cannot fail.

Every fault of a formula is found in one run, each where its cause stands, and stays in the tree as an `Error`
node. Recovery never loops: each step takes a token or returns to a caller that waits for it. What is wrong
depends on the target: ``mathjax`` (the default), ``katex``, ``github``, ``latex``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from mathpost.latex.arguments import refuse_function
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
    MAX_DEPTH,
    NO_ARGUMENT,
    SCRIPTS,
    WHERE,
    Cursor,
    Grammar,
    Open,
)
from mathpost.latex.definitions import Definitions
from mathpost.latex.delimiters import delimited, delimiter, middle, sized
from mathpost.latex.lexer import reading
from mathpost.latex.macros.github import REFUSED
from mathpost.latex.macros.macro import Macro
from mathpost.latex.recording import RECORDERS, Recorder
from mathpost.latex.requirements import PLACES
from mathpost.latex.tables import environment, environment_name, line, name_after, row_break
from mathpost.latex.tree import Command, Error, Fault, Group, Infix, Node, Scripts, Symbol
from mathpost.latex.unfolding import unfold
from mathpost.latex.words import verbatim
from mathpost.text.source import Span

MAX_DOUBLES = 20
"""Scripts too many that one base carries along."""

NOTHING = Definitions()


class Parsed(NamedTuple):
    """A formula as read: its tree, everything wrong with it, and the macros in force behind it."""

    tree: Group
    faults: tuple[Fault, ...]
    definitions: Definitions


def parse(
    text: str,
    segments: Sequence[Span],
    *,
    escaped: bool = False,
    display: bool = True,
    target: str = "mathjax",
    definitions: Definitions | None = None,
) -> Parsed:
    """The tree of the formula that stands in `segments` of `text`; never raises, whatever stands there."""
    read = reading(text, segments, escaped)
    p = Cursor(GRAMMAR, read, target, display, NOTHING if definitions is None else definitions)
    nodes = _until(p, GROUP, lambda token: token == "")
    span = Span(segments[0].start, segments[-1].end) if segments else Span(0, 0)
    return Parsed(Group(nodes, span, False), _causes(p.faults), p.definitions)


def _causes(faults: list[Fault]) -> tuple[Fault, ...]:
    r"""The faults in order; an ``&`` before an ``\end`` without its ``\begin`` is no cause of its own."""
    if len(faults) < 2:
        return tuple(faults)
    ordered = sorted(faults, key=lambda fault: fault.span)
    ends = [f.span.start for f in ordered if f.code == "L101" and " without " in f.message]
    last = ends[-1] if ends else -1
    return tuple(f for f in ordered if f.code != "L010" or f.span.start > last)


BEGUN = GROUP | {r"\endgroup"}
NAMED = GROUP | {r"\egroup"}


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
        if (
            alone
            and texts[p.at + 1] not in SCRIPTS
            and not (known.scripts and _is_script(p, texts[p.at + 1]))
        ):
            nodes.append(p.symbol())
        elif token in known.spliced and p.fuel > 0:
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
    """The commands that are one symbol each for `target` and nothing else, whatever stands around them."""
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


def _is_script(p: Cursor, token: str) -> bool:
    return token in SCRIPTS or (p.fuel > 0 and token in p.definitions.scripts)


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
    message = f"{p.texts[p.at - 1]} stands in a group that has a {first} already: use braces"
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
    base = None if _is_script(p, token) else nucleus(p)
    if base is not None and not _is_script(p, p.texts[p.at]):
        return base
    return scripted(p, base, first)


def nucleus(p: Cursor) -> Node:
    """One symbol, group, environment, delimited material, or command with its arguments."""
    token = p.texts[p.at]
    if token not in HANDLERS if len(token) == 1 else token in p.plain and token not in p.definitions.macros:
        return p.symbol()
    if p.depth >= MAX_DEPTH:
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
    """A construct of LaTeX itself, whatever the post has made of its name."""
    handler = HANDLERS.get(token)
    if handler is not None:
        return handler(p)
    if token.startswith(r"\verb") and not token[1:].isalpha():
        return verbatim(p)
    return command(p, token)


def _too_deep(p: Cursor) -> Error:
    """Step over what is nested too deep, to the brace that ends it."""
    first, depth = p.at, 0
    while p.texts[p.at]:
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        if depth < 0:
            break
        p.at += 1
        if depth == 0:
            break
    message = f"nested more than {MAX_DEPTH} deep: not read any further"
    return p.error("L021", p.span(first, first), message, Symbol(p.texts[first], p.span(first)))


def scripted(p: Cursor, base: Node | None, first: int) -> Node:
    """Primes, subscript and superscript behind `base`, in any order, each once."""
    lower: Node | None = None
    upper: Node | None = None
    primes = doubles = 0
    while True:
        token = p.texts[p.at]
        taken = (
            (lower or _has_subscript(p, base))
            if token == "_"
            else upper
            if token == "^"
            else (upper or primes)
        )
        if token in (r"\limits", r"\nolimits"):
            base = _limits(p, base)
            continue
        if token not in SCRIPTS:
            definition = p.definitions.get(token)
            if definition is None or token not in p.definitions.scripts or p.fuel <= 0:
                break
            unfold(p, definition)
            continue
        doubled = taken or (token == "^" and primes and not _primes_just_stood(p))
        empty = token in "^_" and p.texts[p.at + 1] in NO_ARGUMENT
        if doubled and not empty:
            doubles += 1
            if doubles > MAX_DOUBLES:  # the tree must stay shallow: what follows has no base
                break
            base = _doubled(p, token, _scripts(p, first, base, lower, upper, primes))
            lower, upper, primes = None, None, 0
        if token == "_":
            lower = _script(p)
        elif token == "^":
            upper = _script(p)
        else:
            while p.texts[p.at] in ("'", "’"):
                primes += 1
                p.at += 1
    if lower is None and upper is None and not primes:
        return base if base is not None else Group((), p.span(first, first), False)
    return _scripts(p, first, base, lower, upper, primes)


def _has_subscript(p: Cursor, base: Node | None) -> bool:
    """MathJax counts what stands under a base as its subscript."""
    return p.where == "mathjax" and isinstance(base, Command) and base.name == r"\underset"


def _primes_just_stood(p: Cursor) -> bool:
    return p.texts[p.at - 1] in ("'", "’")


def _scripts(
    p: Cursor, first: int, base: Node | None, lower: Node | None, upper: Node | None, primes: int
) -> Node:
    if base is not None and lower is None and upper is None and not primes:
        return base
    start = p.starts[first] if base is None else min(base.span.start, p.starts[first])
    return Scripts(base, lower, upper, primes, Span(start, p.ends[p.at - 1]))


def _doubled(p: Cursor, token: str, so_far: Node) -> Error:
    if token == "_":
        return p.error("L006", p.span(p.at, p.at), "double subscript: use braces", so_far)
    what = "double superscript" if token == "^" else "prime after a superscript"
    return p.error("L005", p.span(p.at, p.at), f"{what}: use braces", so_far)


def _script(p: Cursor) -> Node:
    at = p.at
    p.at += 1
    if p.texts[p.at] in NO_ARGUMENT:
        return p.error("L004", p.span(at, at), f"nothing stands after {p.texts[at]}")
    if p.texts[p.at] in ("'", "’"):
        return p.error("L004", p.span(at, at), f"a prime stands after {p.texts[at]}: use braces")
    if p.texts[p.at] == "{":
        return nucleus(p)
    refuse_function(p, p.texts[at])
    return nucleus(p)


def _limits(p: Cursor, base: Node | None) -> Node | None:
    at = p.at
    p.at += 1
    if _takes_limits(p, base):
        return base
    return p.error("L019", p.span(at, at), f"{p.texts[at]} must follow an operator", base)


def _takes_limits(p: Cursor, base: Node | None) -> bool:
    """Whether `base` is an operator; what nobody can tell (a macro of the post) counts as one."""
    if base is None or isinstance(base, Error):
        return base is not None
    name = base.text if isinstance(base, Symbol) else base.name if isinstance(base, Command) else ""
    if name in p.definitions or name == r"\mathop" or name.startswith(r"\operatorname"):
        return True
    if isinstance(base, Command) and name == r"\not" and base.arguments:
        struck = base.arguments[0]
        return isinstance(struck, Group) and _takes_limits(p, struck.body[-1] if struck.body else None)
    entry = COMMANDS.get(name)
    if entry is not None and entry.kind == "operator":
        return True
    return p.where == "mathjax" and _core_takes_limits(p, base, entry)


def _core_takes_limits(p: Cursor, base: Node, entry: Macro | None) -> bool:
    """MathJax looks into braces, fonts and scripts for the operator."""
    if isinstance(base, Group) and base.body:
        return _takes_limits(p, base.body[-1])
    if isinstance(base, Scripts):
        return _takes_limits(p, base.base)
    if isinstance(base, Command) and entry is not None and entry.kind == "font" and base.arguments:
        return _takes_limits(p, base.arguments[0])
    return entry is not None and entry.name in (r"\overbrace", r"\underbrace")


def group(p: Cursor) -> Node:
    """``{…}``; without its closing brace it ends where its cell, environment or formula ends."""
    opener = p.at
    p.at += 1
    p.opened.append(Open("brace", opener))
    nodes = _until(p, GROUP, lambda token: _ends_brace(p, opener, token))
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
    """Whether `token` ends the group of the brace at `opener`, by closing it or by ending what is around."""
    if token in ("}", ""):
        return True
    if token == "&":
        return p.inside("environment") and p.mate(opener) is None
    if token == r"\end":
        return p.inside("environment", name_after(p))
    return token == r"\right" and p.inside("left") and p.mate(opener) is None


def begun_group(p: Cursor) -> Node:
    r"""``\begingroup … \endgroup``."""
    opener = p.at
    p.at += 1
    p.opened.append(Open("group", opener))
    nodes = _until(p, BEGUN, lambda token: token in (r"\endgroup", "}", "") or _ends_brace(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] == r"\endgroup":
        p.at += 1
        return Group(nodes, p.span(opener))
    salvaged = Group(nodes, p.span(opener))
    return p.error("L001", p.span(opener, opener), r"\begingroup is never closed", salvaged)


def named_brace(p: Cursor) -> Node:
    r"""``\bgroup … \egroup``: braces by their names; a brace itself may close them."""
    opener = p.at
    unless_supported(p, opener)
    p.at += 1
    p.opened.append(Open("group", opener))
    nodes = _until(p, NAMED, lambda token: token in (r"\egroup", "}", "") or _ends_brace(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] in (r"\egroup", "}"):
        p.at += 1
        return Group(nodes, p.span(opener))
    salvaged = Group(nodes, p.span(opener))
    return p.error("L001", p.span(opener, opener), r"\bgroup is never closed", salvaged)


def nothing_begun(p: Cursor) -> Node:
    r"""``\egroup`` and ``\endgroup`` where no group of theirs is open."""
    at = p.at
    if unless_supported(p, at) is not None:
        return p.symbol()
    symbol = p.symbol()
    return p.error("L002", symbol.span, f"{symbol.text} closes nothing", symbol)


def stray(p: Cursor) -> tuple[Node, ...]:
    """A token that ends something that was never begun; taken, and reported unless its cause was."""
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
        return _lost(p, "}") or (p.error("L002", p.span(at, at), "this brace closes nothing"),)
    if p.row_reported == p.rows:
        return (p.symbol_at(at),)
    p.row_reported = p.rows
    return (p.error("L010", p.span(at, at), "& stands outside of an alignment"),)


def _lost(p: Cursor, closer: str) -> tuple[Node, ...]:
    """Nothing, if the opener of `closer` was reported already; None of it is counted twice."""
    if closer not in p.lost:
        return ()
    p.lost.remove(closer)
    return (Group((), p.span(p.at - 1), False),)


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
