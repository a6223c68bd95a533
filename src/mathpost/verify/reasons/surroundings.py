"""The post around a claim, and which of its relations may be about the claim's symbols."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from functools import cached_property

from mathpost.document.document import Document
from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts.facts import Fact, equation
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.spelling import Spelling, spelling
from mathpost.maths.notation.letters import letters, symbols
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Term, subterms
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.reading import Reading, Result
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.interpretation.verdict import Agrees, Proved
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.planning.plan import PIECEWISE

MEMBERSHIP = frozenset(["∈", "∉", "⊂", "∋"])
BEHIND = 400  # characters after a claim in which a condition may still be given
LETTERS_OF_PLACES = frozenset("ijklmnstde")  # no unknowns where a relation could not be read


class Surroundings:
    """The post around a claim: its text, its steps and what was found of them so far."""

    def __init__(
        self,
        document: Document,
        steps: Sequence[Step],
        context: Context,
        result: Callable[[int], Result],
    ) -> None:
        self.document = document
        self.steps = steps
        self.context = context
        self.conventions = context.conventions
        self.result = result
        self._unknowns: dict[int, frozenset[str]] = {}
        # neighbours of claims: whether they hold, and what that cost
        self.tried: dict[Hashable, tuple[bool, int]] = {}
        # other right sides of claims as they were read, which all searches near a claim ask for
        self.read: dict[Hashable, Term | None] = {}
        # of each claim that fails: what is left to spend on its neighbours, in all forms in which it fails
        self.fuel: dict[int, Fuel] = {}

    def read_with(self, conventions: Conventions) -> Surroundings:
        """The same post around a claim whose open notation is read with other `conventions`."""
        otherwise = copy(self)
        otherwise.conventions = conventions
        return otherwise

    @cached_property
    def readings(self) -> Readings:
        """The readings of the claims of the post, without asking for their verdicts."""
        return Readings(self.steps, self.context)

    @cached_property
    def spelling(self) -> Spelling:
        """The spelling conventions of the post."""
        return spelling(self.document)

    def unknowns(self, number: int) -> frozenset[str]:
        """The symbols of the step `number` that may have any value: no indices, no sizes."""
        if number not in self._unknowns:
            self._unknowns[number] = self._found(number)
        return self._unknowns[number]

    def _found(self, number: int) -> frozenset[str]:
        if self.steps[number].sign in MEMBERSHIP:
            return frozenset()  # a set is not what its members leave it to be
        stated = equation(number, self.steps[number], self.context.conventions)
        if stated is None:
            return symbols(self.steps[number]) - LETTERS_OF_PLACES
        counting = integers.integers((stated.left, stated.right))
        return frozenset(map(bare, stated.symbols.difference(*counting)))


def estimates(other: int, number: int, around: Surroundings) -> bool:
    """Whether the step `other` gives an estimate of what the left side of a claim mentions."""
    step, said = around.steps[number], around.steps[other]
    while around.steps[other].interior:
        other -= 1
    head = heads.head(around.steps[other].left.nodes)
    near = said.span.start < step.span.start and around.context.sections.covers(
        said.span.start, step.span.start
    )
    return near and head is not None and bare(head.removesuffix("()")) in letters(step.left.nodes)


def piecewise(reading: Reading) -> bool:
    """Whether an inequality may decide which branch of a function is meant."""
    return any(
        isinstance(t, Apply | Bind) and t.operator in PIECEWISE for s in reading.sides for t in subterms(s)
    )


def _key(fact: Fact) -> tuple[str, str]:
    return fact.form, fact.head


def spent(other: int, reading: Reading, around: Surroundings) -> bool:
    """Whether the step `other` is a definition that was put in, so that its head is free no more, or holds in the models."""
    if other in reading.held or other not in reading.used:
        return other in reading.held
    head = heads.head(around.steps[other].left.nodes)
    return head is None or bare(head.removesuffix("()")) not in {bare(name) for name in reading.free}


def settled(other: int, around: Surroundings) -> bool:
    """Whether the step `other` was found true by itself."""
    claims = around.steps[other].role == "claim"
    return claims and isinstance(around.result(other).verdict, Proved | Agrees)


def condition(said: Step) -> bool:
    """Whether a relation holds for some values only, wherever it is: one side is a number."""
    return heads.is_number(said.right.nodes) or heads.is_number(said.left.nodes)


def shown(said: Step) -> str:
    """A relation of the post as verdicts name it."""
    return f"{said.left.text} {said.relation} {said.right.text}"
