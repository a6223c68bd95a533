"""Which relations a post states, and which of them claim something.

Roles follow from the sign, from the words before, from the shape of the left side and from what was named before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mathpost.document.document import Document, Formula
from mathpost.latex.lexer import reading
from mathpost.latex.tree import Node
from mathpost.maths import handbook, spelling
from mathpost.maths.chains import Chain, chains, last_side
from mathpost.maths.cues import Cue, cue
from mathpost.maths.heads import (
    head,
    in_library,
    is_number,
    only_dots,
    only_names,
    relates_densities,
    squared,
    worded,
)
from mathpost.maths.letters import bare, letters
from mathpost.maths.lines import system
from mathpost.maths.relations import DEFINING, NOT_CLAIMED, ORDERS, glyph
from mathpost.maths.step import Inference, Role, Side, Step
from mathpost.text.source import Span


def steps(document: Document) -> tuple[Step, ...]:
    """All relations of the post, in reading order."""
    return tuple(_Reader(spelling.as_meant(document)).steps())


# what stands between the formulas of a list: what was said before the first holds for all
LISTED = frozenset([",", "，", "、"])


class _Reader:
    """Walks the formulas of a post and remembers what has been named."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.known: set[str] = set()
        self.spoken = handbook.spoken_of(document)
        self.last_display: list[Node] | None = None
        self.last_end = 0

    def steps(self) -> Iterator[Step]:
        end = 0
        said: Cue = ""
        for formula in self.document.formulas:
            if any(g.contains(formula.span) for g in self.document.generated):
                continue
            before = self.document.source.text[max(end, formula.span.start - 160) : formula.span.start]
            said = said if end and before.strip() in LISTED else cue(before)
            yield from self.of_formula(formula, said)
            end = formula.span.end

    def of_formula(self, formula: Formula, said: Cue) -> Iterator[Step]:
        first = True
        together = system(formula.tree.body) is not None
        said = "" if together else said
        previous = self.last_display if formula.kind == "display" and self.follows_closely(formula) else None
        stated: frozenset[str] = frozenset()
        for chain in chains(formula, previous):
            solved = stated if chain.inferred else frozenset()
            for step in self.of_chain(formula, chain, said if first else _kept(said), solved):
                demanded = (together and step.role == "claim" and not step.interior) or (
                    chain.constrained and step.role in ("claim", "definition")
                )
                yield replace(step, role="assumption") if demanded else step
            first = False
            stated = letters(n for side in chain.sides for n in side)
        if formula.kind == "display":
            self.last_display = last_side(formula)
            self.last_end = formula.span.end

    def follows_closely(self, formula: Formula) -> bool:
        """Whether no other text of length stands between the last display and this one."""
        return len(self.document.source.text[self.last_end : formula.span.start].strip()) < 60

    def of_chain(self, formula: Formula, chain: Chain, said: Cue, solved: frozenset[str]) -> Iterator[Step]:
        """The steps of a chain; `solved`: the letters of the equation that it is inferred from."""
        ranged = self.is_range(chain)
        for k, (relation, sign, span) in enumerate(chain.relations):
            left, right = chain.sides[k], chain.sides[k + 1]
            if not left or not right:
                continue
            interior = k > 0 or chain.inherited
            role = "assumption" if ranged else self.role(left, sign, right, said, interior, solved)
            sides = self.side(formula, left), self.side(formula, right)
            whole = Span(min(sides[0].span.start, span.start), max(sides[1].span.end, span.end))
            inferred: Inference = "arrow" if chain.inferred else "word" if said == "infer" else ""
            yield Step(
                formula.index, sides[0], relation, sign, span, sides[1], role, interior, whole, inferred
            )
            self.remember(left, sign, interior)

    def role(
        self,
        left: list[Node],
        sign: str,
        right: list[Node],
        said: Cue,
        interior: bool,
        solved: frozenset[str],
    ) -> Role:
        if sign in DEFINING:
            return "definition"
        if sign in NOT_CLAIMED:
            return "assumption" if sign == "∈" else "other"
        if sign in ORDERS and (only_dots(left) or only_dots(right)):
            return "assumption"  # "\\sigma_1 \\ge \\sigma_2 \\ge \\cdots": how a list is ordered
        if worded(left) or worded(right) or glyph(left[-1]) == ".":
            return "other"  # words, or a range such as 255..=3
        if said == "demand" and not interior:
            return "assumption"
        if said == "define" and sign in ORDERS | {"!="} and not interior:
            return "assumption"  # "let $\\Re a > 0$"
        if (sign in ORDERS or sign == "!=") and not interior and only_names(left):
            return "assumption"
        if said != "define" and handbook.is_value(left, self.spoken):
            return "claim"
        name = head(left)
        if name is not None and not interior:
            if sign in ORDERS or sign == "!=":
                return "assumption"
            meant = name in self.known or in_library(name) or bare(name) in solved or self.is_slope(name)
            if said == "define" or is_number(right) or not (meant or relates_densities(name, right)):
                return "definition"
        square = squared(left) if not interior and sign in ("=", "≡") else None
        if square is not None and bare(square) not in letters(right) and square not in self.known:
            return "definition"  # of \\sigma through \\sigma^2
        return "claim"

    def is_slope(self, name: str) -> bool:
        """Whether a head such as ``f'()`` is the derivative of a function that was named."""
        symbol, brackets, behind = name.partition("()")
        plain = symbol.rstrip("'")
        return bool(brackets) and not behind and plain != symbol and plain + brackets in self.known

    def is_range(self, chain: Chain) -> bool:
        """``0 < x``, ``1 \\le i < j \\le n``: where symbols live that have no definition."""
        if chain.inherited or not all(sign in ORDERS for _, sign, _ in chain.relations):
            return False
        first, *between, last = chain.sides
        ends, bounded = ((first, last), between) if between else ((first,), [last])
        return all(is_number(end) or _symbol(end) for end in ends) and all(
            _symbol(each) not in {None, *self.known} for each in bounded
        )

    def remember(self, left: list[Node], sign: str, interior: bool) -> None:
        name = head(left)
        if name is not None and not interior and sign in ("=", ":=", "≡", "≐", "∼"):
            self.known.add(name)

    def side(self, formula: Formula, nodes: list[Node]) -> Side:
        span = Span(nodes[0].span.start, max(n.span.end for n in nodes))
        return Side(tuple(nodes), _written(self.document, formula, nodes), span)


def _symbol(nodes: Sequence[Node]) -> str | None:
    """The name of a side that is one symbol and no value of a function."""
    name = head(nodes)
    return None if name is None or name.endswith("()") else name


def _kept(said: Cue) -> Cue:
    """What still holds for the later statements of a formula."""
    return said if said in ("define", "demand") else ""


def _written(document: Document, formula: Formula, nodes: Sequence[Node]) -> str:
    """The LaTeX of `nodes` as LaTeX reads it; pieces that stand apart (in two rows) are joined by a space."""
    pieces: list[Span] = []
    for node in nodes:
        gap = document.source.text[pieces[-1].end : node.span.start] if pieces else ""
        if pieces and node.span.start >= pieces[-1].end and not gap.strip(" \t"):
            pieces[-1] = Span(pieces[-1].start, node.span.end)
        elif not pieces or node.span.start >= pieces[-1].end:
            pieces.append(node.span)
        else:
            pieces[-1] = Span(pieces[-1].start, max(pieces[-1].end, node.span.end))
    return " ".join(reading(document.source.text, (p,), formula.escaped).text.strip() for p in pieces)
