"""Scripts: primes, subscripts and superscripts after a base, and the limits of an operator."""

from __future__ import annotations

from mathpost.latex.arguments import LARGE_OPERATORS, refuse_function
from mathpost.latex.cursor import COMMANDS, NO_ARGUMENT, SCRIPTS, Cursor
from mathpost.latex.macros.macro import Macro
from mathpost.latex.tree import Command, Error, Group, Node, Scripts, Symbol
from mathpost.latex.unfolding import unfold
from mathpost.text.limits import SCRIPTS as MOST_SCRIPTS
from mathpost.text.source import Span


def is_script(p: Cursor, token: str) -> bool:
    """Whether `token` begins a script, itself or as a macro of the post."""
    return token in SCRIPTS or (p.fuel > 0 and p.definitions.is_script(token))


def scripted(p: Cursor, base: Node | None, first: int) -> Node:
    """Primes, subscript and superscript after `base`, in any order, each once."""
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
            if definition is None or not p.definitions.is_script(token) or p.fuel <= 0:
                break
            unfold(p, definition)
            continue
        doubled = taken or (token == "^" and primes and not _primes_just_stood(p))
        empty = token in "^_" and p.texts[p.at + 1] in NO_ARGUMENT
        if doubled and not empty:
            doubles += 1
            if doubles > MOST_SCRIPTS:  # the tree must stay shallow: the scripts after this have no base
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
    """Whether `base` already has a subscript: MathJax counts the script below an ``\\underset`` as one."""
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
        return p.error("L004", p.span(at, at), f"nothing follows {p.texts[at]}")
    if p.texts[p.at] in ("'", "’"):
        return p.error("L004", p.span(at, at), f"a prime follows {p.texts[at]}: use braces")
    if p.texts[p.at] == "{":
        return p.grammar.nucleus(p)
    refuse_function(p, p.texts[at])
    return p.grammar.nucleus(p)


def _limits(p: Cursor, base: Node | None) -> Node | None:
    at = p.at
    p.at += 1
    if _takes_limits(p, base):
        return base
    return p.error("L019", p.span(at, at), f"{p.texts[at]} must follow an operator", base)


def _takes_limits(p: Cursor, base: Node | None) -> bool:
    """Whether `base` is an operator; an unknown one (a macro of the post) counts as an operator."""
    if base is None or isinstance(base, Error):
        return base is not None
    name = base.text if isinstance(base, Symbol) else base.name if isinstance(base, Command) else ""
    if (
        name in LARGE_OPERATORS
        or name in p.definitions
        or name == r"\mathop"
        or name.startswith(r"\operatorname")
    ):
        return True
    if isinstance(base, Command) and name == r"\not" and base.arguments:
        struck = base.arguments[0]
        return isinstance(struck, Group) and _takes_limits(p, struck.body[-1] if struck.body else None)
    entry = COMMANDS.get(name)
    if entry is not None and entry.kind == "operator":
        return True
    return p.where == "mathjax" and _core_takes_limits(p, base, entry)


def _core_takes_limits(p: Cursor, base: Node, entry: Macro | None) -> bool:
    """Whether MathJax finds an operator in the base: it searches braces, fonts and scripts."""
    if isinstance(base, Group) and base.body:
        return _takes_limits(p, base.body[-1])
    if isinstance(base, Scripts):
        return _takes_limits(p, base.base)
    if isinstance(base, Command) and entry is not None and entry.kind == "font" and base.arguments:
        return _takes_limits(p, base.arguments[0])
    return entry is not None and entry.name in (r"\overbrace", r"\underbrace")


__all__ = ["is_script", "scripted"]
