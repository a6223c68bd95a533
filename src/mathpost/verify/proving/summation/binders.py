"""Binders in the layout of the normal form, each in its own place, and their depth."""

from __future__ import annotations

from mathpost.maths.terms.term import Apply, Bind, Term, operators
from mathpost.maths.terms.traversal import fold, transform

BINDERS = {
    **{name: name for name in ("sum", "product", "integral", "limit", "differentiate")},
    "maximum_over": "maximum",
    "minimum_over": "minimum",
}


def opened(term: Term) -> Term:
    """`term` with every binder in its own place: an operator that evaluates a binder has it as its argument."""
    return term if operators(term).isdisjoint(BINDERS) else transform(term, _opened)


def _opened(term: Term) -> Term:
    match term:
        case Apply(operator=operator, arguments=(Bind() as bind,)) if operator in BINDERS:
            return Bind(BINDERS[operator], bind.variable, bind.bounds, bind.body)
    return term


def depth(term: Term) -> int:
    """How many binders of ranges are inside each other."""

    def deepest(part: Term, inside: tuple[int, ...]) -> int:
        return max(1 + inside[-1], *inside) if isinstance(part, Bind) else max(inside, default=0)

    return fold(term, deepest)
