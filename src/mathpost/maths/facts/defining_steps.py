"""Which steps of a post define a symbol, define it in part, or define it again."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths.facts.piecewise import in_pieces
from mathpost.maths.lexicon.cases import is_limited
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step


def gives(step: Step) -> bool:
    """Whether a step defines; among claims only laws and solutions do, since a false claim in force would prove itself."""
    if step.found is not None:
        return not step.found.root or step.found.function
    if step.sign == FOLLOWS:
        return True
    return not step.again and step.role in ("definition", "assumption") and step.sign in ("=", ":=", "≡", "∼")


def restates(step: Step) -> bool:
    """Whether a step makes another statement about a symbol that may have been defined."""
    return step.sign == "=" and step.found is None and (step.again or step.role == "claim")


def is_mapping(number: int, steps: Sequence[Step]) -> bool:
    """Whether a step is the first half of ``f := x ↦ x^2``, which defines a function."""
    after = steps[number + 1] if number + 1 < len(steps) else None
    return after is not None and after.formula == steps[number].formula and after.sign == "↦"


def is_partial(number: int, steps: Sequence[Step], after: str) -> bool:
    """Whether a step is one piece of a definition, or the words `after` its formula restrict it to a case."""
    last = number + 1 == len(steps) or steps[number + 1].formula != steps[number].formula
    return (last and is_limited(after)) or in_pieces(number, steps)
