r"""Letters that are arrays as arguments of ``\operatorname{diag}``, ``\operatorname{vec}`` or ``\operatorname{softmax}``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Command, Delimited
from mathpost.maths import notation
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import ROUND, closing
from mathpost.maths.notation.step import Side, Step
from mathpost.maths.typing.letter_uses import Found, is_capital

OF_VECTORS = frozenset(["diag", "Diag", "softmax", "Softmax", "vec"])
KEEPING = frozenset(["softmax", "Softmax"])  # their values are as long as their arguments


def arrays(steps: Sequence[Step]) -> Found:
    """The arguments and values of functions of vectors, the letters added to these, and the matrices next to diagonals."""
    plain: set[str] = set()
    families: set[str] = set()
    for step in steps:
        for side, other in ((step.left, step.right), (step.right, step.left)):
            for word, content, behind in _taken(side):
                for name, indexed in _letters(content):
                    (families if indexed else plain).add(name)
                if word.lower() == "diag" and is_capital(behind):
                    plain.add(behind)
                named = _alone(other) if word in KEEPING and not behind else None
                if named is not None and step.sign in ("=", ":="):
                    (families if named[1] else plain).add(named[0])
    for step in steps if plain else ():
        for side in (step.left, step.right):
            added = {name for name, indexed in _summands(side) if not indexed}
            plain |= {name for name in added if added & plain and not is_capital(name)}
    return Found(frozenset(plain), frozenset(families))


def _summands(side: Side) -> Iterator[tuple[str, bool]]:
    """The letters that are summands of a side."""
    try:
        yield from _letters(notation.items(side.nodes))
    except UnreadError:
        return


def _taken(side: Side) -> Iterator[tuple[str, Sequence[Item], str]]:
    """The words of functions of vectors in a side, each with the content of its bracket and the letter after the bracket."""
    for row in _rows(side):
        for k, item in enumerate(row[:-1]):
            word = None if isinstance(item, Scripted | Digits) else notation.word(item)
            if word not in OF_VECTORS:
                continue
            end = closing(row, k + 1, ROUND) or k + 1
            bracket = row[k + 1]
            try:
                inside = notation.items(bracket.body) if isinstance(bracket, Delimited) else row[k + 2 : end]
            except UnreadError:
                continue
            after = row[end + 1] if end + 1 < len(row) else None
            name = "" if after is None else " "
            if after is not None and not isinstance(after, Scripted | Digits):
                name = notation.name(after) or name
            yield str(word), inside, name


def _rows(side: Side) -> Iterator[list[Item]]:
    pending = [tuple(side.nodes)]
    while pending:
        try:
            row = notation.items(pending.pop())
        except UnreadError:
            continue
        yield row
        for item in row:
            pending += map(tuple, notation.inside(item))


def _letters(content: Sequence[Item]) -> Iterator[tuple[str, bool]]:
    """The letters alone in a bracket or its summands, perhaps to a power or divided: ``z``, ``1 - h_t^2``, ``z/\\tau``."""
    try:
        yield from list(_letters_of_sum(content))
    except UnreadError:
        return


def _letters_of_sum(content: Sequence[Item]) -> Iterator[tuple[str, bool]]:
    only = content[0] if len(content) == 1 else None
    if isinstance(only, Command) and only.name in notation.FRACTIONS and len(only.arguments) > 1:
        content = notation.items(notation.body(only.arguments[-2]))
    summand: list[Item] = []
    divided = False
    for item in (*content, None):
        sign = "" if item is None or isinstance(item, Scripted | Digits) else notation.latex(item)
        if item is None or sign in ("+", "-", r"\odot"):
            named = _letter(summand)
            if named is not None:
                yield named
            summand, divided = [], False
        elif not (divided := divided or sign == "/"):
            summand.append(item)


def _alone(side: Side) -> tuple[str, bool] | None:
    try:
        return _letter(notation.items(side.nodes))
    except UnreadError:
        return None


def _letter(row: Sequence[Item]) -> tuple[str, bool] | None:
    """The single letter of a row, and whether it has an index; none for bold letters and those with two indices or labels."""
    first = row[0] if row else None
    if first is None or isinstance(first, Scripted | Digits) or len(row) > 2:
        return None
    name = notation.name(first)
    if name is None or notation.is_bold(name):
        return None
    scripts = row[1] if len(row) == 2 else None
    if scripts is None:
        return name, False
    if not isinstance(scripts, Scripted) or scripts.primes:
        return None
    below = "" if scripts.subscript is None else notation.stripped(notation.latex(scripts.subscript))
    above = "" if scripts.superscript is None else notation.latex_row(notation.opened(scripts.superscript))
    if above in ("", "2"):
        return None if len(below) > 1 else (name, bool(below))
    return (name, True) if above[:1] == "(" and not below else None
