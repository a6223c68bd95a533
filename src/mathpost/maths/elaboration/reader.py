"""The interface of row readers for constructs: the next item, the meaning of a part of the row, the reading of ambiguities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from mathpost.latex.tree import Node
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.terms.term import Term


class Reader(Protocol):
    """Reads one `row` of items from left to right; `at` is the position of the next item."""

    row: list[Item]
    at: int
    conventions: Conventions
    ambiguities: set[str]

    # --- moving ---------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> Item | None:
        """The next item, or the one `ahead` positions after it; None past the end."""

    def symbol(self, ahead: int = 0) -> str:
        """The text of the symbol there; the empty string if the item is no symbol."""

    def take(self) -> Item:
        """Return the next item and advance past it."""

    def scripts(self) -> Scripted | None:
        """The scripts that follow, which are consumed; None if there are none."""

    def unread(self, culprit: str | None = None, item: Item | None = None) -> UnreadError:
        """The error to raise for `item`, or for the next item."""

    def choose(self, ambiguity: str) -> bool:
        """Record `ambiguity` and return whether it takes the second reading."""

    # --- meaning --------------------------------------------------------------------------------------------------

    def inside(self, row: Sequence[Item]) -> Reader:
        """A reader of another row under the same conventions."""

    def inner(self, nodes: Iterable[Node], *, grouped: bool = True) -> Reader:
        """A reader of a row of nodes under the same conventions."""

    def whole(self) -> Term:
        """Parse the whole row as one expression: ``a + b`` is a sum."""

    def expression(self) -> Term:
        """Parse the next sum: ``a b + c`` of ``a b + c, d``."""

    def term(self) -> Term:
        """Parse the next product: ``a b`` of ``a b + c``."""

    def factor(self) -> Term:
        """Parse the next factor with its scripts: ``a^2`` of ``a^2 b``."""

    def quotient(self, numerator: Term) -> Term:
        """`numerator` divided by what follows the next slash."""

    def attached(self, term: Term) -> Term:
        """`term` with the scripts or factorial sign that follow: ``x`` with ``^2`` is a power."""

    def starts_factor(self) -> bool:
        """Whether the next item can be a factor without a multiplication sign."""
