r"""Which equation gets which number, and who points to it: planned once, read by every rule and writer.

One series per post in document order, over every row that MathJax with ``tags: 'ams'`` would number and
every display with a ``\tag`` or a ``\label``. Numeric tags join the series; words and symbols stay. A
number that stands in words follows its equation where it is certain which one is meant, and is left alone
and reported where it is not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from mathpost.document.document import Document, Formula, Reference, Tag
from mathpost.document.parts import Doubled, Parts, parts
from mathpost.document.reader import read
from mathpost.document.references import Caption, captions, is_foreign, visible_text
from mathpost.document.tagging import insertion
from mathpost.latex.tree import Environment, walk
from mathpost.text.edits import Edit
from mathpost.text.source import Source, Span

Status = Literal["certain", "ambiguous", "nothing", "caption", "foreign", "broken range", "in a display"]
INNER = frozenset({"aligned", "alignedat", "gathered", "split", "cases", "array"})
_OPEN_ENDED = frozenset({"L001", "L101"})  # faults of braces and environments that go on too far
_MOST_DIGITS = 3  # longer numbers are not read as references
_NUMERIC = re.compile(r"(\d+(?:\.\d+)*)([a-z']?)")
_RANGE = re.compile(r"[ \t)）]*(?:[-–—~～到至]|to)[ \t(（]*(?:式|公式|方程)?[ \t(（]*")


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a post is numbered.

    `rows`: ``usual`` (what the renderer would number, what has a tag or a label), ``all`` (every display),
    ``labelled``, ``referenced`` (only those; the others get none), ``keep`` (nothing changes). `start` is
    the first number, for a series that goes on over several posts; `by_section` numbers 2.1, 2.2 … by
    top-level section.
    """

    rows: Literal["usual", "all", "labelled", "referenced", "keep"] = "usual"
    start: int = 1
    by_section: bool = False


USUAL = Scheme()


class Equation(NamedTuple):
    """One number that a post shows or will show: the row it stands on, its tag if it has one, old and new
    number.

    `old` is what a reader sees now, empty for a row without a number; `new` is empty where the plan gives
    none. `span` is the row.
    """

    formula: int
    row: int
    tag: Tag | None
    old: str
    new: str
    span: Span


class Resolution(NamedTuple):
    """What became of a number in words: the equations it may mean, and its new text (the old one unless
    `certain`).
    """

    reference: Reference
    status: Status
    candidates: tuple[Equation, ...]
    new: str


