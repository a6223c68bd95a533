r"""The place of a new ``\tag``: after the last word of its row, or on a line of its own before the end of a display."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from mathpost.document.document import Formula, Tag
from mathpost.document.rows import BY_ROW, SUBEQUATIONS
from mathpost.latex.lexer import reading, split
from mathpost.latex.tree import Environment, walk
from mathpost.text.edits import Edit
from mathpost.text.source import Source, Span

_REFUSED = "N005"
_MARKS = re.compile(r"[ \t>]*")


def insertion(source: Source, formula: Formula, row: int, command: str) -> Edit:
    """The edit that writes `command` into a row of `formula`."""
    body = formula.rows[row].body
    end = _last_word(source, formula, body)
    first, last = source.line_of(formula.span.start), source.line_of(body.end)
    if first == last or _shares_environment(formula, body):
        return Edit(Span(end, end), f" {command}")
    line = source.line_starts[last - 1]
    own_line = line >= end  # only the end of the display is on its last line
    marks = (
        source.text[line : body.end] if own_line else _marks(source, last if last > first + 1 else first + 1)
    )
    if (
        marks.strip()
    ):  # a new line in a quote would need a mark of its own, which is not a part of the formula
        return Edit(Span(end, end), f" {command}")
    newline = source.text[source.line_span(first).end : source.line_starts[first]]
    if own_line:
        return Edit(Span(line, line), f"{marks}{command}{newline}")
    return Edit(Span(end, body.end), f"{newline}{marks}{command}{newline}{marks}")


def moved(source: Source, formula: Formula, row: int, tag: Tag, text: str) -> tuple[Edit, Edit]:
    """The edits that move `tag` to the end of its row, with the number `text`."""
    gone = Edit(with_space(source.text, tag.span), "")
    before = source.text[tag.span.start : tag.text_span.start]
    behind = source.text[tag.text_span.end : tag.span.end]
    return gone, insertion(source, formula, row, f"{before}{_argument(tag, text)}{behind}")


def renumbered(tag: Tag, text: str) -> Edit:
    r"""The edit that gives `tag` another text; ``\tag 4`` gets its braces."""
    return Edit(tag.text_span, _argument(tag, text))


def _argument(tag: Tag, text: str) -> str:
    bare = tag.text_span.end == tag.span.end
    return f"{{{text}}}" if bare else text


def is_refused(formula: Formula, tag: Tag) -> bool:
    """Whether the target refuses `tag` because of its environment (`aligned` …)."""
    return any(f.code == _REFUSED and tag.span.contains(f.span) for f in formula.faults)


def with_space(text: str, span: Span) -> Span:
    """The span with the blanks before it; if it is alone on its line, with the line end before it."""
    start = span.start
    while text[start - 1 : start] in (" ", "\t"):
        start -= 1
    alone = text[start - 1 : start] in ("\n", "\r") and text[span.end : span.end + 1] in ("\n", "\r")
    if not alone:
        return Span(start if text[start - 1 : start] not in ("\n", "\r") else span.start, span.end)
    return Span(start - 2 if text.startswith("\r\n", start - 2) else start - 1, span.end)


def _shares_environment(formula: Formula, body: Span) -> bool:
    """Whether the row is one of several in its environment, so that its number must be on it."""
    for node in walk(formula.tree):
        if isinstance(node, Environment) and node.name != SUBEQUATIONS and node.span.contains(body):
            return node.name.rstrip("*") in BY_ROW
    return False


def _last_word(source: Source, formula: Formula, body: Span) -> int:
    """The end of the last token of the row that is neither white space nor a comment."""
    first = max(0, bisect_right(formula.segments, body.start, key=lambda s: s.start) - 1)
    last = bisect_left(formula.segments, body.end, key=lambda s: s.start)
    pieces = [Span(max(s.start, body.start), min(s.end, body.end)) for s in formula.segments[first:last]]
    read = reading(source.text, [p for p in pieces if p.length > 0], formula.escaped)
    end = len(read.text)
    for token in reversed(split(read.text)):
        if token[0] != "%" and not token.isspace():
            return read.ends[end - 1]
        end -= len(token)
    return body.start


def _marks(source: Source, line: int) -> str:
    """The quote marks and indent at the head of a line (1-based)."""
    found = _MARKS.match(source.text, source.line_starts[line - 1])
    return found[0] if found else ""
