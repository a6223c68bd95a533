"""Equations that ask for something instead of stating an identity: for a root, a value, another equation, a bound."""

from __future__ import annotations

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
