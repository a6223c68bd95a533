"""Errors in the numbers that a reader sees: a number that occurs twice, is smaller than the one before, or is left out.

An equation that is repeated with its number is the same equation, so its number does not occur twice. Numbers in order
are never errors, including dotted numbers (2.4.10) and the numbers of another text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, pairwise, takewhile
from typing import Literal, NamedTuple

from mathpost.document.document import Document
from mathpost.document.equations import Equation, is_number
from mathpost.text.source import Span

Kind = Literal["twice", "order", "gap"]
_WIDEST = 20  # numbers left out in one place; more is not a gap but another series
_NAMING = re.compile(
    r"\\(?:tag\*?|label)[ \t]*(?:\{[^{}]*\}|[^\s{}\\])|\\(?:notag|nonumber)(?![A-Za-z])|"
    r"\\(?:begin|end)[ \t]*\{[A-Za-z]+\*?\}"
)
_LOOSE = re.compile(r"[\s\\>&$.,;。，；]+")
_SHORTEST = 8  # signs of an equation that nobody writes twice by chance
_SHORTEST_SIDE = 24
_LONGEST_TOUCH = 6
_FACTOR = re.compile(r"[A-Za-z][A-Za-z0-9_]+")
_RELATION = re.compile(r"^(?:[=<>≤≥≈]|(?:leq?q?|geq?q?|approx|equiv|propto|sim)(?![a-z]))+")
_STEP = 2  # a number may have been left out
_FEWEST_QUOTED = 6  # fewer count only if no number follows the one before it
_FEWEST_PICKED = 4
_FEWEST_LEFT_OUT, _SHARE_LEFT_OUT = 4, 5
_OF_EXERCISES, _OF_LINES = 7, 8  # levels below those of headings
_DIGITS = 9
_PART = re.compile(rf"(\d{{1,{_DIGITS}}})[a-z']?")
_EXERCISE = re.compile(
    r"^[ \t>#*_]*(?:\d+(?:\.\d+)*[.、)）]?[ \t]*)?(?:例题?|习题|练习|问题|思考题?|题目?|"
    r"(?:[Ee]xercise|[Pp]roblem|[Qq]uestion|[Ee]xample|EXERCISE|PROBLEM|QUESTION|EXAMPLE)\b)[ \t]*[\d一二三四五六七八九十.:：*A-Z#、．（(-]",
    re.M,
)
_AGAIN = re.compile(r"上面|前面|上文|前文|上述|回顾|回忆|的形式|[Rr]ecall|\babove\b")
_LONGEST_LINE = 300
_BOLD_LINE = re.compile(r"^[ \t]*(\*\*|__)(?!\s)[^*_\n]+\1[ \t]*$", re.M)


class Flaw(NamedTuple):
    """Two equations whose numbers conflict: the second one, and the earlier one that it conflicts with.

    `missing` are the numbers that a gap between them leaves out.
    """

    kind: Kind
    equation: Equation
    earlier: Equation
    missing: tuple[int, ...] = ()


def flaws(rows: Sequence[Equation]) -> tuple[Flaw, ...]:
    """The flaws in the numbers of `rows`, none of which repeats another one."""
    if is_quoted(rows):
        return tuple(_twice(rows))
    return (*_twice(rows), *_out_of_order(rows), *_gaps(rows))


def restarts(document: Document, rows: Sequence[Equation], *, ours: bool = False) -> tuple[Span, ...]:
    """The exercises or sections, from their headings on, that each number their equations 1, 2 … again: 例1 … (1) (2) 例2
    … (1).

    `ours`: an earlier run gave every number a tag, so a number without a tag is new.
    """
    counted = [row for row in rows if is_whole(row.old) and (row.tag or not ours)]
    if not counted or any(row.old and not row.tag for row in rows if not ours):
        return ()
    heads = _heads(document)
    starts, places = [0], [_opening(heads, 0, counted[0].span.start + 1)]
    for index, (before, row) in enumerate(pairwise(counted), 1):
        if row.old != "1":
            continue
        head = _opening(heads, before.span.end, row.span.start + 1)
        if (
            head < 0
            and _are_explained(document, counted[starts[-1] : index])
            and _are_explained(document, counted[index:])
        ):
            head = document.formulas[row.formula].span.start
        if head >= 0:
            starts.append(index)
            places.append(head)
    runs = [counted[start:end] for start, end in pairwise([*starts, len(counted)])]
    if len(runs) < 2 or not all([row.old for row in run[:2]] in (["1"], ["1", "2"]) for run in runs):
        return ()
    return tuple(
        Span(*ends) for ends in pairwise([max(0, places[0]), *places[1:], len(document.source.text)])
    )


def _are_explained(document: Document, run: Sequence[Equation]) -> bool:
    """Whether the words right after the first display with a number of `run` explain it: "where (1) is by …"."""
    first = document.formulas[run[0].formula].span
    end = document.source.text.find("\n\n", first.end)
    near = Span(first.end, end if end >= 0 else len(document.source.text))
    return any(
        r.form == "words" and r.target == "1" and near.contains(r.target_span) for r in document.references
    )


def _heads(document: Document) -> Sequence[tuple[int, int]]:
    """Where sections and exercises begin, with their levels: headings, and lines in bold that serve as headings."""
    found = {match.start(): _OF_LINES for match in _BOLD_LINE.finditer(document.source.text)}
    found |= {match.start(): _OF_EXERCISES for match in _EXERCISE.finditer(document.source.text)}
    return sorted((found | {heading.span.start: heading.level for heading in document.headings}).items())


def _opening(heads: Sequence[tuple[int, int]], start: int, end: int) -> int:
    """The last of the highest headings between two places, -1 if there is none."""
    between = heads[bisect_left(heads, (start, 0)) : bisect_left(heads, (end, 0))]
    return min(between, key=lambda head: (head[1], -head[0]), default=(-1, 0))[0]


def flaws_by_part(rows: Sequence[Equation], apart: Sequence[Span]) -> tuple[Flaw, ...]:
    """The flaws of each part with numbers of its own; if there are no such parts, the flaws of all `rows` as one
    series.
    """
    if not apart:
        return flaws(rows)
    return tuple(flaw for span in apart for flaw in flaws([r for r in rows if span.contains(r.span)]))


def is_quoted(rows: Sequence[Equation]) -> bool:
    """Whether the tags are numbers of another text, of which some are quoted: 52, 46, 37, 41, 42, 172 …, or 5, 7, 10,
    9, 12, 14, 17.
    """
    tags = [int(row.old) for row in rows if row.tag and is_whole(row.old)]
    if len(set(tags)) == max(tags, default=0):  # no number is left out: 6, 8, 1, 4, 7, 2, 5, 3
        return False
    steps = [after - before for before, after in pairwise(tags)]
    used = set(tags)
    left_out = sum(not used.issuperset(range(before, after)) for before, after in pairwise(tags))
    if left_out >= _FEWEST_LEFT_OUT and _SHARE_LEFT_OUT * left_out >= len(steps):
        return True
    if len(tags) < _FEWEST_PICKED or 2 * len(set(tags)) >= max(tags):
        return False
    goes_on = sum(0 < step <= _STEP for step in steps)
    return not goes_on if len(tags) < _FEWEST_QUOTED else 2 * (goes_on + tags[1:].count(1)) < len(steps)


def begins_later(rows: Sequence[Equation]) -> bool:
    """Whether all numbers are tags greater than 1 and some have letters, as in a paper or an earlier post: 2, 3a, 3b,
    4.

    Names such as 6A and * do not count.
    """
    counted = [row for row in rows if row.old and not (row.tag and _PART.fullmatch(row.old) is None)]
    heads = [_PART.fullmatch(row.old) if row.tag else None for row in counted]
    parts = any(not row.old.isdecimal() for row in counted)
    return parts and all(head is not None and int(head[1]) > 1 for head in heads)


def is_whole(number: str) -> bool:
    """Whether a number is 1, 2, 3 …, so that the next one is known; a number longer than any count of equations is a
    name.
    """
    return number.isascii() and number.isdecimal() and len(number) <= _DIGITS


def _twice(rows: Sequence[Equation]) -> Iterator[Flaw]:
    """Each number that occurs twice, at the second equation that shows it."""
    first: dict[str, Equation] = {}
    reported: set[str] = set()
    for row in rows:
        earlier = first.setdefault(row.old, row)
        if is_number(row.old) and earlier is not row and row.old not in reported:
            reported.add(row.old)
            yield Flaw("twice", row, earlier)


def _out_of_order(rows: Sequence[Equation]) -> Iterator[Flaw]:
    """Each whole number in a tag that is smaller than the one before it and occurs once."""
    times = Counter(row.old for row in rows)
    tagged = [row for row in rows if row.tag and is_whole(row.old) and times[row.old] == 1]
    for before, after in pairwise(tagged):
        if int(after.old) < int(before.old):
            yield Flaw("order", after, before)


def _gaps(rows: Sequence[Equation]) -> Iterator[Flaw]:
    used = sorted({int(part[1]) for row in rows if (part := _PART.fullmatch(row.old)) and row.old.isascii()})
    tagged = [row for row in rows if row.tag and is_whole(row.old)]
    for before, after in pairwise(tagged):
        first, end = int(before.old) + 1, int(after.old)
        taken = used[bisect_left(used, first) : bisect_left(used, end)]
        if 0 < end - first - len(taken) <= _WIDEST:  # a number of twenty digits is not a gap to count through
            yield Flaw("gap", after, before, tuple(n for n in range(first, end) if n not in {*taken}))


def repeated(document: Document, rows: Sequence[Equation], apart: Sequence[Span]) -> Mapping[int, int]:
    """The rows that repeat an earlier row under the same number, each with that earlier row; by index.

    In `apart`, the sections that occur twice, no row counts as repeated.
    """
    found: dict[int, int] = {}
    first: dict[str, int] = {}
    saying = cache(partial(_content, document))  # one row may have ten thousand tags
    announced = _announced(document)
    ordered = sorted(apart)
    starts, ends = [span.start for span in ordered], list(accumulate((span.end for span in ordered), max))
    for index, row in enumerate(rows):
        opened = bisect_right(starts, row.span.start)
        if not row.old or (opened and row.span.end <= ends[opened - 1]):
            continue
        earlier = first.setdefault(row.old, index)
        if earlier != index and row.tag:
            if (row.formula, row.old) in announced:
                found[index] = earlier
                continue
            said, before = sorted((saying(row.span), saying(rows[earlier].span)), key=len)
            if len(said) >= _SHORTEST and (
                said == before or _ends_with(before, said) or _is_touched(said, before)
            ):
                found[index] = earlier
    return found


def _announced(document: Document) -> frozenset[tuple[int, str]]:
    """The displays, by index, that the line before them announces as repeated, with their numbers: "recall (3):",
    由上面公式(3)和公式(5)：.
    """
    text = document.source.text
    displays = [f for f in document.formulas if f.kind == "display"]
    found: set[tuple[int, str]] = set()
    for reference in document.references:
        if reference.form != "words":
            continue
        start, end = _line(text, reference.span)
        said = text[start:end].rstrip()
        if not (said.endswith((":", "：", ",", "，")) and _AGAIN.search(said)):
            continue
        index = bisect_left(displays, end, key=lambda f: f.span.start)
        while index < len(displays) and not text[end : displays[index].span.start].strip():
            found.add((displays[index].index, reference.target))
            end, index = displays[index].span.end, index + 1
    return frozenset(found)


def _line(text: str, span: Span) -> Span:
    """The line around a place, up to a limit on each side."""
    first = max(0, span.start - _LONGEST_LINE)
    end = text.find("\n", span.end, span.end + _LONGEST_LINE)
    return Span(text.rfind("\n", first, span.start) + 1 or first, end if end >= 0 else span.end)


def _ends_with(longer: str, shorter: str) -> bool:
    """Whether one equation repeats another without its left side, as in a row of an `align`, or with another relation
    at its beginning.
    """
    bare = shorter[_relation(shorter) :]
    return len(bare) >= _SHORTEST_SIDE and longer.endswith(bare, _relation(longer))


def _relation(said: str) -> int:
    """Where the relation at the beginning of an equation ends."""
    found = _RELATION.match(said)
    return 0 if found is None else found.end()


def _is_touched(shorter: str, longer: str) -> bool:
    """Whether two equations differ only by one factor or name inserted into the longer one."""
    added = len(longer) - len(shorter)
    if len(shorter) < _SHORTEST_SIDE or not 0 < added <= _LONGEST_TOUCH:
        return False
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(shorter, longer, strict=False)))
    return (
        shorter[same:] == longer[same + added :] and _FACTOR.fullmatch(longer, same, same + added) is not None
    )


def _content(document: Document, row: Span) -> str:
    """The content of a row without numbers, alignment and white space."""
    return _LOOSE.sub("", _NAMING.sub("", document.source.slice(row)))
