"""Families computed member by member from a recurrence such as ``m_t = \\beta m_{t-1} + (1 - \\beta) g_t``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.terms.simplification import simplified
from mathpost.maths.terms.solving import line
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    substitute,
    subterms,
)

UNKNOWN = Variable("⋅")


class Recurrence(NamedTuple):
    """``a_t = right`` for the members of `family` after its `starts`, with t as `counter`, as stated in `steps`.

    The right side mentions earlier members only. Where a post gives no start, the member 0 is arbitrary.
    """

    family: str
    counter: str
    right: Term
    starts: Mapping[int, Term]
    steps: frozenset[int]

    @property
    def last_start(self) -> int:
        """The index after which every member is computed from earlier ones."""
        return max(self.starts, default=0)

    def from_zero(self) -> Recurrence:
        """The same recurrence with zero as the member 0."""
        return self._replace(starts={0: ZERO})


def recurrence(left: Term, right: Term, step: int) -> Recurrence | None:
    """``left = right`` as a recurrence without starts; None where it is not a recurrence."""
    match left:
        case Apply(operator="index", arguments=(Variable(name=family), place)):
            ahead = _offset(place)
        case _:
            return None
    if ahead is None:
        return None
    index, shift = ahead
    body = simplified(substitute(right, {index: Apply("add", (Variable(index), Number(-shift)))}))
    behind = [_offset(t.arguments[1]) if len(t.arguments) == 2 else None for t in members(body, family)]
    if not behind or any(b is None or b[0] != index or b[1] >= 0 for b in behind):
        return None
    return Recurrence(family, index, body, {}, frozenset((step,)))


def in_sums(term: Term, found: Recurrence) -> Term | None:
    """`term` with members as explicit sums: ``a^t m_0 + \\sum_{i=1}^t a^{t-i} b_i`` for ``m_t = a m_{t-1} + b_t``.

    None where a member is not linear in its predecessor with a constant slope, or the first member is not given.
    """
    asked = members(term, found.family)
    behind = members(found.right, found.family)
    made = line(replaced(found.right, behind[0], UNKNOWN), UNKNOWN) if len(set(behind)) == 1 else None
    if made is None or set(found.starts) != {0} or not asked or any(len(m.arguments) != 2 for m in asked):
        return None
    if _offset(behind[0].arguments[1]) != (found.counter, Fraction(-1)) or found.counter in free_variables(
        made.slope
    ):
        return None
    for member in asked:
        place = member.arguments[1]
        step = Variable(found.counter + "∘∘")
        left_over = Apply("power", (made.slope, Apply("add", (place, Apply("negate", (step,))))))
        added = Apply("multiply", (left_over, substitute(made.constant, {found.counter: step})))
        total: Term = Bind("sum", step, (ONE, place), added)
        start = found.starts[0]
        if start != ZERO:
            total = Apply("add", (Apply("multiply", (Apply("power", (made.slope, place)), start)), total))
        term = replaced(term, member, total)
    return term


def with_constant(term: Term, left: Term, right: Term) -> Term:
    """`term` with one value for all members of a family, if ``left = right`` states that they are constant: ``g_t = g``."""
    match left:
        case Apply(operator="index", arguments=(Variable(name=family) as head, Variable(name=index))):
            constant = family not in free_variables(right) or right == head
            if constant and index not in free_variables(right):
                for member in members(term, family):
                    term = replaced(term, member, right)
    return term


def members(term: Term, family: str) -> list[Apply]:
    """The members of a family in `term`."""
    return [
        t
        for t in subterms(term)
        if isinstance(t, Apply) and t.operator == "index" and t.arguments[0] == Variable(family)
    ]


def _offset(place: Term) -> tuple[str, Fraction] | None:
    """The letter and the number in an index such as ``t`` or ``t - 1``."""
    names = free_variables(place)
    found = line(place, Variable(min(names))) if len(names) == 1 else None
    match found and (simplified(found.constant), found.slope):
        case Number(value=value), slope if slope == ONE:
            return min(names), value
        case Apply(operator="negate", arguments=(Number(value=value),)), slope if slope == ONE:
            return min(names), -value
    return None
