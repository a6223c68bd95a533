"""Averages that name nothing, ``\\mathbb{E}[x^2]``, in a post that says elsewhere what is random: ``x \\sim p``, ``\\mathbb{E}_{x}``.

What else stands under such an average is a parameter, but for plain capitals and estimates. A symbol that also stands outside of all averages is not what
they run over.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths import sorts
from mathpost.maths.notation import letter
from mathpost.maths.realisations import AVERAGES, CAPITALS
from mathpost.maths.term import Apply, Bind, Term, Variable, free_variables, operators

ESTIMATED = (r"\hat{", r"\widehat{", r"\boldsymbol{\hat{")


def named(sides: tuple[Term, Term], declared: frozenset[str]) -> tuple[Term, Term]:
    """`sides` with the variables named that their plain averages run over, where the post declares them."""
    if not declared or not any(operators(side) & AVERAGES for side in sides):
        return sides
    inside = sorts.random(sides)
    random = frozenset(n for n in inside if letter(n) in map(letter, declared))
    if not random:
        return sides
    also = frozenset(n for n in inside if n in CAPITALS or n.startswith(ESTIMATED))
    return _named(sides[0], random | also), _named(sides[1], random | also)


def _named(term: Term, random: frozenset[str]) -> Term:
    match term:
        case Apply(operator=operator, arguments=arguments, origin=origin) if operator in AVERAGES:
            count = 2 if operator == "covariance" else 1
            bodies = arguments[:count]
            free = frozenset[str]().union(*map(free_variables, bodies))
            variables = arguments[count:] or _variables(free & random)
            return Apply(operator, (*(_named(b, random) for b in bodies), *variables), origin)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(_named(a, random) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            inner = _named(body, random - {variable.name})
            return Bind(operator, variable, tuple(_named(b, random) for b in bounds), inner, origin)
    return term


def _variables(names: Sequence[str] | frozenset[str]) -> tuple[Variable, ...]:
    return tuple(Variable(name) for name in sorted(names))


__all__ = ["named"]
