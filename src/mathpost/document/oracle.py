"""Is a written post, read again, the one that was planned? Asked before anything is saved.

The formulas must be the same ones in the same order, apart from tags, labels, escapes and white space; the
numbers those of the plan; the words the same outside of the numbers that moved; and every reference must
point at the formula it pointed at before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from mathpost.document.document import Document, Formula, Reference
from mathpost.document.numbering import Numbering, plan
from mathpost.document.references import BLANK

_NUMBER_COMMANDS = re.compile(r"\\tag\*?[ \t]*\{(?:[^{}]|\{[^{}]*\})*\}|\\(?:notag|nonumber)(?![A-Za-z])")
_LOOSE = re.compile(r"[\s\\>]+")


def differences(before: Document, after: Document, planned: Numbering) -> list[str]:
    """What in `after` is not as `planned` (made for `before`) says; empty when it is."""
    if len(before.formulas) != len(after.formulas):
        return [f"{len(before.formulas)} formulas became {len(after.formulas)}"]
    now = plan(after, scheme=planned.scheme)
    return [
        *_formulas(before, after),
        *_numbers(before, planned, now),
        *_words(before, after, planned, now),
        *_targets(before, after),
    ]


def _formulas(before: Document, after: Document) -> Iterator[str]:
    for old, new in zip(before.formulas, after.formulas, strict=True):
        same_kind = (old.kind, old.opener) == (new.kind, new.opener)
        if not same_kind or _skeleton(before, old) != _skeleton(after, new):
            yield f"the formula in line {before.source.line_of(old.span.start)} changed"
        elif _labels(old) != _labels(new):
            yield f"the labels in line {before.source.line_of(old.span.start)} changed"


def _skeleton(document: Document, formula: Formula) -> str:
    """What a formula says, without its numbers, white space, backslashes and quote marks."""
    return _LOOSE.sub("", _NUMBER_COMMANDS.sub("", document.source.slice(formula.body)))


def _labels(formula: Formula) -> list[list[str]]:
    return [[label.name for label in row.labels] for row in formula.rows]


def _numbers(before: Document, planned: Numbering, now: Numbering) -> Iterator[str]:
    for formula, wanted, shown in zip(before.formulas, planned.planned, now.shown, strict=True):
        if wanted != shown:
            line = before.source.line_of(formula.span.start)
            yield f"the numbers in line {line} are {_list(shown)}, not {_list(wanted)}"
    if now.edits:
        yield f"a second run would change {len(now.edits)} more places"


def _list(numbers: Sequence[str]) -> str:
    return ", ".join(numbers) or "none"


def _words(before: Document, after: Document, planned: Numbering, now: Numbering) -> Iterator[str]:
    """The prose, and the numbers in it: the same ones in the same places, as the plan has them."""
    wanted = [r.new for r in planned.resolutions]
    found = [r.reference.target for r in now.resolutions]
    if wanted != found:
        yield "the references in words are not those of the plan"
    elif _prose(before) != _prose(after):
        yield "words outside of the formulas changed"


def _prose(document: Document) -> str:
    """The text with formulas as one sign each and without the numbers that refer to them."""
    text = document.source.text
    starts = [f.span.start for f in document.formulas]
    pieces: list[str] = []
    at = 0
    numbers = [r.target_span for r in document.references if r.form == "words"]
    outside = [n for n in numbers if not _inside(n.start, document.formulas, starts)]
    for start, end in sorted([*(f.span for f in document.formulas), *outside]):
        pieces += [text[at:start], BLANK]
        at = end
    return "".join([*pieces, text[at:]])


def _inside(offset: int, formulas: Sequence[Formula], starts: Sequence[int]) -> bool:
    index = bisect_right(starts, offset) - 1
    return index >= 0 and offset < formulas[index].span.end


def _targets(before: Document, after: Document) -> Iterator[str]:
    """Labels: every reference by command leads to the row it led to."""
    old, new = _by_label(before), _by_label(after)
    for first, second in zip(_commands(before), _commands(after), strict=False):
        if first.target != second.target or old.get(first.target) != new.get(second.target):
            yield f"the reference to {first.target} changed its equation"
    if len(_commands(before)) != len(_commands(after)):
        yield "a reference by label was lost or added"


def _commands(document: Document) -> Sequence[Reference]:
    return [r for r in document.references if r.form != "words"]


def _by_label(document: Document) -> dict[str, tuple[int, int]]:
    return {
        label.name: (formula.index, row)
        for formula in document.formulas
        for row, numbered in enumerate(formula.rows)
        for label in numbered.labels
    }
