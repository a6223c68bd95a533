"""A post as its formulas are meant: its own macros written out, and words that are set as letters as words."""

from __future__ import annotations

from dataclasses import replace

from mathpost.document.document import Document
from mathpost.latex.spelling import has_words, set_upright, standing_alone
from mathpost.maths import macros


def as_meant(document: Document) -> Document:
    """`document` with the formulas that its claims are read from."""
    document = macros.written_out(document)
    worded = frozenset(formula.index for formula in document.formulas if has_words(formula.tree))
    if not worded:
        return document
    alone = standing_alone(formula.tree for formula in document.formulas)
    formulas = (
        replace(f, tree=set_upright(f.tree, alone)) if f.index in worded else f for f in document.formulas
    )
    return replace(document, formulas=tuple(formulas))
