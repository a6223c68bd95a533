r"""Backslashes that a scraper doubled, and their fixes: shared by the rules L201, L202, L203, L211.

A formula is repaired as a whole or not at all. There is one finding per formula, named after the first run that only
this dialect writes, and its fix rewrites every run of the formula. A post whose site removes the second backslash has
no damage. If the engine is unknown, the post must show that a scraper wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.dialect import is_damaged, is_unescaped_by_site
from mathpost.document.document import Document, Formula
from mathpost.latex.lexer import MARKDOWN, Run, is_escaped, runs, signs
from mathpost.latex.tree import Row
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
            continue  # backslashes that the Markdown engine removes are not damage
        found = [run for segment in formula.segments for run in runs(text, segment)]
        if found and found[0].end - found[0].start == length:
            yield formula, found[0], _fix(text, formula, found, safety(subject.document))


def keeps_backslashes(subject: Subject) -> bool:
    """Whether the engine of a post keeps the backslashes of formulas: it is known to, or the post ends rows with two
    backslashes.
    """
    document = subject.document
    if document.flavour.unescapes is False or is_damaged(document):
        return True
    text = document.source.text
    breaks = (row.end for formula, row in subject.nodes(Row) if row.end.length and not formula.escaped)
    return not is_unescaped_by_site(document) and any(
        text[slice(*each)] == r"\\" and text[each.end : each.end + 1].isspace() for each in breaks
    )


def safety(document: Document) -> Safety:
    """The safety of removing a backslash: only with a known engine or scraper is it known what readers of the post see."""
    known = document.flavour.unescapes is False or is_damaged(document)
    return Safety.SAFE if known else Safety.UNSAFE


def _fix(text: str, formula: Formula, found: list[Run], how: Safety) -> Fix | None:
    edits = tuple(Edit(Span(run.start, run.end), "\\" * run.kept) for run in found)
    start, end = formula.body
    moved = [edit._replace(span=Span(edit.span.start - start, edit.span.end - start)) for edit in edits]
    clean = apply(text[start:end], moved)
    if is_escaped(clean) or signs(clean).conflict:
        return None
    return Fix("undo the doubled backslashes of this formula", edits, how)
