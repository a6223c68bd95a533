r"""A Jupyter notebook as a post: its Markdown cells are the text, its code cells are code.

Every place refers to the stored file, as an editor opens it: the strings of JSON are decoded, and each character keeps
its place. A notebook is never written, so its outputs, its metadata and the spelling of its JSON stay.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from mathpost.text.source import Position, Source

ENDING = ".ipynb"

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+)')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.S)
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_FENCE = re.compile(r"^[ \t>]*(`{3,})", re.M)


class NotebookError(ValueError):
    """The file is not a notebook."""


class _String(NamedTuple):
    """A string of the file, from the end of its opening quote to its closing quote."""

    start: int
    end: int


class NotebookSource(Source):
    """The text of the cells; a `position` is a place in the file."""

    writable = False

    def __init__(self, path: str, text: str, stored: Source, anchors: list[tuple[int, int]]) -> None:
        super().__init__(path, text)
        self._stored = stored
        self._anchors = anchors

    def position(self, offset: int) -> Position:
        index = max(0, bisect_right(self._anchors, (offset, len(self._stored.text))) - 1)
        if not self._anchors:
            return Position(1, 1)
        here, there = self._anchors[index]
        limit = self._anchors[index + 1][1] if index + 1 < len(self._anchors) else len(self._stored.text)
        return self._stored.position(max(there, min(there + offset - here, limit)))


def source(path: str, stored: str) -> NotebookSource:
    """The notebook in the content `stored` of a file.

    Raises:
        NotebookError: it is not JSON, or has no cells.
    """
    try:
        json.loads(stored)
    except (ValueError, RecursionError) as error:
        raise NotebookError(f"not a notebook: {error}") from None
    writing = _Writing(stored)
    for cell in _cells(_Values(stored).value()):
        writing.cell(cell)
    return NotebookSource(path, "".join(writing.pieces), Source(path, stored), writing.anchors)


def _cells(notebook: Any) -> list[dict[str, Any]]:
    """The cells of a notebook of version 4, or of the worksheets of version 3."""
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if cells is None and isinstance(notebook, dict) and isinstance(notebook.get("worksheets"), list):
        sheets = [sheet for sheet in notebook["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets for cell in sheet.get("cells") or ()]
    if not isinstance(cells, list):
        raise NotebookError("not a notebook: it holds no cells")
    return [cell for cell in cells if isinstance(cell, dict)]


class _Values:
    """Reads JSON values with the places of their strings; `stored` is known to be valid."""

    def __init__(self, stored: str) -> None:
        self._stored = stored
        self._tokens = ((m[1], m.start(1)) for m in _TOKEN.finditer(stored))

    def value(self) -> Any:
        sign, start = next(self._tokens)
        return self._of(sign, start)

    def _of(self, sign: str, start: int) -> Any:
        if sign[0] == '"':
            return _String(start + 1, start + len(sign) - 1)
        if sign == "[":
            return list(self._items())
        if sign == "{":
            return dict(self._pairs())
        return sign

    def _items(self) -> Iterator[Any]:
        for sign, start in self._tokens:
            if sign == "]":
                return
            if sign != ",":
                yield self._of(sign, start)

    def _pairs(self) -> Iterator[tuple[str, Any]]:
        for sign, _ in self._tokens:
            if sign == "}":
                return
            if sign[0] == '"':
                next(self._tokens)  # the colon
                yield json.loads(sign), self.value()


class _Writing:
    """The text of the cells so far; an anchor maps a character of it to its place in the file."""

    def __init__(self, stored: str) -> None:
        self._stored = stored
        self._length = 0
        self.pieces: list[str] = []
        self.anchors: list[tuple[int, int]] = []

    def cell(self, cell: dict[str, Any]) -> None:
        strings = cell.get("source", cell.get("input", []))
        strings = [strings] if isinstance(strings, _String) else strings if isinstance(strings, list) else []
        strings = [string for string in strings if isinstance(string, _String)]
        kind = cell.get("cell_type")
        word = self._stored[kind.start : kind.end] if isinstance(kind, _String) else ""
        if not strings or word not in ("markdown", "code", "heading"):
            return
        fence = self._fence(strings) if word == "code" else ""
        self._put(f"{fence}python\n" if fence else "", strings[0].start)
        for string in strings:
            self._string(string)
        self._put(f"\n{fence}\n\n" if fence else "\n\n", strings[-1].end)

    def _fence(self, strings: list[_String]) -> str:
        """A fence of backticks longer than any run in the code."""
        runs = [len(m[1]) for s in strings for m in _FENCE.finditer(self._stored[s.start : s.end])]
        return "`" * (max(runs, default=2) + 1)

    def _put(self, text: str, place: int) -> None:
        if text:
            self.anchors.append((self._length, place))
            self.pieces.append(text)
            self._length += len(text)

    def _string(self, string: _String) -> None:
        at = string.start
        pending = ""
        for found in _ESCAPE.finditer(self._stored, string.start, string.end):
            self._put(self._stored[at : found.start()], at)
            at = found.end()
            sign = chr(int(found[1], 16)) if found[1] else _SIGNS.get(found[2], found[2])
            if "\ud800" <= sign <= "\udbff":  # the first half of a character beyond 16 bits
                pending = sign
            elif pending:
                whole = (pending + sign).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
                self._put(whole, found.start())
                pending = ""
            else:
                self._put(sign if not "\udc00" <= sign <= "\udfff" else "\ufffd", found.start())
        self._put(self._stored[at : string.end], at)
