"""A post with its own macros expanded; the results keep the places of the calls."""

from __future__ import annotations

from dataclasses import replace

from mathpost.document.document import Document, Formula


def written_out(document: Document) -> Document:
    """`document` with every call of one of its macros in a formula expanded."""
    if not any(len(formula.definitions) for formula in document.formulas):
        return document
    return replace(document, formulas=tuple(map(_meant, document.formulas)))


def _meant(formula: Formula) -> Formula:
    return replace(formula, tree=formula.definitions.written_out(formula.tree))
