"""Laws that a claim writes with fewer conditions than the rules of probability give them: what a model supposes.

``p(x, z | y) = p(x | z) p(z | y)`` holds where x depends on y through z alone. Whoever writes so describes a model, in
words that may stand anywhere in the post; a claim that no choice of conditions makes true is no such description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.maths.elaboration.chance.randomness import law_name
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Term, Variable
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.reasons.reason import Reason

SUMS = frozenset(["sum", "integral"])
COMPARED = frozenset(
    ["p", "q"]
)  # laws of the same variables, of which one may stand for the other by mistake
SUPPOSING = frozenset(["independent", "markov", "network"])


class Factor(NamedTuple):
    """One law of a product: what it is a law of, and under which conditions."""

    law: Term
    heads: frozenset[Term]
    given: frozenset[Term]


def _drops_a_condition(reading: Reading, context: Context) -> bool:
    """Products of laws of the same variables, one of which has fewer conditions: of a model, if the post speaks of
    independence or only parameters are left out, ``p(x | z, \\beta) = p(x | z)``. Of single laws no word need tell it.
    """
    left, right = reading.stated or reading.sides
    if left == right:
        return False
    (one, summed), (other, also_summed) = _product(left), _product(right)
    if one is None or other is None:
        return False
    if len(one) == len(other) == 1 and summed == also_summed and one[0][:2] == other[0][:2]:
        return True
    if not (_is_joint(one, summed) and _is_joint(other, also_summed)):
        return False
    if _heads(one) - summed != _heads(other) - also_summed:
        return False
    if len(COMPARED & {bare(law_name(factor.law)) for factor in (*one, *other)}) > 1:
        return False
    supposed = bool(SUPPOSING & context.said_of_chance)
    return supposed or _leaves_out(one, other, freely=summed != also_summed)


def _product(side: Term) -> tuple[tuple[Factor, ...] | None, frozenset[Term]]:
    """The laws that a side multiplies, and the variables that it sums them over; no laws where it is anything else."""
    summed = frozenset[Term]()
    while isinstance(side, Bind) and side.operator in SUMS and not side.bounds:
        summed |= {side.variable}
        side = side.body
    return _factors(side), summed


def _factors(side: Term) -> tuple[Factor, ...] | None:
    """The laws that a side multiplies; None where it is anything else."""
    product = isinstance(side, Apply) and side.operator == "multiply"
    parts = side.arguments if product and isinstance(side, Apply) else (side,)
    found = tuple(_factor(part) for part in parts)
    return None if None in found else tuple(f for f in found if f is not None)


def _factor(term: Term) -> Factor | None:
    match term:
        case Apply(operator="density", arguments=(law, Apply(arguments=heads), *given)):
            return Factor(law, frozenset(heads), frozenset(_conditions(given)))
    return None


def _conditions(given: Sequence[Term]) -> Iterator[Term]:
    for each in given:
        yield from each.arguments if isinstance(each, Apply) and each.operator == "given" else (each,)


def _heads(factors: Sequence[Factor]) -> frozenset[Term]:
    return frozenset[Term]().union(*(f.heads for f in factors))


def _outer(factors: Sequence[Factor]) -> frozenset[Term]:
    """The conditions that none of the laws is a law of."""
    return frozenset[Term]().union(*(f.given for f in factors)) - _heads(factors)


def _is_joint(factors: Sequence[Factor], summed: frozenset[Term]) -> bool:
    """Whether the laws may be multiplied to one of all their variables, the `summed` ones among them: each is of others, and
    follows those that it rests on.
    """
    heads = _heads(factors)
    if len(heads) < sum(len(f.heads) for f in factors) or not summed <= heads:
        return False
    return len(_in_order(factors)) == len(factors)


def _in_order(factors: Sequence[Factor]) -> list[Factor]:
    """The laws, each behind those of its conditions; as many as can be put so."""
    heads, known = _heads(factors), frozenset[Term]()
    left, ordered = list(factors), list[Factor]()
    while left:
        following = next((f for f in left if f.given & heads <= known), None)
        if following is None:
            break
        left.remove(following)
        ordered.append(following)
        known |= following.heads
    return ordered


def _leaves_out(one: Sequence[Factor], other: Sequence[Factor], *, freely: bool) -> bool:
    """Whether each law has all the variables before it as conditions, and lacks no more than parameters, or is that of some,
    or of data where these are known; or whatever stands behind bars alone, if `freely`.
    """
    sides = (one, other)
    outer = _outer(one) | _outer(other)
    return all(map(_is_complete, sides)) and all(
        freely
        or all(map(_is_parameter, factor.heads))
        or any(map(_is_parameter, factor.given))
        or all(map(_is_parameter, outer - factor.given))
        for side in sides
        for factor in side
    )


def _is_complete(factors: Sequence[Factor]) -> bool:
    known = frozenset[Term]()
    for factor in _in_order(factors):
        if not known <= factor.given:
            return False
        known |= factor.heads
    return True


def _is_parameter(term: Term) -> bool:
    """Whether a condition is a Greek letter, as the parameters of laws are."""
    head = term.arguments[0] if isinstance(term, Apply) and term.operator == "index" else term
    return isinstance(head, Variable) and bare(head.name).startswith("\\") and bare(head.name).islower()


ROWS = (
    Reason(
        "objection",
        "dropped-condition",
        "a law that does not depend on a condition",
        "不依赖某个条件的分布",
        lambda c: _drops_a_condition(c.reading, c.context),
    ),
)
