"""The mean and the variance that the words give to variables: "$X_1, \\dots, X_n$ are i.i.d. with mean $\\mu$ and variance $\\sigma^2$"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.maths import notation, sequences
from mathpost.maths.brackets import split_at_commas
from mathpost.maths.elaborate import Conventions, Reader
from mathpost.maths.facts import Equation
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.probability import LAWS
from mathpost.maths.sentences import Sentences
from mathpost.maths.term import ONE, TWO, Apply, Term, Variable, free_variables

REACH = 60  # characters between the variables and the words for their moments
_IS = r"\s*(?:矩阵|向量|matrix|vector)?\s*(?:都|均|分别)?\s*(?:记?为|记作|是|等于|equal to|is|are)?\s*$"
_MEAN = r"(?:均值|期望值?|\bmeans?|\bexpectations?|\bexpected values?)(?:\s*(?:向量|vector))?"
_VARIANCE = r"(?:协?方差|\b(?:co)?variances?)(?:\s*(?:矩阵|matrix))?"
_WORDS = {
    "expectation": re.compile(rf"{_MEAN}{_IS}", re.IGNORECASE),
    "variance": re.compile(rf"{_VARIANCE}{_IS}", re.IGNORECASE),
    "deviation": re.compile(rf"(?:标准差|\bstandard deviations?){_IS}", re.IGNORECASE),
}
BOTH = ("expectation", "variance")
_AND = r"\s*(?:和|与|及|以及|、|，|,|\band\b)\s*(?:the\s+)?"
_OF_TWO = re.compile(
    rf"{_MEAN}{_AND}{_VARIANCE}{_IS}", re.IGNORECASE
)  # "its mean and variance are $…$ and $…$"
_JOINED = re.compile(rf"^{_AND}$")
_ARE = re.compile(r"^\s*(?:分别)?\s*(?:是|为|表示|代表)\s*$")  # "$\mu, \Sigma$ are those of $x$", in Chinese
_OF_IT = re.compile(rf"^\s*(?:序列|的?各?个?分量)?的?\s*{_MEAN}{_AND}{_VARIANCE}")
_ARE_OF = re.compile(
    rf"^\s*(?:are|denote)\s+(?:respectively\s+)?the\s+{_MEAN}{_AND}{_VARIANCE}\s+of\s+$", re.IGNORECASE
)
_ABBREVIATION = re.compile(r"\bi\.\s?i\.\s?d\.?", re.IGNORECASE)
_ENDS = re.compile(r"[。！？!?；;]|\n\s*\n|\.\s")


def populations(document: Document, words: Sentences, written: Conventions) -> tuple[Equation, ...]:
    """What the words say that means and variances are; their steps are the numbers below zero, which no formula states."""
    found: list[Equation] = []
    for moment, bearer, value, place in _sayings(document, words):
        for left, right in _said(moment, bearer, value, written):
            found.append(Equation(left, right, place, -1 - len(found)))
    return tuple(found)


class _Saying(NamedTuple):
    """A moment, the formula that names what has it, the items that say what it is, and from where on it is said."""

    moment: str
    bearer: Formula
    value: list[Item]
    place: int


def _sayings(document: Document, words: Sentences) -> Iterator[_Saying]:
    bearer: Formula | None = None
    awaited = ""  # the moment that the next formula is, if "and" stands before it
    values: list[Formula] = []  # formulas that only "and" stands between
    for formula in document.formulas:
        before = words.text[values[-1].span.end if values else 0 : formula.span.start]
        if values and _are_moments(before, words.text[formula.span.end :][: 2 * REACH]):
            parts = [part for value in values for part in split_at_commas(_row(value))]
            if len(parts) == len(BOTH):
                yield from (
                    _Saying(m, formula, p, formula.span.end) for m, p in zip(BOTH, parts, strict=True)
                )
        joined = bool(values) and _JOINED.match(before) is not None
        values = [*values, formula] if joined else [formula]
        moment = awaited if joined else ""
        moment, awaited = (
            (moment, "")
            if moment
            else _moment(words.text[max(0, formula.span.start - REACH) : formula.span.start])
        )
        if not moment:
            bearer = formula if formula.kind == "inline" else None
        elif bearer is not None and _is_of(bearer, formula, words):
            yield _Saying(moment, bearer, _row(formula), formula.span.end)


def _are_moments(before: str, after: str) -> bool:
    """Whether the words before and behind a formula say that what stood before are its mean and its variance."""
    return _ARE_OF.match(before) is not None or (
        _ARE.match(before) is not None and _OF_IT.match(after) is not None
    )


def _row(formula: Formula) -> list[Item]:
    return notation.items(formula.tree.body)


def bearers(found: Iterable[Equation]) -> frozenset[str]:
    """The variables that moments are given to: they are random."""
    return frozenset().union(*(free_variables(known.left) for known in found))


def _moment(before: str) -> tuple[str, str]:
    """The moment that the words right before a formula name, and the one that they name for the next; empty for none."""
    if _OF_TWO.search(before):
        return BOTH
    return next((name for name, said in _WORDS.items() if said.search(before)), ""), ""


def _is_of(bearer: Formula, value: Formula, words: Sentences) -> bool:
    """Whether two formulas stand in one sentence, near to each other."""
    between = _ABBREVIATION.sub("iid", words.text[bearer.span.end : value.span.start])
    return len(between) < 2 * REACH and _ENDS.search(between) is None


def _said(
    moment: str, bearer: Formula, value: list[Item], written: Conventions
) -> Iterator[tuple[Term, Term]]:
    """The moment of one of the variables and what it is; nothing where one of both is not read."""
    try:
        one = _one_of(_row(bearer))
        right = Reader(value, written, set()).whole()
    except (UnreadError, RecursionError):
        return
    if one is None:
        return
    if moment == "deviation":
        moment, right = "variance", Apply("power", (right, TWO))
    yield Apply(moment, (one,)), right


def _one_of(row: list[Item]) -> Term | None:
    """The variable that a row names, of several the first: ``X``, ``x_i``, ``X_1, \\dots, X_n``, ``p(x)``; None for anything else."""
    if (
        len(row) > 1
        and notation.name(row[0]) in LAWS
        and [notation.latex(row[k]) for k in (1, -1)] == ["(", ")"]
    ):
        row = row[2:-1]
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
