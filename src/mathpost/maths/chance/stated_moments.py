r"""Means and variances of variables stated in words: "$X_1, \dots, X_n$ are i.i.d. with mean $\mu$ and variance $\sigma^2$"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.chance.components import PLACE, columns
from mathpost.maths.elaboration.chance.probability import LAWS
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader
from mathpost.maths.elaboration.lists import sequences
from mathpost.maths.facts.facts import Equation
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.term import ONE, TWO, ZERO, Apply, Term, Variable, free_variables

COUNTS = frozenset("nmdkNMKTBDL")  # letters for the number of samples or variables
REACH = 60  # characters between the variables and the words for their moments
_IS = r"\s*(?:矩阵|向量|matrix|vector)?\s*(?:都|均|分别)?\s*(?:记?为|记作|是|等于|equal to|is|are)?\s*$"
_MEAN = r"(?:均值|期望值?|\bmeans?|\bexpectations?|\bexpected values?)(?:\s*(?:向量|vector))?"
_VARIANCE = r"(?:协?方差|\b(?:co)?variances?)(?:\s*(?:矩阵|matrix))?"
_WORDS = {
    "expectation": re.compile(rf"{_MEAN}{_IS}", re.IGNORECASE),
    "covariance": re.compile(rf"(?:协方差|\bcovariances?)(?:\s*(?:矩阵|matrix))?{_IS}", re.IGNORECASE),
    "variance": re.compile(rf"{_VARIANCE}{_IS}", re.IGNORECASE),
    "deviation": re.compile(rf"(?:标准差|\bstandard deviations?){_IS}", re.IGNORECASE),
}
BOTH = ("expectation", "variance")
_AND = r"\s*(?:和|与|及|以及|、|，|,|\band\b)\s*(?:the\s+)?"
_OF_TWO = re.compile(
    rf"{_MEAN}{_AND}{_VARIANCE}{_IS}", re.IGNORECASE
)  # "its mean and variance are $…$ and $…$"
# words before a variable that is named only as independent of another one
_BESIDE = re.compile(
    r"(?:\bindependent(?:ly)?\s+(?:of|from)|\buncorrelated\s+with|\bgiven|\bconditional(?:ly)?\s+on|独立于|给定|与)\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\s*(?:都|均|皆|各|是|为|相互|互相|彼此|两两)"
)  # "$a$ 与 $b$ 是独立的随机变量": applies to both
_JOINED = re.compile(rf"^{_AND}$")
_ARE = re.compile(r"^\s*(?:分别)?\s*(?:是|为|表示|代表)\s*$")  # "$\mu, \Sigma$ are those of $x$", in Chinese
_OF_IT = re.compile(rf"^\s*(?:序列|的?各?个?分量)?的?\s*{_MEAN}{_AND}{_VARIANCE}")
_ARE_OF = re.compile(
    rf"^\s*(?:are|denote)\s+(?:respectively\s+)?the\s+{_MEAN}{_AND}{_VARIANCE}\s+of\s+$", re.IGNORECASE
)
_ZERO = r"(?:zero|0|零)"
# moments stated in words without a formula, after the variable and before it
_WORDED: tuple[tuple[str, Term, re.Pattern[str], re.Pattern[str]], ...] = (
    (
        "expectation",
        ZERO,
        re.compile(
            rf"\b(?:has|have|having|with|of|and|are|is)\s+(?:a\s+)?(?:zero[- ]means?\b|means?[- ](?:of\s+|equal to\s+)?(?:zero\b|0(?![.\d]))|centred\b|centered\b)|"
            rf"零均值|{_MEAN}(?:都|均)?(?:为|是|等于){_ZERO}",
            re.IGNORECASE,
        ),
        re.compile(
            r"(?:\b(?:zero[- ]mean|mean[- ]zero|centred|centered)\b[\w\s,-]{0,40}|零均值的?\w{0,8}\s*)$",
            re.IGNORECASE,
        ),
    ),
    (
        "variance",
        ONE,
        re.compile(
            r"\bunit[- ]variances?\b|\bvariances? (?:of )?(?:one\b|1(?![.\d/]))|单位方差|方差(?:都|均)?(?:为|是|等于)(?:1|一)(?!\d)",
            re.IGNORECASE,
        ),
        re.compile(r"(?:\bunit[- ]variance\b[\w\s,-]{0,40}|单位方差的?\w{0,8}\s*)$", re.IGNORECASE),
    ),
)
_COUNTED = re.compile(
    r"\s*(?:个|次|条|维|独立|i\.?\s?i\.?\s?d|independent\b|samples\b|observations\b|random variables\b|variables\b|points\b|data\b|"
    r"draws\b|trials\b|steps\b)",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(r"\bi\.\s?i\.\s?d\.?", re.IGNORECASE)
_ENDS = re.compile(r"[。！？!?；;]|\n\s*\n|\.\s")


def populations(document: Document, words: Sentences, written: Conventions) -> tuple[Equation, ...]:
    """The means and variances stated in words, as equations; their steps are negative numbers, which no formula has."""
    found: list[Equation] = []
    for said in sorted(_statements(document, words), key=lambda said: said.place):
        for left, right in _moments_stated(said, written, columns(said.bearer, words)):
            found.append(Equation(left, right, said.place, -1 - len(found)))
    return tuple(found)


class _Statement(NamedTuple):
    """A moment, the formula of the variable, the value (a term or its items), and the place from which it is in force."""

    moment: str
    bearer: Formula
    value: list[Item] | Term
    place: int
    other: Formula | None = None  # the second variable of a covariance


class _StatedValue(NamedTuple):
    """A value stated for a moment, and where it ends."""

    moment: str
    value: list[Item]
    place: int


def _statements(document: Document, words: Sentences) -> Iterator[_Statement]:
    bearers: list[Formula] = []  # the last variables, joined by "and" only
    told: list[_StatedValue] = []  # the moments stated for these
    moment = awaited = ""  # the moment of the last formula, and that of the next one if "and" comes before it
    values: list[Formula] = []  # formulas joined by "and" only
    for formula in document.formulas:
        before = words.text[values[-1].span.end if values else 0 : formula.span.start]
        if values and _are_moments(before, words.text[formula.span.end :][: 2 * REACH]):
            parts = [part for value in values for part in split_at_commas(_row(value))]
            if len(parts) == len(BOTH):
                yield from (
                    _Statement(m, formula, p, formula.span.end) for m, p in zip(BOTH, parts, strict=True)
                )
        joined = bool(values) and _JOINED.match(before) is not None
        values = [*values, formula] if joined else [formula]
        further = moment if joined and len(bearers) > 1 else ""
        moment, awaited = (
            (awaited, "")
            if joined and awaited
            else _moment(words.text[max(0, formula.span.start - REACH) : formula.span.start])
        )
        moment = moment or further
        if moment:
            if bearers and _is_of(bearers[-1], formula, words):
                told += (_StatedValue(moment, part, formula.span.end) for part in _values(formula))
        elif not bearers or not _is_beside(before, words.text[formula.span.end :][:REACH]):
            yield from _assigned(bearers, told)
            inline = [formula] if formula.kind == "inline" and not _counts(formula, words) else []
            bearers, told = [*bearers, *inline] if joined and bearers and not told else inline, []
            yield from _worded(bearers, words)
    yield from _assigned(bearers, told)


def _is_beside(before: str, behind: str) -> bool:
    """Whether a variable is named only because another one is independent of it; words about both follow the second."""
    return _BESIDE.search(before) is not None and not (_JOINED.match(before) and _TOGETHER.match(behind))


def _values(formula: Formula) -> list[list[Item]]:
    """The values that a formula lists; empty for an equation."""
    row = _row(formula)
    return [] if "=" in map(notation.latex, row) else split_at_commas(row)


def _assigned(bearers: Sequence[Formula], told: Sequence[_StatedValue]) -> Iterator[_Statement]:
    """The stated moments with their variables: one value for each variable, or one value for all of them."""
    for moment in dict.fromkeys(each.moment for each in told):
        values = [each for each in told if each.moment == moment]
        if moment == "covariance":
            if len(bearers) == 2 and len(values) == 1:
                yield _Statement(moment, bearers[0], values[0].value, values[0].place, bearers[1])
                continue
            moment = "variance"  # of a column
        if len(values) == 1 or len(bearers) == 1:
            values = [values[0]] * len(bearers)
        elif len(values) != len(bearers):
            continue
        yield from (
            _Statement(moment, bearer, each.value, each.place)
            for bearer, each in zip(bearers, values, strict=True)
        )


def _worded(bearers: Sequence[Formula], words: Sentences) -> Iterator[_Statement]:
    r"""The moments of variables stated in words without a formula: "zero-mean noise $\varepsilon$"."""
    if not bearers:
        return
    start, end = bearers[0].span.start, bearers[-1].span.end
    before = words.text[max(0, start - REACH) : start].rpartition("$")[2]
    behind = _clause_behind(bearers[-1], words)
    for moment, value, after, ahead in _WORDED:
        if after.search(behind) or ahead.search(before):
            yield from (_Statement(moment, each, value, end) for each in bearers)


def _counts(formula: Formula, words: Sentences) -> bool:
    """Whether the words after a formula make it a count: "$n$ independent samples"."""
    row = _row(formula)
    if len(row) != 1 or notation.name(row[0]) not in COUNTS:
        return False
    return _COUNTED.match(words.text[formula.span.end : formula.span.end + REACH]) is not None


def _clause_behind(bearer: Formula, words: Sentences) -> str:
    """The words after a variable, up to the end of the sentence or the next formula that is not one of its moments."""
    text = words.text[bearer.span.end : bearer.span.end + 2 * REACH]
    text = _ABBREVIATION.sub(lambda m: "iid".ljust(len(m.group())), text)
    end = _ENDS.search(text)
    text = text if end is None else text[: end.start()]
    at = text.find("$")
    while at >= 0 and (_moment(text[:at])[0] or _JOINED.match(text[:at])):
        at = text.find("$", at + 1)
    return text if at < 0 else text[:at]


def _are_moments(before: str, after: str) -> bool:
    """Whether the words before and after a formula say that the preceding formulas are its mean and its variance."""
    return _ARE_OF.match(before) is not None or (
        _ARE.match(before) is not None and _OF_IT.match(after) is not None
    )


def _row(formula: Formula) -> list[Item]:
    """The items of a formula; empty if it cannot be read."""
    try:
        return notation.items(formula.tree.body)
    except UnreadError:
        return []


def bearers(found: Iterable[Equation]) -> frozenset[str]:
    """The variables whose moments are stated: they are random, unlike their indices."""
    moments = (known.left for known in found if isinstance(known.left, Apply))
    bodies = (body for moment in moments for body in moment.arguments)
    heads = (b.arguments[0] if isinstance(b, Apply) and b.operator == "index" else b for b in bodies)
    return frozenset[str]().union(*map(free_variables, heads))


def _moment(before: str) -> tuple[str, str]:
    """The moment named right before a formula, and the moment named for the next formula; empty strings for none."""
    if _OF_TWO.search(before):
        return BOTH
    return next((name for name, said in _WORDS.items() if said.search(before)), ""), ""


def _is_of(bearer: Formula, value: Formula, words: Sentences) -> bool:
    """Whether two formulas are close to each other in one sentence."""
    between = _ABBREVIATION.sub("iid", words.text[bearer.span.end : value.span.start])
    return len(between) < 2 * REACH and _ENDS.search(between) is None


def _moments_stated(said: _Statement, written: Conventions, of: Sequence[str]) -> Iterator[tuple[Term, Term]]:
    """The moment of a variable and its value, or those of components of the columns `of`; nothing if they cannot be read."""
    moment = said.moment
    try:
        bearers = [_one_of(_row(f)) for f in (said.bearer, said.other) if f is not None]
        right = RowReader(said.value, written).whole() if isinstance(said.value, list) else said.value
    except (UnreadError, RecursionError):
        return
    if of and said.other is None:
        square = moment == "deviation"
        value = Apply("power", (right, TWO)) if square else right
        kind = "variance" if square else moment
        yield from ((Apply(kind, (Apply("index", (Variable(name), PLACE)),)), value) for name in of)
        return
    named = tuple(b for b in bearers if b is not None)
    if len(named) < len(bearers):
        return
    if moment == "deviation":
        moment, right = "variance", Apply("power", (right, TWO))
    yield Apply(moment, named), right


def _one_of(row: list[Item]) -> Term | None:
    r"""The variable that a row names: ``X``, ``x_i``, ``p(x)``, the first of ``X_1, \dots, X_n``; None for any other row."""
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
        place = _letter(scripts.subscript) if not others else None
        return Apply("index", (Variable(name), ONE if place is None else Variable(place)))
    return Variable(name)


def _letter(subscript: Node) -> str | None:
    """The letter that is the whole subscript; None for any other subscript."""
    row = notation.opened(subscript)
    return notation.name(row[0]) if len(row) == 1 and not isinstance(row[0], Scripted) else None


def _is_name(part: list[Item]) -> bool:
    """Whether a part is a name, possibly with an index."""
    if not part or isinstance(part[0], Scripted) or notation.name(part[0]) is None or len(part) > 2:
        return False
    scripts = part[1] if len(part) == 2 else None
    return scripts is None or (isinstance(scripts, Scripted) and scripts.superscript is None)
