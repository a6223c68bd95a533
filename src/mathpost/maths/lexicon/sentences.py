"""The text around formulas without the formulas, to read what sentences state about relations."""

from __future__ import annotations

import re
from functools import cached_property

from mathpost.document.document import Document, spoken
from mathpost.text.source import Span

WINDOW = 160  # characters of a sentence that are read on either side
LATER = 80  # characters after a display in which the next sentence may retract it
_HEADING = re.compile(r"^#", re.MULTILINE)
_END = re.compile(r"[。！？!?]|\n\s*\n|\.\s|^#.*$", re.MULTILINE)


_PARAGRAPH = re.compile(r"\n[ \t]*\n|\n[ \t]*([-*+]|\d+[.)、])[ \t]|\n#")


class Sentences:
    """The text of a post with formulas replaced by ``$`` and spaces, and comments by spaces, so that offsets stay the same."""

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
        """The words of the sentence before `span`."""
        words = self.text[max(0, span.start - WINDOW) : span.start].rstrip()
        start = max((m.end() for m in _END.finditer(words) if m.end() < len(words)), default=0)
        return words[start:]

    def after(self, span: Span) -> str:
        """The words after `span` up to the end of the sentence, with its punctuation mark."""
        words = self.text[span.end : span.end + WINDOW]
        end = _END.search(words)
        return words if end is None else words[: end.end()]

    def later(self, span: Span) -> str:
        """The words right after `span`, also of the next sentence, but not under the next heading."""
        words = self.text[span.end : span.end + LATER]
        heading = _HEADING.search(words)
        return words if heading is None else words[: heading.start()]

    def end_of_paragraph(self, place: int) -> int:
        """The end of the paragraph or list item around `place`."""
        found = _PARAGRAPH.search(self.text, place)
        return len(self.text) if found is None else found.start()

    def together(self, start: int, end: int) -> bool:
        """Whether two places are in one sentence."""
        return start <= end and _END.search(self.text[start:end]) is None
