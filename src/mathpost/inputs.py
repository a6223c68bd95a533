"""Which posts the command line means: files, folders (their posts of any flavour, sorted) or ``-`` for standard input.

A folder holds the posts whose endings some flavour uses (`.md`, `.qmd`, `.ipynb` …); LaTeX files must be named.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mathpost import files
from mathpost.document import flavours
from mathpost.text.limits import PIPED, STORED, Limits

RAW = "blogs_raw"  # the folder of posts that are to grow
STDIN = "-"
ENDINGS = ("tex", "pdf", "html", "epub", "docx", "ipynb", "arxiv")
"""The formats that posts can be published in, by the endings of their files."""
_SKIPPED = {
    "node_modules",
    "__pycache__",
    "site-packages",
    "renv",
    "packrat",
    "_build",
    "_site",
    "_book",
    "_freeze",
}
_NAMED_ONLY = (".tex",)  # a folder of posts may hold what LaTeX made of them
_UNWRITABLE = (*_NAMED_ONLY, ".ipynb")


class Post(NamedTuple):
    """One input: `path` as given on the command line (or found below a folder given there).

    `name` is its path below the folder that all inputs share; `data` is what came from standard input.
    """

    path: str
    name: str
    data: bytes | None = None


def stored(post: Post, limits: Limits) -> bytes:
    """The bytes of a post, up to the size limit.

    Raises:
        OSError: it cannot be read, is a pipe or a device, or has more.
    """
    return files.read(Path(post.path), limits.file * STORED) if post.data is None else post.data


class Inputs(NamedTuple):
    """The posts in the order they were asked for, each once, and the folder they share."""

    posts: tuple[Post, ...]
    folder: Path


def expanded(arguments: Sequence[str], without: Sequence[Path] = (), *, writable: bool = False) -> Inputs:
    """The posts that `arguments` name; a file that does not exist counts as a post with an error.

    `writable`: of a folder only those that can be written. `without` are folders that are not searched (the output of a
    run) unless they are named themselves.
    """
    outside = {os.path.realpath(folder) for folder in without}
    paths: dict[str, str] = {}
    folders: list[str] = []
    for argument in arguments:
        if argument != STDIN and Path(argument).is_dir():
            folders.append(str(Path(argument).resolve()))
            found = list(_markdown(Path(argument), outside, _UNWRITABLE if writable else _NAMED_ONLY))
        else:
            found = [argument]
            folders += [str(_place(argument).parent)] if argument != STDIN else []
        for path in found:
            paths.setdefault(path if path == STDIN else os.path.realpath(path), path)
    common = Path(os.path.commonpath(folders)) if folders else Path.cwd()
    return Inputs(tuple(_post(path, common) for path in paths.values()), common)


def _markdown(folder: Path, outside: set[str], others: tuple[str, ...]) -> Iterator[str]:
    """The posts below `folder`; hidden folders, those of package managers and those that a builder writes hold none."""
    from mathpost import site  # loads the reader

    for place, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED)
        folders[:] = [f for f in folders if os.path.realpath(Path(place) / f) not in outside]
        found = site.of(str(Path(place) / "post"))
        if found.folder is not None and found.folder == Path(place).absolute():
            folders[:] = [f for f in folders if f not in site.outputs(found)]
        for file in sorted(names):
            ending = flavours.ending_of(file)
            if ending and ending not in others and not file.startswith("."):
                yield str(Path(place) / file)


def _post(path: str, common: Path) -> Post:
    if path == STDIN:
        return Post(path, path, sys.stdin.buffer.read(PIPED))
    return Post(path, _place(path).relative_to(common).as_posix())


def _place(path: str) -> Path:
    """The real path of a file; a link to a file keeps its own name."""
    return Path(path).parent.resolve() / Path(path).name
