"""One row of the table of reasons against a verdict, and the question that it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from mathpost.latex.lexer import split
from mathpost.latex.tree import Command, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.text.source import Span
from mathpost.verify.interpretation import verdict
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.verdict import Cause, Unchecked
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan
from mathpost.verify.reasons.surroundings import Surroundings

# objection: never refute; doubt: yields to a telling neighbour;
# vacuous: the agreement is not evidence; proviso: what would make it true may be meant; open: a method could not decide
Level = Literal["objection", "doubt", "vacuous", "proviso", "open"]
LONGEST = 160  # characters of what is stated about one claim
OPENING, CLOSING = frozenset(["{", r"\left", r"\begin"]), frozenset(["}", r"\right", r"\end"])
LEADING, FOLLOWING = (
    frozenset(["_", "^", r"\right"]),
    frozenset(["{", "_", "^"]),
)  # what belongs to its neighbour
Answer = str | tuple[str, ...] | bool | None  # the culprits, or whether the row applies


@dataclass(frozen=True)
class Claim:
    """A claim under one reading."""

    step: Step
    reading: Reading
    context: Context


@dataclass(frozen=True)
class Failure(Claim):
    """A claim that fails in its models, and the post around it."""

    number: int
    finding: Finding
    around: Surroundings


@dataclass(frozen=True)
class Shown:
    """What the models show of a reading that agrees in them."""

    reading: Reading
    finding: Finding


@dataclass(frozen=True)
class Agreement(Claim):
    """A claim that agrees in its models, and the fuel that is left to try it in others."""

    finding: Finding
    sign: str
    models: Plan
    fuel: Fuel


def shortened(words: str, longest: int = LONGEST) -> str:
    r"""`words` up to a place before `longest` where LaTeX may end: ``x = …`` of ``x = \frac{1}{2}``."""
    if len(words) <= longest:
        return words
    at = end = depth = 0
    for last, following in pairwise(split(words)):
        at += len(last)
        if at >= longest:
            break
        depth += (last in OPENING) - (last in CLOSING)
        if depth == 0 and last not in LEADING and following not in FOLLOWING:
            end = at
    return words[:end].rstrip() + "…"


@dataclass(frozen=True)
class Reason:
    """One row: when it applies, what it says, and a post that shows it working.

    `english` and `chinese` have braces where the culprit is. `holds` is None where a method finds the reason itself.
    `spares` is a post with a claim that would get another verdict without the row, `passes` a near twin that the row
    leaves alone. `inherent`: it asks for nothing but the claim.
    """

    level: Level
    id: str
    english: str
    chinese: str
    holds: Callable[[Any], Answer] | None = None
    spares: str = ""
    passes: str = ""
    inherent: bool = False
    kind: verdict.Reason = "context"

    def __call__(self, holds: Callable[[Any], Answer]) -> Reason:
        """The row with its question: rows are written as decorators of the functions that answer it."""
        return replace(self, holds=holds)

    def shown(self, spares: str, passes: str) -> Reason:
        """The row with the posts that show it working."""
        return replace(self, spares=spares, passes=passes)

    def raised(self, claim: object) -> Raised | None:
        """The reason with its culprit, where it applies to `claim`."""
        found = None if self.holds is None else self.holds(claim)
        if found is None or found is False:
            return None
        culprits = () if found is True else (found,) if isinstance(found, str) else found
        return Raised(self, culprits)


class Raised(NamedTuple):
    """A reason that applies to a claim, and its culprits."""

    reason: Reason
    culprits: tuple[str, ...] = ()

    @property
    def cause(self) -> Cause:
        """What a verdict says of it."""
        return Cause(self.reason.id, shortened(self.reason.english.format(*self.culprits)), self.culprits[:1])

    def unchecked(self, step: Step) -> Unchecked:
        """The verdict on `step` that names it, and points at its culprit."""
        return unchecked(self.cause, step, self.reason.kind)


def unchecked(cause: Cause, step: Step, kind: verdict.Reason = "context") -> Unchecked:
    """The verdict on `step` that names `cause`, and points at its culprit."""
    return Unchecked(kind, cause.words, pointed(step, *cause.culprit), id=cause.id)


def _of_level(level: Level) -> Callable[..., Reason]:
    def row(name: str, english: str, chinese: str, **given: Any) -> Reason:
        return Reason(level, name, english, chinese, **given)

    return row


objection = _of_level("objection")
doubt = _of_level("doubt")
vacuous = _of_level("vacuous")
proviso = _of_level("proviso")


def pointed(step: Step, culprit: str = "") -> Span:
    """The place of `culprit` in `step`: a side, the first symbol of that name on the right or the left; else all of it."""
    for side in (step.left, step.right):
        if culprit and side.text == culprit:
            return side.span
    for side in (step.right, step.left):
        for node in (inner for outer in side.nodes for inner in walk(outer)):
            if isinstance(node, Symbol | Command) and culprit in _names(node):
                return node.span
    return step.span


def _names(node: Symbol | Command) -> tuple[str, ...]:
    name = notation.name(node)
    return () if name is None else (name, bare(name))
