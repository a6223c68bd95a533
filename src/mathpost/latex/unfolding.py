r"""Calls that are read in their place: the body replaces the call before anything of it is read.

Used for macros whose body makes sense only there (``\newcommand{\be}{\begin{aligned}}``) and for environments that the
post defines.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.arguments import option, raw_argument
from mathpost.latex.cursor import Cursor
from mathpost.latex.definitions import Definition, OwnEnvironment


def unfold(p: Cursor, definition: Definition | None) -> None:
    """Replace a call by the body, with its arguments as written; nothing is read yet."""
    if definition is None:
        return
    at = p.at
    p.fuel -= 1
    p.at += 1
    default = None if definition.default is None else ()
    given = _given(p, at, definition.name, len(definition.arguments), default)
    p.splice(at, p.at, _written(definition.tokens, given))


def unfold_environment(p: Cursor, begin: int, own: OwnEnvironment) -> None:
    r"""Insert the beginning of the environment after its ``\begin``, and its end before the matching ``\end``."""
    first = p.at
    p.fuel -= 1
    given = _given(p, begin, own.name, own.arguments, own.default)
    end = _end_of(p, own.name)
    if end is not None:
        here = p.at
        p.splice(end, end, _written(own.after, []))
        p.at = here
    p.splice(first, p.at, _written(own.before, given))


def _given(p: Cursor, at: int, name: str, count: int, default: Sequence[str] | None) -> list[list[str]]:
    """The tokens of each argument; `default` is the one in brackets, None if there is none."""
    faults = len(p.faults)
    given: list[list[str]] = []
    if default is not None:
        first = p.at + 1
        if p.texts[p.at] == "[":
            option(p, "raw")
            given.append(p.texts[first : p.at - 1])
        else:
            given.append(list(default))
    for _ in range(count - len(given)):
        first = p.at
        raw_argument(p, at, name)
        braces = p.texts[first] == "{"
        given.append(p.texts[first + braces : p.at - braces])
    del p.faults[faults:]
    return given


def _written(tokens: Sequence[str], given: Sequence[Sequence[str]]) -> list[str]:
    """`tokens` with the arguments in the places of ``#1`` …; ``##`` is one sign for a definition inside."""
    written: list[str] = []
    for token in tokens:
        number = int(token[1:]) if token.startswith("#") and token[1:].isdecimal() else 0
        if 0 < number <= len(given):
            written += given[number - 1]
        else:
            written.append("#" if token == "##" else token)
    return written


def _end_of(p: Cursor, name: str) -> int | None:
    r"""The token ``\end`` that closes the environment `name`, which begins before the cursor."""
    depth = 1
    for k in range(p.at, len(p.texts) - 3):
        if p.texts[k] not in (r"\begin", r"\end") or _named(p, k) != name:
            continue
        depth += 1 if p.texts[k] == r"\begin" else -1
        if depth == 0:
            return k
    return None


def _named(p: Cursor, at: int) -> str:
    mate = p.mate(at + 1) if p.texts[at + 1] == "{" else None
    return "" if mate is None else p.raw(at + 2, mate).strip()
