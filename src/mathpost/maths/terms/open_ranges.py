"""The range of a sum or product without stated bounds: ``\\sum_k \\binom{n}{k}``, ``\\sum_{k \\ge 1} x^k``.

A sum over the members of a family, or over outcomes, runs over all of them and needs no bounds. A binomial coefficient is zero
outside of its row, which gives the bounds; a divisor that is a factorial, or a lower bound, leaves the range infinite.
"""

from __future__ import annotations

from collections.abc import Iterable

from mathpost.maths.terms.term import (
    INFINITY,
    ONE,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    substitute,
    subterms,
)

LOWEST = {"greater_equal": ZERO, "greater": ONE}  # added to the other side of a condition


def ends(index: Variable, body: Term, conditions: Iterable[Term]) -> tuple[Term, ...]:
    """The bounds of `index` in a sum of `body` under `conditions`; () where it runs over all members or outcomes."""
    if counts_members(index, body):
        return ()
    row = _row(index, body)
    if row is not None:
        return ZERO, row
    first = next((start for c in conditions if (start := _start(index, c)) is not None), None)
    if first is not None:
        return first, INFINITY
    return (ZERO, INFINITY) if _divides_by_a_factorial(index, body) else ()


def counts_members(index: Variable, body: Term) -> bool:
    """Whether `index` selects a member of a family, a value of a function, an entry of a matrix, or an outcome."""
    return any(_is_placed(index, term) for term in subterms(body))


def _is_placed(index: Variable, term: Term) -> bool:
    match term:
        case Apply(operator="index" | "call" | "eigenvalue" | "singular_value", arguments=(_, *places)):
            return any(index.name in free_variables(place) for place in places)
        case Apply(operator="density" | "probability" | "membership" | "delta" | "members"):
            return index.name in free_variables(term)
    return False


def _row(index: Variable, body: Term) -> Term | None:
    """The row ``n`` of ``\\binom{n}{k}``, ``\\binom{n}{2k}``, ``\\binom{n-k}{k}``, beyond which the coefficient is zero."""
    for term in subterms(body):
        match term:
            case Apply(operator="binomial", arguments=(above, below)) if _is_multiple(index, below):
                return substitute(above, {index.name: ZERO})
    return None


def _is_multiple(index: Variable, term: Term) -> bool:
    match term:
        case Apply(operator="multiply", arguments=(Number(value=value), factor)):
            return value > 0 and factor == index
    return term == index


def _start(index: Variable, condition: Term) -> Term | None:
    """The lower bound of `index` itself, if it does not depend on `index`: ``a`` for ``k \\ge a``, a + 1 for ``k > a``."""
    match condition:
        case Apply(operator=operator, arguments=(one, other)) if operator in LOWEST and one == index:
            if index.name in free_variables(other):
                return None
            shift = LOWEST[operator]
            return other if shift == ZERO else Apply("add", (other, shift))
    return None


def _divides_by_a_factorial(index: Variable, body: Term) -> bool:
    factorials = (t for t in subterms(body) if isinstance(t, Apply) and t.operator == "factorial")
    below = (t.arguments[1] for t in subterms(body) if isinstance(t, Apply) and t.operator == "divide")
    divisors = {inner for term in below for inner in subterms(term)}
    return any(f.arguments[0] == index and f in divisors for f in factorials)


def is_open(ranged: Bind) -> bool:
    """Whether a range without bounds runs over numbers, so that models do not know its bounds."""
    own = ranged.variable
    alone = own.name in free_variables(ranged.body) and not counts_members(own, ranged.body)
    return not ranged.bounds and alone
