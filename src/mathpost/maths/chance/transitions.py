"""Laws of a chain: a post that defines ``q(x_t | x_{t-1})`` lets each member of x depend only on the one before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.lists.sequences import less_one
from mathpost.maths.facts.facts import equation
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.pattern_text import pattern
from mathpost.maths.terms.patterns import matched
from mathpost.maths.terms.term import Term

TRANSITION = pattern("density(_, heads(x_[here_]), given(x_[before_]))")


def transitions(steps: Sequence[Step], written: Conventions) -> Iterator[int]:
    """The end of the formula that defines such a law."""
    for number, step in enumerate(steps):
        if step.role == "definition" and not step.interior:
            stated = equation(number, step, written)
            if stated is not None and _is_transition(stated.left):
                yield stated.place


def _is_transition(side: Term) -> bool:
    found = matched(TRANSITION, side)
    return found is not None and found["before"] == less_one(found["here"])
