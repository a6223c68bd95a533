"""Places as editors count them: lines and characters from 0, characters in the units of an encoding."""

from __future__ import annotations

from functools import cached_property

from lsprotocol.types import Position, PositionEncodingKind, Range

from mathpost.text.source import Source, Span

_BYTES = {PositionEncodingKind.Utf8: 1, PositionEncodingKind.Utf16: 2, PositionEncodingKind.Utf32: 4}


class Places:
    """The places of one text in the units that the editor and the server agreed on."""

    def __init__(self, source: Source, encoding: str | None = None) -> None:
        self.source = source
        self.encoding = PositionEncodingKind(encoding or "utf-16")

    @cached_property
    def _codec(self) -> str:
        return "utf-8" if self.encoding is PositionEncodingKind.Utf8 else f"{self.encoding.value}-le"

    def units(self, text: str) -> int:
        """The length of `text` in units; half a surrogate pair counts as one letter."""
        return len(text.encode(self._codec, "surrogatepass")) // _BYTES[self.encoding]

    def position(self, offset: int) -> Position:
        line = self.source.line_of(offset)
        start = self.source.line_starts[line - 1]
        return Position(line - 1, self.units(self.source.text[start:offset]))

    def range(self, span: Span) -> Range:
        return Range(self.position(span.start), self.position(span.end))

    def offset(self, position: Position) -> int:
        """The offset of a position; what lies after the end of its line or of the text is the end."""
        starts = self.source.line_starts
        if position.line >= len(starts):
            return len(self.source.text)
        span = self.source.line_span(position.line + 1)
        at, units = span.start, 0
        while at < span.end and units < position.character:
            units += self.units(self.source.text[at])
            at += 1
        return at
