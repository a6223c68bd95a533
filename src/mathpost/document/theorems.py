"""Numbers of theorems, definitions, figures, tables …: the same series as those of equations, on request.

Labels with a number (**定理 3（名）**, **Figure 2:**) are counted, per kind or all statements together; figures, tables and
algorithms have their own counts. Numbers in words (定理 2, 引理 1.3, Theorems 2 and 3, Fig. 4) follow them as numbers of
equations do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mathpost.document.document import Document, Reference
from mathpost.document.equations import Equation
from mathpost.document.index import NOBODY
from mathpost.document.parts import Parts
from mathpost.document.references import visible_text
from mathpost.document.resolution import Resolution, readings_of, resolved
from mathpost.document.series import Scheme, Series
from mathpost.document.statements import KINDS
from mathpost.text.source import Span

_NEVER = frozenset({"proof", "derivation", "step"})
_FLOATS = {
    "图": "figure", "表": "table", "算法": "algorithm",
    "figure": "figure", "fig.": "figure", "table": "table", "algorithm": "algorithm",
}  # fmt: skip
_WORDS: Mapping[str, str] = {w: k for w, k in KINDS.items() if k not in _NEVER} | _FLOATS


def _any_of(words: Iterator[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_CHINESE = _any_of(word for word in _WORDS if not word.isascii())
_ENGLISH = _any_of(word.capitalize() for word in _WORDS if word.isascii())
_NUMBER = r"\d{1,3}(?:\.\d{1,3}){0,2}"
_END = r"(?![\d.]*\d|[A-Za-z%°'*/×^_=-]|[ \t]?[年月日种个条行篇章节步倍次类层维位款点张幅份项些])"
_LABEL = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?"
    r"(?P<mark>\#{1,6}[ \t]+(?:\*\*)?|\*{1,3}|_{1,2}|!\[)?[ \t]*"
    rf"(?P<word>{_CHINESE}|{_ENGLISH})[ \t]?(?P<number>{_NUMBER})"
    r"(?=(?P<end>[ \t]*(?:[:：.。．|*_\]（(]|\#*[ \t]*$)))",
    re.M,
)
_IN_WORDS = re.compile(
    rf"(?:(?P<chinese>{_CHINESE})|(?<![A-Za-z])(?P<english>{_ENGLISH}|{_ENGLISH.lower()})s?)[ \t~]?"
    rf"[(（]?{_NUMBER}{_END}(?:[ \t]?(?:[-–—~～,，、和与及]|and|to|&)[ \t]?{_NUMBER}{_END})*"
)
_NUMBERS = re.compile(rf"(?<![\d.]){_NUMBER}")


class Mark(NamedTuple):
    """A number in words that belongs to a series of its own: in a label or in a reference to one."""

    span: Span
    old: str
    new: str


class Counted(NamedTuple):
    """The numbers of all labels, and the resolutions of the numbers in words that mean them."""

    labels: tuple[Mark, ...] = ()
    resolutions: tuple[Resolution, ...] = ()

    @property
    def marks(self) -> list[Mark]:
        """Labels and references together, in order."""
        moved = (Mark(r.reference.target_span, r.reference.target, r.new) for r in self.resolutions)
        return sorted((*self.labels, *moved))


UNCOUNTED = Counted()


def counted(document: Document, scheme: Scheme, parts: Parts) -> Counted:
    """The statements, figures and tables of `document` in new series; empty if the scheme keeps their numbers."""
    if scheme.statements == "keep":
        return UNCOUNTED
    visible = visible_text(document.source.text, [f.span for f in document.formulas], document.opaque)
    labels = list(_labels(visible))
    rows = _numbered(document, scheme, labels)
    found: list[Resolution] = []
    for kind in dict.fromkeys(kind for kind, _ in labels):
        of_kind = [row for (k, _), row in zip(labels, rows, strict=True) if k == kind]
        references = [r for k, r in _references(visible, labels) if k == kind]
        read = readings_of(document, parts, of_kind, references)
        found += resolved(document, read, of_kind, NOBODY)
    marks = [Mark(row.span, row.old, row.new) for row in rows]
    return Counted(tuple(marks), tuple(sorted(found, key=lambda r: r.reference.target_span)))


def _labels(visible: str) -> Iterator[tuple[str, Span]]:
    """The kind of each numbered label, and the place of its number."""
    for found in _LABEL.finditer(visible):
        kind = _WORDS[found["word"].lower()]
        is_float = kind in _FLOATS.values()
        if found["mark"] or (is_float and found["end"].strip()[:1] in (":", "：", ".")):
            yield kind, Span(*found.span("number"))


def _numbered(document: Document, scheme: Scheme, labels: Sequence[tuple[str, Span]]) -> list[Equation]:
    """A row for each label, with its new number."""
    series: dict[str, Series] = {}
    scheme = (
        scheme if scheme.by_section else replace(scheme, start=1)
    )  # equations may continue from another post
    rows = []
    for kind, span in labels:
        counter = "" if scheme.statements == "one" and kind not in _FLOATS.values() else kind
        new = series.setdefault(counter, Series(document, scheme)).next(span.start)
        rows.append(Equation(-1, -1, None, document.source.slice(span), new, span))
    return rows


def _references(visible: str, labels: Sequence[tuple[str, Span]]) -> Iterator[tuple[str, Reference]]:
    """The numbers after a word for a kind, except in the labels themselves."""
    own = {span.start for _, span in labels}
    for found in _IN_WORDS.finditer(visible):
        kind = _WORDS[(found["chinese"] or found["english"]).lower()]
        for number in _NUMBERS.finditer(
            visible, found.end("chinese" if found["chinese"] else "english"), found.end()
        ):
            if number.start() not in own:
                span = Span(*number.span())
                yield kind, Reference("words", number[0], Span(*found.span()), span)
