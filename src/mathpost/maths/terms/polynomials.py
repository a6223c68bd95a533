"""The degree of a term as a polynomial in one of its symbols."""

from __future__ import annotations

from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables

INFINITE = 1_000  # the degree of a term that is not a polynomial
LINEAR = frozenset(["add", "negate", "transpose", "trace", "heads", "given"])
PRODUCTS = frozenset(["multiply", "hadamard", "inner", "dot"])


def degree(term: Term, name: str) -> int:
    """An upper bound of the degree of `term` in the symbol `name`; `INFINITE` where it is not a polynomial."""
    if name not in free_variables(term):
        return 0
    match term:
        case Variable():
            return 1
        case Apply(operator=operator, arguments=arguments) if operator in LINEAR:
            return max(degree(a, name) for a in arguments)
        case Apply(operator=operator, arguments=arguments) if operator in PRODUCTS:
            return min(INFINITE, sum(degree(a, name) for a in arguments))
        case Apply(operator="divide", arguments=(top, bottom)) if name not in free_variables(bottom):
            return degree(top, name)
        case Apply(
            operator="power", arguments=(Apply(operator="norm", arguments=(inner,)), Number(value=value))
        ):
            if value.denominator == 1 and value >= 0 and value % 2 == 0:
                return min(INFINITE, degree(inner, name) * int(value))
        case Apply(operator="power", arguments=(base, Number(value=value))):
            if value.denominator == 1 and value >= 0:
                return min(INFINITE, degree(base, name) * int(value))
        case Apply(operator="norm_squared", arguments=(inner,)):
            return 2 * degree(inner, name)
        case Bind(operator="sum" | "mean" | "integral", bounds=bounds, body=body):
            if not any(name in free_variables(b) for b in bounds):
                return degree(body, name)
    return INFINITE
