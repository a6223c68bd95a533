r"""The rows of a post that show a number or could, and the number that a reader sees on each now.

Numbers are counted as by LaTeX and by MathJax with ``tags: 'ams'``: a ``\tag`` shows its text and does not advance the
counter of the page, ``\notag`` shows nothing, the rows of `subequations` show 1a, 1b …, and a formula that the renderer
refuses shows no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from mathpost.document.document import Document, Formula, NumberRow, Tag
from mathpost.document.reader import read
from mathpost.document.rows import SUBEQUATIONS
from mathpost.document.tagging import insertion
from mathpost.latex.tree import Environment, walk
from mathpost.text.source import Source, Span

INNER = frozenset({"aligned", "alignedat", "gathered", "split", "cases", "array"})
_OPEN_ENDED = frozenset({"L001", "L101"})  # faults of unclosed braces and environments
_NUMERIC = re.compile(r"\d{1,9}(?:\.\d{1,9})*[a-z']?")
_PARTED = re.compile(r"((?:[A-Z]\.)?\d{1,9}(?:\.\d{1,9})*)([a-z']?)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Equation(NamedTuple):
    """One number that a post shows or will show: its row, its tag if it has one, its old and new number.

    `old` is what a reader sees now, empty for a row without a number; `new` is empty if the plan gives none. `span` is
    the row.
    """

    formula: int
    row: int
    tag: Tag | None
    old: str
    new: str
    span: Span

    @property
    def place(self) -> Span:
        """The place of its number, or the beginning of its row."""
        return self.tag.span if self.tag else self.span


def is_number(tag: str) -> bool:
    """Whether a tag is a number of a series (3, 2.1, 9a), so that it may be renumbered, and not a word or a symbol."""
    return _NUMERIC.fullmatch(tag.strip()) is not None


def divided(number: str) -> tuple[str, str]:
    """A number and the letter after it: ``9a`` is (9, a), ``A.1`` is (A.1, empty); for a word both are empty."""
    match = _PARTED.fullmatch(number)
    return (match[1], match[2]) if match else ("", "")


def letter(index: int) -> str:
    """The letter of the part with this index; after z comes aa."""
    rounds, rest = divmod(index, len(_LETTERS))
    return (letter(rounds - 1) if rounds else "") + _LETTERS[rest]


def rows(document: Document, *, page: bool = True) -> tuple[Equation, ...]:
    """Every row of `document` outside of its generated parts, with the number that a reader sees now; once for each
    tag.

    `page`: the page numbers environments by itself.
    """
    return tuple(_rows(document, page))


def _rows(document: Document, page: bool) -> Iterator[Equation]:
    counter = count(1)
    for formula in document.formulas:
        if is_generated(document, formula.span.start):
            continue
        numbers = _numbers(formula, counter)
        for index, row in enumerate(formula.rows):
            shown = next(numbers) if page and _shows_counter(document, formula, index) else ""
            yield from _equations(formula, index, row, shown)


def _numbers(formula: Formula, counter: Iterator[int]) -> Iterator[str]:
    """The numbers that the page gives to the rows of one formula: 1a, 1b … in `subequations`."""
    if formula.opener != SUBEQUATIONS:
        yield from map(str, counter)
    number = next(counter)
    yield from (f"{number}{letter(index)}" for index in count())


def _equations(formula: Formula, index: int, row: NumberRow, shown: str) -> Iterator[Equation]:
    if not row.tags:
        yield Equation(formula.index, index, None, shown, "", row.body)
    for tag in row.tags:
        yield Equation(formula.index, index, tag, tag.text.strip(), "", row.body)


def _shows_counter(document: Document, formula: Formula, index: int) -> bool:
    """Whether the page numbers this row by itself."""
    row = formula.rows[index]
    wanted = row.automatic and not row.suppressed and not row.tags
    return wanted and takes_tag(document, formula, index)


def is_generated(document: Document, offset: int) -> bool:
    """Whether the program rewrites this part of the post on each run."""
    return any(span.start <= offset < span.end for span in document.generated)


def takes_tag(document: Document, formula: Formula, row: int) -> bool:
    """Whether a new tag would be read as a tag: in a broken formula, which shows no number, an open brace may include
    it.
    """
    if not any(fault.code in _OPEN_ENDED for fault in formula.faults):
        return True
    span, new = insertion(document.source, formula, row, r"\tag{0}")
    start, end = formula.span
    tried = document.source.text[start : span.start] + new + document.source.text[span.end : end]
    found = read(Source("", tried)).formulas
    return (
        len(found) == 1
        and found[0].span == (0, len(tried))
        and [len(r.tags) for r in found[0].rows]
        == [len(r.tags) + (k == row) for k, r in enumerate(formula.rows)]
    )


def unassignable(document: Document, *, page: bool) -> frozenset[int]:
    """Displays whose numbers cannot be assigned: several tags in an environment that takes none, or a tag after an
    environment whose rows the `page` numbers.
    """
    several = (f.index for f in document.formulas if _several_inside(f))
    behind = (f.index for f in document.formulas if page and tagged_behind(f))
    return frozenset((*several, *behind))


def tagged_behind(formula: Formula) -> Tag | None:
    r"""The tag after an environment whose rows have numbers: ``$$\begin{align} … \end{align} \tag{1}$$``."""
    *inner, outer = formula.rows or (None,)
    if outer is None or not inner or not outer.tags:
        return None
    return outer.tags[0] if outer.body.contains(formula.rows[0].body) else None


def _several_inside(formula: Formula) -> bool:
    if all(len(row.tags) < 2 for row in formula.rows):
        return False
    return any(isinstance(node, Environment) and node.name in INNER for node in walk(formula.tree))
