"""Solving equations that are linear in one unknown.

The unknown is a term: a symbol (``x``), an entry (``x_i``) or the square of one (``\\alpha_t^2``), so that
``\\alpha_t^2 + \\beta_t^2 = 1`` gives ``\\beta_t`` as a square root.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from mathpost.maths.terms.names import is_bold
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    product_of,
    replaced,
    subterms,
    sum_of,
)
from mathpost.maths.terms.vanishing import vanishes

RUNNING = frozenset(["sum", "integral"])
WHOLE = "⁎"  # placeholder that an equation is solved for instead of its unknown


class Line(NamedTuple):
    """A linear function of the unknown: ``constant + slope · unknown``."""

    constant: Term
    slope: Term


def solved(left: Term, right: Term, unknown: Term) -> Term | None:
    """The value of `unknown` by ``left = right``, or None where the equation is not linear in it."""
    a, b = line(left, unknown), line(right, unknown)
    if a is None or b is None:
        return _through_the_reciprocal(left, right, unknown) or _through_the_logarithm(left, right, unknown)
    slope = minus(a.slope, b.slope)
    if slope == ZERO or _holds_arrays(slope) or vanishes(slope):
        return None  # an equation that holds for all values determines none
    return over(minus(b.constant, a.constant), slope)


def _through_the_reciprocal(left: Term, right: Term, unknown: Term) -> Term | None:
    """The solution where the unknown occurs only in a denominator: q of ``1/p + 1/q = 1``."""
    found = _solved_for(Apply("divide", (ONE, unknown)), left, right, unknown)
    return found and over(ONE, found)


def _through_the_logarithm(left: Term, right: Term, unknown: Term) -> Term | None:
    """The solution where the unknown occurs only in its logarithm: p of ``\\log p + 1 = \\lambda``."""
    found = _solved_for(Apply("log", (unknown,)), left, right, unknown)
    return found and Apply("exp", (found,))


def _solved_for(whole: Term, left: Term, right: Term, unknown: Term) -> Term | None:
    """The value of `whole` by ``left = right``, where the unknown does not occur outside of it."""
    placeholder = Variable(WHOLE)
    turned = [replaced(side, whole, placeholder) for side in (left, right)]
    if turned == [left, right] or any(contains(side, unknown) for side in turned):
        return None
    return solved(turned[0], turned[1], placeholder)


def unknowns(term: Term) -> Iterator[Term]:
    """The possible unknowns of an equation: its free symbols, its entries, and their squares, each once."""
    seen: set[Term] = set()
    bound = {t.variable.name for t in subterms(term) if isinstance(t, Bind)}
    heads = {
        t.arguments[0] for t in subterms(term) if isinstance(t, Apply) and t.operator in ("index", "call")
    }
    for inner in subterms(term):
        base = inner.arguments[0] if _is_square(inner) and isinstance(inner, Apply) else inner
        entry = isinstance(base, Apply) and base.operator == "index" and _plain_indices(base)
        symbol = isinstance(base, Variable) and base not in heads
        if (entry or symbol) and not free_variables(base) & bound and inner not in seen:
            seen.add(inner)
            yield inner


def _plain_indices(entry: Apply) -> bool:
    return all(isinstance(a, Variable | Number) for a in entry.arguments)


def _is_square(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "power" and term.arguments[1] == TWO


def line(term: Term, unknown: Term) -> Line | None:
    """`term` as a linear function of `unknown`, or None if it is not linear."""
    if term == unknown:
        return Line(ZERO, ONE)
    if not contains(term, unknown):
        return Line(term, ZERO)
    if isinstance(term, Bind):
        return _summed(term, unknown)
    if not isinstance(term, Apply):
        return None
    first, *rest = term.arguments
    match term.operator:
        case "add":
            return _sum(term.arguments, unknown)
        case "negate":
            inner = line(first, unknown)
            return inner and Line(minus(ZERO, inner.constant), minus(ZERO, inner.slope))
        case "multiply":
            return _product(term.arguments, unknown)
        case "divide" if not contains(rest[0], unknown):
            inner = line(first, unknown)
            return inner and Line(over(inner.constant, rest[0]), over(inner.slope, rest[0]))
    return None


def _holds_arrays(slope: Term) -> bool:
    """Whether an unknown is multiplied by arrays, by which one cannot divide."""
    return any(isinstance(t, Variable) and is_bold(t.name) for t in subterms(slope))


def contains(term: Term, unknown: Term) -> bool:
    """Whether the symbol of `unknown` occurs in `term`."""
    return not free_variables(term).isdisjoint(_symbol(unknown))


def _symbol(unknown: Term) -> frozenset[str]:
    base = unknown.arguments[0] if isinstance(unknown, Apply) else unknown
    return _symbol(base) if isinstance(base, Apply) else free_variables(base)


def _sum(terms: tuple[Term, ...], unknown: Term) -> Line | None:
    lines = [line(t, unknown) for t in terms]
    found = [item for item in lines if item is not None]
    if len(found) < len(lines):
        return None
    constants = tuple(c for c, _ in found if c != ZERO)
    slopes = tuple(s for _, s in found if s != ZERO)
    return Line(sum_of(constants), sum_of(slopes))


def _summed(term: Bind, unknown: Term) -> Line | None:
    """A sum or integral of linear functions, ``\\sum_i (y_i - b)``, where the unknown does not depend on the index."""
    running = term.operator in RUNNING and isinstance(unknown, Variable) and unknown != term.variable
    inner = (
        line(term.body, unknown) if running and not any(contains(b, unknown) for b in term.bounds) else None
    )
    over_all = (t if t == ZERO else replace(term, body=t) for t in inner or ())
    return inner and Line(*over_all)


def _product(factors: tuple[Term, ...], unknown: Term) -> Line | None:
    """A product, in which one factor may contain the unknown."""
    holding = [f for f in factors if contains(f, unknown)]
    if len(holding) != 1:
        return None
    inner = line(holding[0], unknown)
    others = [f for f in factors if f is not holding[0]]
    return inner and Line(_times(inner.constant, others), _times(inner.slope, others))


def _times(term: Term, factors: list[Term]) -> Term:
    if term == ZERO or not factors:
        return term
    return product_of(factors if term == ONE else [term, *factors])


def minus(a: Term, b: Term) -> Term:
    """The difference of `a` and `b`, without zeros."""
    if b == ZERO:
        return a
    negative: Term = Number(-b.value) if isinstance(b, Number) else Apply("negate", (b,))
    return negative if a == ZERO else Apply("add", (a, negative))


def over(a: Term, b: Term) -> Term:
    return a if b == ONE or a == ZERO else Apply("divide", (a, b))
