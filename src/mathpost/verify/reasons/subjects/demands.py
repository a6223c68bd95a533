"""What a claim may demand of its letters, where models can only show that it does not hold of any: what makes a vector an
eigenvector, a matrix an inverse, a function convex, a law the product of others, a symbol one of few values.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Symbol, walk
from mathpost.maths import notation
from mathpost.maths.facts.facts import equation
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.senses import mentions_shapes
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import CAPITALS, mentions_chance
from mathpost.maths.terms.term import (
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    operators,
    uses,
)
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.models.model import plain
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Claim, Failure, objection, reservation
from mathpost.verify.slips.slips import OF_SIGNS

IDENTITIES = frozenset(["I", "E", r"\boldsymbol{I}", r"\boldsymbol{E}", r"\text{I}"])
ENTROPY = "H"
UNDER_LAWS = frozenset(["average", "comoment"])


@reservation(
    "several-values", "{} has several values in the post", "{} 在文中有多个值", slips=OF_SIGNS
).shown(
    r"$PR(A) = 0.15 + 0.85 \cdot 0 = 0.15$. Again: $PR(A) = 0.15 + 0.85 \cdot 0.2 = 0.32$ and $PR(A) = 0.15 + 0.85 \cdot 0.4 = 0.49$",
    passes="Let $n = 3$. Then $2n + 1 = 8$",
)
def _of_several_values(claim: Failure) -> str | None:
    """A symbol with different values in different places: cases, or the steps of an iteration."""
    steps = claim.around.steps
    valued = [s for s in steps if s.sign == "=" and not s.interior and not letters(s.right.nodes)]
    for number in sorted(claim.reading.used):
        used = next((s for s in valued if s.formula == steps[number].formula), None)
        if used is not None:
            values = {s.right.text for s in valued if s.left.text == used.left.text and s is not claim.step}
            if len(values) > 1:
                return used.left.text
    return None


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
        return _asked_for(claim)
    for one, other in (reading.sides, reading.sides[::-1]):
        if _says_which_case(one, other):
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


def _says_which_case(one: Term, other: Term) -> bool:
    if not free_variables(one):
        return _is_a_measure(other)
    return _is_a_symbol(one) and _is_a_symbol(other)


def _asked_for(claim: Failure) -> str | None:
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


@reservation("inverse-equation", "may be an equation for {}", "也许是关于 {} 的方程", slips=OF_SIGNS).shown(
    r"\boldsymbol{A}\boldsymbol{C} = \boldsymbol{C}\boldsymbol{A} = \boldsymbol{I}",
    passes=r"\boldsymbol{A}\boldsymbol{C} = \boldsymbol{C}\boldsymbol{A}",
)
def _of_an_inverse(claim: Failure) -> str | None:
    """``AC = CA = I``: the chain says that C is the inverse of A, which commutes with it then."""
    number, reading, around = claim.number, claim.reading, claim.around
    step, last = around.steps[number], number
    while last + 1 < len(around.steps) and _goes_on(around.steps[last], around.steps[last + 1]):
        last += 1
    if not reading.shapes or last == number:
        return None
    nodes = around.steps[last].right.nodes
    shown = notation.name(nodes[0]) if len(nodes) == 1 else None
    letters = sorted(map(plain, reading.free))
    return letters[-1] if shown in IDENTITIES and step.sign == "=" else None


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


@objection("property", "states a property of {}, not an identity", "说的是 {} 的性质，不是恒等式").shown(
    "P^2 = P",
    passes="P^2 = 2P + 3P^2 + 1",
)
def _property(claim: Claim) -> str | None:
    """A symbol of which an equation says that a word of it is itself: that holds of a projection, and not of all."""
    step, reading = claim.step, claim.reading
    if step.sign != "=" or reading.used or reading.given:
        return None
    for one, other in (reading.sides, reading.sides[::-1]):
        if (_is_name(one) and one != other and _is_a_word_of(other, one)) or _is_repeated(one, other):
            return min(free_variables(one))
    return None


def _is_repeated(one: Term, other: Term) -> bool:
    """Whether `other` is the product `one` times itself: ``ABAB = AB`` makes a projection of AB."""
    match one, other:
        case Apply(operator="multiply", arguments=once), Apply(operator="multiply", arguments=twice):
            return once * (len(twice) // len(once)) == twice and len(twice) > len(once)
    return False


@objection("few-values", "{} takes only a few values", "{} 只取少数几个值").shown(
    r"设 $X \sim \text{Bernoulli}(p)$，则 $(1-X)^2 = 1 - X$",
    passes="则 $(1-X)^2 = 1 - X$",
)
def _few_values(claim: Claim) -> str | None:
    """A symbol that has few values in the post: of these an equation may hold that fails in general."""
    step, reading, context = claim.step, claim.reading, claim.context
    if step.sign != "=" or any(map(mentions_chance, reading.sides)):
        return None
    return next(_of_few(step, reading, context), None)


def _of_few(step: Step, reading: Reading, context: Context) -> Iterator[str]:
    """The free symbols that have a law of few outcomes, or whose values the words nearby may list; those that the post itself
    lists are drawn from.
    """
    laws = (fact for fact in context.facts if fact.form == "law" and isinstance(fact.right, Apply))
    yield from sorted(reading.free & {fact.head for fact in laws if FEW & operators(fact.right)})
    if "listed" in context.said_nearby(step.span):
        yield from sorted(reading.free & CAPITALS)


def _is_name(side: Term) -> bool:
    return isinstance(side, Variable) or (isinstance(side, Apply) and side.operator == "index")


def _is_a_word_of(side: Term, name: Term) -> bool:
    """Whether a side is built from one name alone by products, powers and transposes."""
    match side:
        case Apply(operator="power", arguments=(base, Number())):
            return base == name or _is_a_word_of(base, name)
        case Apply(operator=operator, arguments=arguments) if operator in WORDS:
            return all(a == name or _is_a_word_of(a, name) for a in arguments)
    return False


YIELDING = (_of_several_values, _of_an_inverse)  # rows of this module that a neighbour outweighs
