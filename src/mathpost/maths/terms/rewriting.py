"""Terms with their parts changed; with one side of an equation for the other, also as some factors of a product: ``B(Ax) = BAx``."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths.terms.term import Apply, Bind, Term, free_variables


def with_parts(term: Term, change: Callable[[Term], Term]) -> Term:
    """`term` with `change` done to each of the terms it is made of, those of its bounds too."""
    match term:
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(map(change, arguments)), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            return Bind(operator, variable, tuple(map(change, bounds)), change(body), origin)
    return term


def rewritten(term: Term, old: Term, new: Term) -> Term:
    """`term` with `new` wherever `old` stands, alone or as neighbouring factors; what binds a symbol of `old` is left alone."""
    if term == old:
        return new
    match term:
        case Apply(operator="multiply", arguments=factors, origin=origin):
            inner = tuple(rewritten(factor, old, new) for factor in _grouped(factors, old))
            return inner[0] if len(inner) == 1 else Apply("multiply", inner, origin)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(rewritten(a, old, new) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            hidden = variable.name in free_variables(old)
            inside = body if hidden else rewritten(body, old, new)
            return Bind(operator, variable, tuple(rewritten(b, old, new) for b in bounds), inside, origin)
    return term


def _grouped(factors: tuple[Term, ...], old: Term) -> tuple[Term, ...]:
    """`factors` with the neighbours that make up the product `old` as that one factor."""
    wanted = old.arguments if isinstance(old, Apply) and old.operator == "multiply" else ()
    found: list[Term] = []
    at = 0
    while at < len(factors):
        together = bool(wanted) and factors[at : at + len(wanted)] == wanted
        found.append(old if together else factors[at])
        at += len(wanted) if together else 1
    return tuple(found)


__all__ = ["rewritten", "with_parts"]
