"""Integrals without bounds: a claim about them is a claim about derivatives.

``\\int f \\,dx = F`` states that f is the derivative of F: both sides are differentiated, which turns the integral into f.
"""

from __future__ import annotations

from fractions import Fraction

from mathpost.maths.notation import is_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import ZERO, Apply, Bind, Number, Term, Variable, free_variables, occurrences

INTEGRAL = frozenset(["integral"])
CONSTANTS = frozenset(["C", "c", "\\text{const}", "\\text{constant}", "\\text{C}", "\\text{常数}"])


def variable_of(*sides: Term) -> str | None:
    """The variable of the integrals without bounds in `sides`; None where there are none, or several differ.

    Integrals over columns are not among them: they run over the whole space.
    """
    names = {
        t.variable.name
        for side in sides
        for t in occurrences(side, INTEGRAL)
        if isinstance(t, Bind) and not t.bounds and not is_bold(t.variable.name)
    }
    return names.pop() if len(names) == 1 else None


def differentiated(term: Term, name: str) -> Term:
    """The derivative of `term` by `name`; an integral without bounds by that variable becomes its integrand."""
    if is_constant_of_integration(term):
        return ZERO
    match term:
        case Bind(operator="integral", variable=variable, bounds=(), body=body) if variable.name == name:
            return body
        case Apply(operator="add" | "negate" as operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(differentiated(a, name) for a in arguments), origin)
        case Apply(operator="multiply", arguments=arguments, origin=origin):
            depending = [a for a in arguments if name in free_variables(a) or variable_of(a) == name]
            if len(depending) == 1:
                return Apply("multiply", tuple(_inner(a, depending, name) for a in arguments), origin)
        case Number(origin=origin):
            return Number(Fraction(0), None, origin)
    return Apply("derivative", (term, Variable(name)), term.origin)


def is_constant_of_integration(summand: Term) -> bool:
    """Whether a summand is the ``+ C`` of an integral without bounds: ``C``, ``c_1``, ``\\text{const}``."""
    match summand:
        case Variable(name=name):
            return bare(name).removesuffix(".") in CONSTANTS
        case Apply(operator="index", arguments=(Variable(name=name), Number())):
            return name in CONSTANTS
    return False


def _inner(factor: Term, depending: list[Term], name: str) -> Term:
    return differentiated(factor, name) if factor in depending else factor
