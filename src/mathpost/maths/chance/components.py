"""Random columns whose components are described in words: "the entries of $q$ and $k$ are independent, with mean 0".

Their inner products are sums over the components; the post gives the dimension of the columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from mathpost.document.document import Formula
from mathpost.maths import notation
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation import Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import AVERAGES
from mathpost.maths.terms.term import ONE, Apply, Bind, Term, Variable, with_parts

PLACE = Variable("i⁎")  # the index of a component
RUNNING = Variable("j⁎")  # the index of a sum over all components
REACH = 60  # characters around a column in which the word for its components is searched
_NOUN = r"(?:components?|entries|elements|coordinates)"
_ABBREVIATION = re.compile(r"\bi\.\s?i\.\s?d\.?", re.IGNORECASE)
_BEFORE = re.compile(
    rf"\b{_NOUN}\s+(?:of|in)\s+(?:both\s+|the\s+)?(?:vectors?\s+)?(?:\$\s*(?:,|and)\s*)*$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"^(?:\s*(?:,|、|，|和|与|and)\s*\$)*(?:\s*中?的?(?:各|每)一?个?的?(?:分量|元素|维度?)|\s*的(?:各|每)?个?(?:分量|元素)|"
    rf"[^.$。;；]{{0,60}}\b(?:have|has|having|with|whose)\b[^.$。;；]{{0,40}}\b{_NOUN}\b)",
    re.IGNORECASE,
)


def columns(bearer: Formula, words: Sentences) -> tuple[str, ...]:
    """The columns that a formula names, if the words mention their components; otherwise empty."""
    before = words.text[max(0, bearer.span.start - REACH) : bearer.span.start]
    behind = _ABBREVIATION.sub("iid", words.text[bearer.span.end : bearer.span.end + 2 * REACH])
    if not (_BEFORE.search(before) or _BEHIND.match(behind)):
        return ()
    return tuple(_names(bearer))


def _names(bearer: Formula) -> Iterator[str]:
    """``q`` and ``k`` of ``q, k \\in \\mathbb{R}^d``."""
    try:
        row = notation.items(bearer.tree.body)
    except UnreadError:
        return
    at = next((k for k, item in enumerate(row) if notation.latex(item) == r"\in"), len(row))
    for part in split_at_commas(row[:at]):
        name = notation.name(part[0]) if len(part) == 1 and not isinstance(part[0], Scripted) else None
        if name is not None:
            yield bare(name)


def summed(sides: tuple[Term, Term], length: Callable[[str, str], Term | None]) -> tuple[Term, Term]:
    r"""`sides` with ``q^\top k`` and ``q \cdot k`` as ``\sum_i q_ik_i``; `length` returns the dimension of two columns."""
    return _summed(sides[0], length), _summed(sides[1], length)


def _summed(term: Term, length: Callable[[str, str], Term | None]) -> Term:
    match term:
        case (
            Apply(
                operator="multiply",
                arguments=(
                    Apply(operator="transpose", arguments=(Variable(name=one),)),
                    Variable(name=other),
                ),
            )
            | Apply(operator="dot" | "inner", arguments=(Variable(name=one), Variable(name=other)))
        ):
            count = length(bare(one), bare(other))
            if count is not None:
                members = tuple(Apply("index", (Variable(bare(n)), RUNNING)) for n in (one, other))
                return Bind("sum", RUNNING, (ONE, count), Apply("multiply", members), term.origin)
        case Apply(operator=operator, arguments=(body, *named)) if operator in AVERAGES - {"covariance"}:
            inside = _summed(body, length)
            if inside != body:  # the sum then runs over the components
                named = [Variable(bare(n.name)) if isinstance(n, Variable) else n for n in named]
            return Apply(operator, (inside, *named), term.origin)
    return with_parts(term, lambda part: _summed(part, length))


def lengths(declared: Mapping[tuple[str, bool], tuple[str, ...]]) -> Callable[[str, str], Term | None]:
    """Return the number of components of two columns from the spaces stated for them; None if a column has no stated space."""

    def length(one: str, other: str) -> Term | None:
        axes = {declared.get((name, False)) for name in (one, other)}
        (found,) = axes if len(axes) == 1 else (None,)
        return Variable(found[0]) if found is not None and len(found) == 1 and found[0] else None

    return length
