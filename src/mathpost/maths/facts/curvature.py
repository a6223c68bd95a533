r"""Shapes of functions in a post: convex, concave, ``L``-smooth, ``\mu``-strongly convex, with an ``L``-Lipschitz gradient.

Chinese and English: 设 $f$ 是凸函数, "let $f$ be convex and $L$-smooth", "a $\mu$-strongly convex function $f$", "$\nabla f$ is
$L$-Lipschitz". Negated statements are skipped, and so are convex sets, hulls and combinations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Term
from mathpost.text.stems import occurs

Shape = Literal["convex", "concave", "smooth", "strong"]

_MARK = r"\x00(\d+)\x00"  # the mark for a formula among the words
_CONSTANT = rf"(?:{_MARK}\s*[-–]?\s*)"
Words = Sequence[tuple[Shape, re.Pattern[str]]]
_OF_VALUES: Words = (
    ("strong", re.compile(rf"{_CONSTANT}(?:强凸|strongly[ -]convex)", re.IGNORECASE)),
    ("smooth", re.compile(rf"{_CONSTANT}(?:光滑|smooth\b)", re.IGNORECASE)),
    ("convex", re.compile(
        r"(?<![非强拟凹])(?<!-)凸(?![集包组优])"
        r"|(?<!non-)(?<!strongly )(?<!strongly-)(?<!quasi-)\bconvex\b(?! (?:set|hull|comb|opt))", re.IGNORECASE
    )),
    ("concave", re.compile(r"(?<!非)凹(?!凸)|(?<!non-)\bconcave\b", re.IGNORECASE)),
)  # fmt: skip
_OF_SLOPES: Words = (
    ("smooth", re.compile(rf"{_CONSTANT}(?:Lipschitz|利普希[茨兹]|李普希[茨兹])", re.IGNORECASE)),
)
_NOUN = re.compile(r"(函数|损失|\b(functions?|loss(es)?|objectives?))\s*$", re.IGNORECASE)
_GRADIENT_BEFORE = re.compile(r"(梯度\s*$)|\bgradients? of\s*$", re.IGNORECASE)
_LINK = re.compile(r"^\s*(的梯度)?\s*(是|为|均为|满足|is\b|are\b|be\b|to be\b|has\b)", re.IGNORECASE)
_DENIAL = re.compile(r"\b(not|never|neither|need not)\b|不(?!妨)|未必|并非", re.IGNORECASE)
_CLAUSE = re.compile(r"[。；;，,.：:\n]")
NEAR = 40  # characters between a function and the words for its shape


class Said(NamedTuple):
    """The function `name` has a shape from `place` on; `degree`: its constant, empty if it has none."""

    name: str
    shape: Shape
    degree: tuple[Node, ...]
    place: int


def in_force(
    said: Iterable[Said], place: int, conventions: Conventions
) -> dict[str, dict[Shape, Term | None]]:
    """The shapes of functions stated before `place`, with their degrees; a degree that cannot be read is left out."""
    found: dict[str, dict[Shape, Term | None]] = {}
    for each in said:
        if each.place >= place:
            continue
        try:
            degree = elaborate(each.degree, conventions).term if each.degree else None
        except (UnreadError, RecursionError):
            continue
        found.setdefault(each.name, {})[each.shape] = degree
    return {name: shapes for name, shapes in found.items() if not {"convex", "concave"} <= shapes.keys()}


_ANY = re.compile(r"凸|凹|光滑|Lipschitz|利普希|李普希|convex|concave|smooth", re.IGNORECASE)


def shapes_of_functions(document: Document) -> tuple[Said, ...]:
    """The functions whose shapes a post states, in reading order."""
    return tuple(_Words(document).said()) if occurs(_ANY, document.source.text) else ()


class _Words:
    """The words of a post with a mark for each formula."""

    def __init__(self, document: Document) -> None:
        self.formulas: Sequence[Formula] = document.formulas
        self.marked = ""
        self.places: list[tuple[int, int]] = []
        text, end = document.source.text, 0
        for number, formula in enumerate(self.formulas):
            self.marked += text[end : formula.span.start]
            start = len(self.marked)
            self.marked += f"\x00{number}\x00"
            self.places.append((start, len(self.marked)))
            end = max(end, formula.span.end)
        self.marked += text[end:]

    def said(self) -> Iterator[Said]:
        for number, formula in enumerate(self.formulas):
            if formula.kind != "inline":
                continue
            slope, name = _function(formula)
            if name is None:
                continue
            start, end = self.places[number]
            for shape, degree in self.around(start, end, slope):
                yield Said(name, shape, degree, formula.span.start)

    def around(self, start: int, end: int, slope: bool) -> Iterator[tuple[Shape, tuple[Node, ...]]]:
        """The shapes stated around the function between two offsets; `slope`: the function is a gradient."""
        before = self.marked[max(0, start - NEAR) : start]
        behind = self.marked[end : end + NEAR]
        link = _LINK.match(behind)
        clause = _CLAUSE.split(behind)[0] if link else ""
        if not _DENIAL.search(clause):
            of_slopes = slope or (link is not None and link.group(1)) or _GRADIENT_BEFORE.search(before)
            yield from self.in_words(clause, _OF_SLOPES if of_slopes else _OF_VALUES)
        lead = _CLAUSE.split(before)[-1]
        if _NOUN.search(lead) and not _DENIAL.search(lead):
            yield from self.in_words(lead, _OF_VALUES)

    def in_words(self, words: str, known: Words) -> Iterator[tuple[Shape, tuple[Node, ...]]]:
        for shape, pattern in known:
            match = pattern.search(words)
            if match is not None:
                degree = self.formulas[int(match.group(1))].tree.body if match.re.groups else ()
                yield shape, tuple(degree)


def _function(formula: Formula) -> tuple[bool, str | None]:
    r"""Whether a formula is a gradient, and the letter of its function: ``f``, ``f(x)``, ``\nabla f``."""
    try:
        row = notation.items(formula.tree.body)
    except UnreadError:
        return False, None
    slope = bool(row) and notation.latex(row[0]) == r"\nabla"
    row = row[1:] if slope else row
    alone = len(row) == 1 or (len(row) > 1 and notation.latex(row[1])[:1] in ("(", ":"))
    return slope, notation.name(row[0]) if row and alone else None
