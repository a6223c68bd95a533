"""A post without its formulas, for pandoc: a mark stands in the place of each formula.

A mark is a number between two control characters, and a letter for its kind. Markdown gives them no meaning; they are
neither white space nor punctuation. Pandoc allows them in a link's destination, so the colon of ``[0.8, 0.2]: $x$`` is
escaped to keep it a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mathpost.document.document import Document
from mathpost.document.frontmatter import TOML_FENCE
from mathpost.text.edits import Edit, apply
from mathpost.text.source import BOM, Span

if TYPE_CHECKING:
    from mathpost.publish.pointers import Pointer

_OPEN, _CLOSE = "\x02", "\x03"
MARK = re.compile(rf"{_OPEN}(\d+)([a-z]?){_CLOSE}")
FORMULA, POINTER, STATEMENT, TITLED, CITATION = "", "r", "s", "t", "c"
"""What a mark in the masked text stands for: a formula, something that points, a statement's label from its
start to its title, and from the end of the title on; a citation.
"""


class Masked(NamedTuple):
    """The prose of a post; the marks are numbered by the document's formulas, `pointers` and `statements`."""

    text: str
    pointers: tuple[Pointer, ...]


class Label(NamedTuple):
    """The label of a statement: `span` is all of it with its stars, `title` the part that is its name."""

    statement: int
    span: Span
    title: Span


def mark(number: int, form: str = "") -> str:
    """The mark of piece `number`; `form` is a letter that says what it is, or how it is to be set."""
    return f"{_OPEN}{number}{form}{_CLOSE}"


def masked(
    document: Document, pointers: Sequence[Pointer], labels: Sequence[Label], citations: Sequence[Span] = ()
) -> Masked:
    """The prose of `document`: no formula, no front matter, nothing that the program added, marks for what points
    and cites, and for `labels`.
    """
    edits = [Edit(f.span, mark(f.index)) for f in document.formulas]
    edits += [Edit(p.span, mark(n, POINTER)) for n, p in enumerate(pointers)]
    edits += [Edit(span, mark(n, CITATION)) for n, span in enumerate(citations)]
    for label in labels:
        edits.append(Edit(Span(label.span.start, label.title.start), mark(label.statement, STATEMENT)))
        edits.append(Edit(Span(label.title.end, label.span.end), mark(label.statement, TITLED)))
    edits += [Edit(span, "") for span in document.generated]
    edits += [Edit(span, "") for span in _without_text(document, [e.span for e in edits])]
    edits += [Edit(Span(at, at), "\\") for at in _definition_colons(document)]
    return Masked(apply(document.source.text, edits), tuple(pointers))


def _definition_colons(document: Document) -> Iterator[int]:
    """Colons between a bracket and a formula, which would make a link definition of the line and drop the
    formula.
    """
    text = document.source.text
    for formula in document.formulas:
        before = text[max(0, formula.span.start - 40) : formula.span.start].rstrip(" \t\r\n>")
        if before.endswith("]:"):
            yield text.rindex("]:", 0, formula.span.start) + 1


def _without_text(document: Document, masked_spans: Sequence[Span]) -> Iterator[Span]:
    """The byte order mark, the front matter, and control characters that only we may use."""
    text = document.source.text
    first = document.opaque[0] if document.opaque else Span(0, 0)
    start = len(BOM) if text.startswith(BOM) else 0
    has_front_matter = first.start <= start and text.startswith(("---", TOML_FENCE), start)
    end = max(start, first.end) if has_front_matter else start
    if end:
        yield Span(0, end)
    for found in re.finditer(f"[{_OPEN}{_CLOSE}\\x00]", text):
        span = Span(*found.span())
        if span.start >= end and not any(inside.contains(span) for inside in masked_spans):
            yield span
