"""A placeholder of a template is not filled: words in square brackets that are not a link, a note or a quotation.

    bad:  title: "[Title]" ⏎ ⏎ We look at [object] as [lens].
    good: title: "Dropout as noise" ⏎ ⏎ We look at dropout as noise.

A single one may be a remark of the author. Reported are three or more, or one in the title.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Document
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "W009"
NAME = "unfilled-placeholder"
SEVERITY = Severity.INFO
OPT_IN = True
_FEWEST = 3
_LONGEST = 60  # characters of a hole
_BESIDE = frozenset("([:{")  # after the bracket of a link, a definition or an attribute
_WITHIN = frozenset(" -,、，'\N{RIGHT SINGLE QUOTATION MARK}")
_REMARKS = frozenset(
    ["sic", "toc", "x", "todo", "citation needed", "abstract", "html", "pdf", "code", "link"]
)


def find(subject: Subject) -> Iterator[Diagnostic]:
    document = subject.document
    holes = list(_holes(document))
    words = {document.source.slice(hole) for hole in holes}
    title = next((s.end for s in document.opaque[:1] if s.start == 0), 0)
    if len(words) < _FEWEST and not any(hole.start < title for hole in holes):
        return
    for hole in holes:
        message = f"{document.source.slice(hole)} is an unfilled placeholder of a template"
        yield Diagnostic(CODE, NAME, SEVERITY, hole, message)


def _holes(document: Document) -> Iterator[Span]:
    text = document.source.text
    taken = sorted([*(c.span for c in document.code), *(f.span for f in document.formulas)])
    defined = {
        line[1 : line.index("]:")].lower()
        for line in text.split("\n")
        if line.startswith("[") and "]:" in line
    }
    start = text.find("[")
    while start >= 0:
        end = text.find("]", start, start + _LONGEST)
        hole = Span(start, end + 1)
        if (
            end > 0
            and _is_hole(text, hole)
            and text[start + 1 : end].lower() not in defined
            and not _is_in(hole, taken)
        ):
            yield hole
        start = text.find("[", start + 1)


def _is_hole(text: str, hole: Span) -> bool:
    words = text[hole.start + 1 : hole.end - 1]
    before, after = text[hole.start - 1 : hole.start], text[hole.end : hole.end + 1]
    worded = all(c.isalpha() or c in _WITHIN for c in words) and len(words) > 1
    return (
        worded
        and words.lower() not in _REMARKS
        and before not in ("!", "]", "[", "\\", "`")
        and after not in _BESIDE
    )


def _is_in(hole: Span, taken: Sequence[Span]) -> bool:
    return any(span.start <= hole.start < span.end for span in taken)
