r"""The plan of the numbers of a post and of the references to them: made once, used by every rule and writer.

A post whose numbers are in order keeps them. Otherwise, or on request, it gets one series in document order, over every
row that the page would number and every display with a ``\tag`` or a ``\label``. Numeric tags join the series; words
and symbols stay. A number in words follows its equation if its meaning is certain; otherwise it does not change and is
reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from mathpost.document import equations, resolution, series
from mathpost.document.captions import Caption
from mathpost.document.consistency import (
    Flaw,
    begins_later,
    flaws_by_part,
    is_quoted,
    repeated,
    restarts,
)
from mathpost.document.document import Document
from mathpost.document.equations import Equation, is_number, takes_tag
from mathpost.document.index import NOBODY, Index
from mathpost.document.leftovers import left_behind, whole_sentences
from mathpost.document.mentions import Link, file_links
from mathpost.document.pages import is_built, numbers_itself
from mathpost.document.parts import Doubled, Parts, parts
from mathpost.document.references import visible_text
from mathpost.document.resolution import Resolution
from mathpost.document.series import USUAL, Scheme
from mathpost.document.tagging import insertion, is_refused, moved, renumbered
from mathpost.document.theorems import UNCOUNTED, Counted, counted
from mathpost.text.edits import Edit
from mathpost.text.source import Span

_FEW_LEFT = 3  # numbers in words that an author can check one by one

__all__ = ["Equation", "Numbering", "Resolution", "Scheme", "is_number", "plan"]


@dataclass(frozen=True, slots=True)
class Numbering:
    r"""The plan of one post.

    `shown` and `planned`: the numbers of each formula that a reader sees now and after `run`, in the order of rows.
    `renumbered`: (old, new, line) of the equations whose number changes. `edits` carry out the plan. `equations` are
    all rows with a number now or after, in order; `resolutions` the numbers in words.

    `left_alone` are displays with several tags in an inner environment, whose numbers cannot be assigned. `doubled` are
    sections that occur twice. `elsewhere` are the labels of other posts that this one names, with the numbers they will
    show; `broken_links` lead to missing files. `statements` are the numbers of theorems, figures … if the scheme counts
    them. `left_behind` are the bracketed numbers that referred to an equation and do not follow it, with their places.

    `flaws` are the errors in the numbers. `kept`: the numbers stay as the author wrote them. `page`: the page numbers
    environments by itself. `untagged`: after the run the page may still give a number.
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
    index: Index = NOBODY
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    broken_links: tuple[Link, ...] = ()
    statements: Counted = UNCOUNTED
    left_behind: tuple[tuple[str, Span], ...] = ()
    flaws: tuple[Flaw, ...] = ()
    kept: bool = False
    page: bool = True
    untagged: bool = False

    @property
    def series(self) -> tuple[Edit, ...]:
        """The edits, if they write one series."""
        return () if self.kept else self.edits

    def settled(self) -> Index:
        """What the post knows of the others and of itself after the run."""
        return self.index.settled(ours=not self.untagged, kept=self.kept)

    def by_label(self, document: Document) -> dict[str, str]:
        """The number that each label of `document`, and each label of other posts that it names, will show."""
        own = {
            label.name: row.new
            for row in self.equations
            for label in document.formulas[row.formula].rows[row.row].labels
        }
        return {**self.elsewhere, **own}


