"""Families that a post defines by a recurrence, ``m_t = \\beta m_{t-1} + (1-\\beta) g_t``, computed member by
member in the models.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from mathpost.maths.facts.facts import equation, of_formulas
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Number, Term, free_variables
from mathpost.maths.transformations.iterations import Recurrence, recurrence, with_constant
from mathpost.maths.transformations.unfolding import unfold
from mathpost.verify.interpretation.reading import Reading


class Recurrences:
    """The recurrences of one post, with the first members that it gives."""

    def __init__(self, steps: Sequence[Step], around: Context) -> None:
        self._steps = steps
        self._context = around

    def followed(self, number: int, reading: Reading) -> Reading | None:
        """`reading` with the families in it as the recurrences make them that the post gives; None where it gives none."""
        found: dict[str, Recurrence] = {}
        asked = set(reading.free)
        for each in reversed(self.stated):
            step = min(each.steps)
            place = self._steps[step].span.start
            if each.family in found or each.family not in asked or step >= number:
                continue
            if any(is_bold(name) and name not in asked for name in free_variables(each.right)):
                continue  # an array of which the claim does not tell the shape
            if self._context.sections.covers(place, self._steps[number].span.start):
                found[each.family] = each
                asked |= free_variables(each.right)
        if not found:
            return None
        begun = tuple(self._begun(number, each) for each in found.values())
        first = min(min(each.steps) for each in begun)
        (left, right), supposed = self._with_constants(number, first, reading.sides)
        used = supposed.union(*(each.steps for each in begun))
        put = reading._replace(left=left, right=right, recurrences=begun)
        return put._replace(used=reading.used | used, held=reading.held | used)

    @property
    def families(self) -> frozenset[str]:
        """The families that the post gives a recurrence of."""
        return frozenset(each.family for each in self.stated)

    @cached_property
    def stated(self) -> tuple[Recurrence, ...]:
        """The recurrences of the post, in its order."""
        given = (
            k
            for k, s in enumerate(self._steps)
            if s.sign in ("=", ":=") and s.role != "claim" and not s.interior
        )
        stated = (equation(k, self._steps[k], self._context.conventions) for k in given)
        found = (recurrence(e.left, e.right, e.step) for e in stated if e is not None)
        return tuple(each for each in found if each is not None)

    def _begun(self, number: int, found: Recurrence) -> Recurrence:
        """`found` with the first members that the post gives, and the definitions in force put in."""
        facts = self._context.in_force(
            self._steps[number].relation_span.start, frozenset((number,)), values=False
        )
        starts, steps = {}, set(found.steps)
        for known in facts.get(("family", found.family), ()):
            match known.parameters:
                case (Number(value=place),) if place.denominator == 1 and int(place) not in starts:
                    starts[int(place)] = known.right
                    steps.add(known.step)
        (constant,), supposed = self._with_constants(number, min(found.steps), (found.right,))
        right, used = unfold(constant, facts)
        return found._replace(
            right=right, starts=starts, steps=frozenset(steps) | supposed | of_formulas(used)
        )

    def _with_constants(
        self, number: int, first: int, terms: Sequence[Term]
    ) -> tuple[tuple[Term, ...], frozenset[int]]:
        """`terms` with the families that the section supposes to be constant after the step `first`, ``g_t = g``, and the
        steps that say so.
        """
        found, supposed = tuple(terms), set()
        for other in range(first + 1, number):
            said = self._steps[other]
            here = self._context.sections.covers(said.span.start, self._steps[number].span.start)
            if said.role not in ("assumption", "definition") or said.sign != "=" or not here:
                continue
            stated = equation(other, said, self._context.conventions)
            if stated is not None:
                constant = tuple(with_constant(term, stated.left, stated.right) for term in found)
                supposed |= {other} if constant != found else set()
                found = constant
        return found, frozenset(supposed)
