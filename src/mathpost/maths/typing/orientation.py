r"""Whether the vectors of a post are columns, ``\boldsymbol{W}\boldsymbol{x}``, or rows, ``\boldsymbol{x}\boldsymbol{W}``.

A post keeps to one convention, as shown by its words or by its products of matrices and vectors; where these show both or
neither, the convention is left open.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise

from mathpost.maths import notation
from mathpost.maths.elaboration.conventions import Orientation
from mathpost.maths.notation import TRANSPOSES, Item, Scripted
from mathpost.maths.terms.names import bare_letter

_COLUMNS = re.compile(r"列向量|\bcolumn vectors?\b", re.IGNORECASE)
_ROWS = re.compile(r"行向量|\brow vectors?\b", re.IGNORECASE)


def orientation(rows: Iterable[Sequence[Item]], plain: Container[str], text: str) -> Orientation:
    """The convention of a post, from the `rows` of its items and its `text`; `plain`: its arrays that are not bold."""
    said = {kind for kind, words in (("columns", _COLUMNS), ("rows", _ROWS)) if words.search(text)}
    shown = said or {vote for row in rows for vote in _shown(row, plain)}
    if shown == {"columns"}:
        return "columns"
    return "rows" if shown == {"rows"} else ""


def _shown(row: Sequence[Item], plain: Container[str]) -> Iterator[str]:
    """The convention that each matrix next to a vector shows."""
    factors = [_factor(row, k, plain) for k in range(len(row))]
    placed = [factor for factor, item in zip(factors, row, strict=True) if not isinstance(item, Scripted)]
    for one, other in pairwise(placed):
        match one, other:
            case ("matrix", "vector") | ("turned", "matrix"):
                yield "columns"
            case ("vector", "matrix") | ("matrix", "turned"):
                yield "rows"


def _factor(row: Sequence[Item], k: int, plain: Container[str]) -> str:
    """The kind of a factor in a product: a matrix, a vector, a transposed vector; empty for anything else."""
    item = row[k]
    name = None if isinstance(item, Scripted) else notation.name(item)
    if name is None or not (notation.is_bold(name) or name in plain):
        return ""
    letter = bare_letter(name).removeprefix("\\")
    if letter[:1].isupper():
        return "matrix"
    scripts = row[k + 1] if k + 1 < len(row) else None
    above = scripts.superscript if isinstance(scripts, Scripted) else None
    if above is None:
        return "vector"
    return "turned" if notation.stripped(notation.latex(above)) in (*TRANSPOSES, "T") else ""


__all__ = ["Orientation", "orientation"]
