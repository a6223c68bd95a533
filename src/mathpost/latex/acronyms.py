"""Capital letters side by side that are one word: ``TPR = \\frac{TP}{TP + FN}``, ``IG = 0.94 - 0.69``.

A product of capitals looks the same. The letters are a word if a post defines them as the left side of an equation
without using them on its right side. None of them may occur by itself, or, of three or more, not all. Beside one such
word, the other runs of capitals in the post are words too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase

from mathpost.latex.rows import takes_words
from mathpost.latex.spelling import Run, runs
from mathpost.latex.tree import Command, Environment, Node, Scripts, Symbol, Text, children

CAPITALS = frozenset(ascii_uppercase)
SET = frozenset(["=", r"\approx", ":=", r"\triangleq"])
ENDS = frozenset([",", ";", "，", "；", r"\quad", r"\qquad", "&"])
LONG = 3  # so many capitals are a word even if one of them occurs by itself


def acronyms(trees: Iterable[Node], *, names_lines: bool) -> frozenset[str]:
    """The words of capital letters in the formulas of a post; all of them are words if the post `names_lines` by their
    ends.
    """
    found = [(row, run) for tree in trees for row in _rows(tree) for run in runs(row)]
    single = frozenset(
        run.letters for row, run in found if len(run.letters) == 1 and not isinstance(row[run.start], Scripts)
    )
    capital = [(row, run) for row, run in found if len(run.letters) > 1 and CAPITALS.issuperset(run.letters)]
    if names_lines:
        return frozenset(run.letters for _, run in capital)
    if not any(_is_set(row, run, single) for row, run in capital):
        return frozenset()
    return frozenset(run.letters for _, run in capital if not single.issuperset(run.letters))


def _is_set(row: Sequence[Node], run: Run, single: frozenset[str]) -> bool:
    """Whether the letters of a run are the left side of an equation that defines them as a word."""
    apart = single.intersection(run.letters)
    if isinstance(row[run.end - 1], Scripts) or (apart and len(run.letters) < LONG):
        return False
    if single.issuperset(run.letters) or not (run.start == 0 or _sign(row[run.start - 1]) in ENDS):
        return False
    if run.end >= len(row) or _sign(row[run.end]) not in SET:
        return False
    end = next((k for k in range(run.end, len(row)) if _sign(row[k]) in ENDS), len(row))
    right = row[run.end : end]
    rows = (right, *(inner for node in right for inner in _rows(node)))
    return {each.letters for r in rows for each in runs(r)}.isdisjoint(run.letters)


def _rows(node: Node) -> Iterator[tuple[Node, ...]]:
    """The rows of nodes in `node`, the cells of an environment side by side, without the words that a command sets."""
    if isinstance(node, Text) or (isinstance(node, Command) and takes_words(node.name)):
        return
    if isinstance(node, Environment):
        inside = [tuple(n for cell in row.cells for n in cell.body) for row in node.rows]
    else:
        inside = [children(node)]
    for row in inside:
        yield row
        for each in row:
            if isinstance(each, Scripts):  # a subscript is a label, and its base belongs to the row
                yield from () if each.superscript is None else _rows(each.superscript)
            elif type(each) is not Symbol:
                yield from _rows(each)


def _sign(node: Node) -> str:
    return node.text if isinstance(node, Symbol) else ""


__all__ = ["acronyms"]
