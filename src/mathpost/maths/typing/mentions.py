"""The symbols that the inline formulas of a post name, for the words around them: ``$A$``, ``$A, B$``,
``$U$ and $V \\in \\mathbb{R}^{n \\times n}$``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.lexicon.cues import joins
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.typing import array_parts

Named = Callable[[Iterable[Node]], tuple[str, ...]]


def symbols(nodes: Iterable[Node]) -> tuple[str, ...]:
    """The symbols of a formula that is only a list of them, ``A, B``; empty for any other formula."""
    return _symbols(nodes, spaces=False)


def symbols_of_spaces(nodes: Iterable[Node]) -> tuple[str, ...]:
    """The symbols that a formula lists, alone or with the space they lie in: ``A, B \\in \\mathbb{R}^{n \\times n}``."""
    return _symbols(nodes, spaces=True)


def _symbols(nodes: Iterable[Node], *, spaces: bool) -> tuple[str, ...]:
    try:
        row = notation.items(nodes)
    except UnreadError:
        return ()
    end = next((k for k, item in enumerate(row) if spaces and _states_more(row, k)), len(row))
    names = [notation.name(part[0]) if len(part) == 1 else None for part in split_at_commas(row[:end])]
    return tuple(name for name in names if name is not None) if None not in names else ()


def _states_more(row: Sequence[notation.Item], at: int) -> bool:
    """Whether a sign states where the symbols before it lie, or their parts: ``A = (a_{ij})``."""
    sign = notation.latex(row[at])
    try:
        return sign == r"\in" or (sign == "=" and array_parts.lists(row[at + 1 :]))
    except UnreadError:
        return False


def lists(document: Document, named: Named) -> Iterator[list[Formula]]:
    """The inline formulas that contain something `named`, grouped by the list they are in: ``$A$ and $B$``."""
    text = document.source.text
    group: list[Formula] = []
    for formula in document.formulas:
        names = formula.kind == "inline" and bool(named(formula.tree.body))
        if group and not (names and joins(text[group[-1].span.end : formula.span.start])):
            yield group
            group = []
        if names:
            group.append(formula)
    if group:
        yield group
