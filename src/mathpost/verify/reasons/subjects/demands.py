"""What a claim may demand of its letters, where models can only show that it does not hold of any: what makes a vector an
eigenvector, a matrix an inverse, a function convex, a law the product of others, a symbol one of few values.
"""

from __future__ import annotations

from mathpost.latex.tree import Symbol, walk
from mathpost.maths.facts.facts import equation
from mathpost.maths.lexicon.senses import mentions_shapes
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    free_variables,
    occurrences,
    uses,
)
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Failure, objection

IDENTITIES = frozenset(["I", "E", r"\boldsymbol{I}", r"\boldsymbol{E}", r"\text{I}"])
ENTROPY = "H"
UNDER_LAWS = frozenset(["average", "comoment"])


@objection("condition-on-a-symbol", "may be a condition on {}", "也许是对 {} 的条件").shown(
    "If $|a| > 1$ the wave is compressed, stretched for ($0 < |a| < 1$).",
    passes="If $|a| > 1$, then $a^2 + 1 < 1$.",
)
def _on_a_symbol(claim: Failure) -> str | None:
    """``|a| < 1``, ``\\operatorname{Im}\\tau > 0``, ``-a < b``: a bound of one symbol by a number or another symbol says which case
    is meant.
    """
    step, reading = claim.step, claim.reading
    if step.sign not in ORDERS or reading.given or reading.held or reading.supposed:
        return None
    if _is_one_of_cases(claim):
        return step.left.text
    if reading.used:
        return _requested_symbol(claim)
    for one, other in (reading.sides, reading.sides[::-1]):
        if _names_case(one, other):
            return min(free_variables(other), default=None)
    return None


def _is_one_of_cases(claim: Failure) -> bool:
    """Whether the section compares the left side with numbers in other ways, too: ``R^2 < 0`` beside ``R^2 = 1``."""
    step, covers = claim.step, claim.context.sections.covers
    return not letters(step.right.nodes) and any(
        other.left.text == step.left.text
        and (other.sign, other.right.text) != (step.sign, step.right.text)
        and not letters(other.right.nodes)
        and covers(other.span.start, step.span.start)
        for other in claim.around.steps
    )


def _names_case(one: Term, other: Term) -> bool:
    if not free_variables(one):
        return _is_a_measure(other)
    return _is_a_symbol(one) and _is_a_symbol(other)


def _requested_symbol(claim: Failure) -> str | None:
    """A symbol that must be at least a number although its value in the post is not: the post asks for another value."""
    step, reading = claim.step, claim.reading
    if step.inferred or step.interior or reading.free or reading.stated is None:
        return None
    left, right = map(free_variables, reading.stated)
    return min(left | right) if bool(left) != bool(right) else None


MEASURES = frozenset(["abs", "norm", "real_part", "imaginary_part", "argument"])


def _is_a_measure(side: Term) -> bool:
    """Whether a side is a symbol, or the modulus, a part or the argument of symbols."""
    if isinstance(side, Apply) and side.operator in MEASURES:
        return True
    return _is_name(side)


def _is_a_symbol(side: Term) -> bool:
    """Whether a side is a symbol, perhaps with a sign or within bars."""
    signed = isinstance(side, Apply) and side.operator in ("negate", "abs")
    return _is_name(side.arguments[0] if signed and isinstance(side, Apply) else side)


def _goes_on(step: Step, following: Step) -> bool:
    return following.interior and following.formula == step.formula and following.left == step.right


@objection("another-bend", "{} may be a different function here", "这里的 {} 也许是另一个函数").shown(
    r"Let $f$ be concave. In that post, I introduced the definition of convexity as follows: $$\mathbb{E}[f(x)] \geq f(\mathbb{E}[x])$$",
    passes=r"Let $f$ be concave. $$\mathbb{E}[f(x)] \geq f(\mathbb{E}[x])$$",
)
def _of_another_bend(claim: Failure) -> str | None:
    """A function of which the words before a bound say that it bends, and the post did not: ``E[f(x)] \\ge f(E[x])``."""
    step, reading, around = claim.step, claim.reading, claim.around
    if step.sign not in ORDERS:
        return None
    left, right = _functions(reading)
    span, text = around.document.formulas[step.formula].span, around.document.source.text
    paragraph = text[text.rfind("\n\n", 0, span.start) + 1 : span.start]
    spoken = mentions_shapes(paragraph) | mentions_shapes(around.context.words.before(span))
    bent = around.context.bends_at(step.span.start)
    return next((n for n, shapes in bent.items() if n in left | right and spoken - shapes.keys()), None)


def _functions(reading: Reading) -> tuple[set[str], set[str]]:
    """The functions that each side calls."""
    left, right = (
        {_function(t) for t in occurrences(side, frozenset(["call"])) if isinstance(t, Apply)}
        for side in reading.sides
    )
    return left, right


def _function(call: Apply) -> str:
    head = call.arguments[0]
    head = head.arguments[0] if isinstance(head, Apply) and head.operator == "index" else head
    return head.name if isinstance(head, Variable) else ""


@objection("another-entropy", "the post defines H differently", "文中的 H 另有定义").shown(
    r"定义 $H = \mathbb{E}_{x \sim p}[\log p(x)]$。则 $$H = -\mathbb{E}_{x \sim p}[\log p(x)]$$",
    passes=r"\mathbb{E}_{x \sim p}[\log p(x)] = -\mathbb{E}_{x \sim p}[\log p(x)]",
)
def _of_another_entropy(claim: Failure) -> bool:
    """Entropies in a post that defines them otherwise: a cross entropy without its minus sign."""
    step, reading, around = claim.step, claim.reading, claim.around
    if not (_mentions_entropy(step) and uses(reading.stated or reading.sides, UNDER_LAWS)):
        return False
    for other in around.steps:
        named = other.role == "definition" and other.sign == "=" and _head(other) == ENTROPY
        stated = equation(0, other, around.context.conventions) if named and other is not step else None
        if stated is not None:
            models = plan(Reading(stated.left, stated.right), "=", around.context)
            if accord(stated.left, stated.right, "=", models).kind == "apart":
                return True
    return False


def _mentions_entropy(step: Step) -> bool:
    nodes = (*step.left.nodes, *step.right.nodes)
    return any(isinstance(n, Symbol) and n.text == ENTROPY for node in nodes for n in walk(node))


def _head(step: Step) -> str:
    first = step.left.nodes[0] if step.left.nodes else None
    return first.text if isinstance(first, Symbol) else ""


FEW = frozenset(["distribution bernoulli", "distribution categorical"])  # the laws of a few outcomes
WORDS = frozenset(
    ["multiply", "power", "transpose", "inverse", "conjugate", "adjoint"]
)  # what a word of one symbol has


def _is_repeated(one: Term, other: Term) -> bool:
    """Whether `other` is the product `one` times itself: ``ABAB = AB`` makes a projection of AB."""
    match one, other:
        case Apply(operator="multiply", arguments=once), Apply(operator="multiply", arguments=twice):
            return once * (len(twice) // len(once)) == twice and len(twice) > len(once)
    return False


def _is_name(side: Term) -> bool:
    return isinstance(side, Variable) or (isinstance(side, Apply) and side.operator == "index")
