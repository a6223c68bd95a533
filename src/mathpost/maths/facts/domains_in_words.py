r"""Domains stated in words: "positive $a$ and $b$", "$\sigma$, $\sigma_1$ are positive", 正整数 $n$, "$y$ is 0 or 1"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeGuard

from mathpost.document.document import Document, Formula
from mathpost.maths import notation
from mathpost.maths.facts import domains
from mathpost.maths.lexicon.cues import joins
from mathpost.maths.lexicon.positivity import stated_positive
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import split_at_commas


def said(document: Document) -> Iterator[domains.Bounds]:
    """The domains stated in the words around symbols."""
    text = document.source.text
    group: list[Formula] = []
    for formula, following in zip(document.formulas, (*document.formulas[1:], None), strict=False):
        if not _lists_symbols(formula):
            group = []
            continue
        group.append(formula)
        if _lists_symbols(following) and joins(text[formula.span.end : following.span.start]):
            continue
        before = text[max(0, group[0].span.start - 40) : group[0].span.start]
        positive, integer = stated_positive(before, text[formula.span.end : formula.span.end + 40])
        values = _listed(text[group[-1].span.end : group[-1].span.end + 60])
        if values:
            for name, place in ((n, f.span.start) for f in group for n in _families(f)):
                yield domains.Bounds(name, integer=True, values=values, place=place)
        if positive:
            for name, place in ((n, f.span.start) for f in group for n in _families(f)):
                yield domains.Bounds(name, low=Fraction(0), integer=integer, place=place)
        group = []


_EITHER = re.compile(
    r"^\s*(?:=|is|are|be|takes?(?: the values?| values? in)?|can be|equals?|取值?|只取|只能取|为|是|等于|取值为|的取值为)\s*(?:either|each|both|only|just)?\s*"
    r"\$?(?P<first>[-−+]?\d{1,3})\$?\s*(?:或者?|和|or|and)\s*\$?(?P<second>[-−+]?\d{1,3})\$?(?![\d.\w])"
)


def _listed(after: str) -> tuple[int, ...]:
    """The values that the words after symbols allow: "$y$ is either 0 or 1", ``$y_i$`` 取 0 或 1."""
    found = _EITHER.match(after)
    values = tuple(int(found[k].replace("−", "-")) for k in ("first", "second")) if found else ()
    return values if all(abs(value) <= 1 for value in values) else ()  # 16 or 32 are settings


def _lists_symbols(formula: Formula | None) -> TypeGuard[Formula]:
    return formula is not None and formula.kind == "inline" and bool(_families(formula))


def _families(formula: Formula) -> tuple[str, ...]:
    r"""The symbols or families that a formula lists: ``a``, ``a, b``, ``a_1, \ldots, a_n``; empty for any other formula."""
    try:
        parts = split_at_commas(notation.items(formula.tree.body))
    except UnreadError:
        return ()
    names = [_family(part) for part in parts if [notation.latex(i) in notation.DOTS for i in part] != [True]]
    return tuple(dict.fromkeys(name for name in names if name is not None)) if None not in names else ()


def _family(row: Sequence[notation.Item]) -> str | None:
    alone = row and all(isinstance(i, notation.Scripted) and i.superscript is None for i in row[1:])
    return notation.name(row[0]) if alone else None