@dataclass(frozen=True, slots=True)
class Numbering:
    r"""The plan of one post.

    `shown` and `planned`: per formula the numbers a reader sees now and after `run`, in the order of rows.
    `renumbered`: (old, new, line) of the equations whose number changes. `edits` make the plan true.
    `equations` are all rows with a number now or then, in order; `resolutions` the numbers in words.
    `left_alone` are displays with several tags in an inner environment, whose numbers nobody can assign.
    `doubled` are sections that stand twice.
    """

    shown: tuple[tuple[str, ...], ...]
    planned: tuple[tuple[str, ...], ...]
    renumbered: tuple[tuple[str, str, int], ...]
    edits: tuple[Edit, ...]
    equations: tuple[Equation, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    left_alone: tuple[int, ...] = ()
    doubled: tuple[Doubled, ...] = ()
    captions: tuple[Caption, ...] = ()
    scheme: Scheme = USUAL


def plan(document: Document, *, scheme: Scheme = USUAL) -> Numbering:
    """The numbers of `document` and what has to change in it."""
    return _Planner(document, scheme).numbering()


def is_number(tag: str) -> bool:
    """Is a tag a number of a series (3, 2.1, 9a), so that it may be renumbered, and not a word or a
    symbol?
    """
    return _NUMERIC.fullmatch(tag.strip()) is not None


class _Planner:
    """The plan while it is made; every property is one stage and read by the next."""

    def __init__(self, document: Document, scheme: Scheme) -> None:
        self.document, self.scheme = document, scheme
        self.text = document.source.text

    def numbering(self) -> Numbering:
        formulas = range(len(self.document.formulas))
        shown: list[list[str]] = [[] for _ in formulas]
        planned: list[list[str]] = [[] for _ in formulas]
        for equation in self.equations:
            shown[equation.formula] += [equation.old] if equation.old else []
            planned[equation.formula] += [equation.new] if equation.new else []
        line = self.document.source.line_of
        changed = [e for e in self.equations if e.old and e.new and e.old != e.new]
        edits = [] if self.scheme.rows == "keep" else [*self._tag_edits(), *self._reference_edits()]
        return Numbering(
            shown=tuple(map(tuple, shown)),
            planned=tuple(map(tuple, planned)),
            renumbered=tuple(
                (e.old, e.new, line(e.tag.span.start if e.tag else e.span.start)) for e in changed
            ),
            edits=tuple(sorted(edits, key=lambda e: (e.span.start, e.span.end))),
            equations=self.equations,
            resolutions=self.resolutions,
            left_alone=tuple(sorted(self.left_alone)),
            doubled=self.parts.doubled,
            captions=self.captions,
            scheme=self.scheme,
        )

    @cached_property
    def parts(self) -> Parts:
        return parts(self.document)

    @cached_property
    def left_alone(self) -> frozenset[int]:
        """Displays that hold several tags in an environment that takes none."""
        return frozenset(f.index for f in self.document.formulas if _several_inside(f))

    # --- old and new numbers

    @cached_property
    def equations(self) -> tuple[Equation, ...]:
        return tuple(e for e in self._rows if e.old or e.new)

    @cached_property
    def _rows(self) -> tuple[Equation, ...]:
        """Every row with its old and its new number."""
        return tuple(e._replace(new=n) for e, n in zip(self._before, self._new(self._before), strict=True))

    @cached_property
    def _before(self) -> tuple[Equation, ...]:
        return tuple(self._old())

    def _old(self) -> Iterator[Equation]:
        """Every row with what a reader sees on it now; a tag does not advance the counter of the page."""
        counter = 0
        for formula in self.document.formulas:
            if self._is_generated(formula.span.start):
                continue
            for index, row in enumerate(formula.rows):
                wanted = row.automatic and not row.suppressed and not row.tags
                numbered = wanted and self._takes_tag(formula, index)
                counter += numbered
                if row.tags:
                    for tag in row.tags:
                        yield Equation(formula.index, index, tag, tag.text.strip(), "", row.body)
                else:
                    yield Equation(formula.index, index, None, str(counter) if numbered else "", "", row.body)

    def _new(self, old: Sequence[Equation]) -> list[str]:
        if self.scheme.rows == "keep":
            return [e.old for e in old]
        new: list[str] = []
        series = _Series(self.scheme, self._section_starts)
        children = _children(old, self.left_alone)
        for index, equation in enumerate(old):
            if equation.formula in self.left_alone or (equation.tag and not is_number(equation.old)):
                new.append(equation.old)
            elif index in children:
                new.append("")
            else:
                new.append(series.next(equation.span.start) if self._wants(equation) else "")
        for child, parent in children.items():
            new[child] = new[parent] + old[child].old[-1]
        return new

    @cached_property
    def _section_starts(self) -> tuple[int, ...]:
        headings = self.document.headings
        top = min((h.level for h in headings if h.level > 1), default=1)
        return tuple(h.span.start for h in headings if h.level == top)

    def _wants(self, equation: Equation) -> bool:
        formula = self.document.formulas[equation.formula]
        row = formula.rows[equation.row]
        labelled = any(formula.span.contains(label.span) for label in row.labels)
        if equation.tag is None and not self._takes_tag(formula, equation.row):
            return False
        if self.scheme.rows == "all":
            return formula.kind == "display" and not row.suppressed
        if self.scheme.rows == "labelled":
            return labelled or equation in self._meant  # a number in words must not lose its equation
        if self.scheme.rows == "referenced":
            return equation in self._meant or any(label.name in self._used_labels for label in row.labels)
        return bool(equation.old) or (labelled and not row.suppressed)

    def _takes_tag(self, formula: Formula, row: int) -> bool:
        """Would a new tag be read as one? In a broken formula, which shows no number, an open brace may
        swallow it.
        """
        if not any(fault.code in _OPEN_ENDED for fault in formula.faults):
            return True
        span, new = insertion(self.document.source, formula, row, r"\tag{0}")
        start, end = formula.span
        tried = self.text[start : span.start] + new + self.text[span.end : end]
        found = read(Source("", tried)).formulas
        return (
            len(found) == 1
            and found[0].span == (0, len(tried))
            and [len(r.tags) for r in found[0].rows]
            == [len(r.tags) + (k == row) for k, r in enumerate(formula.rows)]
        )

    @cached_property
    def _used_labels(self) -> frozenset[str]:
        return frozenset(r.target for r in self.document.references if r.form != "words")

    # --- numbers in words

    @cached_property
    def visible(self) -> str:
        return visible_text(self.text, [f.span for f in self.document.formulas], self.document.opaque)

    @cached_property
    def captions(self) -> tuple[Caption, ...]:
        return tuple(captions(self.visible, self.document.formulas))

    @cached_property
    def _by_old(self) -> dict[str, list[int]]:
        """Indices of the rows that show a number."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, equation in enumerate(self._before):
            if equation.old:
                found[equation.old].append(index)
        return found

    @cached_property
    def _readings(self) -> tuple[tuple[Reference, Status, tuple[int, ...]], ...]:
        """Each number in words with the rows it may mean."""
        in_words = (r for r in self.document.references if r.form == "words")
        return tuple((r, *self._reading(r)) for r in in_words if not self._is_generated(r.span.start))

    def _is_generated(self, offset: int) -> bool:
        """Does the program write this part of the post anew on each run?"""
        return any(span.start <= offset < span.end for span in self.document.generated)

    def _reading(self, reference: Reference) -> tuple[Status, tuple[int, ...]]:
        number, at = reference.target, reference.target_span.start
        candidates = self._by_old.get(number, [])
        captioned = [c for c in self.captions if c.number == number]
        if is_foreign(self.text, reference):
            return "foreign", tuple(candidates)
        if not candidates:
            return "caption" if captioned else "nothing", ()
        for scope in self.parts.scopes(at, len(self.text)) if len(candidates) + len(captioned) > 1 else ():
            near = [k for k in candidates if scope.contains(self._before[k].span)]
            near_captions = [c for c in captioned if scope.contains(c.span)]
            if near or near_captions:
                candidates, captioned = near, near_captions
                break
        if (
            len(candidates) == 1
            and not captioned
            and self._before[candidates[0]].formula not in self.left_alone
        ):
            return "certain", tuple(candidates)
        return "ambiguous" if candidates else "caption", tuple(candidates)

    @cached_property
    def _meant(self) -> frozenset[Equation]:
        """The rows that words certainly mean."""
        return frozenset(self._before[k[0]] for _, status, k in self._readings if status == "certain")

    @cached_property
    def resolutions(self) -> tuple[Resolution, ...]:
        return tuple(self._whole_ranges([self._resolution(*reading) for reading in self._readings]))

    def _resolution(self, reference: Reference, status: Status, rows: tuple[int, ...]) -> Resolution:
        candidates = tuple(self._rows[k] for k in rows)
        number = reference.target
        if status == "certain" and candidates[0].new and candidates[0].new != number:
            if self._in_display(reference.target_span.start):  # the words of a display are part of it
                return Resolution(reference, "in a display", candidates, number)
            if len(candidates[0].new.split(".")[0]) <= _MOST_DIGITS:
                return Resolution(reference, status, candidates, candidates[0].new)
            return Resolution(reference, "ambiguous", candidates, number)
        return Resolution(reference, status, candidates, number)

    @cached_property
    def _displays(self) -> list[Span]:
        return [f.span for f in self.document.formulas if f.kind == "display"]

    def _in_display(self, offset: int) -> bool:
        index = bisect_right(self._displays, offset, key=lambda s: s.start) - 1
        return index >= 0 and offset < self._displays[index].end

    def _whole_ranges(self, single: list[Resolution]) -> Iterator[Resolution]:
        """Ranges keep their ends only where everything between them moves along; lists move member by
        member.
        """
        broken: set[int] = set()
        for index, (first, last) in enumerate(pairwise(single)):
            between = self.text[first.reference.target_span.end : last.reference.target_span.start]
            is_range = first.reference.span == last.reference.span and _RANGE.fullmatch(between)
            if is_range and not _keeps_length(first, last):
                broken |= {index, index + 1}
        for index, resolution in enumerate(single):
            if index in broken and resolution.status == "certain":
                yield resolution._replace(status="broken range", new=resolution.reference.target)
            else:
                yield resolution

    # --- edits

    def _tag_edits(self) -> Iterator[Edit]:
        for equation in self.equations:
            formula = self.document.formulas[equation.formula]
            if equation.formula in self.left_alone:
                continue
            if equation.tag is not None:
                if equation.new and equation.tag.text != equation.new and is_number(equation.old):
                    yield Edit(equation.tag.text_span, equation.new)
                elif not equation.new:
                    yield Edit(equation.tag.span, r"\notag" if formula.rows[equation.row].automatic else "")
            elif equation.new:
                yield insertion(self.document.source, formula, equation.row, rf"\tag{{{equation.new}}}")
            elif equation.old:
                yield insertion(self.document.source, formula, equation.row, r"\notag")

    def _reference_edits(self) -> Iterator[Edit]:
        for resolution in self.resolutions:
            if resolution.status == "certain" and resolution.new != resolution.reference.target:
                yield Edit(resolution.reference.target_span, resolution.new)


class _Series:
    """The next number of the series, by section or through the post."""

    def __init__(self, scheme: Scheme, starts: Sequence[int]) -> None:
        self._scheme, self._starts = scheme, starts
        self._count, self._section = scheme.start - 1, 0

    def next(self, offset: int) -> str:
        if not self._scheme.by_section:
            self._count += 1
            return str(self._count)
        section = sum(start <= offset for start in self._starts)
        self._count = self._count + 1 if section == self._section else 1
        self._section = section
        return f"{section}.{self._count}"


def _children(old: Sequence[Equation], left_alone: frozenset[int]) -> dict[int, int]:
    """Index of each tag like 9a or 3' : index of the equation 9 or 3 that it belongs to, the nearest before
    it.
    """
    latest: dict[str, int] = {}
    found: dict[int, int] = {}
    for index, equation in enumerate(old):
        match = _NUMERIC.fullmatch(equation.old)
        if match is None or equation.formula in left_alone:
            continue
        if not match[2]:
            latest[match[1]] = index
        elif match[1] in latest:
            found[index] = latest[match[1]]
    taken: set[tuple[int, str]] = set()
    for child, parent in list(found.items()):
        key = (parent, old[child].old[-1])
        if key in taken:
            del found[child]
        taken.add(key)
    return found


def _keeps_length(first: Resolution, last: Resolution) -> bool:
    """Does a range cover as many numbers after the renumbering as before, with both ends certain?"""
    numbers = (first.reference.target, last.reference.target, first.new, last.new)
    if first.status != "certain" or last.status != "certain":
        return numbers[0] == numbers[2] and numbers[1] == numbers[3]
    if not all(n.isdigit() for n in numbers):
        return numbers[:2] == numbers[2:]
    before, after = int(numbers[1]) - int(numbers[0]), int(numbers[3]) - int(numbers[2])
    return before == after


def _several_inside(formula: Formula) -> bool:
    """Has one row several tags, where an inner environment is the reason?"""
    if all(len(row.tags) < 2 for row in formula.rows):
        return False
    return any(isinstance(node, Environment) and node.name in INNER for node in walk(formula.tree))
