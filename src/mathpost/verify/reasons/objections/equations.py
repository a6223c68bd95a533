"""Equations that ask for something instead of stating an identity: for a root, a value, another equation, a bound."""

from __future__ import annotations

from mathpost.maths.terms.term import Variable, free_variables
from mathpost.verify.interpretation import roots
from mathpost.verify.interpretation.reading import ORDERS
from mathpost.verify.reasons.reason import Failure, objection


@objection("root-of-others", roots.OTHERS, "根还取决于别的量").shown(
    r"由方程 $a x + b x = b + a \Rightarrow x = 2$",
    passes=r"由方程 $3 x = 9 \Rightarrow x = 2$",
)
def _root_of_others(claim: Failure) -> bool:
    """Whether a value is a root depends on symbols of the equation that it does not speak of."""
    return roots.left_open(claim.step, claim.reading, claim.context.conventions) is not None


@objection("bounding-symbol", "free symbol {}", "自由符号 {}").shown(
    "Let $0 < a < b$ and $b < c$. Hence $a < c$. Therefore $c < a$.",
    passes="Therefore $a + 1 < a$.",
)
def _bounding_symbol(claim: Failure) -> str | None:
    """``f(x) \\le b``: a bound that is a symbol of which the other side does not speak says what that symbol is."""
    for one, other in (claim.reading.sides, claim.reading.sides[::-1]) if claim.step.sign in ORDERS else ():
        if isinstance(one, Variable) and one.name not in free_variables(other) and free_variables(other):
            return one.name
    return None
