"""A post as its formulas are meant: its own macros written out, and words and names that are set as letters as such."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from mathpost.document.document import Document
from mathpost.latex.spelling import Names, has_names, has_words, set_upright, standing_alone
from mathpost.maths import macros

ANY: frozenset[str] = frozenset()
PAIR = frozenset([",", ";", "|", r"\|", r"\Vert", r"\parallel", r"\mid"])
# what posts write of chance in italic letters, with the signs that make it a name: nobody multiplies letters by a pair
NAMES: Names = MappingProxyType(
    dict.fromkeys(("KL", "JS", "JSD", "TV", "BC", "BD", "MI", "Cov", "cov"), PAIR)
    | dict.fromkeys(("Var", "var", "Std", "std", "Pr"), ANY)
)
EXPECTATION: Names = MappingProxyType({"E": frozenset(["["])})
# the words of a post whose ``E[…]`` is an average and no energy
SPEAKS_OF_ENERGIES = re.compile(r"能量|\benerg(y|ies)\b", re.IGNORECASE)  # ``E(x)`` may be one
SPEAKS_OF_AVERAGES = re.compile(
    r"期望|方差|随机变量|\bexpected\b|\bexpectations? of\b|\bvariance|\brandom variable"
)


def as_meant(document: Document) -> Document:
    """`document` with the formulas that its claims are read from."""
    document = macros.written_out(document)
    names = _names(document)
    worded = frozenset(formula.index for formula in document.formulas if has_words(formula.tree, names))
    if not worded:
        return document
    alone = standing_alone(formula.tree for formula in document.formulas)
    formulas = (
        replace(f, tree=set_upright(f.tree, alone, names)) if f.index in worded else f
        for f in document.formulas
    )
    return replace(document, formulas=tuple(formulas))


def _names(document: Document) -> Names:
    """The names of chance that `document` writes as letters; ``E`` only where it speaks of averages and writes ``E[X]``."""
    if SPEAKS_OF_AVERAGES.search(document.source.text) is None:
        return NAMES
    if SPEAKS_OF_ENERGIES.search(document.source.text) is not None:
        return MappingProxyType({**NAMES, **EXPECTATION})
    averages = any(has_names(formula.tree, EXPECTATION) for formula in document.formulas)
    return MappingProxyType({**NAMES, "E": ANY}) if averages else NAMES
