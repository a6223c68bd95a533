"""Roots and inverse functions have several values: whether a claim that fails for one of them may be meant for another.

Of a root of numbers the other value is its negative, so that all claims that may be meant can be written down: where each
of them fails, no branch explains the claim. Other functions with branches are left as they are.
"""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from functools import reduce
from itertools import product

from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.term import ZERO, Apply, Bind, Number, Term, occurrences, subterms, uses, with_parts
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.methods.finite_models import ENOUGH, examine
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Failure, objection
from mathpost.verify.reasons.surroundings import Surroundings, settled

LOGARITHMS = frozenset(["log", "log_base"])
INVERSES = frozenset(
    "arcsin arccos arctan arsinh arcosh artanh arccot arcsec arccsc arcoth arsech arcsch".split()
)
ROOTS = frozenset(["sqrt", "root"])
OF_TWO_SIGNS = ("arcosh", "arsech")
IMAGINARY = frozenset(["imaginary_unit"])
FURTHER = Fraction(3)  # times the values of symbols: beyond half a turn
MOST = 3  # roots of which all combinations of signs are tried


def _may_have_another(claim: Failure) -> bool:
    """Whether a claim may be about another value of a function with branches."""
    several = _has_branches(claim.reading, claim.context)
    return claim.step.sign not in ORDERS and several and not mentions_chance(claim.reading.left)


@objection("branch-of-a-root", "may hold for one branch of a root", "也许只对根的某一支成立").shown(
    r"\cos\frac z2 = -\left(\frac{1+\cos z}{2}\right)^{1/2}",
    passes=r"\cos\frac z2 = -3 - \left(\frac{1+\cos z}{2}\right)^{1/2}",
)
def _of_a_root(claim: Failure) -> bool:
    """Whether a claim with branches holds somewhere."""
    if not _may_have_another(claim):
        return False
    held = claim.finding.held or _holds_further_out(claim.step, claim.reading, claim.context)
    return bool(held) and not _fails_on_all(claim.step, claim.reading, claim.context)


@objection("another-branch", "may mean a branch other than {}", "也许指与 {} 不同的一支").shown(
    r"$\cos\frac{z}{2} = \sqrt{\frac{1+\cos z}{2}}$ 或者 $\cos\frac{z}{2} = -\sqrt{\frac{1+\cos z}{2}}$",
    passes=r"$\cos\frac{z}{2} = 3 + \sqrt{\frac{1+\cos z}{2}}$",
)
def _of_another_value(claim: Failure) -> str | None:
    """Another value of the same left side that holds: a function with branches has several."""
    said = _other_value(claim.step, claim.around) if _may_have_another(claim) else None
    return None if said is None or _fails_on_all(claim.step, claim.reading, claim.context) else said


@objection("even-inverse", "may mean another branch of {}", "也许指 {} 的另一支").shown(
    r"\frac{d}{dz}\operatorname{arcosh} z = -\frac{1}{(z^2-1)^{1/2}}",
    passes=r"\frac{d}{dz}\operatorname{arcosh} z = \frac{2}{(z^2-1)^{1/2}}",
)
def _of_an_even_inverse(claim: Failure) -> str | None:
    """The inverse of an even function, on whose sign nobody agreed."""
    name = (
        _of_an_even_function(claim.step, claim.reading, claim.context) if _may_have_another(claim) else None
    )
    return None if name is None or _fails_on_all(claim.step, claim.reading, claim.context) else name


def _has_branches(reading: Reading, context: Context) -> bool:
    """Whether a root is taken, by a broken exponent or by name, or another function that has branches.

    The logarithm of a real number has none.
    """
    beyond = context.is_complex or context.known.has(kinds.SPECIAL_FUNCTION)
    roots = (t for side in reading.sides for t in occurrences(side, ROOTS | {"power"}))
    return uses(reading.sides, INVERSES | LOGARITHMS if beyond else INVERSES) or any(map(_is_root, roots))


def _is_root(term: Term) -> bool:
    match term:
        case Apply(operator="power", arguments=(_, Number(value=value))):
            return value.denominator > 1
        case Apply(operator="power", arguments=(_, Apply(operator="divide"))):
            return True
        case Apply(operator=operator):
            return operator in ROOTS
    return False


def _other_value(step: Step, around: Surroundings) -> str | None:
    """Another value of the same left side that holds: a function with branches has several."""
    for number, said in enumerate(around.steps):
        alike = said.left.text == step.left.text and said.right.text != step.right.text
        if alike and said.sign == step.sign and settled(number, around):
            return f"{said.left.text} {said.relation} {said.right.text}"
    return None


def _of_an_even_function(step: Step, reading: Reading, context: Context) -> str | None:
    """The other sign of the inverse of an even function on which nobody agreed: handbooks give the slope of arcosh with both."""
    name = next((n for n in OF_TWO_SIGNS if uses(reading.sides, frozenset([n]))), None)
    if name is None:
        return None
    turned = Apply("negate", (reading.right,))
    finding = examine(reading.left, turned, "=", plan(reading, "=", context, step.span.start))
    return name if finding.kind == "together" else None


def _holds_further_out(step: Step, reading: Reading, context: Context) -> bool:
    """Whether a claim with a root holds at some points of a larger scale: ``\\cos(z/2) = -\\sqrt{(1 + \\cos z)/2}`` for z = 4."""
    if not any(_is_root(t) for side in reading.sides for t in subterms(side)):
        return False
    models = plan(reading, "=", context, step.span.start)
    return examine(*reading.sides, "=", models.but(scale=FURTHER)).held > 0


def _fails_on_all(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the claim fails at points of all models whichever signs its roots have there."""
    terms = [t for side in reading.sides for t in subterms(side)]
    inverse = any(isinstance(t, Apply) and t.operator in INVERSES for t in terms)
    roots = list(dict.fromkeys(t for t in terms if _is_root(t)))
    bound = any(_is_root(inner) for t in terms if isinstance(t, Bind) for inner in subterms(t))
    if inverse or bound or reading.shapes or context.known.has(kinds.SPECIAL_FUNCTION) or len(roots) > MOST:
        return False
    left, right = reading.sides
    differences = []
    for signs in product((False, True), repeat=len(roots)):
        flipped = {root for root, flip in zip(roots, signs, strict=True) if flip}
        sides = _put(left, flipped), _put(right, flipped)
        differences.append(Apply("add", (sides[0], Apply("negate", (sides[1],)))))
    together = reduce(lambda a, b: Apply("multiply", (a, b)), differences)
    finding = examine(together, ZERO, "=", plan(reading, "=", context, step.span.start))
    return finding.kind == "apart" and finding.models >= ENOUGH


def _put(term: Term, flipped: Container[Term]) -> Term:
    """`term` with the other value of some roots."""
    inner = with_parts(term, lambda part: _put(part, flipped))
    return Apply("negate", (inner,)) if term in flipped else inner
