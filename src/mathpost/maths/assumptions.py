"""What a sentence demands of the symbols of the claim behind it, where that is more than a place to live: ``\\Re c > \\Re b``.

Such a condition chooses among the models of the claim; one that cannot be read chooses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from mathpost.maths.elaborate import Conventions, elaborate
from mathpost.maths.handbook import BOOK
from mathpost.maths.notation import UnreadError
from mathpost.maths.sections import Sections
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Term, free_variables

RELATIONS = {"<": "less", ">": "greater", "<=": "less_equal", ">=": "greater_equal", "!=": "unequal"}
NEARBY = 600  # characters before a claim within which its conditions stand


class Condition(NamedTuple):
    """A proposition stated at `place`."""

    place: int
    term: Term


def conditions(steps: Sequence[Step], conventions: Conventions) -> tuple[Condition, ...]:
    """The relations that a post assumes and that can be read."""
    book = replace(conventions, choices=conventions.choices | {BOOK})
    found: list[Condition] = []
    for step in steps:
        if step.role != "assumption" or step.sign not in RELATIONS:
            continue
        sides = _sides(step, conventions) or _sides(step, book)
        if sides:
            found.append(Condition(step.span.end, Apply(RELATIONS[step.sign], sides)))
    return tuple(found)


def _sides(step: Step, conventions: Conventions) -> tuple[Term, ...]:
    try:
        return tuple(elaborate(side.nodes, conventions).term for side in (step.left, step.right))
    except (UnreadError, RecursionError):
        return ()


def demanded(
    known: Sequence[Condition], sections: Sections, place: int, symbols: frozenset[str]
) -> tuple[Term, ...]:
    """The conditions in force at `place` that speak of nothing but `symbols`."""
    near = (c for c in known if place - NEARBY < c.place <= place and sections.covers(c.place, place))
    return tuple(c.term for c in near if free_variables(c.term) <= symbols)


__all__ = ["Condition", "conditions", "demanded"]
