"""What leaves the program: one module per output, found in this folder by name.

A module with a `NAME` is a format of `check --output-format`. It gives `post(result, color)`, the part of one
post (small, since it travels between processes), and `page(parts, totals)`, the whole output in pieces.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from mathpost.writers.post import PostResult
    from mathpost.writers.totals import Totals


class Format(Protocol):
    """A module of this folder that `check --output-format` offers."""

    NAME: str

    def post(self, result: PostResult, color: bool, /) -> Any: ...
    def page(self, parts: Iterable[Any], totals: Totals, /) -> Iterator[str]: ...


def formats() -> dict[str, Format]:
    """All formats by name, in the order of their files; a name that stands twice is refused."""
    found: dict[str, Format] = {}
    for module_info in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{__name__}.{module_info.name}")
        name = getattr(module, "NAME", None)
        if name is None:
            continue
        if name in found:
            raise ValueError(f"two writers are called {name!r}")
        found[name] = cast("Format", module)
    return found
