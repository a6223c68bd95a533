r"""Which commands of a formula are passed on to TeX: mathematical ones and those that the post defines, and none that
reads files or runs programs.

TeX is a programming language with files (``\input``), and a post is not trusted. Any command outside the known
vocabulary prints its name, in formulas, their words and labels, and in the bodies of macros.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from mathpost.latex.macros import environment, macro
from mathpost.publish.glyphs import LATEX
from mathpost.publish.preamble import known

# ``^^5c`` is a backslash for TeX, wherever it is.
_PIECE = re.compile(r"\\(?:(begin|end)\s*\{([^{}]*)\}|([A-Za-z]+)|([\s\S]|\Z))|\^(?=\^)")
_REFUSED = frozenset({r"\includegraphics"})
_LAYOUT = frozenset("\\ \n\t,;:!>{}[]()|%&#_$-/'\"`^~=.*@")
_OURS = r"""
\begin \end \numberhere \rarehan \text \ensuremath \textcolor \textbackslash \textasciicircum \pictograph \llap \phantom \mathord \mathllap
\mathrlap \mathclap \qquad \mathbb \mathbf \hbox \acute \grave \hat \tilde \bar \breve \dot \ddot \mathring \check \vec
"""
_EMITTED = frozenset(_OURS.split()) | {
    name for latex in LATEX.values() for name in re.findall(r"\\[A-Za-z]+", latex)
}


class Guarded(NamedTuple):
    """LaTeX of which every command is known, and the names of the commands that were not."""

    latex: str
    refused: tuple[str, ...]


def guarded(latex: str, own: Container[str] = ()) -> Guarded:
    """`latex` with every command outside the vocabulary and the post's `own` macros printed as a name.

    A command is set apart from a Chinese character after it: ``\\overset 行=``.
    """
    refused: list[str] = []

    def piece(found: re.Match[str]) -> str:
        edge, block, word, symbol = found.groups()
        if edge is not None and (environment(block.strip()) is not None or block in own):
            return found[0]
        if word is not None and _is_allowed(
            f"\\{word}", own
        ):  # to XeTeX every letter may go on with the name
            return found[0] + " " * latex[found.end() : found.end() + 1].isalpha()
        if symbol is not None and (symbol in _LAYOUT or _is_allowed(f"\\{symbol}", own)):
            return found[0]
        if found[0] == "^":
            return "^{}"
        refused.append(f"\\{edge or word or symbol}")
        return rf"\undefinedcommand{{{edge or word or escaped(symbol)}}}" + (f"{{{block}}}" if edge else "")

    return Guarded(_PIECE.sub(piece, latex), tuple(refused))


def _is_allowed(name: str, own: Container[str]) -> bool:
    if name in _REFUSED:
        return False
    return macro(name) is not None or name in own or name in _EMITTED or known(name)


_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL |= {c: "\\" + c for c in "{}$&#%_"}


def escaped(text: str) -> str:
    """Plain words as LaTeX."""
    return "".join(_SPECIAL.get(c, c) for c in text)