def plan(document: Document, *, scheme: Scheme = USUAL, index: Index = NOBODY) -> Numbering:
    """The numbers of `document` and the changes that they need; `index` holds the other posts."""
    if is_built(document):  # a number of ours would be beside the builder's
        latex = document.flavour.renderer == "latex"
        scheme = replace(scheme, rows="keep", page="ams" if latex else "none", statements="keep")
    divided = parts(document)
    page, before = _seen(document, scheme, index, divided)
    ours = index.ours and scheme.rows != "keep"  # which writes no tag
    apart = restarts(document, before, ours=ours) if scheme.rows in ("auto", "keep") else ()
    divided = divided.with_sections(apart)
    left_alone = equations.unassignable(document, page=page)
    again = repeated(document, before, [span for pair in divided.doubled for span in pair])
    counted_once = [r for k, r in enumerate(before) if k not in again and r.formula not in left_alone]
    found = flaws_by_part(counted_once, apart)
    words = resolution.readings(document, divided, before, left_alone, again=again, ours=ours)
    unchanged = tuple(row._replace(new=row.old) for row in before)
    rows = unchanged
    wrong = [flaw for flaw in found if not apart or _together(document, flaw)]
    if scheme.rows != "keep" and _is_wanted(document, scheme, index, before, wrong):
        rows = series.numbered(
            document,
            scheme,
            before,
            words.meant(before),
            left_alone,
            parts=divided.starts,
            again=again,
            taken=frozenset(c.number for c in words.captions if not (c.bold or apart)),
            ours=ours,
            restarts=[span.start for span in apart[1:]],
        )
        if scheme.rows == "auto" and _does_harm(document, rows, left_alone, again, apart):
            rows = unchanged
    resolutions = whole_sentences(document, resolution.resolved(document, words, rows, index), rows)
    if (
        scheme == USUAL
        and (index.kept or not index.ours)
        and rows is not unchanged
        and _misleads(document, found, resolutions, rows)
    ):
        rows = unchanged
        resolutions = whole_sentences(document, resolution.resolved(document, words, rows, index), rows)
    kept = rows is unchanged
    shown = tuple(row for row in rows if row.old or row.new)
    statements = counted(document, scheme, divided)
    tags = _moved_tags if kept else _tag_edits
    edits = [*tags(document, shown, left_alone), *_reference_edits(resolutions)]
    edits = [] if scheme.rows == "keep" else edits
    edits += [Edit(mark.span, mark.new) for mark in statements.marks if mark.old != mark.new]
    return Numbering(
        shown=_by_formula(document, [(row.formula, row.old) for row in shown]),
        planned=_by_formula(document, [(row.formula, row.new) for row in shown]),
        renumbered=tuple(_renumbered(document, shown)),
        edits=tuple(sorted(edits, key=lambda e: (e.span.start, e.span.end))),
        equations=shown,
        resolutions=resolutions,
        left_alone=tuple(sorted(left_alone)),
        doubled=divided.doubled,
        captions=words.captions,
        scheme=scheme,
        index=index,
        elsewhere=dict(_labels_elsewhere(document, index)),
        statements=statements,
        broken_links=tuple(_broken_links(document, index)),
        left_behind=left_behind(document, resolutions, rows),
        flaws=found,
        kept=kept,
        page=page,
        untagged=_stays_untagged(document, rows, kept=kept),
    )


def _seen(
    document: Document, scheme: Scheme, index: Index, divided: Parts
) -> tuple[bool, tuple[Equation, ...]]:
    """Whether the page numbers environments by itself, and the rows as a reader sees them."""
    rows = equations.rows(document)
    # a request for a series says what to number; in a post with tags a row without one is new
    new = scheme.page == "auto" and (index.ours or scheme.rows != "auto")
    page = scheme.rows != "tagged" and (new or numbers_itself(document, rows, divided, scheme.page))
    return page, rows if page else equations.rows(document, page=False)


def _is_wanted(
    document: Document, scheme: Scheme, index: Index, rows: Sequence[Equation], found: Sequence[Flaw]
) -> bool:
    """Whether to write a series: because it was requested, or because a number is wrong."""
    if scheme.rows != "auto" or scheme.by_section or scheme.start != 1 or index.here in index.starts:
        return True
    if is_quoted(rows) and (index.kept or not index.ours):
        return False
    if any(flaw.kind == "order" for flaw in found):
        return True
    picked = begins_later(rows) and (index.kept or not index.ours)
    if not picked and any(flaw.kind == "twice" and "." not in flaw.equation.old for flaw in found):
        return True
    if index.ours and not index.kept and any(flaw.kind == "gap" for flaw in found):
        return True
    named = {r.target for r in document.references if r.form == "command"}
    among_numbers = index.ours or any(row.old and not row.tag for row in rows)
    used = named if among_numbers else set[str]()
    return any(_lacks_number(document, index, row, used) for row in rows if row.tag is None)


