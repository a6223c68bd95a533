"""Formulas of the documentation site as MathML, by the program itself: no script and no font is fetched."""

from __future__ import annotations

from typing import Any

from mathpost.document.reader import read
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Source
from mathpost.writers.html.mathml import mathml


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page with its formulas drawn."""
    source = Source(page.file.src_path, markdown)
    document = read(source)
    edits = []
    for formula in document.formulas:
        latex, display = source.slice(formula.body), formula.kind == "display"
        drawn = mathml(source, formula.tree, display=display, latex=latex, definitions=document.definitions)
        edits.append(Edit(formula.span, drawn.replace("\n", "")))
    return apply(markdown, edits)
