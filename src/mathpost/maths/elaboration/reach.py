"""How far a product sign reaches: ``\\prod_i a_i \\prod_j b_j`` is a product of two, ``\\prod_i a_i / c`` may be a quotient.

Of a sum it makes no difference whether a factor without its index is inside; of a product it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mathpost.latex.tree import Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.terms.term import Apply, Bind, Term, factors_of, free_variables, times

REACH = "reach of the product"


class Reach(NamedTuple):
    """What a product sign is over, and what stands behind it: factors, and perhaps a divisor."""

    body: Term
    behind: tuple[Term, ...]
    divisor: Term | None

    def around(self, product: Term) -> Term:
        """All of it, where `product` is that over the body."""
        for factor in self.behind:
            product = times(product, factor, product.origin)
        return product if self.divisor is None else Apply("divide", (product, self.divisor), product.origin)


def reach(reader: Reader, body: Term, bound: frozenset[str], start: int) -> Reach:
    """The factors of `body`, read from `start` on, that a product over the letters `bound` takes in.

    Those at the end that do not speak of a bound letter are taken in if they are plain, and left behind if they are
    sums or products themselves or divide in a row; the other reading stays open.
    """
    dividend, divisor = body, None
    if isinstance(body, Apply) and body.operator == "divide" and _has_slash(reader, start):
        dividend, divisor = body.arguments
    if divisor is not None and not free_variables(divisor).isdisjoint(bound):
        return Reach(body, (), None)
    factors = factors_of(dividend)
    kept = max((k for k, f in enumerate(factors, 1) if free_variables(f) & bound), default=len(factors))
    behind = tuple(factors[kept:])
    if not behind and divisor is None:
        return Reach(body, (), None)
    left_out = divisor is not None or any(isinstance(factor, Bind) for factor in behind)
    if reader.choose(REACH) == left_out:
        return Reach(body, (), None)
    return Reach(_product(factors[:kept], dividend), behind, divisor)


def _has_slash(reader: Reader, start: int) -> bool:
    return any(
        isinstance(item, Symbol) and notation.latex(item) == "/" for item in reader.row[start : reader.at]
    )


def _product(factors: Sequence[Term], whole: Term) -> Term:
    return factors[0] if len(factors) == 1 else Apply("multiply", tuple(factors), whole.origin)
