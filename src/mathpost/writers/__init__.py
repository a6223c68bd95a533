"""Output formats: one module each, found in this folder by name.

A module with a `NAME`, which must be its file name, is a format of `check --output-format`. It has `post(result,
color)`, the part of one post (small, because it is sent between processes), and `page(parts, totals)`, the whole output
in pieces. `parts` arrive while the posts are checked, so a page may be printed as it grows; `totals()` is known after
the last part.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from mathpost.writers.post import PostResult
    from mathpost.writers.totals import Totals


class Format(Protocol):
    """A module of this folder that `check --output-format` offers."""

    NAME: str

    def post(self, result: PostResult, color: bool, /) -> Any: ...
    def page(self, parts: Iterable[Any], totals: Callable[[], Totals], /) -> Iterator[str]: ...


@cache
def format_called(name: str) -> Format:
    """The format `name`, from the file of that name: the others need not be imported for it.

    Raises `KeyError` if there is none.
    """
    if name not in _files():
        raise KeyError(name)
    module = importlib.import_module(f"{__name__}.{name}")
    if getattr(module, "NAME", None) != name:
        raise KeyError(name)
    return cast("Format", module)


def formats() -> dict[str, Format]:
    """All formats by name, in the order of their files; the name must be the file name."""
    found: dict[str, Format] = {}
    for file in _files():
        name = getattr(importlib.import_module(f"{__name__}.{file}"), "NAME", file)
        if name != file:
            raise ValueError(f"the format {name!r} is in a file called {file!r}")
        with suppress(KeyError):
            found[name] = format_called(name)
    return found


@cache
def _files() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
