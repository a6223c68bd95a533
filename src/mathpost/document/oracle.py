"""The check before saving: whether the written post, when read again, is the planned one.

The formulas must be the same in the same order, apart from tags, escapes and white space. The numbers must be those of
the plan, and the words must be the same except for the changed numbers. Every reference must point to the same formula
as before. For renderers without labels, an anchor counts as a label and a link as a reference.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.anchors import identifier, pure_references
from mathpost.document.document import Document, Formula, Reference
from mathpost.document.equations import rows
from mathpost.document.numbering import Numbering, plan
from mathpost.document.references import ANCHOR, BLANK, is_link, visible_text
from mathpost.text.source import Span

_NUMBER_COMMANDS = re.compile(
    r"\\(?:tag\*?|label)[ \t]*(?:\{(?:[^{}]|\{[^{}]*\})*\}|[^\s{}\\])|\\(?:notag|nonumber)(?![A-Za-z])"
)
_TAG = re.compile(r"\\tag\*?[ \t]*(?:\{([^{}]*)\}|([^\s{}\\]))")
_LOOSE = re.compile(r"[\s\\>]+")
_ANCHORS_BEFORE = re.compile(rf"(?:{ANCHOR.pattern})+\s*[>\s]*\Z")
_LONGEST_ANCHORS = 2000


def differences(before: Document, after: Document, planned: Numbering) -> list[str]:
    """The differences between `after` and the post that was `planned` for `before`; empty if there are none."""
    old, new = _content(before), _content(after)
    if len(old) != len(new):
        return [f"{len(old)} formulas became {len(new)}"]
    now = plan(after, scheme=planned.scheme, index=planned.settled())
    return [
        *_formulas(_Content(before, planned), _Content(after, now), old, new),
        *_numbers(before, planned, now, old, new),
        *_doubles(before, after, planned),
        *_words(before, after, planned, now),
        *_targets(before, after, planned, now),
    ]


class _Content:
    """The content of the formulas of a document, with the numbers that their references will show."""

    def __init__(self, document: Document, numbering: Numbering) -> None:
        self.document = document
        self._numbers = numbering.by_label(document)
        self._moved = {r.reference.target_span: r.new for r in numbering.resolutions}
        self._references = [r for r in document.references if r.form != "role"]
        self._starts = [r.target_span.start for r in self._references]

    def skeleton(self, formula: Formula) -> str:
        """The text of a formula without its own numbers, white space, backslashes and quote marks."""
        text, at = self.document.source.text, formula.body.start
        pieces: list[str] = []
        first, last = (bisect_right(self._starts, edge - 1) for edge in formula.body)
        for reference in self._references[first:last]:
            place, shown = self._reference(reference)
            pieces += ["," if place.start < at else text[at : place.start], shown]
            at = max(at, place.end)
        said = "".join([*pieces, text[at : formula.body.end]])
        return _LOOSE.sub("", _NUMBER_COMMANDS.sub("", said))

    def _reference(self, reference: Reference) -> tuple[Span, str]:
        """The place of a reference, and the number it will show."""
        if reference.form == "words":
            return reference.target_span, self._moved.get(reference.target_span, reference.target)
        number = self._numbers.get(reference.target, reference.target)
        plain = self.document.source.text.startswith(r"\ref", reference.span.start)
        return reference.span, number if plain else f"({number})"

    def labels(self, formula: Formula) -> list[str]:
        names = [identifier(label.name) for row in formula.rows for label in row.labels]
        start = formula.span.start
        found = _ANCHORS_BEFORE.search(self.document.source.text, max(0, start - _LONGEST_ANCHORS), start)
        return sorted({*names, *(ANCHOR.findall(found[0]) if found else ())})


def _content(document: Document) -> list[Formula]:
    """The formulas that are not only one reference."""
    pure = pure_references(document)
    return [f for f in document.formulas if f.index not in pure]


def _formulas(
    before: _Content, after: _Content, olds: Sequence[Formula], news: Sequence[Formula]
) -> Iterator[str]:
    for old, new in zip(olds, news, strict=True):
        same_kind = (old.kind, old.opener) == (new.kind, new.opener)
        if not same_kind or before.skeleton(old) != after.skeleton(new):
            yield f"the formula in line {before.document.source.line_of(old.span.start)} changed"
        elif before.labels(old) != after.labels(new):
            yield f"the labels in line {before.document.source.line_of(old.span.start)} changed"


def _numbers(
    before: Document, planned: Numbering, now: Numbering, olds: Sequence[Formula], news: Sequence[Formula]
) -> Iterator[str]:
    for old, new in zip(olds, news, strict=True):
        wanted, shown = planned.planned[old.index], now.shown[new.index]
        if wanted != shown:
            line = before.source.line_of(old.span.start)
            yield f"the numbers in line {line} are {_list(shown)}, not {_list(wanted)}"
    if now.edits:
        yield f"a second run would change {len(now.edits)} more places"


def _doubles(before: Document, after: Document, planned: Numbering) -> Iterator[str]:
    """The numbers that would occur twice and did not before, on a page that numbers environments and on one that does
    not.

    Only the pages that are possible for the post are considered; every tag in the text counts.
    """
    old, new = _written(before), _written(after)
    readings = [] if planned.page else [(old, new)]
    if planned.page or planned.scheme.page == "auto":
        readings.append(([*old, *_automatic(before)], [*new, *_automatic(after)]))
    for earlier, later in readings:
        was, will = Counter(filter(None, earlier)), Counter(filter(None, later))
        if will.total() - len(will) > was.total() - len(was):
            twice = [number for number, times in will.items() if times > max(1, was[number])]
            yield f"numbers would occur twice: {_list(twice)}"


def _automatic(document: Document) -> list[str]:
    """The numbers that a page gives to environments without a tag."""
    return [row.old for row in rows(document) if row.tag is None]


def _written(document: Document) -> list[str]:
    """All tags in the text of a post outside of its code, in any environment."""
    text = visible_text(document.source.text, document.opaque)
    return [(found[1] or found[2] or "").strip(" ()（）") for found in _TAG.finditer(text)]


def _list(numbers: Sequence[str]) -> str:
    return ", ".join(numbers) or "none"


def _words(before: Document, after: Document, planned: Numbering, now: Numbering) -> Iterator[str]:
    """The prose and the numbers in it: the same ones in the same places, as the plan has them.

    A number that is a reference only because of its dots may be no reference after the run.
    """
    wanted = [r.new for r in planned.resolutions if _is_by_words(before, r.reference)]
    found = [r.new for r in now.resolutions if _is_by_words(after, r.reference)]
    if wanted != found:
        yield "the references in words differ from the plan"
    elif [m.new for m in planned.statements.marks] != [m.new for m in now.statements.marks]:
        yield "the numbers of statements differ from the plan"
    elif not _same_prose(
        _prose(before, planned), _prose(after, now), ANCHOR.search(after.source.text) is not None
    ):
        yield "words outside of the formulas changed"


def _same_prose(before: str, after: str, anchored: bool) -> bool:
    """Whether the prose is the same: anchors are on lines of their own, and apart from them every character counts."""
    if anchored:
        before, after = (re.sub(r"[\s>]+", "", text) for text in (before, after))
    return before == after


def _prose(document: Document, numbering: Numbering) -> str:
    """The text without anchors, with one sign for each formula, reference and number that refers; a dotted number that
    may be no reference after the run is as planned.
    """
    text = document.source.text
    starts = [f.span.start for f in document.formulas]
    places = [f.span for f in document.formulas]
    for reference in document.references:
        if not _inside(reference.target_span.start, document.formulas, starts):
            whole = reference.form != "words" or is_link(text, reference)
            places.append(reference.span if whole else reference.target_span)
    places += [mark.span for mark in numbering.statements.marks]
    places += [Span(*m.span()) for m in ANCHOR.finditer(text)]
    planned = {r.reference.target_span: r.new for r in numbering.resolutions if r.reference.dotted}
    pieces: list[str] = []
    at = 0
    for start, end in sorted(places):
        between = ", " if start < at else text[at:start]  # one command may name several labels
        sign = "" if text.startswith("<a ", start) else BLANK
        pieces += [between, planned.get(Span(start, end), sign)]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


def _inside(offset: int, formulas: Sequence[Formula], starts: Sequence[int]) -> bool:
    index = bisect_right(starts, offset) - 1
    return index >= 0 and offset < formulas[index].span.end


def _targets(before: Document, after: Document, planned: Numbering, now: Numbering) -> Iterator[str]:
    """Every reference by command or link shows the number of the equation it was made for."""
    wanted, found = _pointers(before, planned), _pointers(after, now)
    for old, new in zip(wanted, found, strict=False):
        same_name = new.label is None or old.label == new.label
        if old.number != new.number or not same_name:
            yield f"the reference in line {before.source.line_of(old.start)} changed its equation"
    if len(wanted) != len(found):
        yield "a reference by label was lost or added"


class _Pointer(NamedTuple):
    """A reference outside of longer formulas; a link has no label, a label without an equation has no number."""

    start: int
    label: str | None
    number: str | None


def _pointers(document: Document, numbering: Numbering) -> list[_Pointer]:
    numbers = numbering.by_label(document)
    links = {r.reference.target_span: r.new for r in numbering.resolutions}
    content = _content(document)
    starts = [f.span.start for f in content]
    found: list[_Pointer] = []
    for reference in document.references:
        if is_link(document.source.text, reference):
            found.append(_Pointer(reference.span.start, None, links.get(reference.target_span)))
        elif reference.form != "words" and not _inside(reference.span.start, content, starts):
            number = numbers.get(reference.target)
            found.append(_Pointer(reference.span.start, reference.target, number))
    return found


def _is_by_words(document: Document, reference: Reference) -> bool:
    return not (reference.dotted or is_link(document.source.text, reference))
