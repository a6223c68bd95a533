"""The input of the table of roles: a step, its lead, and the statements of the post before it."""

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
    """The words before the formula of a statement, and their meaning.

    `inferred`: they infer the formula, though perhaps not this statement in it. `solved`: the letters of the equation from
    which an arrow infers the statement. `at_rest`: the statement sets a derivative to zero. `ordered`: they infer an order of
    letters with assumed orders. `general`: the words after it say that it holds for all values. `subject`: the letters of the
    symbols before it that satisfy it.
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
        """The lead of the later statements in the formula."""
        said = self.said if self.said in ("define", "demand") else ""
        return self._replace(said=said, inferred=self.inferred or self.said == "infer")


@dataclass(slots=True)
class Before:
    """The state of a post before a step: its definitions, its laws, and the letters written so far.

    From its words: `vectors` and `values` with their matrices by letter, `special` the families of functions that it mentions,
    `bent` the functions that it calls convex or smooth.
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
    """A step whose role is to be decided."""

    step: Step
    lead: Lead
    before: Before

    @property
    def known(self) -> Namings:
        """The symbols defined so far."""
        return self.before.known

    @property
    def begins(self) -> bool:
        """Whether the step is the first of its chain, so that it may define its left side."""
        return not self.step.interior

    @property
    def is_inferred(self) -> bool:
        """Whether an arrow or words infer the step or its formula."""
        return bool(self.step.inferred) or self.lead.inferred

    @cached_property
    def head(self) -> str:
        """The symbol, member or function on the left side; empty for other sides, or if the step continues a chain."""
        return "" if self.step.interior else head(self.step.left.nodes) or ""

    @cached_property
    def square(self) -> str:
        r"""The symbol that a step defines by its square, ``\sigma^2 = …``; empty for other steps."""
        step = self.step
        equates = step.sign in ("=", "≡") and of_side(step.sign, step.right.nodes)[1] is None
        name = squared(step.left.nodes) if equates and not step.interior and not self.head else None
        solved = bool(step.inferred) and is_number(step.right.nodes)
        if name is None or solved or bare(name) in letters(step.right.nodes) or name in self.known:
            return ""
        return name

    @property
    def subject(self) -> str:
        """The key for the definition of the left side."""
        return squared_name(self.square) if self.square else self.head


Predicate = Callable[[Candidate], bool]


@dataclass(frozen=True)
class Row:
    """A row of the table: if it `holds` for a step, the step has this role. `example`: a post whose last step it decides."""

    id: str
    role: Role
    holds: Predicate = field(repr=False)
    example: str


def where(guard: Predicate, *rows: Row) -> Iterator[Row]:
    """The `rows`, restricted to steps for which `guard` holds."""
    for row in rows:
        yield replace(row, holds=_both(guard, row.holds))


def _both(guard: Predicate, holds: Predicate) -> Predicate:
    return lambda c: guard(c) and holds(c)
