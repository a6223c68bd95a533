"""The words around formulas, without the formulas: what a sentence says of a relation is stated outside of it."""

from __future__ import annotations

import re
from functools import cached_property

from mathpost.document.document import Document, spoken
from mathpost.text.source import Span

WINDOW = 160  # characters of a sentence that are looked at on either side
LATER = 80  # characters after a display in which the next sentence may take it back
_HEADING = re.compile(r"^#", re.MULTILINE)
_END = re.compile(r"[。！？!?]|\n\s*\n|\.\s|^#.*$", re.MULTILINE)


_PARAGRAPH = re.compile(r"\n[ \t]*\n|\n[ \t]*([-*+]|\d+[.)、])[ \t]|\n#")


class Sentences:
    """The text of a post in which every formula is ``$`` and spaces, a comment spaces alone, so that offsets stay what they are."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def text(self) -> str:
        pieces: list[str] = []
        end = 0
        text = spoken(self.document)
        for formula in self.document.formulas:
            if formula.span.start < end:
                continue
            pieces += [text[end : formula.span.start], "$", " " * (formula.span.length - 1)]
            end = formula.span.end
        return "".join([*pieces, text[end:]])

    def before(self, span: Span) -> str:
        """The words of the sentence that leads to `span`."""
        words = self.text[max(0, span.start - WINDOW) : span.start].rstrip()
        start = max((m.end() for m in _END.finditer(words) if m.end() < len(words)), default=0)
        return words[start:]

    def after(self, span: Span) -> str:
        """The words after `span` up to the end of the sentence, its last mark included."""
        words = self.text[span.end : span.end + WINDOW]
        end = _END.search(words)
        return words if end is None else words[: end.end()]

    def later(self, span: Span) -> str:
        """The words right after `span`, into the next sentence; those under the next heading mention something else."""
        words = self.text[span.end : span.end + LATER]
        heading = _HEADING.search(words)
        return words if heading is None else words[: heading.start()]

    def end_of_paragraph(self, place: int) -> int:
        """Where the paragraph or the item of a list around `place` ends."""
        found = _PARAGRAPH.search(self.text, place)
        return len(self.text) if found is None else found.start()

    def together(self, start: int, end: int) -> bool:
        """Whether no sentence ends between two places."""
        return start <= end and _END.search(self.text[start:end]) is None
