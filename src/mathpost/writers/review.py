"""The changes that a run made in a post, each with its kind and its reason.

They are computed from the two texts, so the report is the same however many runs were made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from mathpost.document.document import Document, Reference
from mathpost.document.equations import Equation
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.source import Span
from mathpost.writers.additions import BEGIN, STEPS
from mathpost.writers.alignment import Pair, Version, differences, pairs
from mathpost.writers.faults import sentence
from mathpost.writers.post import PostResult

T = TypeVar("T")
Kind = Literal["number", "reference", "label", "repair", "block", "own", "open"]
KINDS: tuple[Kind, ...] = ("number", "reference", "label", "repair", "block", "own", "open")
_REASONS = {
    "en": {
        "number.new": "numbers count through the post; this equation is ({new})",
        "number.moved": "({old}) becomes ({new}), its place in the order",
        "number.same": "the number ({new}) that readers see is written down",
        "number.gone": "the number ({old}) was removed",
        "number.end": "the display now ends on a line of its own, after its number",
        "statement": "statements are numbered in order",
        "reference.moved": "it follows its equation: ({old}) is ({new}) now",
        "reference.link": "a link, since the page does not resolve {old}",
        "reference": "it leads to ({new})",
        "label": "a name for the equation, so that references can follow it",
        "repair": "an escape that scraping damaged",
        "block.steps": "steps or values that were verified, folded",
        "block.appendix": "an appendix for readers, written by the program",
        "block.other": "a part between markers of the program",
        "own": "written by hand",
        "open": "({old}) was the number of an equation that is renumbered; update it by hand",
        "joint": "; ",
    },
    "zh": {
        "number.new": "全文统一编号，这个公式是 ({new})",
        "number.moved": "({old}) 按出现的顺序改为 ({new})",
        "number.same": "读者看到的编号 ({new}) 写进了正文",
        "number.gone": "去掉编号 ({old})",
        "number.end": "公式的结尾移到编号之后，另起一行",
        "statement": "定理等按顺序编号",
        "reference.moved": "随公式改号：原来的 ({old}) 现在是 ({new})",
        "reference.link": "改为链接，因为页面不能解析 {old}",
        "reference": "指向 ({new})",
        "label": "给公式起的名字，引用可以随它改号",
        "repair": "修复抓取时损坏的转义",
        "block.steps": "验证过的中间步骤或数值，折叠显示",
        "block.appendix": "程序为读者写的附录",
        "block.other": "程序标记之间的部分",
        "own": "作者手写",
        "open": "({old}) 原是某个公式的编号，现已改号；指哪个公式无法确定，请手工修改",
        "joint": "；",
    },
}


class Note(NamedTuple):
    """Why something changed."""

    kind: Kind
    reason: str


class Piece(NamedTuple):
    """Part of a line; `kind` is that of the change, empty where nothing changed."""

    text: str
    kind: Kind | Literal[""] = ""


class Row(NamedTuple):
    """A line before and after; a line number is None where the line came or went."""

    old_line: int | None
    new_line: int | None
    old: tuple[Piece, ...]
    new: tuple[Piece, ...]
    notes: tuple[Note, ...]


class Review(NamedTuple):
    """The rows of both texts, and how many changes of each kind there are (lines, where written by hand)."""

    rows: tuple[Row, ...]
    counts: dict[Kind, int]


def review(raw: PostResult, result: PostResult, language: str) -> Review:
    """The change from the text of `raw` to that of `result`."""
    reader = _Reader(raw, result, _REASONS[language], language)
    before, after = (Version(r.source, tuple(_silent(r.document))) for r in (raw, result))
    counts: Counter[Kind] = Counter()
    rows: list[Row] = []
    earlier: tuple[Note, ...] = ()
    for pair in pairs(before, after):
        row = reader.row(pair)
        counts.update(note.kind for note in row.notes if note.kind != "block")
        repeated = row.notes == earlier and {note.kind for note in row.notes} <= {"own", "block"}
        earlier = row.notes or (earlier if not any(p.text.strip() for p in row.new) else ())
        rows.append(row._replace(notes=()) if repeated else row)
    counts["block"] = len(result.document.generated)
    return Review(tuple(rows), {kind: counts[kind] for kind in KINDS})


def _silent(document: Document) -> Iterator[Span]:
    """Numbers, labels and anchors: they are ignored when lines are matched."""
    for formula in document.formulas:
        for row in formula.rows:
            yield from (tag.span for tag in row.tags)
            yield from (label.span for label in row.labels)
    yield from _anchors(document)


def _anchors(document: Document) -> Iterator[Span]:
    text = document.source.text
    return (span for span in document.opaque if text.startswith(("<a id=", "</a>"), span.start))


class _Reader:
    """Finds the kind and the reason of a change, by place in ordered lists."""

    def __init__(self, raw: PostResult, result: PostResult, say: dict[str, str], language: str) -> None:
        self.raw, self.result, self.say, self.language = raw, result, say, language
        self.tags = _Places(_tags(raw)), _Places(_tags(result))
        self.labels = _Places(_labels(raw.document)), _Places(_labels(result.document))
        self.references = _Places(_pointers(raw.document)), _Places(_pointers(result.document))
        self.rows = _Places((e.span, e) for e in raw.numbering.equations)
        self.marks = _Places((mark.span, mark) for mark in raw.numbering.statements.marks)
        self.planned = _Places((edit.span, edit) for edit in raw.numbering.edits if edit.span.length)
        self.blocks = _Places((span, span) for span in result.document.generated)
        self.fixes = _Places(
            (edit.span, found) for found in raw.diagnostics if found.fix for edit in found.fix.edits
        )
        self.open: dict[int, list[str]] = {}
        for number, span in raw.numbering.left_behind:
            self.open.setdefault(raw.source.line_of(span.start), []).append(number)
        self.numbered: dict[int, list[Diagnostic]] = {}
        for found in raw.diagnostics:
            if found.code.startswith("N"):
                self.numbered.setdefault(raw.source.line_of(found.span.start), []).append(found)

    def row(self, pair: Pair) -> Row:
        old = Span(0, 0) if pair.old is None else self.raw.source.line_span(pair.old)
        new = Span(0, 0) if pair.new is None else self.result.source.line_span(pair.new)
        texts = self.raw.source.slice(old), self.result.source.slice(new)
        found = []
        for ours, theirs in _changed(pair, *texts):
            places = _shifted(ours, old.start), _shifted(theirs, new.start)
            note = self.note(*places, come=pair.old is None, gone=pair.new is None)
            found.append((ours, theirs, note))
        left = tuple(_pieces(texts[0], [(ours, note) for ours, _, note in found]))
        right = tuple(_pieces(texts[1], [(theirs, note) for _, theirs, note in found]))
        notes = tuple(dict.fromkeys(note for _, _, note in found if note is not None))
        if pair.new is not None:
            notes += tuple(
                Note("open", self.say["open"].format(old=n)) for n in self.open.get(pair.old or 0, ())
            )
        return Row(pair.old, pair.new, left, right, notes)

    def note(self, old: Span, new: Span, *, come: bool, gone: bool) -> Note | None:
        """The kind and reason of a change; `come` and `gone` say that the whole line was added or removed."""
        before, after = (None if come else old), (None if gone else new)
        block = self.blocks.at(after)
        if block is not None:
            return Note("block", self.say[f"block.{_written_by(self.result, block)}"])
        tags = self.tags[0].at(before), self.tags[1].at(after)
        if any(tags):
            return Note("number", self.number(before, *tags))
        if self.labels[0].at(before) or self.labels[1].at(after):
            return Note("label", self.say["label"])
        if self.marks.at(before):
            return Note("number", self.say["statement"])
        planned = self.planned.at(before)
        if planned is not None and old.length:
            described = {"old": self.raw.source.slice(planned.span), "new": planned.text}
            return Note("reference", self.say["reference.moved"].format(**described))
        pointers = self.references[0].at(before), self.references[1].at(after)
        if any(pointers):
            return self.reference(*pointers)
        texts = self.raw.source.slice(old), self.result.source.slice(new)
        if (before is None or after is None or not all(texts)) and _ends_display("".join(texts)):
            return Note("number", self.say["number.end"])
        return self.repair(before, after)

    def number(self, place: Span | None, was: Equation | None, now: Equation | None) -> str:
        row = was or self.rows.at(place)
        old, new = row.old if row else "", now.old if now else ""
        key = "gone" if not new else "new" if not old else "same" if old == new else "moved"
        reason = self.say[f"number.{key}"].format(old=old, new=new)
        line = 0 if row is None else self.raw.source.line_of(row.place.start)
        return self.say["joint"].join(
            [reason, *dict.fromkeys(map(self.described, self.numbered.get(line, ())))]
        )

    def reference(self, was: Reference | None, now: Reference | None) -> Note:
        if was and now and was.form == now.form == "words":
            return Note("reference", self.say["reference.moved"].format(old=was.target, new=now.target))
        if was and was.form == "command":
            return Note("reference", self.say["reference.link"].format(old=self.raw.source.slice(was.span)))
        if now is None:
            return Note("own", self.say["own"])
        return Note("reference", self.say["reference"].format(new=now.target))

    def repair(self, old: Span | None, new: Span | None) -> Note | None:
        """A change of backslashes and spaces is a repair, any other one is the author's."""
        texts = self.raw.source.slice(old or Span(0, 0)), self.result.source.slice(new or Span(0, 0))
        if old is not None and new is not None and _letters(texts[0]) == _letters(texts[1]):
            found = self.fixes.at(old)
            if found is not None:
                return Note("repair", self.described(found))
            if texts[0].count("\\") != texts[1].count("\\"):
                return Note("repair", self.say["repair"])
        return Note("own", self.say["own"]) if any(text.strip() for text in texts) else None

    def described(self, found: Diagnostic) -> str:
        return f"{found.code}: {sentence(found.code, found.message, self.language)}"


