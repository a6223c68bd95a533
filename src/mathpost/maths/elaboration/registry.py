r"""The constructs of notation, by the token with which they begin: ``\frac`` by its command, ``\sum`` by its sign.

Modules of this package that define ``CONSTRUCTS``, a tuple of `Construct`, or ``ATTACHMENTS``, a tuple of `Attachment`, are
discovered automatically. A token is a sign (``|``), a command (``\sqrt``), a word as its name (``\text{Var}``), or a node type
(`Delimited`). Constructs that are `first` are tried before others with the same token; those without a token before all
others; those of a node type last. A construct that does not apply returns None and consumes nothing.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from mathpost.latex.tree import Command, Symbol, Text
from mathpost.maths import elaboration, notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item
from mathpost.maths.terms.term import Term

Token: TypeAlias = str | type[Any]  # a sign, a command, a word, or a node type


def always(_: Reader) -> bool:
    """Return True: most constructs may follow a factor without a sign."""
    return True


class Construct(NamedTuple):
    """A parser of what begins with one of `tokens`; `beside`: whether it may follow a factor without a sign."""

    read: Callable[[Reader], Term | None]
    tokens: tuple[Token, ...] = ()
    first: bool = False
    beside: Callable[[Reader], bool] = always


class Attachment(NamedTuple):
    """A parser of what follows a factor and begins with one of `tokens`: ``^2``, ``!``."""

    read: Callable[[Reader, Term], Term]
    tokens: tuple[Token, ...]


def token(item: Item) -> str:
    r"""The token of `item` for finding constructs: ``\frac``, ``|``, ``\text{Var}``; empty for numbers and brackets."""
    if isinstance(item, Symbol):
        return item.text
    if isinstance(item, Command | Text):
        word = notation.word(item)
        return rf"\text{{{word}}}" if word is not None else item.name if isinstance(item, Command) else ""
    return ""


def constructs(item: Item) -> tuple[Construct, ...]:
    """The constructs that may begin with `item`, in the order of trial."""
    kind: Any = type(item)
    sign = token(item)
    return _constructs(sign if sign in _by_token() else "", kind)


def begins(reader: Reader) -> bool | None:
    """Whether a construct with the next sign may follow a factor; None if no construct begins with it."""
    found = _by_token().get(reader.symbol(), ())
    return any(each.beside(reader) for each in found) if found else None


def attachment(item: Item | None) -> Attachment | None:
    """The parser of `item` after a factor; None if there is none."""
    found = _attachments()
    kind: Any = type(item)
    return found.get(item.text if isinstance(item, Symbol) else kind)


@cache
def _constructs(sign: str, kind: type[Any]) -> tuple[Construct, ...]:
    found = _by_token()
    anywhere, of_kind = found.get("", ()), found.get(kind, ())
    of_sign = found.get(sign, ()) if sign else ()
    return (*anywhere, *sorted((*of_sign, *of_kind), key=lambda each: not each.first))


@cache
def _by_token() -> dict[Token, tuple[Construct, ...]]:
    found: dict[Token, list[Construct]] = {}
    for module in _modules():
        for construct in getattr(module, "CONSTRUCTS", ()):
            for each in construct.tokens or ("",):
                found.setdefault(each, []).append(construct)
    return {key: tuple(value) for key, value in found.items()}


@cache
def _attachments() -> dict[Token, Attachment]:
    return {t: each for m in _modules() for each in getattr(m, "ATTACHMENTS", ()) for t in each.tokens}


def _modules() -> Iterator[Any]:
    for module in pkgutil.walk_packages(elaboration.__path__, f"{elaboration.__name__}."):
        yield importlib.import_module(module.name)
