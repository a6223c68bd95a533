"""The operators of terms, one family of them per file.

A file of this folder defines ``OPERATORS``, a tuple of `Operator`; files are found automatically, in the order of their names,
and two operators with the same name are an error. A new operator is one file (or one row) with its laws and slips, which
``tests/test_laws.py`` runs through the whole program: every law must be proved or agree, every slip must be refuted.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from mathpost.maths.analysis.scope import Scope
from mathpost.maths.terms.term import Term
from mathpost.maths.values import Value


@dataclass(frozen=True, slots=True)
class Law:
    """An equation (or inequality) in LaTeX, as a post would state it.

    `given`: its assumptions. `words`: the words by which a post names its functions, where their notation alone is ambiguous.
    """

    latex: str
    given: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation of handbooks whose letters have other meanings elsewhere.

    `signature` is the symbol with its scripts and argument list, a dot for each term: ``J_.(.)``, ``P_.^(..)(.)``,
    ``F(..;.;.)``, ``B_.``; scripts that belong to the name are written out (``H_.^(1)(.)``). The operator gets the terms in
    this order: subscripts, superscripts, arguments. `variant`: a convention of some books, tried only after the ordinary one.
    `distinctive`: the notation has no other meaning, even in a post that does not name the function. `implied`: the letters of
    omitted arguments (``k'`` is a function of k).
    """

    signature: str
    variant: str = ""
    distinctive: bool = False
    implied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator.

    `value` computes it from the values of its arguments; `lazy` from the terms, for operators that bind, choose or
    differentiate. `spellings` are its LaTeX function names (without backslash, ``\\operatorname`` and ``\\text`` alike),
    `notations` those of handbooks, which are valid where a post names such functions; `words` are these names (else the
    ``WORDS`` of the file). `integers` are the places of integer arguments, `moduli` those where a letter such as k is not an
    integer, `half_plane` those of a ratio of periods. `laws` are true, `slips` are typical errors and false. `may_refute` is
    False for operators whose values are estimates.
    """

    name: str
    value: Callable[..., Value] | None = None
    lazy: Callable[[tuple[Term, ...], Scope], Value] | None = None
    spellings: tuple[str, ...] = ()
    notations: tuple[Notation, ...] = ()
    words: tuple[str, ...] = ()
    integers: tuple[int, ...] = ()
    moduli: tuple[int, ...] = ()
    half_plane: tuple[int, ...] = ()
    laws: tuple[Law, ...] = ()
    slips: tuple[Law, ...] = ()
    may_refute: bool = True


class DuplicateOperatorError(ValueError):
    """Two files of the registry define an operator of the same name or spelling."""


@cache
def registry() -> MappingProxyType[str, Operator]:
    """All operators by name.

    Raises:
        DuplicateOperatorError: a name occurs twice.
    """
    found: dict[str, Operator] = {}
    for module in _modules():
        for operator in module.OPERATORS:
            if operator.name in found:
                raise DuplicateOperatorError(operator.name)
            found[operator.name] = operator
    return MappingProxyType(found)


class Entry(NamedTuple):
    """One meaning of a notation: the operator, and its family (the file that contains it)."""

    operator: str
    family: str
    notation: Notation


@cache
def notations() -> MappingProxyType[str, tuple[Entry, ...]]:
    """Signature of a handbook's notation → its meanings, the ordinary one first."""
    found: dict[str, list[Entry]] = {}
    for module in _modules():
        family = module.__name__.rpartition(".")[2]
        for operator in module.OPERATORS:
            for notation in operator.notations:
                found.setdefault(notation.signature, []).append(Entry(operator.name, family, notation))
    return MappingProxyType(
        {k: tuple(sorted(v, key=lambda e: bool(e.notation.variant))) for k, v in found.items()}
    )


@cache
def named() -> MappingProxyType[str, tuple[str, ...]]:
    """Operator → the words by which a post names it: its own, or those of its file; operators without words are omitted."""
    found = {o.name: o.words or getattr(m, "WORDS", ()) for m in _modules() for o in m.OPERATORS}
    return MappingProxyType({name: words for name, words in found.items() if words})


@cache
def settings() -> MappingProxyType[str, tuple[str, ...]]:
    """Family → words for topics whose formulas may use its functions without naming them."""
    found = {m.__name__.rpartition(".")[2]: getattr(m, "SETTINGS", ()) for m in _modules()}
    return MappingProxyType({family: words for family, words in found.items() if words})


def _modules() -> Iterator[Any]:
    found = [m for m in pkgutil.walk_packages(__path__, f"{__name__}.") if not m.ispkg]
    for module in sorted(found, key=lambda m: m.name.rpartition(".")[2]):
        yield importlib.import_module(module.name)


@cache
def spelled() -> MappingProxyType[str, str]:
    """LaTeX function name → name of its operator.

    Raises:
        DuplicateOperatorError: a spelling occurs twice.
    """
    found: dict[str, str] = {}
    for operator in registry().values():
        for spelling in operator.spellings:
            if spelling in found:
                raise DuplicateOperatorError(spelling)
            found[spelling] = operator.name
    return MappingProxyType(found)
