"""What a claim may mean in its post: as it stands, with the definitions in force, given an equation of the post."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from mathpost.maths.context import Context
from mathpost.maths.elaborate import Conventions, elaborate
from mathpost.maths.facts import Equation, Fact, equation, unfold
from mathpost.maths.laws import has_alternative
from mathpost.maths.step import Step
from mathpost.verify.hearing import EQUALITIES, Reading

PARAMETERS = "parameters of a distribution"  # rate or scale, variance or deviation
PREMISES = 6  # equations of a post that are tried for one claim
NEAR = 300  # characters between a claim and the display that it is inferred from


class Readings:
    """The readings of the claims of one post."""

    def __init__(self, steps: Sequence[Step], around: Context) -> None:
        self.steps = steps
        self.context = around

    def literal(self, number: int, conventions: Conventions) -> tuple[Reading, frozenset[str]]:
        """The claim as it stands, and the open notations in it.

        Raises:
            UnreadError: a construct has no meaning.
        """
        step = self.steps[number]
        left = elaborate(step.left.nodes, conventions)
        right = elaborate(step.right.nodes, conventions)
        reading = Reading(left.term, right.term, conventions.choices, frozenset())
        return reading, left.ambiguities | right.ambiguities | self._parametrisations(number, reading)

    def _parametrisations(self, number: int, reading: Reading) -> frozenset[str]:
        """Whether a law that the claim speaks of may have other parameters than the usual ones."""
        place = self.steps[number].relation_span.start
        facts = self.context.in_force(place, frozenset((number,)), values=False)
        open_ = any(
            form == "law" and name in reading.free and has_alternative(found[0].right)
            for (form, name), found in facts.items()
        )
        return frozenset((PARAMETERS,)) if open_ else frozenset()

    def informed(self, number: int, reading: Reading) -> Iterator[Reading]:
        """`reading` with the definitions in force put in; then with values too, if that leaves numbers."""
        for values in (False, True):
            found = self._unfolded(number, reading, values=values)
            if found is not None and not (values and found.free):
                yield found

    def _unfolded(self, number: int, reading: Reading, *, values: bool) -> Reading | None:
        place = self.steps[number].relation_span.start
        facts = self.context.in_force(place, frozenset((number,)) | reading.used, values=values)
        other = PARAMETERS in reading.choices
        left, used_left = unfold(reading.left, facts, other_parameters=other)
        right, used_right = unfold(reading.right, facts, other_parameters=other)
        used = used_left | used_right
        return reading._replace(left=left, right=right, used=reading.used | used) if used else None

    def given(self, number: int, reading: Reading) -> Iterator[Reading]:
        """`reading` at points that satisfy an equation in force, for each symbol it can be solved for."""
        for premise in islice(self._premises(number, reading), PREMISES):
            for known in premise.facts(reading.free):
                put = replaced(reading, known)
                if put is not None:
                    put = put._replace(given=self._text(premise.step))
                    yield self._unfolded(number, put, values=False) or put

    def _text(self, number: int) -> str:
        step = self.steps[number]
        return f"{step.left.text} {step.relation} {step.right.text}"

    def _premises(self, number: int, reading: Reading) -> Iterator[Equation]:
        """What the claim is inferred from, then the equations in force that speak of its symbols, nearest first."""
        for other in self._preceding(number):
            found = equation(other, self.steps[other], self.context.conventions)
            if found is not None and (found.left, found.right) != reading.sides:
                yield found
        place = self.steps[number].relation_span.start
        for known in reversed(self.context.equations):
            if known.place > place or known.step == number or known.symbols.isdisjoint(reading.free):
                continue
            here = not known.case or self.context.sections.covers(known.place, place)
            if here and (known.left, known.right) != reading.sides:
                yield known

    def _preceding(self, number: int) -> Iterator[int]:
        """The steps of the statement just before, if the post infers this one from it."""
        step = self.steps[number]
        if not step.inferred or step.interior or number == 0:
            return
        last = self.steps[number - 1]
        if step.span.start - last.span.end > NEAR:
            return
        for other in range(number - 1, -1, -1):
            if self.steps[other].sign in EQUALITIES:
                yield other
            if not self.steps[other].interior:
                return


def replaced(reading: Reading, known: Fact) -> Reading | None:
    """`reading` with one fact put in, or None where it says nothing of it."""
    facts = {(known.form, known.head): [known]}
    left, used_left = unfold(reading.left, facts)
    right, used_right = unfold(reading.right, facts)
    if not used_left | used_right:
        return None
    return reading._replace(left=left, right=right, used=reading.used | {known.step})
