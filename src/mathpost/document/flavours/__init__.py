"""The flavours of Markdown with mathematics: one file each, in name order.

A flavour is a module: its docstring is its page of the manual with an example post, `FLAVOUR` is its record. Two
flavours with one name are an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import PurePosixPath
from pkgutil import iter_modules

from mathpost.document.flavour import Flavour

PLAIN = "plain"
COMMON = (".md", ".markdown", "")
"""Endings of posts of any flavour."""

# If a post shows signs of several flavours, the first of these decides: flavours that number by themselves come first.
_BY_WEIGHT = "markdeep rmarkdown quarto myst d2lbook pandoc scrape hugo hexo jekyll mkdocs mdbook vuepress obsidian mdx github".split()


@cache
def registry() -> dict[str, Flavour]:
    """All flavours by name."""
    found: dict[str, Flavour] = {}
    for module in sorted(info.name for info in iter_modules(__path__)):
        flavour: Flavour = import_module(f"{__name__}.{module}").FLAVOUR
        if flavour.name in found:
            raise ValueError(f"two flavours are called {flavour.name}")
        found[flavour.name] = flavour
    return found


def names() -> tuple[str, ...]:
    return tuple(registry())


def named(name: str) -> Flavour:
    """The flavour of this name."""
    return registry()[name]


def page(name: str) -> str:
    """The page of the manual for a flavour."""
    return import_module(f"{__name__}.{name}").__doc__ or ""


@cache
def endings() -> tuple[str, ...]:
    """All endings of posts, the longest first: ``a.md.html`` ends with ``.md.html``."""
    found = {ending for flavour in registry().values() for ending in (*flavour.endings, *COMMON)}
    return tuple(sorted(found, key=lambda ending: (-len(ending), ending)))


def ending_of(path: str) -> str:
    """The ending of a post at `path`; empty if it is not the ending of a post."""
    name = PurePosixPath(path).name
    return next((ending for ending in endings() if name.endswith(ending) and name != ending), "")


def owners(ending: str) -> tuple[Flavour, ...]:
    """The flavours whose posts may have `ending`, the one it belongs to first; empty if it belongs to all."""
    if ending in COMMON or not ending:
        return ()
    using = [flavour for flavour in registry().values() if ending in flavour.endings]
    return tuple(sorted(using, key=lambda flavour: (flavour.endings.index(ending), flavour.name)))


@cache
def by_weight() -> tuple[Flavour, ...]:
    """The flavours that a site or a sign can identify, in the order in which they are tried."""
    return tuple(registry()[name] for name in _BY_WEIGHT)


@cache
def _signs(name: str) -> re.Pattern[str] | None:
    patterns = registry()[name].signs
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.M) if patterns else None


def signed(blocks: Iterable[str]) -> Flavour | None:
    """The flavour whose own signs are in these blocks of text."""
    text = "\n\n".join(blocks)
    for flavour in by_weight():
        signs = _signs(flavour.name)
        if signs is not None and signs.search(text):
            return flavour
    return None


@cache
def label_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of labels after a display in one flavour; those of all flavours for the plain one."""
    chosen = registry().values() if name == PLAIN else (registry()[name],)
    return tuple(re.compile(p) for flavour in chosen for p in flavour.labels)


@cache
def inner_label_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of labels inside a display that are not LaTeX, in one flavour; those of all flavours for the plain
    one.
    """
    chosen = registry().values() if name == PLAIN else (registry()[name],)
    return tuple(re.compile(p) for flavour in chosen for p in flavour.inner_labels)


@cache
def reference_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of references to a label in one flavour; those of all flavours for the plain one."""
    chosen = registry().values() if name == PLAIN else (registry()[name],)
    return tuple(re.compile(p) for flavour in chosen for p in flavour.references)


@cache
def target_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns that give a name to anything but a display in one flavour."""
    return tuple(re.compile(p, re.M) for p in registry()[name].targets)
