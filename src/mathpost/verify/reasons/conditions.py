"""Equations that may ask for the values of their symbols, as a post writes them: ``x^2 + y^2 = 1``, a derivative set to zero."""

from __future__ import annotations

from mathpost.maths.facts import densities
from mathpost.maths.facts.facts import Equation, equation
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import is_root
from mathpost.maths.terms.landau import has_landau
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.term import ZERO, operators
from mathpost.maths.typing.integers import SLOPES
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.methods.rates import STAYS, UNSAID
from mathpost.verify.planning.unknowns import open_letters
from mathpost.verify.reasons.reason import Answer, Failure, reservation
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.slips.slips import OF_FORM

VALUES = SLOPES | {"call", "integral", "at"}


@reservation(
    "condition-as-written", "may be a condition, not an identity", "也许是条件，不是恒等式", slips=OF_FORM
).shown(
    "用到调和数。其中：\n\n- $\\gamma = 0.9$：折扣\n\n所以 $\\frac{1}{1+\\gamma} + 2 = 10$。",
    passes=r"所以 $\frac{1}{1+\gamma} = \frac{1}{1-\gamma}$。",
)
def _is_conditional(claim: Failure) -> bool:
    """A relation that gives symbols a value, as the post writes it: definitions put in do not make it an identity.

    A neighbour that gives the left side another value leaves the claim no solutions. A value of functions that the
    post defines, or of their slopes, asks for nothing: ``f(3) = 12``, ``\\frac{df}{dx}|_{x=1} = 3``.
    """
    number, reading, around = claim.number, claim.reading, claim.around
    step, conventions = around.steps[number], around.context.conventions
    stated = equation(number, step, conventions)
    if stated is None or is_root(step):
        return False  # it compares extremes over functions, or says what solves an equation
    of_law = not reading.free and bool(densities.laws_of(stated.left)) and not mentions_chance(stated.right)
    if not reading.free and operators(stated.left) & VALUES and not of_law:
        return False
    left, right = open_letters(Reading(stated.left, stated.right))
    left |= densities.laws_of(stated.left) if of_law else frozenset()
    may_be_one = not step.interior or (stated.right == ZERO and _is_solved(number, around))
    valued = left and not right and may_be_one and not has_landau(stated.right)
    return step.sign not in ORDERS and (valued or _is_premise(number, around, stated))


def _is_premise(number: int, around: Surroundings, stated: Equation) -> bool:
    """Whether an arrow infers a statement from an equation between terms, ``a^2 + b^2 = 2ab \\Rightarrow a = b``: it may hold for
    some values only, unless it says what a derivative is, or the statement is about other letters.
    """
    asked = frozenset(map(bare, stated.symbols))
    following = around.steps[number + 1 : number + 2]
    led = any(s.inferred == "arrow" and not s.interior and letters(s.left.nodes) & asked for s in following)
    return led and not around.steps[number].interior and not operators(stated.left) & SLOPES


def _is_solved(number: int, around: Surroundings) -> bool:
    """Whether a chain sets a derivative to something, or a statement is inferred from its end: ``f'(x) = 2x + 6 = 0``."""
    following = around.steps[number + 1 : number + 2]
    if any(step.inferred and not step.interior for step in following):
        return True
    first = number
    while first and around.steps[first].interior:
        first -= 1
    read = (equation(k, around.steps[k], around.context.conventions) for k in range(first, number))
    return any(operators(stated.left) & SLOPES for stated in read if stated is not None)


@reservation("rough-approximation", "{}", "也许是粗略的近似：{}", slips=OF_FORM - {"term"}).shown(
    r"当 $x \to 0$ 时，$\cos x \approx x$",
    passes=r"$\cos x = x \cos x$",
)
def _rough_approximation(claim: Failure) -> Answer:
    return claim.finding.culprit if claim.finding.culprit in (STAYS, UNSAID) else None


AS_WRITTEN = _is_conditional
# an approximation may be a rough one, unless a slip explains that it is none
ROUGH = _rough_approximation
