"""Which part of a post speaks about what: the regions under its headings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from mathpost.document.document import Heading


class Sections:
    """The headings of a post as nested regions."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self.headings = headings
        self._starts = [h.span.start for h in headings]

    def covers(self, place: int, at: int) -> bool:
        """Whether the innermost region around `place` also holds `at`: what is said there may be meant here."""
        number = bisect_right(self._starts, place) - 1
        if number < 0:
            return True
        level = self.headings[number].level
        following = (h.span.start for h in self.headings[number + 1 :] if h.level <= level)
        return self.headings[number].span.start <= at < next(following, at + 1)
