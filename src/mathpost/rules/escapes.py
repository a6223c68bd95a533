r"""The backslashes that a scraper doubled, and what undoes them: shared by the rules L201, L202, L203, L211.

A formula is repaired as a whole or not at all: one finding per formula, named after the first run that only
this dialect writes, its fix rewrites every run of the formula. Nothing is damaged in a post whose site takes the second
backslash away; where nobody knows the engine, a post must show that a scraper wrote it. A fix is safe only where it is known that the site takes none.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.dialect import is_damaged
from mathpost.document.document import Document, Formula
from mathpost.latex.lexer import MARKDOWN, Run, is_escaped, runs, signs
from mathpost.rules import Subject
from mathpost.text.edits import Edit, Fix, Safety, apply
from mathpost.text.source import Span


def damaged(subject: Subject, length: int) -> Iterator[tuple[Formula, Run, Fix | None]]:
    """The escaped formulas whose first doubled run has `length` backslashes, with the fix."""
    text = subject.document.source.text
    if not is_damaged(subject.document):
        return
    for formula in subject.document.formulas:
        if not formula.escaped or formula.escaped == MARKDOWN:
            continue  # what the engine of Markdown takes away is not damage
        found = [run for segment in formula.segments for run in runs(text, segment)]
        if found and found[0].end - found[0].start == length:
            yield formula, found[0], _fix(text, formula, found, safety(subject.document))


def safety(document: Document) -> Safety:
    """How safe it is to remove a backslash: unsafe if the Markdown engine of the post is not known."""
    return Safety.SAFE if document.flavour.unescapes is False else Safety.UNSAFE


def _fix(text: str, formula: Formula, found: list[Run], how: Safety) -> Fix | None:
    edits = tuple(Edit(Span(run.start, run.end), "\\" * run.kept) for run in found)
    start, end = formula.body
    moved = [edit._replace(span=Span(edit.span.start - start, edit.span.end - start)) for edit in edits]
    clean = apply(text[start:end], moved)
    if is_escaped(clean) or signs(clean).conflict:
        return None
    return Fix("undo the doubled backslashes of this formula", edits, how)
