"""Two versions of a post side by side: matching lines, and the differences within a line.

Lines are matched by their content: numbers, labels, backslashes and spaces do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from mathpost.text.source import Source, Span

_ALIKE = 0.6  # of the tokens, for two lines to be versions of one
_MOST = 4_000_000  # comparisons of tokens or lines that are worth their time


class Version(NamedTuple):
    """A text with the places that are ignored when lines are matched."""

    source: Source
    silent: tuple[Span, ...] = ()

    def line(self, number: int) -> str:
        return self.source.slice(self.source.line_span(number))


class Pair(NamedTuple):
    """A line of the old text and the line it became, counted from 1; None where a line came or went."""

    old: int | None
    new: int | None


def pairs(old: Version, new: Version) -> list[Pair]:
    """Every line of both versions once, in order.

    ``a, b`` and ``a, x, b \\tag{1}`` become the pairs 1-1, none-2, 2-3.
    """
    ours, theirs = _shapes(old), _shapes(new)
    said = [k for k, shape in enumerate(ours) if shape], [k for k, shape in enumerate(theirs) if shape]
    matched = _matched([ours[k] for k in said[0]], [theirs[k] for k in said[1]])
    anchors = [(said[0][a] + 1, said[1][b] + 1) for a, b in matched]
    found: list[Pair] = []
    before = (0, 0)
    for here in [*anchors, (len(ours) + 1, len(theirs) + 1)]:
        found += _between(old, new, range(before[0] + 1, here[0]), range(before[1] + 1, here[1]))
        found.append(Pair(*here))
        before = here
    return found[:-1]


def _shapes(version: Version) -> list[str]:
    """The content of each line: without ignored places, backslashes and spaces, and with each number as 0."""
    silent: dict[int, list[Span]] = {}
    for span in sorted(version.silent):
        silent.setdefault(version.source.line_of(span.start), []).append(span)
    return [
        _shape(version.source, version.source.line_span(n), silent.get(n, ()))
        for n in range(1, version.source.line_count + 1)
    ]


def _shape(source: Source, line: Span, silent: Sequence[Span]) -> str:
    text, at = "", line.start
    for span in silent:
        text += source.text[at : max(at, span.start)]
        at = max(at, span.end)
    text += source.text[at : max(at, line.end)]
    said = "".join(c for c in text if c != "\\" and not c.isspace())
    return "".join("0" if number else "".join(run) for number, run in groupby(said, str.isdecimal))


def _matched(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Members of both lists that are the same, in order."""
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    inner = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail])
    found = [(k, k) for k in range(head)]
    for a, b, size in inner.get_matching_blocks():
        found += [(head + a + k, head + b + k) for k in range(size)]
    return [*found, *((len(old) - k, len(new) - k) for k in range(tail, 0, -1))]


def _same(old: Sequence[str], new: Sequence[str]) -> int:
    """How many members at the beginning are the same."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    return count


def _between(old: Version, new: Version, ours: range, theirs: range) -> Iterator[Pair]:
    """The lines between two matches: each old line with the next new one that is like it."""
    at = theirs.start
    for line in ours:
        far = len(ours) * len(theirs) > _MOST // 1000
        partner = (
            None if far else next((n for n in range(at, theirs.stop) if _alike(old, new, line, n)), None)
        )
        if partner is not None:
            yield from (Pair(None, n) for n in range(at, partner))
            at = partner + 1
        yield Pair(line, partner)
    yield from (Pair(None, n) for n in range(at, theirs.stop))


def _alike(old: Version, new: Version, ours: int, theirs: int) -> bool:
    a, b = old.line(ours), new.line(theirs)
    if not a.strip() or not b.strip():
        return a.strip() == b.strip()
    matcher = SequenceMatcher(None, tokens(a), tokens(b), autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def differences(old: str, new: str) -> list[tuple[Span, Span]]:
    """The parts of a line that changed, in the old text and in the new one.

    ``see (3)`` and ``see (12)`` differ in ``3`` and ``12``.
    """
    ours, theirs = tokens(old), tokens(new)
    places = _offsets(ours), _offsets(theirs)
    if len(ours) * len(theirs) > _MOST:
        return [(Span(0, len(old)), Span(0, len(new)))]
    codes = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    return [
        (Span(places[0][a], places[0][b]), Span(places[1][c], places[1][d]))
        for tag, a, b, c, d in codes
        if tag != "equal"
    ]


def tokens(text: str) -> list[str]:
    """Words, numbers, runs of spaces, and every other character alone."""
    found: list[str] = []
    for kind, run in groupby(text, _kind):
        piece = "".join(run)
        found += [piece] if kind else piece
    return found


def _kind(character: str) -> str:
    if character.isspace():
        return "space"
    if character.isdecimal():
        return "number"
    return "word" if character.isascii() and character.isalpha() else ""


def _offsets(tokens: Sequence[str]) -> list[int]:
    found = [0]
    for token in tokens:
        found.append(found[-1] + len(token))
    return found
