r"""Undefined functions that a post applies to arrays entry by entry: the activation ``\sigma`` of a layer, ``\phi``, ``f``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mathpost.document.document import Document
from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.facts.function_letters import rows
from mathpost.maths.notation import Digits, Item, Scripted

USUAL = frozenset([r"\sigma", r"\phi", r"\varphi", r"\psi", r"\rho", "f", "g", "h"])
GREEK = frozenset(name for name in USUAL if len(name) > 1)  # no letters of losses or maps
PRODUCTS = frozenset([r"\odot", r"\circ", r"\circledast"])  # entrywise products of arrays
_SAID = re.compile(
    r"激活|非线性|逐(?:个)?(?:元素|分量|点|项)|按元素|\bactivations?\b|\bnon-?linearit(?:y|ies)\b|"
    r"\b(?:element|entry|component|coordinate|point)-?\s?wise\b",
    re.IGNORECASE,
)
NEAR = 60  # characters between a letter and the words about it


def activations(document: Document) -> frozenset[str]:
    """The letters of functions applied entry by entry, recognised by words or by derivatives in entrywise products.

    Letters that are factors in some display are excluded.
    """
    text = document.source.text
    said = [(found.start(), found.end()) for found in _SAID.finditer(text)]
    found: set[str] = set()
    for formula in document.formulas:
        near = any(start - NEAR < formula.span.end and formula.span.start < end + NEAR for start, end in said)
        for row in rows([formula.tree.body]):
            applied = set(_applied(row))
            found |= set(_sloped(row))
            found |= applied & (USUAL if near else GREEK if said else frozenset())
    return frozenset(found - _factors(document)) if found else frozenset()


def _factors(document: Document) -> frozenset[str]:
    """The letters in displays that neither brackets nor a prime follow."""
    found: set[str] = set()
    for formula in document.formulas:
        for row in rows([formula.tree.body]) if formula.kind == "display" else ():
            called = {name for name, _ in _called(row)}
            bare = {notation.name(item) for item in row if not isinstance(item, Scripted | Digits)}
            found |= {name for name in bare & USUAL - called if name is not None}
    return frozenset(found)


def _applied(row: Sequence[Item]) -> Iterator[str]:
    """The letters before brackets, possibly with primes."""
    for name, _ in _called(row):
        yield name


def _sloped(row: Sequence[Item]) -> Iterator[str]:
    """The letters with a prime before brackets, in a row with an entrywise product."""
    if any(not isinstance(item, Scripted | Digits) and notation.latex(item) in PRODUCTS for item in row):
        yield from (name for name, primes in _called(row) if primes)


def _called(row: Sequence[Item]) -> Iterator[tuple[str, int]]:
    for k, item in enumerate(row):
        name = None if isinstance(item, Scripted | Digits) else notation.name(item)
        if name not in USUAL:
            continue
        scripts = row[k + 1] if k + 1 < len(row) else None
        primed = isinstance(scripts, Scripted)
        behind = row[k + 1 + primed] if k + 1 + primed < len(row) else None
        opened = isinstance(behind, Delimited) and behind.left == "("
        if opened or (isinstance(behind, Symbol) and behind.text == "("):
            yield str(name), scripts.primes if isinstance(scripts, Scripted) else 0
