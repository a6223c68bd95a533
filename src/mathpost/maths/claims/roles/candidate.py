"""What the rows of the table of roles look at: a step, what leads into it, and what the post has said before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from mathpost.maths.claims.distributed_letters import Lawful
from mathpost.maths.claims.namings import Namings, squared_name
from mathpost.maths.elaboration.heads import head, is_number, squared
from mathpost.maths.elaboration.residues import of_side
from mathpost.maths.lexicon.cues import Cue
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Role, Step
from mathpost.maths.terms.names import bare


class Lead(NamedTuple):
    """What leads into a statement: the words before its formula, and what they say of it.

    `inferred`: they infer the formula, though perhaps not this statement of it. `solved`: the letters of the equation
    that an arrow infers the statement from. `at_rest`: the statement sets a derivative to zero. `ordered`: they infer an
    order of letters that were put into order before. `general`: the words after it say that it holds for all values.
    `subject`: the letters of the symbols before it of which it is stated what they satisfy.
    """

    words: str
    said: Cue
    inferred: bool = False
    solved: frozenset[str] = frozenset()
    at_rest: bool = False
    ordered: bool = False
    general: bool = False
    subject: frozenset[str] = frozenset()

    def behind_the_first(self) -> Lead:
        """What still holds for the later statements of a formula."""
        said = self.said if self.said in ("define", "demand") else ""
        return self._replace(said=said, inferred=self.inferred or self.said == "infer")


@dataclass(slots=True)
class Before:
    """What a post has said before a step: what it named, its laws, and the letters that it has written so far.

    From its words: `vectors` and `values`, those of matrices by their letters, `special` the families of functions that
    it mentions, `bent` the functions that it calls convex or smooth.
    """

    known: Namings
    lawful: Lawful
    vectors: dict[str, frozenset[str]]
    values: dict[str, frozenset[str]]
    special: frozenset[str]
    bent: frozenset[str]
    written: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Candidate:
    """A step whose role is asked for."""

    step: Step
    lead: Lead
    before: Before

    @property
    def known(self) -> Namings:
        """What the post has named so far."""
        return self.before.known

    @property
    def begins(self) -> bool:
        """Whether the step begins its chain, so that it may name its left side."""
        return not self.step.interior

    @property
    def is_inferred(self) -> bool:
        """Whether an arrow or words infer the step, or the formula that it is in."""
        return bool(self.step.inferred) or self.lead.inferred

    @cached_property
    def head(self) -> str:
        """The symbol, member or function that the left side is, empty if it is none or continues a chain."""
        return "" if self.step.interior else head(self.step.left.nodes) or ""

    @cached_property
    def square(self) -> str:
        """The symbol that a step gives a meaning by its square, ``\\sigma^2 = …``; empty where it gives none."""
        step = self.step
        equates = step.sign in ("=", "≡") and of_side(step.sign, step.right.nodes)[1] is None
        name = squared(step.left.nodes) if equates and not step.interior and not self.head else None
        solved = bool(step.inferred) and is_number(step.right.nodes)
        if name is None or solved or bare(name) in letters(step.right.nodes) or name in self.known:
            return ""
        return name

    @property
    def subject(self) -> str:
        """The name under which the meaning of the left side is remembered."""
        return squared_name(self.square) if self.square else self.head


Predicate = Callable[[Candidate], bool]


@dataclass(frozen=True)
class Row:
    """A row of the table: a step for which it `holds` has this role. `example`: a post whose last step it decides."""

    id: str
    role: Role
    holds: Predicate = field(repr=False)
    example: str


def where(guard: Predicate, *rows: Row) -> Iterator[Row]:
    """`rows` for those steps alone for which `guard` holds."""
    for row in rows:
        yield replace(row, holds=_both(guard, row.holds))


def _both(guard: Predicate, holds: Predicate) -> Predicate:
    return lambda c: guard(c) and holds(c)
