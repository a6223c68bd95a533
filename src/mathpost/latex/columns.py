r"""The columns of an `array`: ``{r@{=}l|*{3}{c}p{2cm}}``, and their errors.

KaTeX knows only alignments and lines; LaTeX and MathJax also widths, material between columns and repetition.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.cursor import Cursor
from mathpost.latex.sizes import SIZE

WIDTHS = frozenset("pmb")
BETWEEN = frozenset("@!<>")


def check_columns(p: Cursor, inside: range, name: str, most: int | None) -> None:
    """Add the faults in the column specification, the tokens `inside`; `most` is the largest number of columns."""
    if name == "indentalign":
        written = p.raw(inside.start, inside.stop)
        if len(written) > 3 or set(written) - set("lcr"):
            p.fault("L020", p.span(inside[0], inside[-1]), f"{name} takes one to three of l, c, r")
    elif p.where == "katex":
        _check_plain(p, inside, name, most)
    else:
        _check_full(p, inside)


def _check_plain(p: Cursor, inside: Sequence[int], name: str, most: int | None) -> None:
    for k in inside:
        if p.texts[k] not in "lcr|:":
            p.fault("L020", p.span(k, k), f"{p.texts[k]} is not a column")
            return
    if most is not None and len(inside) > most:
        p.fault("L020", p.span(inside[0] - 1), f"{name} has one column")


def _check_full(p: Cursor, inside: range) -> None:
    k = inside.start
    while k < inside.stop:
        token = p.texts[k]
        stop = _behind_argument(p, k + 1, inside.stop)
        if token in WIDTHS or token in BETWEEN or token == "*":
            _check_argument(p, k, stop)
            k = stop
        k += 1


def _behind_argument(p: Cursor, first: int, end: int) -> int:
    """The last token of the argument that begins at token `first`; the one before it if there is none."""
    if first >= end:
        return first - 1
    mate = p.mate(first) if p.texts[first] == "{" else first
    return first if mate is None or mate >= end else mate


def _check_argument(p: Cursor, at: int, stop: int) -> None:
    token, inner = p.texts[at], p.raw(at + 2, stop).strip()
    if stop == at:
        p.fault("L020", p.span(at, at), f"the column {token} lacks its argument")
    elif token in WIDTHS and "\\" not in inner and "#" not in inner and not SIZE.fullmatch(inner):
        p.fault("L020", p.span(at, stop), f"{inner} is not a width for the column {token}")
    elif token == "*" and p.texts[at + 1] == "{" and not inner.isdigit() and "#" not in inner:
        p.fault("L020", p.span(at, stop), f"the columns are repeated {inner} times, which is not a number")