def _together(document: Document, flaw: Flaw) -> bool:
    """Whether the two equations of a flaw are under one heading; in a post that starts again at (1) several times,
    different headings may begin different series.
    """
    first, second = flaw.earlier.span.end, flaw.equation.span.start
    return not any(first <= heading.span.start < second for heading in document.headings)


def _lacks_number(document: Document, index: Index, row: Equation, used: AbstractSet[str]) -> bool:
    """Whether a row should have a number and has none: a new row in a post with tags, or one with a label that is `used`."""
    if row.old:
        return index.ours
    formula = document.formulas[row.formula]
    names = {label.name for label in formula.rows[row.row].labels if formula.span.contains(label.span)}
    if not names or formula.rows[row.row].suppressed:
        return False
    if index.ours and not index.kept:
        return True
    return not names.isdisjoint(used)


def _does_harm(
    document: Document,
    rows: Sequence[Equation],
    left_alone: frozenset[int],
    again: Mapping[int, int],
    apart: Sequence[Span],
) -> bool:
    """Whether the plan would make numbers worse for a reader.

    A number would occur twice in a part where it did not before, on a page that numbers environments or on one that
    does not. Or the number would change on a display that is left alone, or on (7) beside its steps (7.1), (7.2).
    """
    heads = {row.old.partition(".")[0] for row in rows if "." in row.old}
    if any(row.tag and row.old in heads and row.new != row.old for row in rows):
        return True
    if any(row.old and not row.tag and row.formula in left_alone for row in rows):
        return True
    once = [row for index, row in enumerate(rows) if index not in again]
    before = _twice(_within(apart, row, row.old) for row in once)
    after = _twice(_within(apart, row, row.new) for row in once)
    automatic = [row for row in equations.rows(document) if not row.tag]
    tags = [row for row in once if row.tag]
    stays = [page for page, row in zip(automatic, (r for r in rows if not r.tag), strict=True) if not row.new]
    shown = [
        *(_within(apart, row, row.old) for row in stays),
        *(_within(apart, row, row.new) for row in tags),
    ]
    anew = _twice((0, row.new) for row in once) - _twice((0, row.old) for row in once)  # in any parts
    return bool(
        anew
        or (after - before)
        or _twice(shown) - _twice(_within(apart, r, r.old) for r in [*automatic, *tags])
    )


def _within(apart: Sequence[Span], row: Equation, number: str) -> tuple[int, str]:
    """A number, with the index of the part that it is in, among those that count `apart`."""
    return sum(span.start <= row.span.start for span in apart), number


def _misleads(
    document: Document, found: Sequence[Flaw], resolutions: Sequence[Resolution], rows: Sequence[Equation]
) -> bool:
    """Whether the plan would give an equation a number that already means something else, or numbers in words would
    stay behind: most of them, or any where each number is of one equation and is only out of order.

    The number is mentioned, 公式(2), but no equation has it, as in notes on a paper; or it is typed at the end of a line.
    """
    given = {row.new for row in rows if row.new != row.old}
    moved = sum(r.new != r.reference.target for r in resolutions)
    nothing = [r.reference for r in resolutions if r.status == "nothing"]
    nobody = {reference.target for reference in nothing}
    named = {reference.target for reference in nothing if not reference.weak}
    left = len(left_behind(document, resolutions, rows))
    read = {r.reference.target_span.start for r in resolutions}
    text, had = document.source.text, {row.old for row in rows}
    typed = any(_is_typed(text, number, read) for number in given if number in nobody or number not in had)
    few = max(moved, _FEW_LEFT) if any(flaw.kind == "twice" for flaw in found) else 0
    return typed or bool(named & given) or left > few


