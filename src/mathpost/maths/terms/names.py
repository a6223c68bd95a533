"""The canonical names of symbols: their fonts, accents and labels."""

from __future__ import annotations

from functools import cache, lru_cache

MEMBERS = "members"  # the operator of a list given by its family and its ends
COUNTING = frozenset("ijklmnNKM")  # letters of integers unless a post uses them otherwise


@lru_cache(maxsize=65_536)
def bare(name: str) -> str:
    """A canonical name without bold marks and subscript labels: the name used in constraints."""
    text = name.replace(r"\boldsymbol{", "{")
    text = text.split("_{", 1)[0].split("^{", 1)[0]
    return text.strip("{}'") if not text.startswith("\\") else text.rstrip("'")


def bare_letter(name: str) -> str:
    """The letter inside fonts and accents: ``W`` for ``\\hat{\\boldsymbol{W}}_{Q}``, ``\\Sigma`` for ``\\boldsymbol{\\Sigma}``."""
    text = name.partition("_{")[0].partition("^{")[0]
    while "{" in text:
        text = text[text.index("{") + 1 :].rstrip("}'")
    return text.strip("{}'")


@cache
def is_bold(symbol: str) -> bool:
    """Whether a canonical name is that of an array: bold inside accents; bold labels do not count, ``f_{\\boldsymbol{x}}``."""
    return r"\boldsymbol{" in symbol.partition("_{")[0].partition("^{")[0]


@lru_cache(maxsize=4096)
def any_bold(symbols: frozenset[str]) -> bool:
    """Whether one of these canonical names is that of an array."""
    return any(map(is_bold, symbols))
