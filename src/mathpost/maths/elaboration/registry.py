r"""The constructs of notation, found by the token that they begin with: ``\frac`` by its command, ``\sum`` by its sign.

A module of this package that defines ``CONSTRUCTS``, a tuple of `Construct`, or ``ATTACHMENTS``, a tuple of `Attachment`, is
found by its presence. A token is a sign (``|``), a command (``\sqrt``), a word as its name (``\text{Var}``), or the kind of a
node (`Delimited`). Constructs that are `first` are tried before the others of their token; those without a token are tried
before all, wherever a factor begins; those of a kind come last. A construct that does not apply returns None and takes nothing.
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

Token: TypeAlias = str | type[Any]  # a sign, a command, a word, or the kind of a node


def always(_: Reader) -> bool:
    """Whether a construct begins a factor beside another one: most do, wherever they stand."""
    return True


class Construct(NamedTuple):
    """How a construct that begins with one of `tokens` is read; `beside`: whether it may follow a factor without a sign."""

    read: Callable[[Reader], Term | None]
    tokens: tuple[Token, ...] = ()
    first: bool = False
    beside: Callable[[Reader], bool] = always


class Attachment(NamedTuple):
    """How what follows a factor and begins with one of `tokens` is read: ``^2``, ``!``."""

    read: Callable[[Reader, Term], Term]
    tokens: tuple[Token, ...]


def token(item: Item) -> str:
    r"""By what a construct is found that begins with `item`: ``\frac``, ``|``, ``\text{Var}``; nothing for numbers and brackets."""
    if isinstance(item, Symbol):
        return item.text
    if isinstance(item, Command | Text):
        word = notation.word(item)
        return rf"\text{{{word}}}" if word is not None else item.name if isinstance(item, Command) else ""
    return ""


def constructs(item: Item) -> tuple[Construct, ...]:
    """The constructs that may begin with `item`, in the order in which they are tried."""
    kind: Any = type(item)
    sign = token(item)
    return _constructs(sign if sign in _by_token() else "", kind)


def begins(reader: Reader) -> bool | None:
    """Whether a construct of the sign at hand may follow a factor; None where none begins with that sign."""
    found = _by_token().get(reader.symbol(), ())
    return any(each.beside(reader) for each in found) if found else None


def attachment(item: Item | None) -> Attachment | None:
    """What reads `item` after a factor, if anything does."""
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
