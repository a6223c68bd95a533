"""The known commands and environments of mathematics in posts: one file per family, found in name order.

Two families with the same name are an error. `macro` and `environment` are one look-up each; the result includes the
targets in which a name works.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from mathpost.latex.macros.macro import EnvironmentSpec, Macro

_T = TypeVar("_T")


class DuplicateNameError(ValueError):
    """Two families define the same command or environment."""


@cache
def known_commands() -> dict[str, Macro]:
    """All commands by name, with their backslash."""
    found: dict[str, Macro] = {}
    for family in _families():
        for entry in getattr(family, "MACROS", ()):
            _add(found, entry.name, entry)
    return found


@cache
def known_environments() -> dict[str, EnvironmentSpec]:
    """All environments by name."""
    found: dict[str, EnvironmentSpec] = {}
    for family in _families():
        for entry in getattr(family, "ENVIRONMENTS", ()):
            _add(found, entry.name, entry)
    return found


def macro(name: str) -> Macro | None:
    """The record of the command `name` (with its backslash), for any target."""
    return known_commands().get(name)


def environment(name: str) -> EnvironmentSpec | None:
    """The record of the environment `name`, for any target."""
    return known_environments().get(name)


def _families() -> list[object]:
    names = sorted(module.name for module in iter_modules(__path__))
    return [import_module(f"{__name__}.{name}") for name in names]


def _add(found: dict[str, _T], name: str, entry: _T) -> None:
    if name in found:
        raise DuplicateNameError(name)
    found[name] = entry
