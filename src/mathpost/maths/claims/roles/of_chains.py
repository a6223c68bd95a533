"""Roles that all steps of a chain share: domains of symbols, cases, meanings of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node
from mathpost.maths.claims.chains import Chain, orders, orders_symbols
from mathpost.maths.claims.namings import Namings
from mathpost.maths.claims.roles.candidate import Lead
from mathpost.maths.elaboration.heads import (
    head,
    is_constant,
    is_number,
    measured,
    plain_symbol,
    worded,
)
from mathpost.maths.lexicon.cases import explains_value, names_what_has_it, opens_a_case
from mathpost.maths.lexicon.questions import is_an_answer_to_choose
from mathpost.maths.notation.relations import ORDERS
from mathpost.maths.notation.step import Role, Step


class Setting(NamedTuple):
    """A chain, its lead, and the words right `after` its formula."""

    document: Document
    formula: Formula
    chain: Chain
    lead: Lead
    after: str
    known: Namings

    @property
    def is_inferred(self) -> bool:
        """Whether an arrow or words infer the chain."""
        return self.chain.inferred or self.lead.said == "infer"


@dataclass(frozen=True)
class ChainRow:
    """A row of the table: if it `holds` for a chain, all its steps have this role. `example`: a post that it decides."""

    id: str
    role: Role
    holds: Callable[[Setting], bool] = field(repr=False)
    example: str


def of_chain(setting: Setting) -> ChainRow | None:
    """The first row that holds for a chain; None if its steps have separate roles."""
    return next((row for row in ROWS if row.holds(setting)), None)


def _names_an_event(at: Setting) -> bool:
    """Whether an inline formula sets a capital to one value, and words explain that event: $X = 1$ 表示正面朝上."""
    if at.formula.kind == "display" or [sign for _, sign, _ in at.chain.relations] != ["="]:
        return False
    name, value = plain_symbol(at.chain.sides[0]), at.chain.sides[1]
    capital = name is not None and name.isupper() and (is_number(value) or plain_symbol(value) is not None)
    return capital and explains_value(at.after)


def _is_range(at: Setting) -> bool:
    r"""Whether a chain is the domain of undefined symbols: ``0 < x``, ``1 \le i < j \le n``, ``0 \le j < n - 1``."""
    if at.lead.ordered or not orders(at.chain):
        return False
    first, *between, last = at.chain.sides
    counted = len(between) == 1 and is_number(first) and at.lead.said != "infer" and not worded(last)
    ends, bounded = ((first, last), between) if between else ((first,), [last])
    return all(_is_unnamed(side, at.known) for side in bounded) and all(
        counted or is_constant(end) or plain_symbol(end) for end in ends
    )


def _is_limited(at: Setting) -> bool:
    r"""Whether a chain bounds the size of an undefined symbol and is not inferred: ``\|\delta\| \le \epsilon``."""
    if at.lead.ordered or at.chain.inherited or at.is_inferred:
        return False
    if [sign in ORDERS for _, sign, _ in at.chain.relations] != [True]:
        return False
    size, limit = at.chain.sides
    name = measured(size)
    return name is not None and name not in at.known and (is_constant(limit) or head(limit) is not None)


def _is_case(at: Setting) -> bool:
    """Whether an inequality states a case: in a heading, or in brackets after a word for it (case 2, $x^2 > N$)."""
    if at.lead.ordered or not orders(at.chain) or at.is_inferred:
        return False
    in_heading = any(h.span.contains(at.formula.span) for h in at.document.headings)
    return in_heading or opens_a_case(at.lead.words)


def _is_unnamed(nodes: Sequence[Node], known: Namings) -> bool:
    name = plain_symbol(nodes)
    return name is not None and name not in known and not is_constant(nodes)


def _is_of_a_name(at: Setting) -> bool:
    """Whether the words after a relation name the objects that satisfy it: if $AB = BA$, then they are said to commute."""
    return not at.is_inferred and names_what_has_it(at.after)


def _is_an_answer(at: Setting) -> bool:
    """Whether a formula is one of several answers to a question."""
    return at.formula.kind == "inline" and is_an_answer_to_choose(at.document.source.text, at.formula.span)


ROWS = (
    ChainRow(
        "answer-to-choose",
        "other",
        _is_an_answer,
        "Which one is right?\n\n- $a + a = a$\n- $a - a = a$\n- $a + a = 2a$",
    ),
    ChainRow(
        "condition-of-a-name", "assumption", _is_of_a_name, "设矩阵满足 $A B + B A = A$，则称它们可交换。"
    ),
    ChainRow("event-told", "other", _names_an_event, "$X = 1$ denotes the event of heads."),
    ChainRow("range", "assumption", _is_range, "$0 < x < n$"),
    ChainRow("limit", "assumption", _is_limited, r"$\|\delta\| \le \epsilon$"),
    ChainRow("case-named", "assumption", _is_case, "Case 2 ($x^2 + y > n$)"),
)


def carries(step: Step, at: Setting) -> bool:
    """Whether the rest of the chain has the role of `step`: bounds of one symbol, one value for several, ``a = b = 1``."""
    ranged = (
        at.lead.said == "define"
        and orders(at.chain)
        and any(_is_unnamed(side, at.known) for side in at.chain.sides)
    )
    bounded = orders(at.chain) and not at.is_inferred
    if step.role == "assumption" and (orders_symbols(at.chain) or ranged or bounded):
        return True
    given = at.lead.said != "infer" and step.role in ("definition", "assumption")
    return given and _gives_one_value(at)


def _gives_one_value(at: Setting) -> bool:
    """Whether a chain sets undefined symbols to a single symbol or constant."""
    equal = not at.chain.inherited and all(sign == "=" for _, sign, _ in at.chain.relations)
    *named, last = at.chain.sides
    new = all((name := plain_symbol(side)) is not None and not at.known.says(name) for side in named[1:])
    return equal and new and (is_constant(last) or plain_symbol(last) is not None)
