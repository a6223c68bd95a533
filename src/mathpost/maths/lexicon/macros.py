"""A post with the macros that it defines written out: what its formulas say, each where its author put it."""

from __future__ import annotations

from dataclasses import replace

from mathpost.document.document import Document, Formula


def written_out(document: Document) -> Document:
    """`document` with every call of a macro of its own in its formulas as what it stands for."""
    if not any(len(formula.definitions) for formula in document.formulas):
        return document
    return replace(document, formulas=tuple(map(_meant, document.formulas)))


def _meant(formula: Formula) -> Formula:
    return replace(formula, tree=formula.definitions.written_out(formula.tree))
