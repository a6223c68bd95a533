r"""The new number of every row: which rows get one, and how the series continues.

Words and symbols keep their tags. A part such as 9a or 3' belongs to the equation 9 or 3 before it and follows it;
without a 9, a first part 9a opens a family that shares one number. By section, the sections of an appendix are A, B ….
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mathpost.document.document import Document
from mathpost.document.equations import Equation, divided, is_number, letter, takes_tag
from mathpost.document.pages import PageNumbers
from mathpost.document.rows import BY_ROW, SUBEQUATIONS, WHOLE


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a post is numbered.

    `rows` is one of: ``auto`` (as ``usual`` if a number is wrong, otherwise no change), ``usual`` (rows that the
    renderer would number, and rows with a tag or a label), ``all`` (every display), ``tagged`` (rows with a tag),
    ``labelled`` and ``referenced`` (only those; the others get none), ``fill`` (tags stay, and numbers of the page that
    no tag has; the rest gets free numbers), ``keep`` (no change).

    `page`: whether the page numbers environments by itself. `start` is the first number, for a series over several
    posts. `by_section` numbers 2.1, 2.2 … by top-level section, and `start` is then the number of the first section.
    `statements` (with figures and tables): ``keep`` their numbers, count each ``kind``, or all as ``one``.
    """

    rows: Literal["auto", "usual", "all", "tagged", "labelled", "referenced", "fill", "keep"] = "auto"
    start: int = 1
    by_section: bool = False
    statements: Literal["keep", "kind", "one"] = "keep"
    page: PageNumbers = "auto"


USUAL = Scheme()
_NONE: Mapping[int, int] = {}
# A bare `array` outside of dollars is a table of the post: a tag in it would not be a number.
_NUMBERABLE = frozenset(
    {"$$", r"\[", "math", SUBEQUATIONS} | {n + star for n in WHOLE | BY_ROW for star in ("", "*")}
)


def numbered(
    document: Document,
    scheme: Scheme,
    rows: Sequence[Equation],
    meant: frozenset[Equation],
    left_alone: frozenset[int],
    *,
    parts: Sequence[int] = (),
    again: Mapping[int, int] = _NONE,
    taken: frozenset[str] = frozenset(),
    ours: bool = False,
    restarts: Sequence[int] = (),
) -> tuple[Equation, ...]:
    """`rows` with their new numbers.

    `meant` are the rows that words refer to, `left_alone` the displays whose numbers stay. `parts` are the offsets at
    which parts of the post begin that number their equations apart, `again` the rows that repeat another one and have
    its number, `taken` the numbers that no row may get. `ours`: an earlier run gave every number a tag. At the offsets
    in `restarts` the series starts again.
    """
    wants = _Wants(document, scheme, meant)
    stays = _staying(rows, ours=ours) if scheme.rows == "fill" else frozenset()
    kept = (row.old for row in rows if row in stays or row.formula in left_alone)
    series = Series(
        document, scheme, taken=taken.union(kept), chapter=_chapter(scheme, rows), restarts=restarts
    )
    silent = [r.formula in left_alone or (ours and not r.tag) for r in rows]
    counted = [row._replace(old="") if quiet else row for row, quiet in zip(rows, silent, strict=True)]
    families = _families(document, counted, sorted({*parts, *restarts}))
    numbers: dict[int, str] = {}
    new: list[str] = []
    for index, row in enumerate(rows):
        if row.formula in left_alone or row in stays or (row.tag and not series.owns(row)):
            new.append(row.old)
            series.reach(row.old)
        elif index in again:
            new.append(new[again[index]])
        elif not (row.tag and index in families) and not wants.number(row):
            new.append("")
        elif index in families:
            first, suffix = families[index]
            head = new[first] if first < index else ""
            numbers.setdefault(first, head or series.next(row.span.start))
            new.append(numbers[first] + suffix)
        else:
            new.append(series.next(row.span.start))
    return tuple(row._replace(new=number) for row, number in zip(rows, new, strict=True))


def _chapter(scheme: Scheme, rows: Sequence[Equation]) -> str:
    """``3.`` if most tags are 3.1, 3.2 … and none is of another chapter: such a series stays in its chapter."""
    if scheme.rows != "tagged" or scheme.start != 1 or scheme.by_section:
        return ""
    tags = [divided(row.old)[0] for row in rows if row.tag and is_number(row.old)]
    dotted = [tag.rpartition(".")[0] for tag in tags if "." in tag]
    alone = len(set(dotted)) == 1 and dotted[0] not in tags
    return f"{dotted[0]}." if alone and 2 * len(dotted) > len(tags) else ""


def reached(document: Document, scheme: Scheme, rows: Sequence[Equation]) -> int:
    """The first number (by section: the first section) that a post after `document` may use."""
    if scheme.by_section:
        sections = sum(section.name.isdigit() for section in _sections(document, scheme.start))
        return scheme.start + (sections or any(row.new for row in rows))
    heads = [divided(row.new)[0] for row in rows]
    return max((int(head) for head in heads if head.isdigit()), default=scheme.start - 1) + 1


def _staying(rows: Sequence[Equation], *, ours: bool) -> frozenset[Equation]:
    """The rows that keep the number that a reader sees: tags, and numbers of the page that no tag has."""
    tags = {row.old for row in rows if row.tag}
    return frozenset(row for row in rows if row.tag or (row.old and row.old not in tags and not ours))


