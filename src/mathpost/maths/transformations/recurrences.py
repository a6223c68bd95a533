r"""Recurrences inserted for members of a family: those that a claim differentiates by,
``\frac{\partial h_t}{\partial h_{t-1}}``, and those that one side of it mentions and the other does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.terms.term import (
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
    sum_of,
)
from mathpost.maths.terms.traversal import leaves, rewrite
from mathpost.maths.typing.integers import DERIVATIVES

INDEX = frozenset(["index"])
SUM = frozenset(["add"])
STEPS = 4  # members inserted one after another


def varied(sides: Sequence[Term]) -> frozenset[Term]:
    """The variables that a claim differentiates by and does not differentiate: no definition is inserted for them."""
    pairs = list(derivatives(sides))
    return frozenset(target for _, target in pairs) - frozenset(body for body, _ in pairs)


def of_members(sides: Sequence[Term]) -> bool:
    """Whether a member of a family is differentiated, or a term is differentiated by one."""
    return any(_family(term) is not None for pair in derivatives(sides) for term in pair)


def one_step_on(sides: Sequence[Term], left: Term, right: Term) -> tuple[Term, Term] | None:
    """`sides` with the recurrence ``left = right`` inserted for a member differentiated by its predecessor, or for the
    successor of a member that something is differentiated by: x in ``f(x_{t+1}) \\le f(x_t) + \\nabla f(x_t)…``. None where
    neither occurs.
    """
    for body, target in derivatives(sides):
        made = made_of(left, right, body)
        if made is not None and target in subterms(made):
            first, second = (replaced(side, body, made) for side in sides)
            return first, second
        family = _family(left)
        goes_on = family is not None and family == _family(target) and target in subterms(right)
        if goes_on and any(left in subterms(side) for side in sides):
            first, second = (replaced(side, left, right) for side in sides)
            return first, second
    return None


def derivatives(sides: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    for side in sides:
        for term in subterms(side):
            if isinstance(term, Apply) and term.operator in DERIVATIVES:
                yield term.arguments[0], term.arguments[1]


def _family(term: Term) -> Term | None:
    return term.arguments[0] if isinstance(term, Apply) and term.operator == "index" else None


def made_of(left: Term, right: Term, wanted: Term) -> Term | None:
    """The right side of ``left = right`` for `wanted`, a member of the family that `left` gives with one index; else None."""
    match left, wanted:
        case (
            Apply(operator="index", arguments=(head, _)),
            Apply(operator="index", arguments=(other, _)),
        ) if head == other:
            return _instance(right, _place(left), _place(wanted))
    return None


class Place(NamedTuple):
    """The index ``t - 1`` of a member as a base and a shift."""

    base: Term
    shift: Fraction


def recurs(left: Term, right: Term) -> bool:
    """Whether an equation expresses a member with one index by other members of its family."""
    if not (isinstance(left, Apply) and left.operator == "index" and len(left.arguments) == 2):
        return False
    return left not in subterms(right) and bool(_members(right, left.arguments[0]))


def unrolled(sides: tuple[Term, Term], left: Term, right: Term) -> tuple[Term, Term] | None:
    """`sides` with the recurrence ``left = right`` inserted until both mention the same members; None if they never do."""
    assert isinstance(left, Apply)
    head, own = left.arguments[0], _place(left)
    onward = max(_place(m).shift for m in _members(right, head)) < own.shift
    for step in range(STEPS + 1):
        here, there = (_members(side, head) for side in sides)
        open_ = here ^ there
        if not open_:
            return sides if step else None
        if len({_place(member).base for member in open_}) > 1:
            return None
        member = (max if onward else min)(open_, key=lambda m: _place(m).shift)
        made = _instance(right, own, _place(member))
        if made is None:
            return None
        sides = replaced(sides[0], member, made), replaced(sides[1], member, made)
    return None


def _members(term: Term, head: Term) -> frozenset[Apply]:
    """The members of the family `head` in `term`, except those with a bound index."""
    bound = {t.variable.name for t in subterms(term) if isinstance(t, Bind)}
    return frozenset(
        t
        for t in subterms(term)
        if isinstance(t, Apply) and t.operator == "index" and t.arguments[0] == head and len(t.arguments) == 2
        if not free_variables(t.arguments[1]) & bound
    )


def _place(member: Apply) -> Place:
    place = member.arguments[1]
    parts = place.arguments if isinstance(place, Apply) and place.operator == "add" else (place,)
    shift = sum((p.value for p in parts if isinstance(p, Number)), Fraction(0))
    rest = tuple(p for p in parts if not isinstance(p, Number))
    return Place(sum_of(rest), shift)


def _instance(right: Term, own: Place, wanted: Place) -> Term | None:
    """The right side of a recurrence for the member at `own`, shifted to the one at `wanted`; None where that fails."""
    place = _at(wanted.base, wanted.shift - own.shift)
    if isinstance(own.base, Variable):
        return tidied(substitute(right, {own.base.name: place}))
    return tidied(replaced(right, own.base, place)) if own.base == wanted.base != ZERO else None


def _at(base: Term, shift: Fraction) -> Term:
    return Number(shift) if base == ZERO else base if not shift else Apply("add", (base, Number(shift)))


def tidied(term: Term) -> Term:
    """`term` with the indices of its members simplified: ``t - 2`` for ``(t - 1) - 1``."""

    def with_a_short_place(part: Term) -> Term | None:
        match part:
            case Apply(operator="index", arguments=(head, Apply(operator="add") as place)):
                flat = Apply("add", tuple(leaves(place, SUM)))
                return Apply("index", (head, _at(*_place(Apply("index", (head, flat))))), part.origin)
        return None

    return rewrite(term, with_a_short_place, INDEX)