def _is_typed(text: str, number: str, read: AbstractSet[int]) -> bool:
    """Whether a number is in brackets at the end of a line, and not one of those `read` as references: 其中 $x > 0$ （2）."""
    for written in (f"({number})\n", f"（{number}）\n"):
        at = text.find(written)
        while at >= 0:
            if at + 1 not in read:
                return True
            at = text.find(written, at + 1)
    return False


def _twice(numbers: Iterable[tuple[int, str]]) -> set[tuple[int, str]]:
    return {(part, number) for (part, number), times in Counter(numbers).items() if number and times > 1}


def _stays_untagged(document: Document, rows: Sequence[Equation], *, kept: bool) -> bool:
    """Whether an environment has no tag after the run, so that a page could number it; always true for a post without
    any tag.
    """
    if not any(row.tag if kept else row.new for row in rows):
        return True
    for row in rows:
        formula = document.formulas[row.formula]
        here = formula.rows[row.row]
        silent = kept or not (row.new or row.old)
        if silent and not row.tag and here.automatic and not here.suppressed:
            if takes_tag(document, formula, row.row):
                return True
    return False


def _labels_elsewhere(document: Document, index: Index) -> Iterator[tuple[str, str]]:
    """The labels ``slug:label`` of other posts that `document` refers to, with their numbers."""
    own = {label.name for f in document.formulas for row in f.rows for label in row.labels}
    for reference in document.references if index.cards else ():
        slug, _, label = reference.target.partition(":")
        card = index.named(slug) if label and reference.target not in own else None
        if card is not None and card.labels.get(label):
            yield reference.target, card.labels[label]


def _broken_links(document: Document, index: Index) -> Iterator[Link]:
    if not index.missing:
        return
    visible = visible_text(document.source.text, [f.span for f in document.formulas], document.opaque)
    yield from (link for link in file_links(visible) if index.place(link.address) in index.missing)


def _by_formula(document: Document, numbers: Sequence[tuple[int, str]]) -> tuple[tuple[str, ...], ...]:
    found: list[list[str]] = [[] for _ in document.formulas]
    for formula, number in numbers:
        found[formula] += [number] if number else []
    return tuple(map(tuple, found))


def _renumbered(document: Document, shown: Sequence[Equation]) -> Iterator[tuple[str, str, int]]:
    for row in shown:
        if row.old and row.new and row.old != row.new:
            yield row.old, row.new, document.source.line_of(row.place.start)


def _tag_edits(document: Document, shown: Sequence[Equation], left_alone: frozenset[int]) -> Iterator[Edit]:
    for row in shown:
        formula = document.formulas[row.formula]
        if row.formula in left_alone:
            continue
        if row.tag is not None:
            if row.new and is_refused(formula, row.tag):
                yield from moved(document.source, formula, row.row, row.tag, row.new)
            elif row.new and row.old != row.new:
                yield renumbered(row.tag, row.new)
            elif not row.new:
                yield Edit(row.tag.span, r"\notag" if formula.rows[row.row].automatic else "")
        elif row.new:
            yield insertion(document.source, formula, row.row, rf"\tag{{{row.new}}}")
        elif row.old:
            yield insertion(document.source, formula, row.row, r"\notag")


def _moved_tags(document: Document, shown: Sequence[Equation], left_alone: frozenset[int]) -> Iterator[Edit]:
    """Tags in places where the target refuses them, with their numbers."""
    for row in shown:
        formula = document.formulas[row.formula]
        if row.tag and row.formula not in left_alone and is_refused(formula, row.tag):
            yield from moved(document.source, formula, row.row, row.tag, row.new)


def _reference_edits(resolutions: Sequence[Resolution]) -> Iterator[Edit]:
    for found in resolutions:
        if found.status in ("certain", "elsewhere") and found.new != found.reference.target:
            yield Edit(found.reference.target_span, found.new)
