"""Symbols that a post introduces again as arbitrary: 对任意实数 $x, y$, "for all $a$ and $b$".

Earlier conditions on them, ``x + y = 1``, no longer apply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.maths import notation
from mathpost.maths.elaboration.heads import head, is_name
from mathpost.maths.lexicon.cases import introduces, refers_back
from mathpost.maths.lexicon.cues import joins
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.letters import letters

_EVERY = re.compile(
    r"(任意|任何|所有|一切)[^。，,.;；$\n]{0,8}$|\b(all|any|every|each|arbitrary)\b[^.,;$\n]{0,20}$",
    re.IGNORECASE,
)
LEAD = 40  # characters before a formula in which a word for "arbitrary" is searched


class Quantified(NamedTuple):
    """The letters that are arbitrary from `place` on."""

    letters: frozenset[str]
    place: int


def quantified(document: Document) -> Iterator[Quantified]:
    """The symbols that the post calls arbitrary, those of one list together."""
    for group, _ in _lists(document, lambda words: _EVERY.search(words) is not None):
        yield group


def introduced(document: Document) -> Iterator[Quantified]:
    """The symbols that the post introduces without a formula: ``let $f$ be a continuous function``."""
    for group, behind in _lists(document, introduces):
        if not refers_back(behind):
            yield group


def _lists(document: Document, opens: Callable[[str], bool]) -> Iterator[tuple[Quantified, str]]:
    """The lists of symbols after such words, each with the words after it."""
    text = document.source.text
    group: Quantified | None = None
    end = 0
    for formula in document.formulas:
        names = _names(formula)
        before = text[max(end, formula.span.start - LEAD) : formula.span.start]
        if names and group is not None and joins(text[end : formula.span.start]):
            group = Quantified(group.letters | names, group.place)
        else:
            if group is not None:
                yield group, text[end : end + LEAD]
            group = Quantified(names, formula.span.start) if names and opens(before) else None
        end = formula.span.end
    if group is not None:
        yield group, text[end : end + LEAD]


def _names(formula: Formula) -> frozenset[str]:
    """The letters of a formula that lists symbols, with or without their set."""
    try:
        row = notation.items(formula.tree.body) if formula.kind == "inline" else []
    except UnreadError:
        return frozenset()
    if (head(formula.tree.body) or "").endswith("()"):
        row = row[:1]  # ``f(x)`` names f
    member = next((k for k, item in enumerate(row) if notation.latex(item) == r"\in"), len(row))
    parts = [part for part in split_at_commas(row[:member]) if part]
    if not all(is_name(part) for part in parts):
        return frozenset()
    return letters(part[0] for part in parts)  # type: ignore[misc]
