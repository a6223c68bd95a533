"""The data of a post: its formulas with their trees, and the structure around them.

Only records: `reader` creates them, `numbering` plans with them, and everything later refers to them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from mathpost.document.flavour import PLAIN, Flavour
from mathpost.document.prose import blanked
from mathpost.latex.definitions import NONE, Definitions
from mathpost.latex.tree import Fault, Group
from mathpost.text.source import Source, Span

Kind = Literal["display", "inline"]
# tags that set how prose looks
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)  # also in a list
_TAG = re.compile(
    r"</?(?:span|center|font|b|i|u|em|strong|small|big|mark|p|div|br|hr|details|summary|section|blockquote)"
    r"(?:\s[^<>$]*=[^<>$]*)?\s*/?>",
    re.IGNORECASE,
)
STAMPS = (("<!-- enhance:stamp ", " -->"), ("{/* enhance:stamp ", " */}"))


class Label(NamedTuple):
    """A ``\\label{name}`` (or the dialect's own form) and where it is; `name_span` is the name alone."""

    name: str
    span: Span
    name_span: Span


class Tag(NamedTuple):
    """A ``\\tag{text}``: `text_span` is the text alone, `starred` prints it without brackets."""

    text: str
    span: Span
    text_span: Span
    starred: bool


@dataclass(frozen=True, slots=True)
class NumberRow:
    """One row that can have an equation number: a whole `equation`, a row of an `align`, a ``$$`` display.

    `automatic`: a renderer that numbers AMS environments would number it if it had no tag. `suppressed`: it contains
    ``\\notag`` or ``\\nonumber``. `body` is the content of the row, without the row break and the delimiters of the
    environment.
    """

    body: Span
    tags: tuple[Tag, ...]
    labels: tuple[Label, ...]
    automatic: bool
    suppressed: bool


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula of a post.

    `opener` is the outermost delimiter or environment as the JSON contract names it (``$``, ``$$``,
    ``\\[``, ``\\(``, ``equation``, ``align*``, ``math`` for a fenced directive). `span` covers the
    delimiters, `body` what is between them (for a bare environment: the same as `span`). `segments` are
    the pieces of `body` that LaTeX reads: quote marks and list indents at the start of a line are left out.
    `escaped`: 1 in the dialect of a scraper that doubled backslashes, 2 in that of a site whose Markdown takes some away. `definitions` are the macros in
    force after it.
    """

    index: int
    kind: Kind
    opener: str
    span: Span
    body: Span
    segments: tuple[Span, ...]
    escaped: int
    tree: Group
    faults: tuple[Fault, ...]
    rows: tuple[NumberRow, ...]
    definitions: Definitions = field(default=NONE, compare=False, repr=False)


class Heading(NamedTuple):
    """A heading: `title` as plain text without marks, `span` the whole line."""

    level: int
    title: str
    span: Span


class Statement(NamedTuple):
    """A definition, theorem, proof …: `kind` is the English noun, `number` and `title` as written or
    empty.
    """

    kind: str
    number: str
    title: str
    span: Span


class CodeBlock(NamedTuple):
    """A fenced or indented code block: nothing in it is mathematics."""

    language: str
    span: Span


class Reference(NamedTuple):
    """Something that refers to an equation.

    `form`: ``command`` (``\\eqref{…}``, ``\\ref{…}``), ``role`` (the flavour's own), ``words`` (式(3), Eq. (3)).
    `target` is the label, or the number as written. `span` is all of it (the members of a list share it), `target_span`
    the label or number alone. The other fields say what a reference in words rests on. `weak`: only a verb (由(3)得).
    `loose`: only its place in the clause, which counts only if no item has that number. `dotted`: only that an equation
    is (2.65).
    """

    form: Literal["command", "role", "words"]
    target: str
    span: Span
    target_span: Span
    weak: bool = False
    loose: bool = False
    dotted: bool = False


class ReadingFault(NamedTuple):
    """A problem that the reader of the post (not of a formula) found: an opener without a close, invalid front matter."""

    code: str
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """Everything that was read from one post.

    `opaque` are code, comments, front matter and HTML tags, in order. `given` are the macros in force before the first
    formula, `definitions` those in force at the end. `flavour` is the one that it was read in.
    """

    source: Source
    front_matter: dict[str, Any]
    formulas: tuple[Formula, ...]
    headings: tuple[Heading, ...]
    statements: tuple[Statement, ...]
    code: tuple[CodeBlock, ...]
    references: tuple[Reference, ...]
    opaque: tuple[Span, ...]
    paragraphs: tuple[Span, ...]
    faults: tuple[ReadingFault, ...]
    generated: tuple[Span, ...]
    definitions: Definitions = NONE
    given: Definitions = NONE
    flavour: Flavour = PLAIN


def spoken(document: Document) -> str:
    """The text of a post at equal length, with blanks for its comments, tags and marks of quotes, which a reader does
    not see.
    """
    pieces: list[str] = []
    end = 0
    text = document.source.text
    for span in document.opaque:
        if span.start >= end and text.startswith("<!--", span.start):
            pieces += [text[end : span.start], blanked(text[span.start : span.end], " ")]
            end = span.end
    whole = "".join([*pieces, text[end:]])
    if "<" not in whole and ">" not in whole:
        return whole
    starts = [formula.span.start for formula in document.formulas]

    def unmarked(mark: re.Match[str]) -> str:
        before = bisect_right(starts, mark.start()) - 1
        within = before >= 0 and mark.start() < document.formulas[before].span.end
        return mark[0] if within else blanked(mark[0], " ")

    return _QUOTE.sub(unmarked, _TAG.sub(unmarked, whole))


def _is_between(text: str, begin: str, end: str) -> bool:
    return text.startswith(begin) and text.find(end) == len(text) - len(end)


def authored(document: Document) -> Document:
    """`document` without the parts that the program wrote at its end; the same document if there are none.

    Formulas keep their places, so results for the author's part hold for the whole.
    """
    end = len(document.source.text)
    for span in reversed(document.generated):
        behind = document.source.text[span.end : end].strip()
        if behind and not any(_is_between(behind, *marks) for marks in STAMPS):
            break
        end = span.start
    if end == len(document.source.text):
        return document
    return replace(
        document,
        source=Source(document.source.path, document.source.text[:end]),
        formulas=tuple(f for f in document.formulas if f.span.end <= end),
        headings=tuple(h for h in document.headings if h.span.end <= end),
        statements=tuple(s for s in document.statements if s.span.end <= end),
        code=tuple(c for c in document.code if c.span.end <= end),
        references=tuple(r for r in document.references if r.span.end <= end),
        opaque=tuple(span for span in document.opaque if span.end <= end),
        paragraphs=tuple(span for span in document.paragraphs if span.end <= end),
        faults=tuple(fault for fault in document.faults if fault.span.end <= end),
        generated=tuple(span for span in document.generated if span.end <= end),
    )
