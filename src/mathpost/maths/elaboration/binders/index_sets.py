r"""Sets of indices that a post describes: ``S = \{i : x_i > 0\}``,
"$\Omega_k(x)$ is the set of indices of the $k$ largest entries of $x$".

A set that a post describes in two ways is left undetermined: sums over it must hold for any set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mathpost.document.document import Document
from mathpost.maths import notation
from mathpost.maths.elaboration import conditions
from mathpost.maths.elaboration.binders.ranges import COUNTERS, bracketed
from mathpost.maths.elaboration.conventions import IndexSet
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation import Item, UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, substitute
from mathpost.text.stems import occurrences

Row = tuple[Item, ...]
OTHER = Variable("j⁎")  # the index of the larger entries that are counted
_DIVIDES = frozenset([":", r"\mid", "|"])
_SET, _FAMILY, _SIZE = (rf" *(?P<{role}>\$) *" for role in ("name", "family", "size"))  # formulas in text
_IN_WORDS = (
    re.compile(
        rf"{_SET}(?:为|是|表示|代表|包含|返回)了?{_FAMILY}中?的?最(?P<kind>[大小])的?{_SIZE}个(?:分量|元素|值|数|项)的?(?:下标|索引|指标|位置)"
    ),
    re.compile(
        rf"{_SET}(?:be|is|denotes?|contains) (?:the )?(?:set of )?(?:the )?(?:indices|index set|positions) of (?:the )?"
        rf"{_SIZE}(?P<kind>largest|smallest) (?:components|entries|elements|values|coordinates) of{_FAMILY}"
    ),
)


def index_sets(document: Document, words: Sentences, steps: Sequence[Step]) -> tuple[IndexSet, ...]:
    """The sets with exactly one description in the post."""
    found: dict[str, dict[tuple[object, ...], IndexSet]] = {}
    for described in (*_in_words(document, words), *_by_conditions(steps)):
        found.setdefault(described.name, {}).setdefault(described.written, described)
    return tuple(described for ways in found.values() for described in ways.values() if len(ways) == 1)


def is_member(reader: Reader, described: IndexSet, index: Variable) -> Term:
    """The proposition that `index` is in the set.

    Raises:
        UnreadError: the description cannot be read.
    """
    if described.condition:
        stated = conditions.proposition(reader, described.condition)
        return substitute(stated, {described.member: index})
    family = Variable(described.family)
    entry, other = (Apply("index", (family, place)) for place in (index, OTHER))
    further = Apply("greater", (other, entry) if described.greatest else (entry, other))
    count = Bind("sum", OTHER, (), Apply("indicator", (further,)))
    return Apply("less", (count, reader.inside(list(described.size)).whole()))


def _in_words(document: Document, words: Sentences) -> Iterator[IndexSet]:
    inline = {f.span.start: f for f in document.formulas if f.kind == "inline"}
    for said in (match for pattern in _IN_WORDS for match in occurrences(pattern, words.text)):
        try:
            rows = {
                key: notation.items(inline[said.start(key)].tree.body) for key in ("name", "family", "size")
            }
        except (UnreadError, KeyError):
            continue
        family = notation.name(rows["family"][0]) if len(rows["family"]) == 1 else None
        if family is not None:
            greatest = said["kind"] in ("大", "largest")
            name = notation.latex_row(rows["name"])
            yield IndexSet(name, family=notation.letter(family), size=tuple(rows["size"]), greatest=greatest)


def _by_conditions(steps: Sequence[Step]) -> Iterator[IndexSet]:
    """The sets described as ``S = \\{i : x_i > 0\\}``."""
    for step in steps:
        if step.sign not in ("=", ":=") or step.interior:
            continue
        try:
            name, row = notation.latex_row(notation.items(step.left.nodes)), notation.items(step.right.nodes)
        except UnreadError:
            continue
        left, content, right = bracketed(row)
        stated = len(content) > 2 and notation.latex(content[1]) in _DIVIDES
        if (left, right) == (r"\{", r"\}") and stated and (member := notation.name(content[0])) in COUNTERS:
            yield IndexSet(name, str(member), tuple(content[2:]))
