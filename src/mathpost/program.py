"""The version of the program: a hash of its own files and of its computation engines, so that cached answers of another
version are not used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathpost.store import Store

_SOURCES = (".py", ".html", ".css", ".js")
_PACKAGE = str(Path(__file__).parent)
_ENGINES = ("python-flint", "sympy")
_known: list[str] = []


def digest(kept: Store | None = None) -> str:
    """The hash of the program's files.

    With a store, the files are not read again as long as their sizes and times match those of the cached hash.
    """
    if not _known:
        _known.append(_content() if kept is None else _remembered(kept))
    return _known[0]


def _remembered(kept: Store) -> str:
    states = json.dumps([_PACKAGE, *_states(_PACKAGE), *_engines()])
    name = "program " + sha256(states.encode("utf-8", "surrogatepass")).hexdigest()
    found = kept.found([name]).get(name)
    if found is None:
        found = _content()
        kept.keep({name: found})
    return found


def _states(folder: str) -> Iterator[tuple[str, int, int]]:
    """The path, size and time of every file of the program."""
    with os.scandir(folder) as found:
        for entry in sorted(found, key=lambda e: e.name):
            if entry.name.endswith(_SOURCES):
                state = entry.stat()
                yield entry.path, state.st_size, state.st_mtime_ns
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _states(entry.path)


def _content() -> str:
    found = sha256()
    for path, _, _ in _states(_PACKAGE):
        found.update(os.path.relpath(path, _PACKAGE).replace(os.sep, "/").encode() + b"\n")
        found.update(Path(path).read_bytes())
    found.update(json.dumps(_engines()).encode())
    return found.hexdigest()


@cache
def _engines() -> tuple[str, ...]:
    """The engines with their versions."""
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for engine in _ENGINES:
        try:
            found.append(f"{engine} {version(engine)}")
        except PackageNotFoundError:
            found.append(engine)
    return tuple(found)


__all__ = ["digest"]
