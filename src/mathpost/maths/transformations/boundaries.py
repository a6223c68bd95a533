"""Single members of a family that a post gives beside all others: 约定 ``h_{d/2} = 0``, ``S_0 = 0``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from mathpost.maths.facts.facts import Equation
from mathpost.maths.terms.term import Apply, Number, Term, Variable
from mathpost.maths.terms.traversal import rewrite

INDEX = frozenset(["index"])


class Boundary(NamedTuple):
    """The member of `family` at `place` is `value`; the step `step` says so."""

    family: str
    place: Term
    value: Number
    step: int


def boundary(stated: Equation) -> Boundary | None:
    """What an equation says of one member alone; None where it speaks of every member, or of anything else."""
    match stated.left, stated.right:
        case Apply(operator="index", arguments=(Variable(name=name), place)), Number() as value:
            return None if isinstance(place, Variable) else Boundary(name, place, value, stated.step)
    return None


def bounded(term: Term, known: Collection[Boundary]) -> Term:
    """`term` with the members of families as what they are at their boundaries, and free elsewhere."""

    def at_boundaries(part: Term) -> Term | None:
        match part:
            case Apply(operator="index", arguments=(Variable(name=name), place)):
                return _at(part, place, [b for b in known if b.family == name])
        return None

    return rewrite(term, at_boundaries, INDEX)


def _at(member: Apply, place: Term, known: Collection[Boundary]) -> Term:
    cases = tuple(_cases(place, known))
    return Apply("cases", (*cases, member), member.origin) if cases else member


def _cases(place: Term, known: Collection[Boundary]) -> Iterator[Term]:
    for each in known:
        yield each.value
        yield Apply("equal", (place, each.place))
