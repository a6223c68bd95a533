r"""Functions that search, decompose and rebuild terms: each walks through a term in one way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TypeVar

from mathpost.maths.terms.term import (
    COMPOUND,
    LEAVES,
    NONE,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    operators,
    parts,
    with_parts,
)

Value = TypeVar("Value")
Change = Callable[[Term], Term]
PartialChange = Callable[[Term], Term | None]
INDEX = frozenset(["index"])


def rewrite(term: Term, change: PartialChange, at: AbstractSet[str] | None = None) -> Term:
    """`term` with its outermost parts replaced by the results of `change`; where it returns None, a part is searched further.

    `at`: the operators of the parts that `change` may replace, so that it is called for these only:
    `rewrite(f(sin(x)), cosine, {"sin"})` calls it for `sin(x)` alone.
    """
    if at is not None and operators(term).isdisjoint(at):
        return term
    if at is None or (isinstance(term, COMPOUND) and term.operator in at):
        found = change(term)
        if found is not None:
            return found
    return with_parts(term, lambda part: rewrite(part, change, at))


def rewrite_in_scope(
    term: Term, change: Callable[[Term, frozenset[str]], Term | None], bound: frozenset[str] = NONE
) -> Term:
    """Like `rewrite`, with the names bound around a part as the second argument of `change`."""
    found = change(term, bound)
    if found is not None:
        return found
    if not isinstance(term, Bind):
        return with_parts(term, lambda part: rewrite_in_scope(part, change, bound))
    inside = bound | {term.variable.name}
    bounds = tuple([rewrite_in_scope(each, change, bound) for each in term.bounds])
    body = rewrite_in_scope(term.body, change, inside)
    return Bind(term.operator, term.variable, bounds, body, term.origin)


def transform(term: Term, change: Change) -> Term:
    """`term` with `change` applied to all of its parts and then to itself, from the inside out."""
    return change(with_parts(term, lambda part: transform(part, change)))


def fold(term: Term, algebra: Callable[[Term, tuple[Value, ...]], Value]) -> Value:
    """The result of `algebra` for `term` and the results for its parts: `fold(term, lambda _, n: 1 + sum(n))` is the size."""
    return algebra(term, tuple([fold(part, algebra) for part in parts(term)]))


def parts_in_scope(term: Term) -> Iterator[tuple[Term, frozenset[str]]]:
    """`term` and all its subterms, each with the names bound around it: ``x_i, {i}`` of ``\\sum_i x_i``."""
    waiting: list[tuple[Term, frozenset[str]]] = [(term, NONE)]
    while waiting:
        part, bound = waiting.pop()
        yield part, bound
        if isinstance(part, Apply):
            waiting += [(argument, bound) for argument in part.arguments]
        elif isinstance(part, Bind):
            waiting += [(end, bound) for end in part.bounds]
            waiting.append((part.body, bound | {part.variable.name}))


def leaves(term: Term, through: AbstractSet[str]) -> Iterator[Term]:
    """The outermost parts of `term` that apply none of the operators `through`: a, b, c of ``a(b + c)`` through sums and products.

    Of a binder among them, only the body is searched.
    """
    if isinstance(term, COMPOUND) and term.operator in through:
        for part in term.arguments if isinstance(term, Apply) else (term.body,):
            yield from leaves(part, through)
    else:
        yield term


def outermost(term: Term, names: AbstractSet[str]) -> Iterator[Apply | Bind]:
    """The outermost parts of `term` that apply or bind one of the operators `names`; none is inside another."""
    if isinstance(term, LEAVES) or operators(term).isdisjoint(names):
        return
    if term.operator in names:
        yield term
    else:
        for part in parts(term):
            yield from outermost(part, names)


def free_outside(
    term: Term,
    names: AbstractSet[str],
    shown: Callable[[Apply | Bind], Iterable[Term]] = lambda _: (),
) -> frozenset[str]:
    """The free variables of `term`; inside applications of the operators `names`, only those in the parts that `shown` returns.

    `free_outside(x + E(y), {"E"})` is x.
    """
    if isinstance(term, LEAVES) or operators(term).isdisjoint(names):
        return free_variables(term)
    if term.operator in names:
        return NONE.union(*[free_outside(part, names, shown) for part in shown(term)])
    if isinstance(term, Apply):
        return NONE.union(*[free_outside(part, names, shown) for part in term.arguments])
    inside = free_outside(term.body, names, shown) - {term.variable.name}
    return inside.union(*[free_outside(bound, names, shown) for bound in term.bounds])


def standing_alone(terms: Iterable[Term]) -> frozenset[str]:
    """The free symbols of `terms` that occur without an index: ``Σ`` differs from ``Σ_p``."""
    return NONE.union(*[free_outside(term, INDEX, _places) for term in terms])


def _places(entry: Apply | Bind) -> tuple[Term, ...]:
    family, *places = parts(entry)
    return tuple(places) if isinstance(family, Variable) else parts(entry)


__all__ = [
    "Change",
    "PartialChange",
    "fold",
    "free_outside",
    "leaves",
    "outermost",
    "parts",
    "parts_in_scope",
    "rewrite",
    "rewrite_in_scope",
    "standing_alone",
    "transform",
    "with_parts",
]
