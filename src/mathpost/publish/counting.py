r"""Which equation numbers LaTeX counts by itself, and which must be written as ``\tag``.

LaTeX counts 1, 2, 3 … through the document. A number that follows the one before is left to LaTeX; if the series of a
post jumps, the counter is set before the display. Words, symbols and numbers that the counter cannot reach stay tags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mathpost.document.consistency import is_whole
from mathpost.document.document import Document, Formula
from mathpost.publish.pointers import Names


class RowNumber(NamedTuple):
    """The number of one row: `label` is its name if something may refer to it, else empty."""

    number: str
    label: str
    counted: bool


class Counted(NamedTuple):
    """The numbers of all rows by formula and row; `jumps`: what the counter must show before a formula."""

    rows: Mapping[tuple[int, int], RowNumber]
    jumps: Mapping[int, int]

    def of(self, formula: Formula) -> list[RowNumber]:
        """The rows of `formula`, those without a number included."""
        nothing = RowNumber("", "", False)
        return [self.rows.get((formula.index, k), nothing) for k in range(len(formula.rows))]


def counted(
    document: Document, names: Names, is_readable: Callable[[Formula], bool], *, tags: bool
) -> Counted:
    r"""The numbers of `document`; with `tags` every number is a ``\tag`` and LaTeX counts nothing."""
    rows: dict[tuple[int, int], RowNumber] = {}
    jumps: dict[int, int] = {}
    counter = 0
    linked = names.own | names.pointed
    for formula in document.formulas:
        countable = not tags and formula.kind == "display" and is_readable(formula)
        for index, row in enumerate(formula.rows):
            name = names.rows.get((formula.index, index))
            if name is None:
                continue
            number = names.numbers[name]
            plain = is_whole(number) and number == str(int(number)) and len(row.tags) < 2
            plain = plain and not any(tag.starred for tag in row.tags)
            follows = plain and countable and int(number) == counter + 1
            if plain and countable and not follows and index == 0 and number != "0":
                jumps[formula.index] = int(number) - 1
                follows = True
            counter = int(number) if follows else counter
            label = name if name in linked else ""
            rows[formula.index, index] = RowNumber(number, label, follows)
    return Counted(rows, jumps)
