"""The regions under the headings of a post, which limit the scope of statements."""

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
        """Whether the innermost region around `place` contains `at`, so that a statement there may apply here."""
        number = self._innermost(place)
        if number < 0:
            return True
        level = self.headings[number].level
        following = (h.span.start for h in self.headings[number + 1 :] if h.level <= level)
        return self.headings[number].span.start <= at < next(following, at + 1)

    def end(self, place: int) -> int | None:
        """The end of the innermost region around `place`; None for the end of the post."""
        number = self._innermost(place)
        if number < 0:
            return None
        level = self.headings[number].level
        return next((h.span.start for h in self.headings[number + 1 :] if h.level <= level), None)

    def within(self, place: int, at: int) -> bool:
        """Whether `at` is under the innermost heading around `place`, the title of the post aside: a case may extend there."""
        number = self._innermost(place)
        if number > 0 or (number == 0 and self.headings[0].level > 1):
            return self.covers(place, at)
        return self._innermost(at) == number

    def adjoins(self, place: int, at: int) -> bool:
        """Whether two places are under the same heading or adjacent ones."""
        return abs(self._innermost(place) - self._innermost(at)) <= 1

    def opening(self, place: int) -> int:
        """The start of the region before the one around `place`."""
        number = self._innermost(place) - 1
        return self._starts[number] if number >= 0 else 0

    def _innermost(self, place: int) -> int:
        """The number of the last heading before `place`; -1 before the first one."""
        return bisect_right(self._starts, place) - 1
