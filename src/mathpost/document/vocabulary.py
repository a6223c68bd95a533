r"""Macros that a site or the front matter of a post defines, in several formats, as LaTeX definitions.

A table has the format of KaTeX (``{"\\R": "\\mathbb{R}", "\\f": "f(#1)"}``), MathJax (``{R: "\\mathbb{R}", f: ["f(#1)",
1]}``) or MyST (``math:`` in the front matter); it is in JSON, YAML, JavaScript or an HTML page. Lines are definitions
in LaTeX or, for mdBook, ``\R:{\mathbb{R}}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from mathpost.document.frontmatter import mapping
from mathpost.text.late import late

_KEYS = ("macros", "math")
DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand|def\b|gdef\b|DeclareMathOperator|DeclarePairedDelimiter|let\\)"
)


def definitions(text: str) -> Iterator[str]:
    """LaTeX's own definitions among other text, each up to the next one or a blank line."""
    starts = [m.start() for m in DEFINITION.finditer(text)]
    for start, end in pairwise([*starts, len(text)]):
        blank = re.search(r"\n[ \t]*\n|\$\$|</|\n:::", text[start:end])
        yield text[start : start + blank.start() if blank else end].strip()


def from_lines(text: str) -> str:
    r"""LaTeX's own definitions, and lines ``\name:body``; lines that begin with ``#`` are comments."""
    return "\n".join(_written_out(text))


def _written_out(text: str) -> Iterator[str]:
    for line in map(str.strip, text.splitlines()):
        name, colon, body = line.partition(":")
        if line.startswith("#"):
            continue
        if colon and name.startswith("\\") and name[1:].isalpha():
            yield _definition(name, body)
        else:
            yield line


def from_table(table: Mapping[str, Any]) -> str:
    """The definitions of a table of names and bodies, without values that are neither a body nor a list that contains
    one.
    """
    return "\n".join(_definitions(table))


def _definitions(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        name = key if key.startswith("\\") else f"\\{key}"
        match value:
            case str():
                yield _definition(name, value)
            case [str() as body, int() as count, str() as default, *_]:
                yield f"\\newcommand{{{name}}}[{count}][{default}]{{{body}}}"
            case [str() as body, *_] | {"macro": str() as body}:
                yield _definition(name, body)


def _definition(name: str, body: str) -> str:
    arguments = max((n for n in range(1, 10) if f"#{n}" in body), default=0)
    return f"\\newcommand{{{name}}}" + (f"[{arguments}]" if arguments else "") + f"{{{body}}}"


def from_settings(text: str) -> str:
    """The definitions in a configuration in JSON, JavaScript, HTML or YAML: its first table of macros."""
    for key in re.finditer(r"""["']?\b[mM]acros["']?\s*:\s*(?=\{)""", text):
        return from_table(_Literal(text, key.end()).table())
    if text.lstrip().startswith("{"):
        return from_table(_Literal(text, text.index("{")).table())
    return from_table(table_in(mapping(text)))


def table_in(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """The table of macros somewhere in nested settings; empty if there is none.

    A part that is in several places, or within itself, is searched once.
    """
    seen: set[int] = set()
    stack = [settings]
    while stack:
        table = stack.pop()
        if id(table) in seen:
            continue
        seen.add(id(table))
        for key in _KEYS:
            named = table.get(key)
            if isinstance(named, Mapping) and not any(inner in named for inner in _KEYS):
                macros = {str(name): body for name, body in named.items()}
                if key == "macros" or any(name.startswith("\\") for name in macros):
                    return macros
        stack += [value for value in reversed(list(table.values())) if isinstance(value, Mapping)]
    return {}


# --- literals of JavaScript -----------------------------------------------------------------------------

_TOKEN = late(
    r"""\s+|//[^\n]*|/\*[\s\S]*?\*/
      |(?P<raw>String\.raw`[^`]*`)
      |(?P<text>"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`(?:\\[\s\S]|[^`\\])*`)
      |(?P<number>-?\d+)|(?P<name>[\w$]+)|(?P<sign>[\s\S])""",
    re.VERBOSE,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}
_DEEPEST = 50


class _Sign(NamedTuple):
    kind: str
    text: str


class _Literal:
    """Reads objects, lists, strings and numbers as JavaScript writes them; anything else becomes None."""

    def __init__(self, text: str, start: int) -> None:
        self._signs = self._scan(text, start)
        self._next = next(self._signs, _Sign("", ""))
        self._depth = 0

    @staticmethod
    def _scan(text: str, start: int) -> Iterator[_Sign]:
        for found in _TOKEN.finditer(text, start):
            if found.lastgroup:
                yield _Sign(found.lastgroup, found[0])

    def _take(self) -> _Sign:
        taken = self._next
        self._next = next(self._signs, _Sign("", ""))
        return taken

    def table(self) -> dict[str, Any]:
        value = self._value()
        return value if isinstance(value, dict) else {}

    def _value(self) -> Any:
        sign = self._take()
        if sign.kind == "text":
            return re.sub(r"\\([\s\S])", lambda m: _ESCAPES.get(m[1], m[1]), sign.text[1:-1])
        if sign.kind == "raw":
            return sign.text[len("String.raw`") : -1]
        if sign.kind == "number":
            return int(sign.text)
        if sign.text in ("{", "[") and self._depth < _DEEPEST:
            self._depth += 1
            inside = self._object() if sign.text == "{" else self._list()
            self._depth -= 1
            return inside
        return None

    def _object(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self._next.kind and self._next.text != "}":
            key = self._take()
            if key.kind not in ("text", "name", "number") or self._next.text != ":":
                continue
            self._take()
            name = key.text if key.kind != "text" else re.sub(r"\\([\s\S])", r"\1", key.text[1:-1])
            found[name] = self._value()
        self._take()
        return found

    def _list(self) -> list[Any]:
        found = []
        while self._next.kind and self._next.text != "]":
            if self._next.text == ",":
                self._take()
            else:
                found.append(self._value())
        self._take()
        return found
