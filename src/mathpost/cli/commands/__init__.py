"""The commands of `enhance`: one file per command, which holds a function of the same name."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import click


def names() -> list[str]:
    """All commands, in alphabetical order."""
    return sorted(module.name for module in iter_modules(__path__))


def command(name: str) -> click.Command:
    """The command called `name`; it must exist."""
    found = getattr(import_module(f"{__name__}.{name}"), name)
    assert isinstance(found, click.Command)
    return found
