"""Environments: matrices row by row, cases one by one, aligned rows as lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathpost.latex.speech.shapes import printed
from mathpost.latex.tree import Environment, Row

if TYPE_CHECKING:
    from mathpost.latex.speech.speaker import Speaker

_BARS = ("vmatrix", "Vmatrix")


def environment(at: Speaker, node: Environment) -> str:
    name = node.name.rstrip("*")
    rows = [row for row in node.rows if any(True for cell in row.cells for _ in printed(cell.body))]
    if name.endswith("matrix"):
        said = _matrix(at, rows)
        return at.say("determinant", said) if name in _BARS else said
    if name.endswith("cases"):
        return at.say(
            "cases", str(len(rows)), _numbered(at, "case", [_cells(at, row, _pause(at)) for row in rows])
        )
    if name in ("array", "darray", "subarray") and max((len(row.cells) for row in rows), default=0) > 1:
        return _matrix(at, rows)
    lines = [_cells(at, row, " ") for row in rows]
    if len(lines) == 1:
        return lines[0]
    return at.say("lines", str(len(lines)), _numbered(at, "line", lines)) if lines else ""


def _pause(at: Speaker) -> str:
    return "，" if at.language == "zh" else ", "


def _cells(at: Speaker, row: Row, between: str) -> str:
    from mathpost.latex.speech.speaker import joined

    said = [words.rstrip(",，;； ") for cell in row.cells if (words := at.part(cell))]
    return joined(said) if between == " " else between.join(said)


def _matrix(at: Speaker, rows: Sequence[Row]) -> str:
    columns = max((len(row.cells) for row in rows), default=0)
    lines = [_cells(at, row, _pause(at)) for row in rows]
    return at.say("matrix", str(len(rows)), str(columns), _numbered(at, "matrix row", lines))


def _numbered(at: Speaker, phrase: str, lines: Sequence[str]) -> str:
    between = "；" if at.language == "zh" else "; "
    return between.join(at.say(phrase, str(k), line) for k, line in enumerate(lines, 1))
