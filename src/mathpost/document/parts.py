"""The parts of a post with equation numbers of their own: the original text, later additions, repeated sections.

A number in words means an equation of its own part first. The added part begins at the first heading after the citation
footer of the original; a section that occurs twice makes two parts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document, Heading
from mathpost.text.source import Span

_FOOTER = re.compile(r"@(?:online|misc|article)\{|转载到请包括本文地址")
_ADDED = re.compile(r"公式推导与注释|^(?:附录|Appendix)")
_VARYING = re.compile(r"\\tag\*?\{[^{}]*\}|[\d\s]+")
_FEWEST_LINES = 12
_EQUAL = 0.9


class Doubled(NamedTuple):
    """A run of sections that occurs twice: `first` and `second` from heading to end."""

    first: Span
    second: Span


class Parts(NamedTuple):
    """`starts` are the offsets at which parts begin; `sections` are all sections under headings, outer before inner."""

    starts: tuple[int, ...]
    sections: tuple[Span, ...]
    doubled: tuple[Doubled, ...]

    def with_sections(self, more: Sequence[Span]) -> Parts:
        """The same parts, with `more` sections that have no heading."""
        return self._replace(sections=tuple(sorted({*self.sections, *more}))) if more else self

    def span(self, offset: int, end: int) -> Span:
        """The part that holds `offset`; `end` is the end of the file."""
        index = bisect_right(self.starts, offset)
        start = self.starts[index - 1] if index else 0
        return Span(start, self.starts[index] if index < len(self.starts) else end)

    def scopes(self, offset: int, end: int) -> Iterator[Span]:
        """The spans that contain `offset`, from the innermost section to the part and the whole post."""
        part = self.span(offset, end)
        inside = [s for s in self.sections if s.start <= offset < s.end]
        for section in sorted(inside, key=lambda s: s.length):
            if part.contains(section):
                yield section
        yield part
        yield Span(0, end)


def parts(document: Document) -> Parts:
    """The parts of `document`."""
    end = len(document.source.text)
    doubled = tuple(_doubled(document))
    starts = {d.start for pair in doubled for d in pair} | {pair.second.end for pair in doubled}
    added = _added(document)
    if added is not None:
        starts.add(added)
    return Parts(tuple(sorted(starts - {end})), tuple(_sections(document.headings, end)), doubled)


def _added(document: Document) -> int | None:
    """The offset at which the added part begins."""
    footers = [m.start() for m in _FOOTER.finditer(document.source.text)]
    for heading in document.headings:
        behind = bool(footers) and heading.span.start > footers[-1]
        if behind or (heading.level <= 2 and _ADDED.search(heading.title)):
            return heading.span.start
    return None


def _sections(headings: Sequence[Heading], end: int) -> Iterator[Span]:
    open_sections: list[Heading] = []
    found: list[Span] = []
    for heading in headings:
        while open_sections and open_sections[-1].level >= heading.level:
            found.append(Span(open_sections.pop().span.start, heading.span.start))
        open_sections.append(heading)
    found += [Span(heading.span.start, end) for heading in open_sections]
    yield from sorted(found)


def _doubled(document: Document) -> Iterator[Doubled]:
    """Runs of equal headings with nearly equal lines below them; the longest runs are found first, from the top."""
    headings, end = document.headings, len(document.source.text)
    keys = [(h.level, _VARYING.sub("", h.title)) for h in headings]
    following: dict[tuple[int, str], int] = {}
    again = [-1] * len(keys)
    for index in range(len(keys) - 1, -1, -1):
        again[index] = following.get(keys[index], -1)
        following[keys[index]] = index
    index = 0
    while index < len(keys):
        twin = again[index]
        length = 0
        while (
            twin > 0
            and index + length < twin
            and twin + length < len(keys)
            and keys[index + length] == keys[twin + length]
        ):
            length += 1
        pair = _pair(document, index, twin, length, end) if length else None
        if pair:
            yield pair
        index += length if pair else 1


def _pair(document: Document, index: int, twin: int, length: int, end: int) -> Doubled | None:
    def run(start: int) -> Span:
        last = start + length
        return Span(
            document.headings[start].span.start,
            document.headings[last].span.start if last < len(document.headings) else end,
        )

    pair = Doubled(run(index), run(twin))
    first, second = (_lines(document.source.slice(span)) for span in pair)
    most = max(first.total(), second.total())
    if most < _FEWEST_LINES or (first & second).total() < _EQUAL * most:
        return None
    return pair


def _lines(text: str) -> Counter[str]:
    return Counter(line for line in (_VARYING.sub("", raw) for raw in text.splitlines()) if line)
