r"""Macros that a site has in force on every page: a `macros.txt` beside the posts or above them.

Its lines are definitions in LaTeX (``\newcommand{\R}{\mathbb{R}}``) or, as mdBook's KaTeX preprocessor has
them, ``\R:{\mathbb{R}}`` with ``#1`` … for arguments; lines that begin with ``#`` are comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mathpost.latex.definitions import Definitions
from mathpost.latex.parser import parse
from mathpost.text.source import Span

NAME = "macros.txt"
_LEVELS = 8  # folders above a post that are searched


def definitions(post: str, setting: Path | None, target: str) -> Definitions | None:
    """The macros in force before the first formula of the post at this path, None without a file of them."""
    file = setting or _nearest(Path(post).absolute().parent)
    return None if file is None else _read(file, target)


@cache
def _nearest(folder: Path) -> Path | None:
    for place in [folder, *folder.parents][:_LEVELS]:
        if (place / NAME).is_file():
            return place / NAME
    return None


@cache
def _read(file: Path, target: str) -> Definitions | None:
    try:
        text = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None
    latex = "\n".join(_written_out(text))
    return parse(latex, [Span(0, len(latex))], target=target).definitions


def _written_out(text: str) -> Iterator[str]:
    """The lines as LaTeX definitions."""
    for line in map(str.strip, text.splitlines()):
        name, colon, body = line.partition(":")
        if line.startswith("#"):
            continue
        if colon and name.startswith("\\") and name[1:].isalpha():
            arguments = max((n for n in range(1, 10) if f"#{n}" in body), default=0)
            yield f"\\newcommand{{{name}}}" + (f"[{arguments}]" if arguments else "") + f"{{{body}}}"
        else:
            yield line
