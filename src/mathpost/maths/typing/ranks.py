"""The columns, rows and matrices among the symbols, before their lengths are known.

A bold small letter is a vector, a bold capital a matrix; a declaration (``W \\in \\mathbb{R}^{m \\times n}``) overrides both.
Where a post may mean another rank, that rank is offered at a cost.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from mathpost.document.document import Document
from mathpost.maths import notation
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.typing.array_parts import Made, made
from mathpost.text.late import late

Rank = Literal["number", "vector", "matrix"]
# capitals that denote a vector (a difference of means) as often as a matrix
EITHER = frozenset([r"\Delta", r"\Theta", r"\Phi"])


class Declared(NamedTuple):
    """``name`` lies in a space with these axes: labels of integers (``m``, ``3``), empty where they are computed."""

    name: str
    indexed: bool
    axes: tuple[str, ...]
    place: int


def declarations(steps: Iterable[Step], columns: frozenset[str] = frozenset()) -> Iterator[Declared]:
    """The declared spaces of symbols, and the sizes of arrays built from others, from `columns` or numbers."""
    for step in steps:
        if step.sign == "∈":
            try:
                left = notation.items(step.left.nodes)
                axes = _axes(notation.items(step.right.nodes))
            except UnreadError:
                continue
            if axes is not None:
                for name, indexed in _names(left):
                    yield Declared(name, indexed, axes, step.span.start)
            continue
        found = made(step)
        axes = None if found is None else _axes_of(found, columns)
        if found is not None and found.array and axes is not None:
            yield Declared(found.array, False, axes, found.place)


def _axes_of(found: Made, columns: frozenset[str]) -> tuple[str, ...] | None:
    """The sizes of an array that is built from members."""
    if found.form == "entries":
        return found.sizes
    of_columns = notation.is_bold(found.family) or found.family in columns
    if not of_columns:
        return found.sizes if found.form == "column" else None
    if not found.is_a_matrix_of_columns:
        return None
    return ("", *found.sizes) if found.form == "row" else (*found.sizes, "")


_SIZE = r"(?:\$(?P<rows>[a-zA-Z0-9])\s*\\times\s*(?P<columns>[a-zA-Z0-9])\$|\$(?P<length>[a-zA-Z])\$-dimensional|\$(?P<dimension>[a-zA-Z])\$\s*维)"
_WORDED = late(
    rf"^\s*(?:is|are|be|是|为)\s*(?:an?\b|the\b|一个)?\s*(?:[a-z-]+\s){{0,2}}(?:[\u4e00-\u9fff]{{1,6}}的)?\s*{_SIZE}?\s*\[?(?:[a-z]+ )?(?P<noun>vector|matrix|向量|矩阵)",
    re.IGNORECASE,
)


_CASE = late(r"(?:当|若|如果|\bwhen|\bif|\bcase)\s*$", re.IGNORECASE)  # limits a statement to one case


def in_words(document: Document) -> Iterator[Declared]:
    """Arrays declared by words after a symbol: "$X$ be an $n$-dimensional random vector", "$b$ is an $m \\times 1$ vector"."""
    text = document.source.text
    for formula in document.formulas:
        if formula.kind != "inline" or _CASE.search(
            text[max(0, formula.span.start - 12) : formula.span.start]
        ):
            continue
        said = _WORDED.match(text[formula.span.end : formula.span.end + 80])
        try:
            row = notation.items(formula.tree.body) if said else []
        except UnreadError:
            continue
        axes = _stated_axes(said) if said is not None else None
        for name, indexed in _names(row):
            if axes is not None:
                yield Declared(name, indexed, axes, formula.span.start)


def _stated_axes(said: re.Match[str]) -> tuple[str, ...] | None:
    """The axes of a vector, or of a matrix whose sizes are given in words."""
    if said["noun"].lower() in ("vector", "向量"):
        if said["columns"] not in (None, "1"):
            return None
        return (said["rows"] or said["length"] or said["dimension"] or "",)
    return (said["rows"], said["columns"]) if said["rows"] else None


def _axes(row: list[Item]) -> tuple[str, ...] | None:
    """``\\mathbb{R}^{m \\times n}`` → (m, n); None where the right side is not a space of arrays."""
    if len(row) != 2 or notation.name(row[0]) not in (r"\mathbb{R}", r"\mathbb{C}"):
        return None
    scripts = row[1]
    if not isinstance(scripts, Scripted) or scripts.superscript is None or scripts.subscript is not None:
        return None
    parts: list[list[Item]] = [[]]
    for item in notation.opened(scripts.superscript):
        if notation.latex(item) == r"\times":
            parts.append([])
        else:
            parts[-1].append(item)
    labels = tuple(_label(part) for part in parts)
    return None if len(labels) > 2 or labels[0] in ("+", "*") else labels


def _label(part: list[Item]) -> str:
    text = notation.latex_row(part).strip()
    simple = len(part) in (1, 2) and (text.isdigit() or notation.name(part[0]) is not None)
    if text in ("+", "*"):
        return text
    return text if simple and not (len(part) == 2 and not isinstance(part[1], Scripted)) else ""


def _names(row: list[Item]) -> Iterator[tuple[str, bool]]:
    from mathpost.maths.notation.brackets import split_at_commas

    for part in split_at_commas(row):
        name = notation.name(part[0]) if part else None
        if name is None or len(part) > 2:
            continue
        scripts = part[1] if len(part) == 2 else None
        if scripts is None:
            yield name, False
        elif isinstance(scripts, Scripted) and scripts.superscript is None:
            label = notation.stripped(notation.latex(scripts.subscript))
            yield (name, True) if len(label) == 1 and label.islower() else (f"{name}_{{{label}}}", False)


def ranks(name: str, declared: tuple[str, ...] | None, plain: bool) -> list[tuple[int, Rank]]:
    """The ranks that the array `name` (canonical, bold) may have, each with its cost.

    `plain`: the post writes it with a plain letter, so that it may also be a number.
    """
    if declared is not None:
        return [(0, "vector" if len(declared) == 1 else "matrix")]
    letter = bare_letter(name)
    if letter in EITHER:
        return [(0, "matrix"), (0, "vector")]
    capital = letter[:1].isupper() or letter[1:2].isupper()
    options: list[tuple[int, Rank]] = [(0, "matrix"), (1, "vector")] if capital else [(0, "vector")]
    if plain:
        options.append((1, "number"))
    return options


def nearest(declared: Sequence[Declared], place: int) -> Mapping[tuple[str, bool], tuple[str, ...]]:
    """The declaration of each symbol in force at `place`: the last one before it, else the first one after it.

    Where a post declares something again ("more generally, let W be m × n"), declarations after that place do not count before
    it, even for its other arrays.
    """
    found: dict[tuple[str, bool], Declared] = {}
    redeclared = _redeclared(declared, place)
    for declaration in declared:
        key = declared_key(declaration.name, declaration.indexed)
        if declaration.place <= place or (key not in found and declaration.place < redeclared):
            found[key] = declaration
    return {key: declaration.axes for key, declaration in found.items()}


def _redeclared(declared: Sequence[Declared], place: int) -> float:
    """The first place after `place` where a symbol gets other axes than it had there; infinity where none does."""
    before = {declared_key(d.name, d.indexed): d.axes for d in declared if d.place <= place}
    places = (
        d.place
        for d in declared
        if d.place > place and before.get(declared_key(d.name, d.indexed), d.axes) != d.axes
    )
    return min(places, default=math.inf)


def _plain(name: str) -> str:
    return name.replace(r"\boldsymbol{", "", 1).replace("}", "", 1) if notation.is_bold(name) else name


def declared_key(name: str, indexed: bool) -> tuple[str, bool]:
    """The key of a symbol in `nearest`: bold and plain letters of one name are one symbol there."""
    return _plain(name), indexed
