"""Numbers that the text gives to displays, without a tag that shows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Formula
from mathpost.document.words import NOUN, NUMBER
from mathpost.latex.tree import Command, Symbol, walk
from mathpost.text.source import Span

_BEHIND_DISPLAY = re.compile(rf"[ \t]*[(（](?P<number>{NUMBER})[)）][ \t]*$", re.M)
_CAPTIONED = re.compile(
    rf"^[ \t>]*(?:[-*+][ \t]+|\#{{1,6}}[ \t]+)?(?:\*\*|__)[ \t]*{NOUN}[ \t]?"
    rf"[(（]?(?P<number>{NUMBER})[)）]?(?=[ \t]*(?:[-–—:：]|\*\*|__|[（(]))",
    re.M,
)


_SPACE = r"\\(?:q?quad|hfill|hspace\*?[ \t]*\{[^{}]*\}|[cl]?dots)(?![A-Za-z])"
_TYPED = re.compile(
    rf"(?P<whole>(?:{_SPACE}[ \t~]*)+(?:\\(?:text|mathrm|rm)[ \t]*\{{)?[ \t]*[(（][ \t]*(?P<number>{NUMBER}|[①-⑳])"
    r"[ \t]*[)）]\}?)[\s>]*$"
)
_TAG_INLINE = "N007"


class Caption(NamedTuple):
    """A number that the text gives to a display: ``**公式6.1 - 名**`` above it, ``(3)`` after its dollars, or a tag in the
    middle of a line, which does not show.

    `bold`: it is a label in bold; `below` is then the index of the display right under it, if there is one.
    """

    number: str
    span: Span
    bold: bool = False
    below: int | None = None


def captions(text: str, visible: str, formulas: Sequence[Formula]) -> Iterator[Caption]:
    """The numbers that the words of a post give to displays; `visible` is its `text` without formulas and code."""
    displays = [f for f in formulas if f.kind == "display"]
    for found in _CAPTIONED.finditer(visible):
        below = _below(visible, found.end(), displays)
        yield Caption(found["number"], Span(*found.span("number")), bold=True, below=below)
    for formula in formulas:
        if any(fault.code == _TAG_INLINE for fault in formula.faults):
            yield from (Caption(number, formula.span) for number in _tags(formula))
        if formula.kind == "display":
            typed = typed_number(text, formula)
            if typed:
                yield Caption(typed.number, typed.span)
            behind = _BEHIND_DISPLAY.match(visible, formula.span.end)
            if behind:
                yield Caption(behind["number"], Span(*behind.span("number")))


def typed_number(text: str, formula: Formula) -> Caption | None:
    r"""The number typed at the end of a display, ``a = b \qquad (3)``; `span` includes the space before it."""
    if formula.kind != "display" or any(row.tags for row in formula.rows):
        return None
    found = _TYPED.search(text, *formula.body)
    return Caption(found["number"], Span(*found.span("whole"))) if found else None


def _below(visible: str, end: int, displays: Sequence[Formula]) -> int | None:
    """The display on the line of a label that ends at `end`, or on the next one that is not blank."""
    index = bisect_left(displays, end, key=lambda f: f.span.start)
    if index == len(displays):
        return None
    line = visible.find("\n", end)
    between = visible[line : displays[index].span.start] if line >= 0 else ""
    return None if between.strip(" \t\n>") else displays[index].index


def _tags(formula: Formula) -> Iterator[str]:
    for node in walk(formula.tree):
        if isinstance(node, Command) and node.name == r"\tag" and node.arguments:
            words = "".join(n.text for n in walk(node.arguments[-1]) if isinstance(n, Symbol))
            yield words.strip("{} ")
