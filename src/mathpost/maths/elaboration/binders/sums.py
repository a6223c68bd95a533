r"""Sums and products, ``\sum_{i=1}^n x_i``, ``\prod_i a_i``, and the extent of their bodies.

``\prod_i a_i \prod_j b_j`` is a product of two products; ``\prod_i a_i / c`` may be a quotient. Whether a factor without the
index is inside matters for a product only, not for a sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from mathpost.latex.tree import Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.binders.indices import Indices, bounds
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, UnreadError
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Term,
    Variable,
    factors_of,
    free_variables,
    subterms,
    times,
)

BIG = {r"\sum": "sum", r"\prod": "product"}
REACH = "reach of the product"


def ranged(reader: Reader, operator: str) -> Term:
    """Parse ``\\sum`` or ``\\prod`` with its bounds and its body, the factors up to the next plus or minus."""
    sign = reader.take()
    scripts = reader.scripts()
    if scripts is None:
        found = over_the_members(reader, sign)
    elif scripts.subscript is None:
        raise UnreadError(notation.latex(sign) + " without an index", sign.span)
    else:
        found = bounds(reader, scripts, sign.span)
    if operator == "sum":
        return found.over(operator, body_of(reader, found), ZERO, sign.span)
    mark = reader.at
    whole = reach(reader, body_of(reader, found), found.letters, mark)
    return whole.around(found.over(operator, whole.body, ONE, sign.span))


def over_the_members(reader: Reader, sign: Item) -> Indices:
    """The indices of a sum that names none, ``\\sum (x_i - \\bar{x})^2``: the letters that index members in its body."""
    mark = reader.at
    body = body_of(reader, Indices())
    reader.at = mark
    free = free_variables(body)
    counting = {
        frozenset(name for place in term.arguments[1:] for name in free_variables(place) & free)
        for term in subterms(body)
        if isinstance(term, Apply) and term.operator == "index"
    }
    letters = counting.pop() if len(counting) == 1 else frozenset[str]()
    if not letters:
        raise UnreadError(notation.latex(sign) + " without an index", sign.span)
    found = Indices()
    found.variables += [(Variable(letter, sign.span), ()) for letter in sorted(letters)]
    return found


def body_of(reader: Reader, found: Indices) -> Term:
    """The body of a sum or product; a letter with two bounds is not an array inside the body."""
    outer = reader.conventions
    reader.conventions = outer.without_arrays(found.counting)
    try:
        return _body_of(reader, found)
    finally:
        reader.conventions = outer


def _body_of(reader: Reader, found: Indices) -> Term:
    """The body: a term, possibly signed, and further summands if what follows uses a bound letter."""
    mark = reader.at
    if reader.symbol() == "+":
        raise reader.unread()
    minus = reader.take() if reader.symbol() == "-" else None
    body = reader.term()
    if reader.symbol() in ("+", "-") and _used_later(reader, found) and reader.choose("scope of the sum"):
        reader.at = mark
        return reader.expression()
    return body if minus is None else Apply("negate", (body,), minus.span)


def _used_later(reader: Reader, found: Indices) -> bool:
    """Whether a bound letter is free in what follows the body, so that the sum may extend further."""
    rest = notation.latex_row(reader.row[reader.at :])
    signs = any(sign in rest for sign in (*BIG, r"\int"))
    return not signs and any(isinstance(v, Variable) and v.name in rest for v, _ in found.variables)


class Reach(NamedTuple):
    """The body of a product sign and what follows it: factors, and possibly a divisor."""

    body: Term
    behind: tuple[Term, ...]
    divisor: Term | None

    def around(self, product: Term) -> Term:
        """The whole term, given the `product` over the body."""
        for factor in self.behind:
            product = times(product, factor, product.origin)
        return product if self.divisor is None else Apply("divide", (product, self.divisor), product.origin)


def reach(reader: Reader, body: Term, bound: frozenset[str], start: int) -> Reach:
    """Split `body`, read from `start` on, into the factors inside and outside a product over the letters `bound`.

    Final factors without a bound letter are inside if they are plain, and outside if they are sums, products or
    divisors after a slash; the other reading stays open.
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


CONSTRUCTS = tuple(Construct(partial(ranged, operator=name), (sign,)) for sign, name in BIG.items())
