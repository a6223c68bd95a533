r"""Where a new ``\tag`` goes: behind the last word of its row, or on a line of its own before the end of a
display.
"""

from __future__ import annotations

import re

from mathpost.document.document import Formula
from mathpost.document.rows import BY_ROW
from mathpost.latex.lexer import reading, tokenize
from mathpost.latex.tree import Environment, walk
from mathpost.text.edits import Edit
from mathpost.text.source import Source, Span

_BLANK = re.compile(r"[ \t]*")


def insertion(source: Source, formula: Formula, row: int, command: str) -> Edit:
    """The edit that writes `command` into a row of `formula`; it stands behind the same marks as its
    neighbours.
    """
    body = formula.rows[row].body
    end = _last_word(source, formula, body)
    broken = source.text.find("\n", formula.span.start, formula.span.end) >= 0
    if _shares_environment(formula, body) or not broken:
        return Edit(Span(end, end), f" {command}")
    close = body.end
    line = max(source.text.rfind("\n", 0, close), source.text.rfind("\r", 0, close)) + 1
    newline = _newline(source, formula)
    marks = source.text[line:close] if line >= end else _marks(source, formula, end)
    if ">" in marks:  # a new line in a quote would need a mark of its own, which is no part of the formula
        return Edit(Span(end, end), f" {command}")
    if line >= end and _BLANK.fullmatch(marks):
        return Edit(Span(line, line), f"{marks}{command}{newline}")
    return Edit(Span(end, close), f"{newline}{marks}{command}{newline}{marks}")


def _shares_environment(formula: Formula, body: Span) -> bool:
    """Is the row one of several in its environment, so that its number must stand on it?"""
    for node in walk(formula.tree):
        if isinstance(node, Environment) and node.span.contains(body):
            return node.name.rstrip("*") in BY_ROW
    return False


def _last_word(source: Source, formula: Formula, body: Span) -> int:
    """The end of the last token of the row that is neither white space nor a comment."""
    pieces = [Span(max(s.start, body.start), min(s.end, body.end)) for s in formula.segments]
    end = body.start
    for token in tokenize(reading(source.text, [p for p in pieces if p.length > 0], formula.escaped)):
        if token.text.strip() and not token.text.startswith("%"):
            end = token.end
    return end


def _newline(source: Source, formula: Formula) -> str:
    at = source.text.find("\n", formula.span.start)
    return "\r\n" if source.text[at - 1 : at] == "\r" else "\n"


def _marks(source: Source, formula: Formula, end: int) -> str:
    """The quote marks and indent of the line that holds `end`, where it is not the first of the display."""
    line = source.text.rfind("\n", 0, end) + 1
    if line <= formula.span.start:
        line = source.text.find("\n", formula.span.start, formula.span.end) + 1
    found = re.compile(r"[ \t>]*").match(source.text, line)
    return found[0] if found else ""