class _Places(Generic[T]):
    """Objects by their places; nested places are not distinguished."""

    def __init__(self, things: Iterable[tuple[Span, T]]) -> None:
        self.things = sorted(things, key=lambda thing: thing[0])
        self.starts = [span.start for span, _ in self.things]

    def at(self, place: Span | None) -> T | None:
        """The object that `place` is in, begins at, ends at or contains; the last one that begins before its end."""
        if place is None:
            return None
        number = bisect_right(self.starts, place.end) - 1
        while number >= 0 and self.things[number][0].start == place.end > place.start:
            number -= 1
        if number < 0:
            return None
        span, thing = self.things[number]
        return thing if span.end > place.start or span.end == place.start == place.end else None


def _tags(result: PostResult) -> Iterator[tuple[Span, Equation]]:
    return ((row.tag.span, row) for row in result.numbering.equations if row.tag)


def _labels(document: Document) -> Iterator[tuple[Span, Span]]:
    rows = (row for formula in document.formulas for row in formula.rows)
    yield from ((label.span, label.span) for row in rows for label in row.labels)
    yield from ((span, span) for span in _anchors(document))


def _pointers(document: Document) -> Iterator[tuple[Span, Reference]]:
    """References by the whole command; references in words by the number alone, because a list shares its words."""
    return ((r.target_span if r.form == "words" else r.span, r) for r in document.references)


def _changed(pair: Pair, old: str, new: str) -> list[tuple[Span, Span]]:
    if pair.old is not None and pair.new is not None:
        return [] if old == new else differences(old, new)
    return [(Span(0, len(old)), Span(0, len(new)))] if (old + new).strip() else []


def _shifted(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _pieces(text: str, changes: Sequence[tuple[Span, Note | None]]) -> Iterator[Piece]:
    at = 0
    for span, note in changes:
        if span.start > at:
            yield Piece(text[at : span.start])
        if span.length:
            yield Piece(text[span.start : span.end], note.kind if note else "")
        at = span.end
    if text[at:]:
        yield Piece(text[at:])


def _ends_display(text: str) -> bool:
    """Whether `text` is what ends a display and nothing else."""
    said = text.strip().lstrip("> ")
    return said == "$$" or (said.startswith("\\end{") and said.find("}") == len(said) - 1)


def _letters(text: str) -> str:
    return "".join(c for c in text if c != "\\" and not c.isspace())


def _written_by(result: PostResult, block: Span) -> str:
    text = result.source.text
    if text.startswith(STEPS, block.start):
        return "steps"
    return "appendix" if text.startswith(f"{BEGIN}appendix", block.start) else "other"
