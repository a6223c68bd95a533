"""Equations that ask for something instead of stating an identity: for a root, a value, another equation, a bound."""

from __future__ import annotations

from mathpost.maths.elaboration import heads
from mathpost.maths.notation.letters import symbols
from mathpost.maths.notation.step import is_root
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Variable, free_variables
from mathpost.verify.interpretation import roots
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS
from mathpost.verify.reasons.reason import Failure, objection

COUNTERS = frozenset("ijklmn")  # k = 1, …, n gives no value


@objection("root-of-others", roots.OTHERS, "根还取决于别的符号").shown(
    r"由方程 $a x + b x = b + a \Rightarrow x = 2$",
    passes=r"由方程 $3 x = 9 \Rightarrow x = 2$",
)
def _root_of_others(claim: Failure) -> bool:
    """Whether a value is a root depends on symbols of the equation that it does not mention."""
    return roots.left_open(claim.step, claim.reading, claim.context.conventions) is not None


@objection(
    "bounding-symbol",
    "{} is on one side only; this may be a condition on it",
    "{} 只在一边出现，这也许是对它的条件",
).shown(
    "Let $0 < a < b$ and $b < c$. Hence $a < c$. Therefore $c < a$.",
    passes="Therefore $a + 1 < a$.",
)
def _bounding_symbol(claim: Failure) -> str | None:
    """``f(x) \\le b``: a bound that is a symbol of which the other side does not speak says what that symbol is."""
    if claim.step.sign not in ORDERS:
        return None
    both = claim.reading.sides, claim.reading.sides[::-1]
    symbols_ = [(one.name, other) for one, other in both if isinstance(one, Variable)]
    values = [
        (one.arguments[0], other) for one, other in both if isinstance(one, Apply) and one.operator == "call"
    ]
    named = symbols_ + [(head.name, other) for head, other in values if isinstance(head, Variable)]
    return next(
        (name for name, other in named if free_variables(other) and name not in free_variables(other)), None
    )


@objection("value-in-sentence", "this sentence gives {} a value", "这句话给了 {} 一个值").shown(
    r"Let $X_{t+1} = a_{t+1}X_t + b_{t+1}$. If $a_t \equiv b_t \equiv 1$ for all $t$, then $X_t = X_0 + 2t - t$.",
    passes=r"For $a = 1$ we have $(b + 1)^2 = b^2 + b + 1$.",
)
def _value_at_hand(claim: Failure) -> str | None:
    """A symbol with any value in the models that the sentence of the claim gives a number."""
    if is_root(claim.step):
        return None
    words, used = claim.context.words, (claim.around.steps[number] for number in claim.reading.used)
    free = {bare(name) for name in claim.reading.free.union(*map(symbols, used))} - COUNTERS
    for number in range(claim.number - 1, -1, -1):
        said = claim.around.steps[number]
        if not words.together(said.span.end, claim.step.span.start):
            return None
        head, _, index = (heads.head(said.left.nodes) or "").partition("_{")
        name, general = bare(head), len(index) <= len("t}")  # one member may have a value that models know
        given = said.sign in EQUALITIES and number not in claim.reading.used and general
        if given and name in free and heads.is_number(said.right.nodes, signed=True):
            return name
    return None


@objection("unused-premise", "the premise {} is not used", "前提 {} 没有用到").shown(
    "$$g(z) = \\max\\{ 0, z \\}$$\n\nThree generalizations are based on a slope $\\alpha_i$ when $z_i < 0$\n\n"
    "$$h_i = \\max(0, z_i) + \\alpha_i\\min(0, z)$$\n\n- $\\alpha_i = -1 \\implies g(z) = |z|$.",
    passes="$$g(z) = \\max(0, z)$$\n\n- $z = -1 \\implies g(z) = 1$.",
)
def _unused_premise(claim: Failure) -> str | None:
    """An arrow that infers a claim from a value of what the claim, as it is read, does not mention: another case is meant."""
    step, number = claim.step, claim.number
    said = claim.around.steps[number - 1] if step.inferred == "arrow" and number else step
    if said is step or said.formula != step.formula or not heads.is_number(said.right.nodes, signed=True):
        return None
    spoken = symbols(step) | frozenset(map(bare, claim.reading.free))
    return f"{said.left.text} {said.relation} {said.right.text}" if spoken.isdisjoint(symbols(said)) else None


OF_SETS = frozenset(["⊂", "⊆", "⊃", "⊇", "∈"])


@objection(
    "unread-premise", "follows from {}, which could not be checked", "以 {} 为前提，而该前提无法检验"
).shown(
    r"We have $P(A) = 0.2$ and $P(B) = 0.4$ and $P(A|B) = 0.1$. Now $A \subset B \Rightarrow P(A|B) = \frac{P(A)}{P(B)}$.",
    passes=r"Now $P(A|B) = \frac{P(A)}{P(B)} P(A|B)$.",
)
def _unread_premise(claim: Failure) -> str | None:
    """An arrow that infers a claim from a relation of sets, which no model knows; or one that goes both ways from what is not used."""
    step, number = claim.step, claim.number
    said = claim.around.steps[number - 1] if step.inferred == "arrow" and number else step
    if said is step or said.formula != step.formula or number - 1 in claim.reading.used | claim.reading.held:
        return None
    unread = said.sign in OF_SETS or (step.inference.mutual and said.sign not in EQUALITIES | ORDERS)
    return f"{said.left.text} {said.relation} {said.right.text}" if unread else None
