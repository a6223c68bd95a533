"""Binders as the normal form wants them: each in its own place, and how deep they stand."""

from __future__ import annotations

from mathpost.maths.terms.term import Apply, Bind, Term, operators

BINDERS = {
    **{name: name for name in ("sum", "product", "integral", "limit", "differentiate")},
    "maximum_over": "maximum",
    "minimum_over": "minimum",
}


def opened(term: Term) -> Term:
    """`term` with every binder in its own place: an operator that evaluates a binder has it as its argument."""
    if operators(term).isdisjoint(BINDERS):
        return term
    match term:
        case Apply(operator=operator, arguments=(Bind() as bind,)) if operator in BINDERS:
            bounds = tuple(map(opened, bind.bounds))
            return Bind(BINDERS[operator], bind.variable, bounds, opened(bind.body))
        case Apply(operator=operator, arguments=arguments):
            return Apply(operator, tuple(map(opened, arguments)))
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return Bind(operator, variable, tuple(map(opened, bounds)), opened(body))
    return term


def depth(term: Term) -> int:
    """How many binders of ranges stand inside each other."""
    match term:
        case Apply(arguments=arguments):
            return max(map(depth, arguments), default=0)
        case Bind(bounds=bounds, body=body):
            return max(1 + depth(body), *map(depth, bounds), 0)
    return 0
