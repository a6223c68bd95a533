"""The flavours of Markdown that people write mathematics in: one file each, in name order.

A flavour is a module: its docstring is its page of the manual with an example post, `FLAVOUR` is its record. A name
taken twice is refused.
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

# Where signs of several flavours are in a post, the first of these decides: those that number by themselves.
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
    """What the manual says of a flavour."""
    return import_module(f"{__name__}.{name}").__doc__ or ""


@cache
def endings() -> tuple[str, ...]:
    """All endings of posts, the longest first: ``a.md.html`` ends with ``.md.html``."""
    found = {ending for flavour in registry().values() for ending in (*flavour.endings, *COMMON)}
    return tuple(sorted(found, key=lambda ending: (-len(ending), ending)))


def ending_of(path: str) -> str:
    """The ending of a post at `path`; empty where it has none of a post."""
    name = PurePosixPath(path).name
    return next((ending for ending in endings() if name.endswith(ending) and name != ending), "")


def owners(ending: str) -> tuple[Flavour, ...]:
    """The flavours whose posts may have `ending`, the one it belongs to first; none where it is everybody's."""
    if ending in COMMON or not ending:
        return ()
    using = [flavour for flavour in registry().values() if ending in flavour.endings]
    return tuple(sorted(using, key=lambda flavour: (flavour.endings.index(ending), flavour.name)))


@cache
def by_weight() -> tuple[Flavour, ...]:
    """The flavours that a site or a sign can tell, in the order in which they are asked."""
    return tuple(registry()[name] for name in _BY_WEIGHT)


@cache
def _signs(name: str) -> re.Pattern[str] | None:
    patterns = registry()[name].signs
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.M) if patterns else None


def signed(blocks: Iterable[str]) -> Flavour | None:
    """The flavour that alone writes what is in these blocks of text."""
    text = "\n\n".join(blocks)
    for flavour in by_weight():
        signs = _signs(flavour.name)
        if signs is not None and signs.search(text):
            return flavour
    return None


@cache
def label_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The labels that follow a display in one flavour; in any of them for the plain one."""
    chosen = registry().values() if name == PLAIN else (registry()[name],)
    return tuple(re.compile(p) for flavour in chosen for p in flavour.labels)


@cache
def inner_label_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The labels that are in a display and are no LaTeX, in one flavour; in any of them for the plain one."""
    chosen = registry().values() if name == PLAIN else (registry()[name],)
    return tuple(re.compile(p) for flavour in chosen for p in flavour.inner_labels)


@cache
def reference_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """What points to a label in one flavour; in any of them for the plain one."""
    chosen = registry().values() if name == PLAIN else (registry()[name],)
    return tuple(re.compile(p) for flavour in chosen for p in flavour.references)


@cache
def target_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """What gives a name to something else than a display in one flavour."""
    return tuple(re.compile(p, re.M) for p in registry()[name].targets)
