r"""Averages without named variables, ``\mathbb{E}[x^2]``, in posts that declare random ones: ``x \sim p``, ``\mathbb{E}_{x}``.

Other symbols under such an average are parameters, except plain capitals and estimates. Symbols that also occur outside of all
averages are not averaged over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mathpost.maths.notation import letter
from mathpost.maths.terms.outcomes import AVERAGES, CAPITALS, UNDER_LAWS
from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    free_variables,
    operators,
    replaced,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite_in_scope, transform
from mathpost.maths.typing import integers

ESTIMATED = (r"\hat{", r"\widehat{", r"\boldsymbol{\hat{")


def named(sides: tuple[Term, Term], declared: frozenset[str]) -> tuple[Term, Term]:
    """`sides` with the declared random variables of plain averages written out."""
    sides = _conditioned(sides)
    if not any(operators(side) & AVERAGES for side in sides):
        return sides
    sides = _estimates(sides, declared)
    if not declared:
        return sides
    inside = integers.random(sides)
    random = frozenset(n for n in inside if letter(n) in map(letter, declared))
    if not random:
        return sides
    also = frozenset(n for n in inside if n in CAPITALS or n.startswith(ESTIMATED))
    return _named(sides[0], random | also), _named(sides[1], random | also)


def _conditioned(sides: tuple[Term, Term]) -> tuple[Term, Term]:
    r"""`sides` with ``a \sim \pi_\theta`` conditioned as in the densities of the same letter and outcome, ``\pi(a|s)``."""
    stated: dict[tuple[str, Term], set[Term]] = {}
    for term in (t for side in sides for t in subterms(side)):
        match term:
            case Apply(operator="density", arguments=(Apply(operator=law), heads, given)):
                stated.setdefault((law, heads), set()).add(given)
    only = {
        key: next(iter(found))
        for key, found in stated.items()
        if len(found) == 1 and all(g.arguments for g in found if isinstance(g, Apply))
    }
    return (_under_conditions(sides[0], only), _under_conditions(sides[1], only)) if only else sides


def _under_conditions(term: Term, only: Mapping[tuple[str, Term], Term]) -> Term:
    def conditioned(part: Term) -> Term:
        match part:
            case Apply(
                operator=operator,
                arguments=(*bodies, Apply(operator=law) as under, heads, Apply(arguments=())),
            ) if operator in UNDER_LAWS and (law, heads) in only:
                return Apply(operator, (*bodies, under, heads, only[law, heads]), part.origin)
        return part

    return transform(term, conditioned)


def _estimates(sides: tuple[Term, Term], declared: frozenset[str]) -> tuple[Term, Term]:
    r"""`sides` with ``\hat{f}(x)``, an estimate at one nonrandom place, as a single random variable."""
    calls: dict[str, set[Term]] = {}
    for term in (t for side in sides for t in subterms(side)):
        match term:
            case Apply(operator="call", arguments=(Variable(name=name), *_)) if name.startswith(ESTIMATED):
                calls.setdefault(name, set()).add(term)
    letters = frozenset(map(letter, declared))
    for name, found in calls.items():
        (call, *others) = found
        places = free_variables(call) - {name}
        drawn = any(n in CAPITALS or letter(n) in letters for n in places)
        averaged = any(
            isinstance(t, Apply)
            and t.operator in AVERAGES
            and places & frozenset().union(*map(free_variables, t.arguments[1:]))
            for side in sides
            for t in subterms(side)
        )
        if not others and not drawn and not averaged:
            sides = replaced(sides[0], call, Variable(name)), replaced(sides[1], call, Variable(name))
    return sides


def _named(term: Term, random: frozenset[str]) -> Term:
    def naming(part: Term, bound: frozenset[str]) -> Term | None:
        match part:
            case Apply(operator=operator, arguments=arguments, origin=origin) if operator in AVERAGES:
                count = 2 if operator == "covariance" else 1
                bodies = arguments[:count]
                free = frozenset[str]().union(*map(free_variables, bodies))
                variables = arguments[count:] or _variables(free & random - bound)
                inside = (rewrite_in_scope(b, naming, bound) for b in bodies)
                return Apply(operator, (*inside, *variables), origin)
        return None

    return rewrite_in_scope(term, naming)


def _variables(names: Sequence[str] | frozenset[str]) -> tuple[Variable, ...]:
    return tuple(Variable(name) for name in sorted(names))
