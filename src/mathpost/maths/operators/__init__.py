"""The operators a term may apply, one family of them per file.

A file of this folder defines ``OPERATORS``, a tuple of `Operator`; it is found by its presence, in name order, and two
operators of one name are refused. Adding an operator is one file (or one row) with its laws and slips, which
``tests/test_laws.py`` runs through the whole chain: every law must be proved or agree, every slip must be refuted.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Protocol

from mathpost.maths.term import Term
from mathpost.maths.values import Scalar, Value


class Scope(Protocol):
    """What a lazy operator may ask of the evaluation it runs in."""

    @property
    def length(self) -> int:
        """How many entries an index family without stated bounds has in this model."""

    @property
    def random(self) -> frozenset[str]:
        """The symbols that stand only under expectations."""

    def value(self, term: Term) -> Value:
        """The value of `term` here."""

    def holds(self, proposition: Term) -> bool:
        """Whether `proposition` is true here."""

    def bind(self, name: str, value: Value) -> Scope:
        """This scope with the variable `name` bound to `value`."""

    def vary(self, target: Term) -> tuple[Scope, int]:
        """This scope with `target` made the variable of a derivative, and the level of its slope."""

    def outcomes(self, names: frozenset[str]) -> Sequence[tuple[Scalar, Scope]]:
        """The outcomes of the random variables `names`, each with its probability; probabilities sum to 1."""


@dataclass(frozen=True, slots=True)
class Law:
    """An equation (or inequality) in LaTeX, with the sentence that states its assumptions, as a post would."""

    latex: str
    given: str = ""


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator.

    `value` computes it from the values of its arguments; `lazy` from the terms, for operators that bind, choose or
    differentiate. `spellings` are the LaTeX function names that mean it (without backslash, ``\\operatorname`` and
    ``\\text`` alike). `laws` are true, `slips` are the errors people make with it and false. `deterministic` is False
    for operators of which `refuted` may not be said yet.
    """

    name: str
    value: Callable[..., Value] | None = None
    lazy: Callable[[tuple[Term, ...], Scope], Value] | None = None
    spellings: tuple[str, ...] = ()
    laws: tuple[Law, ...] = ()
    slips: tuple[Law, ...] = ()
    may_refute: bool = True


class DuplicateOperatorError(ValueError):
    """Two files of the registry define an operator of the same name or spelling."""


@cache
def registry() -> MappingProxyType[str, Operator]:
    """All operators by name.

    Raises:
        DuplicateOperatorError: a name stands twice.
    """
    found: dict[str, Operator] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        for operator in importlib.import_module(f"{__name__}.{module.name}").OPERATORS:
            if operator.name in found:
                raise DuplicateOperatorError(operator.name)
            found[operator.name] = operator
    return MappingProxyType(found)


@cache
def spelled() -> MappingProxyType[str, str]:
    """LaTeX function name → name of the operator it means.

    Raises:
        DuplicateOperatorError: a spelling stands twice.
    """
    found: dict[str, str] = {}
    for operator in registry().values():
        for spelling in operator.spellings:
            if spelling in found:
                raise DuplicateOperatorError(spelling)
            found[spelling] = operator.name
    return MappingProxyType(found)