class _Wants:
    """Which rows the scheme numbers."""

    def __init__(self, document: Document, scheme: Scheme, meant: frozenset[Equation]) -> None:
        self._document, self._scheme, self._meant = document, scheme, meant
        self._used = frozenset(r.target for r in document.references if r.form != "words")

    def number(self, equation: Equation) -> bool:
        formula = self._document.formulas[equation.formula]
        row = formula.rows[equation.row]
        labelled = any(formula.span.contains(label.span) for label in row.labels)
        if equation.tag is None and not takes_tag(self._document, formula, equation.row):
            return False
        if self._scheme.rows == "tagged":
            return equation.tag is not None
        if self._scheme.rows == "all":
            return formula.kind == "display" and not row.suppressed and formula.opener in _NUMBERABLE
        if self._scheme.rows == "labelled":
            return labelled or equation in self._meant  # a number in words must not lose its equation
        if self._scheme.rows == "referenced":
            return equation in self._meant or any(label.name in self._used for label in row.labels)
        return bool(equation.old) or (labelled and not row.suppressed)


class _Section(NamedTuple):
    start: int
    name: str


class Series:
    """The next number of the series, by section or through the post, that is not `taken`; after ``3.`` if the post is
    the `chapter` 3.

    It starts again at each of the `restarts`.
    """

    def __init__(
        self,
        document: Document,
        scheme: Scheme,
        *,
        taken: frozenset[str] = frozenset(),
        chapter: str = "",
        restarts: Sequence[int] = (),
    ) -> None:
        self._taken = taken
        self._chapter = chapter
        self._by_section = scheme.by_section
        self._dotted = scheme.by_section or scheme.rows != "auto"
        self._first = self._count = scheme.start - 1
        self._restarts, self._run = restarts, 0
        self._sections = _sections(document, scheme.start) if scheme.by_section else []
        self._counts: dict[str, int] = {}
        # in a post that continues another, 0.1 would occur twice: rows before its first section belong to it
        self._before = "0" if scheme.start == 1 else str(scheme.start)

    def owns(self, row: Equation) -> bool:
        """Whether a tag is one of the series, so that it may be renumbered.

        In a post with an appendix, A.1 is one: an equation that was A.1 before another appendix was added before it, or
        one that was moved out of it.
        """
        head, dot, rest = row.old.partition(".")
        appendices = {section.name for section in self._sections if section.name.isupper()}
        if is_number(row.old):
            return self._dotted or not dot
        return head in appendices and dot == "." and is_number(rest)

    def reach(self, number: str) -> None:
        """Continue after a number that stays."""
        head = divided(number)[0]
        if self._taken and head.isdigit():
            self._count = max(self._count, int(head))

    def next(self, offset: int) -> str:
        """The number of the row at `offset`."""
        number = self._following(offset)
        while number in self._taken:
            number = self._following(offset)
        return number

    def _following(self, offset: int) -> str:
        if not self._by_section:
            run = bisect_right(self._restarts, offset)
            if run != self._run:
                self._run, self._count = run, self._first
            self._count += 1
            return f"{self._chapter}{self._count}"
        name = self._section(offset)
        self._counts[name] = self._counts.get(name, 0) + 1
        return f"{name}.{self._counts[name]}"

    def _section(self, offset: int) -> str:
        index = bisect_right(self._sections, offset, key=lambda s: s.start)
        return self._sections[index - 1].name if index else self._before


def _sections(document: Document, start: int) -> list[_Section]:
    """The top-level sections: 1, 2 …, from the first appendix on A, B …."""
    headings = document.headings
    top = min((h.level for h in headings if h.level > 1), default=1)
    found: list[_Section] = []
    letters = 0
    for heading in (h for h in headings if h.level == top):
        if letters or heading.title.lstrip().lower().startswith(("附录", "appendix")):
            found.append(_Section(heading.span.start, letter(letters).upper()))
            letters += 1
        else:
            found.append(_Section(heading.span.start, str(start + len(found))))
    return found


def _families(
    document: Document, rows: Sequence[Equation], parts: Sequence[int]
) -> Mapping[int, tuple[int, str]]:
    """Each part with the row it takes its number from (itself if it opens a family) and its letter.

    A row that the page numbers by itself has parts only directly after it.
    """
    latest: dict[str, int] = {}
    members: dict[int, list[int]] = {}
    found: dict[int, tuple[int, str]] = {}
    taken: set[tuple[int, str]] = set()
    previous = ("", -1)
    for index, row in enumerate(rows):
        if document.formulas[row.formula].opener == SUBEQUATIONS:
            rows_inside = members.setdefault(row.formula, [])
            rows_inside.append(index)
            found[index] = (rows_inside[0], letter(len(rows_inside) - 1))
            continue
        number, suffix = divided(row.old)
        if suffix and previous[0] == number:
            latest[number] = previous[1]
        elif number and (row.tag if not suffix else _opens(rows, index, latest, taken, parts)):
            latest[number] = index
        previous = (number, index) if number and not row.tag else ("", -1) if number else previous
        if suffix and number in latest and (latest[number], suffix) not in taken:
            found[index] = (latest[number], suffix)
            taken.add(found[index])
    return found


def _opens(
    rows: Sequence[Equation],
    index: int,
    latest: Mapping[str, int],
    taken: set[tuple[int, str]],
    parts: Sequence[int],
) -> bool:
    """Whether 9a is the first of a family without a 9 in its part of the post, so that the next row with a number is
    9b.
    """
    number, suffix = divided(rows[index].old)
    head = latest.get(number)
    if suffix != "a" or (
        head is not None and (head, suffix) not in taken and _together(rows, head, index, parts)
    ):
        return False
    following = next((rows[k].old for k in range(index + 1, len(rows)) if rows[k].old), "")
    return following == f"{number}b"


def _together(rows: Sequence[Equation], one: int, other: int, parts: Sequence[int]) -> bool:
    """Whether two rows are in the same part of the post."""
    first, second = (bisect_right(parts, rows[k].span.start) for k in (one, other))
    return first == second
