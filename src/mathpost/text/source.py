"""A file's text and the places in it: the only module that knows lines and columns.

Everything else passes half-open character offsets (`Span`). A line ends at ``\\n``, ``\\r\\n`` or ``\\r``;
columns count Unicode code points; both are 1-based, as editors show them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")
BOM = "\ufeff"


class Span(NamedTuple):
    """Half-open range of character offsets of one file."""

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end


class Position(NamedTuple):
    """A place as an editor shows it; both numbers count from 1."""

    line: int
    column: int


class Source:
    """One file: its path as given, its text exactly as stored, and its line table."""

    writable = True
    """Whether a changed text may be written in its place; of some files `text` is a part."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets at which lines start; the last one may be the end of a file that ends in a line end."""
        return [0, *(m.end() for m in _LINE_END.finditer(self.text))]

    @property
    def line_count(self) -> int:
        """Lines as `str.splitlines` would count them if only CR, LF and CRLF ended lines."""
        starts = self.line_starts
        return len(starts) - (starts[-1] == len(self.text))

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their line ends."""
        found = _LINE_END.split(self.text)
        return found if found[-1] else found[:-1]

    def position(self, offset: int) -> Position:
        """Line and column of `offset`; a byte order mark takes no column."""
        line = bisect_right(self.line_starts, offset)
        column = offset - self.line_starts[line - 1] + 1
        return Position(line, max(1, column - 1) if line == 1 and self.text.startswith(BOM) else column)

    def line_of(self, offset: int) -> int:
        return bisect_right(self.line_starts, offset)

    def line_span(self, line: int) -> Span:
        """Span of the 1-based `line` without its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]

    @cached_property
    def newline(self) -> str:
        """The line end this file uses most, for lines that an edit adds."""
        ends = [m.group() for m in _LINE_END.finditer(self.text)]
        return max(("\n", "\r\n", "\r"), key=ends.count)


def decode(path: str, data: bytes) -> Source:
    """The source in `data`, which must be UTF-8.

    Raises:
        UnicodeDecodeError: `data` is not UTF-8; `start` is the first byte that is not.
    """
    if _zeros(data) >= 0.4:  # UTF-16 and UTF-32, where most letters have zero bytes
        zero = data.index(0)
        raise UnicodeDecodeError("utf-8", data, zero, zero + 1, "zero bytes")
    return Source(path, data.decode("utf-8"))


def encoding(data: bytes) -> str | None:
    """The probable encoding of `data`, which is not UTF-8: one of the usual ones, or None."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")) or _zeros(data) > 0.6:
        return "UTF-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or _zeros(data) >= 0.4:
        return "UTF-16"
    try:
        data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    return "GB 18030"


def _zeros(data: bytes) -> float:
    """The share of zero bytes among the first ones."""
    first = data[:4096]
    return first.count(0) / len(first) if len(first) > 8 else 0
