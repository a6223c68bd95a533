r"""Matrix decompositions stated in words: 设 $M$ 的 SVD 为 $U\Sigma V^\top$, "the SVD of $M$ is $U\Sigma V^\top$"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.facts import Equation
from mathpost.maths.facts.properties import Said
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Apply, Term, Variable

NEAR = 40  # characters between a matrix and its decomposition
_NAME = (
    r"(?:SVD|(?:奇异值|特征值?|谱|对角化)分解|singular value decomposition|eigen-?(?:value )?decomposition"
    r"|spectral decomposition)"
)
_BEHIND = re.compile(
    rf"^[^。！？；;]*{_NAME}(?:为|成|是|写[成作]|表示为|记[为作]|具有|:|：|\s)*$", re.IGNORECASE
)
_BEFORE = re.compile(rf"{_NAME}\s+of\s+(?:the matrix\s+)?$", re.IGNORECASE)
_LINK = re.compile(r"^\s*(?:be|is|as|(?:is )?given by|reads|,|:)\s*$", re.IGNORECASE)


def in_words(document: Document, written: Conventions) -> tuple[Equation, ...]:
    """The decompositions stated in words, as equations; their steps are negative numbers, which no formula has."""
    text = document.source.text
    found: list[Equation] = []
    for matrix, product in pairwise(document.formulas):
        between = text[matrix.span.end : product.span.start]
        if matrix.kind != "inline" or len(between) > NEAR:
            continue
        named = _LINK.match(between) and _BEFORE.search(
            text[max(0, matrix.span.start - NEAR) : matrix.span.start]
        )
        if named or _BEHIND.match(between):
            for left, right in _read(matrix, product, written):
                found.append(Equation(left, right, product.span.end, -1 - len(found)))
    return tuple(found)


def _read(matrix: Formula, product: Formula, written: Conventions) -> Iterator[tuple[Term, Term]]:
    """A matrix and its decomposition into three factors; nothing if either cannot be read."""
    try:
        left = elaborate(named(matrix.tree.body), written).term
        right = elaborate(product.tree.body, written).term
    except (UnreadError, RecursionError):
        return
    if _symbol(left) is not None and _factors(right) is not None:
        yield left, right


def named(nodes: Sequence[Node]) -> Sequence[Node]:
    r"""The nodes that name the object of a formula: all of it, or the part before ``\in`` or ``=``."""
    signs = [k for k, node in enumerate(nodes) if notation.latex(node) in (r"\in", "=")]
    return nodes[: signs[0]] if signs else nodes


def _symbol(term: Term) -> str | None:
    head = term.arguments[0] if isinstance(term, Apply) and term.operator == "index" else term
    return head.name if isinstance(head, Variable) else None


def _factors(product: Term) -> tuple[str, str, str] | None:
    r"""The names in ``U\Sigma V^\top``; None for a product of another form."""
    match product:
        case Apply(
            operator="multiply",
            arguments=(left, middle, Apply(operator="transpose" | "adjoint", arguments=(right,))),
        ):
            names = [_symbol(factor) for factor in (left, middle, right)]
            return tuple(names) if None not in names else None  # type: ignore[return-value]
    return None


def properties(found: Sequence[Equation]) -> Iterator[Said]:
    """The properties of the factors of the decompositions `found`: orthogonal, square, and diagonal in the middle."""
    for each in found:
        left, middle, right = _factors(each.right) or ("", "", "")
        diagonal = "diagonal" if left == right else "positive diagonal"
        for factor in (left, right):
            yield Said(factor, "orthogonal", each.place)
            yield Said(factor, "square", each.place)
        yield Said(middle, diagonal, each.place)
