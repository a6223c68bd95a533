"""What every construct may ask of the reader of a row: what is at hand, what a part of the row means, which reading is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from mathpost.latex.tree import Node
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.terms.term import Term


class Reader(Protocol):
    """Reads one `row` of items from left to right; `at` is the place of the item at hand."""

    row: list[Item]
    at: int
    conventions: Conventions
    ambiguities: set[str]

    # --- moving ---------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> Item | None:
        """The item at hand, or one that is so far `ahead`; None after the end."""

    def symbol(self, ahead: int = 0) -> str:
        """The text of the symbol at hand; the empty string where no symbol is."""

    def take(self) -> Item:
        """The item at hand, which is after the reader then."""

    def scripts(self) -> Scripted | None:
        """The scripts at hand, if any, which are taken."""

    def unread(self, culprit: str | None = None, item: Item | None = None) -> UnreadError:
        """What to raise of `item`, of the one at hand where none is given."""

    def choose(self, ambiguity: str) -> bool:
        """Whether the open notation `ambiguity`, met here, is to be read the second way."""

    # --- meaning --------------------------------------------------------------------------------------------------

    def inside(self, row: Sequence[Item]) -> Reader:
        """The reader of another row under the same conventions."""

    def inner(self, nodes: Iterable[Node], *, grouped: bool = True) -> Reader:
        """The reader of a row of nodes under the same conventions."""

    def whole(self) -> Term:
        """All of the row as one expression: ``a + b`` is a sum."""

    def expression(self) -> Term:
        """The sum at hand: ``a b + c`` of ``a b + c, d``."""

    def term(self) -> Term:
        """The product at hand: ``a b`` of ``a b + c``."""

    def factor(self) -> Term:
        """The factor at hand with its scripts: ``a^2`` of ``a^2 b``."""

    def quotient(self, numerator: Term) -> Term:
        """`numerator` divided by what follows the slash at hand."""

    def attached(self, term: Term) -> Term:
        """`term` with the scripts or the factorial sign at hand: ``x`` with ``^2`` is a power."""

    def starts_factor(self) -> bool:
        """Whether what is at hand can be multiplied by standing beside."""
