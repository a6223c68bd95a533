"""One claim: how it can be read, and what the methods found for each reading."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mathpost.maths.chance.linearity import linear
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.handbook import BOOK
from mathpost.maths.facts.densities import of_one_law, of_their_outcomes
from mathpost.maths.notation.relations import ORDERS as ORDERS
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.spaces import in_spaces
from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    canonical,
    free_variables,
    is_decimal,
    occurrences,
    operators,
    parts,
    uses,
)
from mathpost.maths.terms.traversal import free_outside
from mathpost.maths.transformations import time_functions
from mathpost.maths.transformations.iterations import Recurrence
from mathpost.maths.transformations.members import as_members
from mathpost.maths.typing.integers import DERIVATIVES
from mathpost.maths.typing.randomness import finite, in_parts, randomness
from mathpost.maths.typing.resolution.search import Misfit
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.verdict import Cause, Verdict
from mathpost.verify.methods.finite_models import Finding

DEFINED = "by the post's definitions"  # in the detail of a verdict that rests on them
EQUALITIES = frozenset(["=", "≡"])
ALIKE = "∼"  # two quantities whose ratio goes to 1
PARAMETERS = "parameters of a distribution"  # rate or scale, variance or deviation


class Arrays(NamedTuple):
    """How the arrays of a claim fit together: `shapes`, their axes as `ArrayPlan.shapes` has them, and `axes`, the names of
    lengths in them; `written`: the sides of the claim before they were chosen; `alike`: terms that have one shape.
    """

    shapes: Mapping[str, tuple[Term, ...]] = MappingProxyType({})
    axes: frozenset[str] = frozenset()
    written: tuple[Term, Term] | None = None
    alike: tuple[tuple[Term, Term], ...] = ()


class Reading(NamedTuple):
    """One way to read a claim: both sides as terms.

    `choices` are the open notations read the second way, `used` the steps whose definitions were put in, `given` what
    else the sides are compared under. `stated`: the sides before definitions were put in. `moving`: the
    symbols that an expansion lets go to a point. `supposed`: the bounds under
    which the sides are compared. `within`: what holds of the places at which it asks laws. `held`: the steps that hold in
    all its models. `recurrences`: what makes the members of families of those before them. `arrays`: how these fit together.
    """

    left: Term
    right: Term
    choices: frozenset[str] = frozenset()
    used: frozenset[int] = frozenset()
    given: Given | None = None
    stated: tuple[Term, Term] | None = None
    moving: frozenset[str] = frozenset()
    supposed: tuple[Term, ...] = ()
    within: tuple[Term, ...] = ()
    held: frozenset[int] = frozenset()
    recurrences: tuple[Recurrence, ...] = ()
    arrays: Arrays = Arrays()

    @property
    def sides(self) -> tuple[Term, Term]:
        return self.left, self.right

    @property
    def shapes(self) -> Mapping[str, tuple[Term, ...]]:
        """The axes of its arrays, empty as long as these have not been fitted together."""
        return self.arrays.shapes

    @property
    def free(self) -> frozenset[str]:
        """The symbols that neither side binds."""
        return free_variables(self.left) | free_variables(self.right)

    @property
    def closed(self) -> bool:
        """Whether both sides mention the same symbols."""
        return free_variables(self.left) == free_variables(self.right)

    @property
    def source(self) -> str | None:
        """What a verdict on this reading rests on besides the claim itself."""
        grounds = ["given " + self.given.sentence] if self.given else []
        grounds += [DEFINED] if self.used and not self.given else []
        grounds += ["letters as in handbooks"] if BOOK in self.choices else []
        return "; ".join(grounds) or None

    @property
    def meaning(self) -> tuple[object, ...]:
        """A key that two readings of one claim share if they say the same."""
        return (*self.sides, self.choices, self.supposed, self.within, self.used)

    @property
    def grounds(self) -> tuple[object, ...]:
        """`meaning`, with what the sides are compared under."""
        return (*self.meaning, self.given, self.held)

    @property
    def seed(self) -> str:
        """A seed made from the claim alone: it is the same in every run."""
        text = f"{canonical(self.left)}={canonical(self.right)}"
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class Result(NamedTuple):
    """What the methods found; a verdict of None means that the sides differ, and that the post around the claim decides.

    `plain`: the sides differ before definitions are put in, too. `doubt`: why a claim whose sides differ may hold all
    the same, for all that is known of it alone. `misfit`: two shapes that would have to be one, where no shapes fit.
    `misfitting`: the claim with definitions put in, where its arrays fit in no way.
    `others`: the other readings of an open notation in which the sides differ, too, and the conventions that read it so.
    """

    verdict: Verdict | None
    finding: Finding | None = None
    reading: Reading | None = None
    plain: Result | None = None
    doubt: Cause | None = None
    misfit: Misfit | None = None
    misfitting: Result | None = None
    others: tuple[tuple[Conventions, Result], ...] = ()


def as_modelled(reading: Reading) -> Reading:
    """`reading` as its models are to see it: in finite worlds, in time, over spaces."""
    return over_spaces(in_time(in_finite_worlds(reading)))


def in_finite_worlds(reading: Reading) -> Reading:
    """`reading` with the integrals over random variables as sums over their outcomes, averages of sums as sums of them."""
    sides = as_members(*of_their_outcomes(of_one_law(reading.sides)))
    random = randomness(sides)
    if not random.variables:
        return reading
    left, right = (finite(side, random.variables) for side in sides)
    spread = linear(left, random.variables), linear(right, random.variables)
    if randomness(spread) == random:
        left, right = spread
    return reading._replace(left=left, right=right)


def in_parts_of_worlds(reading: Reading) -> Reading | None:
    """`reading` with the integrals over ranges of outcomes as sums over those in the range; None where there are none.

    What it differentiates jumps in a finite world, and is not a claim about one.
    """
    random = randomness(reading.sides)
    if not random.variables or differentiates(reading):
        return None
    left, right = (in_parts(side, random.variables) for side in reading.sides)
    return None if (left, right) == reading.sides else reading._replace(left=left, right=right)


def in_time(reading: Reading) -> Reading:
    """`reading` with the families that it differentiates by their index as functions of it."""
    names = time_functions.instants(reading.sides)
    if not names:
        return reading
    left, right = (time_functions.in_time(side, names) for side in reading.sides)
    return reading._replace(left=left, right=right)


def over_spaces(reading: Reading) -> Reading:
    """`reading` with the integrals over all columns as Gaussian ones, where they may be."""
    left, right = in_spaces(reading.sides)
    return reading if (left, right) == reading.sides else reading._replace(left=left, right=right)


def differentiates(reading: Reading) -> bool:
    return uses(reading.sides, DERIVATIVES)


def hidden_dependence(reading: Reading) -> str:
    """A symbol in a derivative's body that may depend on the target without showing it; empty if there is none.

    Such a derivative would be zero only because the post does not show what its body depends on.
    """
    for side in reading.sides:
        for term in occurrences(side, DERIVATIVES):
            if isinstance(term, Apply):
                body, target = term.arguments
                free = _shown(body)
                if free and bare(_head(target)) not in {bare(name) for name in free}:
                    return min(free)
    return ""


def _shown(body: Term) -> frozenset[str]:
    """The symbols of a body but those that its own slopes are taken by: ``x\\dot x`` shows no time."""
    return free_outside(body, DERIVATIVES, lambda slope: parts(slope)[:1])


def _head(target: Term) -> str:
    """The symbol by which a derivative is taken, or the family of the entry: an index of it is not what moves."""
    while isinstance(target, Apply) and target.arguments:
        target = target.arguments[0]
    return target.name if isinstance(target, Variable) else ""


ESTIMATES = {"integral": "quadrature", "limit": "extrapolated limit", "infinity": "extrapolated partial sums"}

PLACES = frozenset(["violation"])  # by how much a place misses the extreme that it is stated to be of
SEARCHED = PLACES | {"maximum_in", "minimum_in"}  # found from one side: no point that was tried is better


def estimated(reading: Reading) -> str | None:
    """The numerical method whose error is estimated and not enclosed, if a value rests on one."""
    names = frozenset[str]().union(*map(operators, reading.sides))
    return next((method for name, method in ESTIMATES.items() if name in names), None)


def has_decimals(reading: Reading) -> bool:
    return any(map(is_decimal, reading.sides))
