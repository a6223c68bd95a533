r"""Anchors in place of labels, for renderers without labels (KaTeX, GitHub).

``\label{x}`` becomes ``<a id="x"></a>`` before the display, and ``$\eqref{x}$`` becomes the link ``[(3)](#x)``. When
the post is read again, such a link is a reference in words, so it follows its equation like any other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mathpost.document.document import Document, Formula, Label, Reference
from mathpost.document.tagging import with_space
from mathpost.text.edits import Edit
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.document.numbering import Numbering

TARGETS = frozenset({"katex", "github"})
"""The renderers without labels."""

_UNFIT = re.compile(r"[^\w:.-]+")


def edits(document: Document, numbering: Numbering) -> tuple[Edit, ...]:
    """The edits that turn the labels and references of `document` into anchors and links; no edit touches a tag."""
    numbers = {name: new for name, new in numbering.by_label(document).items() if new}
    for name in numbering.elsewhere:
        numbers.pop(name, None)
    return (*_anchors(document), *_links(document, numbers, lambda label: f"#{identifier(label)}"))


def links_elsewhere(document: Document, numbering: Numbering) -> tuple[Edit, ...]:
    """The edits that turn references to labels of other posts (``slug:label``) into links, since no renderer resolves
    them.
    """
    index = numbering.index

    def address(label: str) -> str:
        card = index.named(label.partition(":")[0])
        return index.address(card) if card else ""

    return tuple(_links(document, dict(numbering.elsewhere), address))


def _anchors(document: Document) -> Iterator[Edit]:
    text = document.source.text
    for formula in document.formulas:
        inner = [x for row in formula.rows for x in row.labels if formula.span.contains(x.span)]
        if inner and _is_only(text, formula, inner):
            continue  # without its label the display would be empty, and no formula
        for label in inner:
            yield Edit(with_space(text, label.span), "")
        if inner:
            marks = "".join(f'<a id="{identifier(label.name)}"></a>' for label in inner)
            yield Edit(Span(formula.span.start, formula.span.start), marks + _break(text, formula))


def _is_only(text: str, formula: Formula, labels: Sequence[Label]) -> bool:
    """Whether a formula has nothing but its labels."""
    body = text[slice(*formula.body)]
    for label in labels:
        body = body.replace(text[slice(*label.span)], "")
    return not body.strip()


def identifier(label: str) -> str:
    """The name of a label in the characters that an anchor allows."""
    return _UNFIT.sub("-", label)


def _break(text: str, formula: Formula) -> str:
    """The line break that keeps a display at the start of its line, after the same quote marks."""
    line = max(text.rfind("\n", 0, formula.span.start), text.rfind("\r", 0, formula.span.start)) + 1
    marks = text[line : formula.span.start]
    if marks.strip(" \t>"):
        return ""
    newline = re.compile(r"\r\n?|\n").search(text, formula.span.start)
    return f"{newline[0] if newline else chr(10)}{marks}"


def _links(document: Document, numbers: dict[str, str], address: Callable[[str], str]) -> Iterator[Edit]:
    pure = pure_references(document)
    commands = (r for r in document.references if r.form == "command")
    for span, group in groupby(commands, key=lambda r: r.span):
        references = list(group)
        if not all(reference.target in numbers for reference in references):
            continue
        formula = formula_at(document, span.start)
        if formula is None or formula.index in pure:
            links = [_link(document, r, numbers[r.target], address(r.target)) for r in references]
            yield Edit(span if formula is None else formula.span, ", ".join(links))
        else:
            yield Edit(span, ", ".join(_shown(document, r, numbers[r.target]) for r in references))


def _link(document: Document, reference: Reference, number: str, to: str) -> str:
    shown = _shown(document, reference, number)
    return f"[{shown if to.startswith('#') else f'({number})'}]({to})"  # [3](x.md) would be a footnote


def _shown(document: Document, reference: Reference, number: str) -> str:
    r"""The number as a renderer prints it: ``\ref`` prints no brackets."""
    return number if document.source.text.startswith(r"\ref", reference.span.start) else f"({number})"


def pure_references(document: Document) -> frozenset[int]:
    """Indices of the inline formulas that consist of one reference."""
    return frozenset(
        formula.index
        for reference in document.references
        if reference.form == "command" and (formula := formula_at(document, reference.span.start)) is not None
        if formula.kind == "inline"
        and document.source.slice(formula.body).strip() == _words(document, reference)
    )


def _words(document: Document, reference: Reference) -> str:
    return document.source.slice(reference.span)


def formula_at(document: Document, offset: int) -> Formula | None:
    """The formula that contains `offset`."""
    index = bisect_right(document.formulas, offset, key=lambda f: f.span.start) - 1
    formula = document.formulas[index] if index >= 0 else None
    return formula if formula is not None and offset < formula.span.end else None
