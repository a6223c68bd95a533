r"""Which equation gets which number, and who points to it: planned once, read by every rule and writer.

One series per post in document order, over every row that MathJax with ``tags: 'ams'`` would number and
every display with a ``\tag`` or a ``\label``. Numeric tags join the series; words and symbols stay. A
number that stands in words follows its equation where it is certain which one is meant, and is left alone
and reported where it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mathpost.document import equations, resolution, series
from mathpost.document.captions import Caption
from mathpost.document.document import Document
from mathpost.document.equations import Equation, is_number
from mathpost.document.index import NOBODY, Index
from mathpost.document.mentions import Link, file_links
from mathpost.document.parts import Doubled, parts
from mathpost.document.references import visible_text
from mathpost.document.resolution import Resolution
from mathpost.document.series import USUAL, Scheme
from mathpost.document.tagging import insertion, is_refused, moved
from mathpost.document.theorems import UNCOUNTED, Counted, counted
from mathpost.text.edits import Edit

__all__ = ["Equation", "Numbering", "Resolution", "Scheme", "is_number", "plan"]


@dataclass(frozen=True, slots=True)
class Numbering:
    r"""The plan of one post.

    `shown` and `planned`: per formula the numbers a reader sees now and after `run`, in the order of rows.
    `renumbered`: (old, new, line) of the equations whose number changes. `edits` make the plan true.
    `equations` are all rows with a number now or then, in order; `resolutions` the numbers in words.
    `left_alone` are displays with several tags in an inner environment, whose numbers nobody can assign.
    `doubled` are sections that stand twice. `elsewhere` are the labels of other posts that this one names,
    with the numbers they will show; `broken_links` lead to files that are not there. `statements` are the
    numbers of theorems, figures … where the scheme counts them.
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

    def by_label(self, document: Document) -> dict[str, str]:
        """The number that each label of `document`, and each it names of other posts, will show."""
        own = {
            label.name: row.new
            for row in self.equations
            for label in document.formulas[row.formula].rows[row.row].labels
        }
        return {**self.elsewhere, **own}


def plan(document: Document, *, scheme: Scheme = USUAL, index: Index = NOBODY) -> Numbering:
    """The numbers of `document` and what has to change in it; `index` knows the other posts."""
    divided = parts(document)
    left_alone = equations.several_inside(document)
    before = equations.rows(document)
    ours = index.ours and scheme.rows != "keep"  # which writes no tag
    words = resolution.readings(document, divided, before, left_alone, ours=ours)
    rows = series.numbered(
        document, scheme, before, words.meant(before), left_alone, parts=divided.starts, ours=ours
    )
    resolutions = resolution.resolved(document, words, rows, index)
    shown = tuple(row for row in rows if row.old or row.new)
    statements = counted(document, scheme, divided)
    edits = [*_tag_edits(document, shown, left_alone), *_reference_edits(resolutions)]
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
    )


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
                yield Edit(row.tag.text_span, row.new)
            elif not row.new:
                yield Edit(row.tag.span, r"\notag" if formula.rows[row.row].automatic else "")
        elif row.new:
            yield insertion(document.source, formula, row.row, rf"\tag{{{row.new}}}")
        elif row.old:
            yield insertion(document.source, formula, row.row, r"\notag")


def _reference_edits(resolutions: Sequence[Resolution]) -> Iterator[Edit]:
    for found in resolutions:
        if found.status in ("certain", "elsewhere") and found.new != found.reference.target:
            yield Edit(found.reference.target_span, found.new)
