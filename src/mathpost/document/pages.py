r"""The source of the numbers: the author, the page, or the program that builds it.

A page may number displays by itself, as MathJax does with ``tags: 'ams'`` and LaTeX always does. A setting or the
flavour says so; otherwise the post is the evidence.

A page does not number if its reader would see most numbers twice: tags written by hand are in order through a part,
with environments without tags among them. It does not if tags are 1, 2 … without a gap, beside environments in dollars
that would show the same numbers, or if a tag follows an `align` without tags or is on some of its rows. A label of an
environment without a tag that the post refers to, ``\notag``, or a starred environment beside it is evidence that the
page does number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from mathpost.document.consistency import is_whole
from mathpost.document.document import Document, Formula
from mathpost.document.equations import Equation, tagged_behind
from mathpost.document.parts import Parts
from mathpost.document.rows import BY_ROW, WHOLE
from mathpost.latex.tree import Environment, compounds

_STEPS_FOR_A_SLIP = 4
_DOLLARS = "$$"
PageNumbers = Literal["auto", "ams", "none"]


def is_built(document: Document) -> bool:
    """Whether the program that builds the page gives numbers to the displays with a label in its own syntax; not if the
    author writes tags and no such label.
    """
    flavour = document.flavour
    if flavour.numbers != "builder":
        return False
    rows = [row for formula in document.formulas for row in formula.rows]
    return any(row.labels for row in rows) or not any(row.tags for row in rows)


def numbers_itself(
    document: Document, rows: Sequence[Equation], parts: Parts, setting: PageNumbers = "auto"
) -> bool:
    """Whether a reader sees numbers on environments without a tag; `rows` are as such a page shows them."""
    if setting != "auto":
        return setting == "ams"
    if document.flavour.numbers == "by hand" or _is_whole_series(document, rows, parts):
        return _is_referred_to(document, rows) or _suppressed(document)
    tagged_alone = _among_tags(rows, parts) and _in_order(rows)
    says_so = _is_referred_to(document, rows) or _starred(document) or _suppressed(document)
    return not (tagged_alone or any(map(_chosen, document.formulas))) or says_so


def _is_whole_series(document: Document, rows: Sequence[Equation], parts: Parts) -> bool:
    """Whether the tags are 1, 2 … without a gap, among environments in dollars that would show the same numbers."""
    tagged = [row for row in rows if row.tag and is_whole(row.old)]
    silent = [row for row in rows if row.old and not row.tag]
    tags = {row.old for row in tagged}
    if len(tags) < 2 or [row.old for row in tagged] != [str(n + 1) for n in range(len(tagged))]:
        return False
    end = rows[-1].span.end
    held = {parts.span(row.span.start, end).start for row in tagged}
    return (
        all(document.formulas[row.formula].opener == _DOLLARS for row in silent)
        and all(parts.span(row.span.start, end).start in held for row in silent)
        and any(row.old in tags for row in silent)
    )


def _chosen(formula: Formula) -> bool:
    """Whether the author has given a number to some rows of an environment, or to the whole of it."""
    automatic = [row for row in formula.rows if row.automatic and not row.suppressed]
    tagged = sum(any(map(is_whole, (tag.text.strip() for tag in row.tags))) for row in automatic)
    return 0 < tagged < len(automatic) or tagged_behind(formula) is not None


def _in_order(rows: Sequence[Equation]) -> bool:
    """Whether the tags are a series in order, with few exceptions."""
    tags = [int(row.old) for row in rows if row.tag and is_whole(row.old)]
    slips = sum(before >= after for before, after in pairwise(tags))
    return len(tags) > 1 and slips * _STEPS_FOR_A_SLIP < len(tags)


def _among_tags(rows: Sequence[Equation], parts: Parts) -> bool:
    """Whether a number of the page is between two tags of one part, on a page that would show some number twice."""
    tags = {row.old for row in rows if row.tag}
    if not any(row.old in tags for row in rows if not row.tag and row.old):
        return False
    end = rows[-1].span.end
    open_: dict[int, bool] = {}
    for row in rows:
        part = parts.span(row.span.start, end).start
        if row.tag and open_.get(part):
            return True
        if row.tag:
            open_.setdefault(part, False)
        elif row.old and part in open_:
            open_[part] = True
    return False


def _is_referred_to(document: Document, rows: Sequence[Equation]) -> bool:
    """Whether a number of the page has a label that the post refers to."""
    used = {reference.target for reference in document.references if reference.form != "words"}
    return any(
        label.name in used
        for row in rows
        if row.old and not row.tag
        for label in document.formulas[row.formula].rows[row.row].labels
    )


def _starred(document: Document) -> bool:
    """Whether an environment is written with a star and without any tag, which is a sign of an author who knows of the
    page's numbers.
    """
    stars = {name + "*" for name in WHOLE | BY_ROW}
    return any(
        isinstance(node, Environment) and node.name in stars
        for formula in document.formulas
        if formula.rows and not any(row.tags for row in formula.rows)
        for node in compounds(formula.tree)
    )


def _suppressed(document: Document) -> bool:
    return any(row.suppressed and row.automatic for formula in document.formulas for row in formula.rows)
