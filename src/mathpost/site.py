r"""Macros that a site has in force on every page: a `macros.txt` beside the posts or above them, or the file that the
settings name.

The file is what the site's renderer reads: lines of mdBook, a preamble of LaTeX, a configuration of KaTeX, MathJax
or MyST (`mathpost.document.vocabulary`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mathpost.document import vocabulary
from mathpost.latex.definitions import Definitions
from mathpost.latex.parser import parse
from mathpost.text.source import Span

NAME = "macros.txt"
_LEVELS = 8  # folders above a post that are searched
_SETTINGS = {".json", ".js", ".mjs", ".cjs", ".ts", ".html", ".yml", ".yaml"}


def definitions(post: str, setting: Path | None, target: str) -> Definitions | None:
    """The macros in force before the first formula of the post at this path, None without a file of them."""
    latex = written(post, setting)
    return _parsed(latex, target) if latex else None


def written(post: str, setting: Path | None = None) -> str:
    """The same as LaTeX."""
    file = setting or _nearest(Path(post).absolute().parent)
    return "" if file is None else _read(file)


@cache
def _nearest(folder: Path) -> Path | None:
    for place in [folder, *folder.parents][:_LEVELS]:
        if (place / NAME).is_file():
            return place / NAME
    return None


@cache
def _read(file: Path) -> str:
    try:
        text = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return ""
    return vocabulary.from_settings(text) if file.suffix in _SETTINGS else vocabulary.from_lines(text)


@cache
def _parsed(latex: str, target: str) -> Definitions:
    return parse(latex, [Span(0, len(latex))], target=target).definitions
