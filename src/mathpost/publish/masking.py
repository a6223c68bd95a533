"""A post without its mathematics: what pandoc may read, with a mark where each formula stood.

A mark is a number between two control characters. Markdown knows no meaning for these, they are neither
white space nor punctuation. Pandoc lets them stand in a link's destination, so the colon of ``[0.8, 0.2]:
$x$`` is escaped to keep it a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document, Reference
from mathpost.text.edits import Edit, apply
from mathpost.text.source import BOM, Span

_OPEN, _CLOSE = "\x02", "\x03"
MARK = re.compile(rf"{_OPEN}(\d+)([a-z]?){_CLOSE}")


class Masked(NamedTuple):
    """The prose of a post; mark number `i` is formula `i`, marks behind the last formula are `references` in
    order.
    """

    text: str
    references: tuple[Reference, ...]


def mark(number: int, form: str = "") -> str:
    """The mark of piece `number`; `form` is a letter that says how it is to be set."""
    return f"{_OPEN}{number}{form}{_CLOSE}"


def masked(document: Document) -> Masked:
    """The prose of `document`: no formula, no reference command, no front matter."""
    references = tuple(_bare_references(document))
    count = len(document.formulas)
    edits = [Edit(f.span, mark(f.index)) for f in document.formulas]
    edits += [Edit(r.span, mark(count + n)) for n, r in enumerate(references)]
    edits += [Edit(span, "") for span in _without_text(document, [e.span for e in edits])]
    edits += [Edit(Span(at, at), "\\") for at in _definition_colons(document)]
    return Masked(apply(document.source.text, edits), references)


def _bare_references(document: Document) -> Iterator[Reference]:
    """Reference commands of the prose itself; those inside formulas are part of these."""
    formulas = iter(document.formulas)
    formula = next(formulas, None)
    for reference in sorted(document.references, key=lambda r: r.span):
        while formula is not None and formula.span.end <= reference.span.start:
            formula = next(formulas, None)
        outside = formula is None or reference.span.end <= formula.span.start
        if outside and reference.form in ("command", "role"):
            yield reference


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
    has_front_matter = first.start <= start and text.startswith("---", start)
    end = max(start, first.end) if has_front_matter else start
    if end:
        yield Span(0, end)
    for found in re.finditer(f"[{_OPEN}{_CLOSE}\\x00]", text):
        span = Span(*found.span())
        if span.start >= end and not any(inside.contains(span) for inside in masked_spans):
            yield span
