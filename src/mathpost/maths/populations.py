"""The mean and the variance that the words give to variables: "$X_1, \\dots, X_n$ are i.i.d. with mean $\\mu$ and variance $\\sigma^2$"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mathpost.document.document import Document, Formula
from mathpost.maths import notation, sequences
from mathpost.maths.brackets import split_at_commas
from mathpost.maths.elaborate import Conventions, elaborate
from mathpost.maths.facts import Equation
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.sentences import Sentences
from mathpost.maths.term import ONE, TWO, Apply, Term, Variable, free_variables

REACH = 60  # characters between the variables and the words for their moments
_IS = r"\s*(?:矩阵|matrix)?\s*(?:都|均|分别)?\s*(?:为|是|等于|equal to|is|are)?\s*$"
_WORDS = {
    "expectation": re.compile(
        rf"(?:均值|期望值?|\bmeans?|\bexpectations?|\bexpected values?){_IS}", re.IGNORECASE
    ),
    "variance": re.compile(rf"(?:方差|\b(?:co)?variances?){_IS}", re.IGNORECASE),
    "deviation": re.compile(rf"(?:标准差|\bstandard deviations?){_IS}", re.IGNORECASE),
}
_ABBREVIATION = re.compile(r"\bi\.\s?i\.\s?d\.?", re.IGNORECASE)
_ENDS = re.compile(r"[。！？!?；;]|\n\s*\n|\.\s")


def populations(document: Document, words: Sentences, written: Conventions) -> tuple[Equation, ...]:
    """What the words say that means and variances are; their steps are the numbers below zero, which no formula states."""
    found: list[Equation] = []
    bearer: Formula | None = None
    for formula in document.formulas:
        moment = _moment(words.text[max(0, formula.span.start - REACH) : formula.span.start])
        if moment is None:
            bearer = formula if formula.kind == "inline" else None
            continue
        if bearer is None or not _is_of(bearer, formula, words):
            continue
        for left, right in _said(moment, bearer, formula, written):
            found.append(Equation(left, right, formula.span.end, -1 - len(found)))
    return tuple(found)


def bearers(found: Iterable[Equation]) -> frozenset[str]:
    """The variables that moments are given to: they are random."""
    return frozenset().union(*(free_variables(known.left) for known in found))


def _moment(before: str) -> str | None:
    """The moment that the words right before a formula name."""
    return next((name for name, said in _WORDS.items() if said.search(before)), None)


def _is_of(bearer: Formula, value: Formula, words: Sentences) -> bool:
    """Whether two formulas stand in one sentence, near to each other."""
    between = _ABBREVIATION.sub("iid", words.text[bearer.span.end : value.span.start])
    return len(between) < 2 * REACH and _ENDS.search(between) is None


def _said(moment: str, bearer: Formula, value: Formula, written: Conventions) -> Iterator[tuple[Term, Term]]:
    """The moment of one of the variables and what it is; nothing where one of both is not read."""
    try:
        one = _one_of(notation.items(bearer.tree.body))
        right = elaborate(value.tree.body, written).term
    except (UnreadError, RecursionError):
        return
    if one is None:
        return
    if moment == "deviation":
        moment, right = "variance", Apply("power", (right, TWO))
    yield Apply(moment, (one,)), right


def _one_of(row: list[Item]) -> Term | None:
    """The variable that a row names, of several the first: ``X``, ``x_i``, ``X_1, \\dots, X_n``; None for anything else."""
    first, *others = split_at_commas(row)
    if not first or any(not _is_name(part) and not sequences.is_dots(part) for part in (first, *others)):
        return None
    name = notation.name(first[0])
    scripts = first[1] if len(first) == 2 else None
    if name is None or len({notation.name(p[0]) for p in (first, *others) if _is_name(p)}) > 1:
        return None
    if isinstance(scripts, Scripted) and scripts.subscript is not None:
        return Apply("index", (Variable(name), ONE))
    return Variable(name)


def _is_name(part: list[Item]) -> bool:
    """Whether a part is a name, perhaps with an index."""
    if not part or isinstance(part[0], Scripted) or notation.name(part[0]) is None or len(part) > 2:
        return False
    scripts = part[1] if len(part) == 2 else None
    return scripts is None or (isinstance(scripts, Scripted) and scripts.superscript is None)


__all__ = ["bearers", "populations"]
