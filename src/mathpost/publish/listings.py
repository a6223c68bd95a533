"""Code as a listing of LaTeX: highlighted where the language is known, every character printable.

The package takes ASCII, and Chinese with xeCJK. Any other character is printed by a command, between two
signs that are nowhere in the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mathpost.publish import glyphs

_LANGUAGES = {
    "python": "Python", "py": "Python", "python3": "Python", "ipython": "Python", "c": "C", "cpp": "C++",
    "c++": "C++", "cuda": "C++", "cu": "C++", "java": "Java", "bash": "bash", "sh": "bash", "shell": "bash",
    "console": "bash", "sql": "SQL", "html": "HTML", "xml": "XML", "matlab": "Matlab", "octave": "Octave",
    "r": "R", "ruby": "Ruby", "perl": "Perl", "php": "PHP", "haskell": "Haskell", "lisp": "Lisp",
    "scala": "Scala", "tex": "{[LaTeX]TeX}", "latex": "{[LaTeX]TeX}", "mathematica": "Mathematica",
    "fortran": "Fortran", "lua": "{[5.3]Lua}", "pascal": "Pascal", "go": "Go", "make": "make",
}  # fmt: skip
_SIGNS = "`!|~@?;^§"
_END = r"\end{lstlisting}"


class Listing(NamedTuple):
    """A listing, and the characters of the code that no font has."""

    latex: str
    unknown: tuple[str, ...]


def listing(language: str, code: str, chinese: bool) -> Listing | None:
    """The listing of `code`; None where it holds what no listing can."""
    code = "".join(c for c in code if c in "\n\t" or c >= " ").replace("\t", "    ")
    odd = {
        c for c in code if not c.isascii() and not (glyphs.is_chinese(c) and glyphs.is_printed(c, chinese))
    }
    sign = next((s for s in _SIGNS if s.isascii() and s not in code), "")
    if _END in code or (odd and not sign):
        return None
    options = [f"language={_LANGUAGES[language.lower()]}"] if language.lower() in _LANGUAGES else []
    options += [f"escapechar={sign}"] if odd else []
    unknown: list[str] = []
    lines = "".join(_printable(code, odd, sign, chinese, unknown))
    head = r"\begin{lstlisting}" + (f"[{','.join(options)}]" if options else "")
    return Listing("\n".join([head, lines, _END]), tuple(unknown))


def _printable(code: str, odd: set[str], sign: str, chinese: bool, unknown: list[str]) -> Iterator[str]:
    for cluster in glyphs.clusters(code) if odd else [code]:
        if not odd or not odd & set(cluster):
            yield cluster
        elif len(cluster) == 1 and glyphs.is_printed(cluster, chinese):
            yield f"{sign}{cluster}{sign}"
        else:
            piece = glyphs.commanded(cluster)
            unknown += piece.unknown
            yield f"{sign}{piece.text}{sign}"
