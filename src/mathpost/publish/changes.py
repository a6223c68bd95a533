"""Collects the edits of one formula; places of the tree are looked up in the text that LaTeX reads."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from mathpost.latex.lexer import Reading
from mathpost.latex.tree import Environment, Node
from mathpost.publish.definitions import Written
from mathpost.text.edits import Edit
from mathpost.text.source import Span

# An empty line ends a formula for TeX.
_EMPTY_LINES = re.compile(r"(?:[ \t]*(?:\r\n?|\n)){2,}|\r\n?")


class Place(NamedTuple):
    """The context of a node: whether it is inside bold letters, and whether it is a word."""

    bold: bool = False
    words: bool = False


class Changes:
    """The edits of one formula, in offsets of its reading, and what was noticed on the way."""

    def __init__(self, read: Reading) -> None:
        self.read = read
        self.edits: list[Edit] = []
        self.used: set[str] = set()
        self.unknown: set[str] = set()
        self.unprinted: set[str] = set()
        self.notes: list[str] = []
        self.main: Environment | None = None
        self.starred: bool | None = None
        """Whether `main` must be the form that counts no numbers; None for any."""
        self.definitions: list[Written] = []

    # --- places

    def at(self, offset: int) -> int:
        """The index in the reading of the character at the file's `offset`."""
        return bisect_left(self.read.starts, offset)

    def span(self, node: Node) -> Span:
        return self.range(node.span)

    def range(self, span: Span) -> Span:
        return Span(self.at(span.start), self.at(span.end))

    def text(self, node: Node) -> str:
        return self.read.text[slice(*self.span(node))]

    # --- edits

    def insert(self, index: int, latex: str) -> None:
        self.edits.append(Edit(Span(index, index), latex))

    def replace(self, start: int, end: int, latex: str) -> None:
        self.edits.append(Edit(Span(start, end), latex))

    def result(self) -> str:
        """The formula with all edits applied; edits inside a replaced part are dropped."""
        pieces: list[str] = []
        at = 0
        for (start, end), new in sorted(self.edits, key=lambda e: (e.span.start, e.span.end)):
            if start < at:
                continue
            pieces += [self.read.text[at:start], new]
            at = end
        return _EMPTY_LINES.sub("\n", "".join([*pieces, self.read.text[at:]]))
