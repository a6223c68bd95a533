"""Letters that denote a constant in handbooks and something else in a post: a discount ``\\gamma = 0.9``.

A post may mention harmonic numbers in one section and define ``\\gamma`` in the next: there it is not a constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mathpost.latex.tree import Delimited, Group, walk
from mathpost.maths import notation
from mathpost.maths.notation import Digits, Item, UnreadError

SETS = frozenset(["=", ":=", r"\in", r"\triangleq", r"\coloneqq", r"\leftarrow"])
SEPARATORS = frozenset([",", ";", "，", "；", r"\quad", r"\qquad"])
# parts of a right side that defines a constant
OF_CONSTANTS = (r"\lim", r"\int", r"\sum", r"\prod", r"\psi", r"\Gamma", r"\zeta", r"\infty", "H")
ROUNDED = 3  # decimals of a number that is the value of a constant, not a setting


def own_letters(trees: Iterable[Group | Delimited]) -> frozenset[str]:
    """The symbols that formulas define by a number or an expression in other letters, but not by a limit or a long decimal."""
    return frozenset(letter for row in _rows(trees) for letter in _set_in(row))


def _rows(trees: Iterable[Group | Delimited]) -> Iterator[Sequence[Item]]:
    for tree in trees:
        for node in walk(tree):
            if isinstance(node, Group | Delimited) and len(node.body) > 1:
                try:
                    yield notation.items(node.body, grouped=False)
                except UnreadError:
                    continue


def _set_in(row: Sequence[Item]) -> Iterator[str]:
    written = [notation.latex(item) for item in row]
    for at in range(len(row) - 2):
        begins = at == 0 or written[at - 1] in SEPARATORS
        if begins and written[at + 1] in SETS and not _is_of_a_constant(row[at + 2 :], written[at + 2 :]):
            yield written[at]


def _is_of_a_constant(right: Sequence[Item], written: Sequence[str]) -> bool:
    """Whether a right side defines a constant or gives its value."""
    first = right[0]
    if isinstance(first, Digits):
        return len(first.text.partition(".")[2]) >= ROUNDED
    return any(piece in text for text in written for piece in OF_CONSTANTS)
