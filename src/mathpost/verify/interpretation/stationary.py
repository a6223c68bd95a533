"""The place where a derivative vanishes: the condition on what a post finds there."""

from __future__ import annotations

from dataclasses import replace

from mathpost.maths.claims.solutions import argument
from mathpost.maths.facts.facts import Equation
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import (
    ZERO,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    replaced,
    substitute,
    subterms,
)
from mathpost.verify.proving.differentiation import NoDerivativeError, differentiate


def condition(step: Step, unknown: Term, context: Context) -> Equation | None:
    """That the derivative of the function that `step` finds its `unknown` from is zero there; None where no rule gives it."""
    found = step.found
    if found is None or found.root:
        return None
    if not found.slope:
        stated = next((e for e in context.known.of(kinds.EQUATION) if e.step == found.step), None)
        return stated and _at_rest(stated, unknown)
    known = next((f for f in context.facts if f.step == found.step), None)
    if known is None:
        return None
    target = _target(unknown, known.parameters)
    if target is None:
        return None
    try:
        slope = differentiate(_part(known.right, target), target)
    except NoDerivativeError:
        return None
    return Equation(replaced(slope, target, unknown), ZERO, known.place, known.step)


def _at_rest(stated: Equation, unknown: Term) -> Equation | None:
    """What sets a derivative to zero, at the value of which the unknown is the name: ``\\hat\\mu`` for its ``\\mu``."""
    match unknown:
        case Variable(name=name) if name not in stated.symbols:
            place = Variable(argument(name))
            return replace(stated, left=replaced(stated.left, place, unknown))
    return stated


def _target(unknown: Term, parameters: tuple[Term, ...]) -> Term | None:
    """The argument, or the entry of one, whose value the unknown is: w of ``w^*``, ``x_i`` of x."""
    match unknown:
        case Variable(name=name):
            return next((p for p in parameters if isinstance(p, Variable) and p.name == argument(name)), None)
        case Apply(operator="index", arguments=(Variable(), Variable())):
            return unknown
    return None


def _part(term: Term, target: Term) -> Term:
    """`term` with the one summand that moves with the entry `target` in place of each sum that is added or scaled."""
    match term, target:
        case Apply(operator="add" | "negate" as operator, arguments=arguments), _:
            return Apply(operator, tuple(_part(a, target) for a in arguments))
        case Apply(operator="multiply", arguments=factors), _ if sum(_moves(f, target) for f in factors) == 1:
            return Apply("multiply", tuple(_part(f, target) for f in factors))
        case Apply(operator="divide", arguments=(top, bottom)), _ if not _moves(bottom, target):
            return Apply("divide", (_part(top, target), bottom))
        case (
            Bind(operator="sum", variable=index, body=body),
            Apply(operator="index", arguments=(family, place)),
        ) if _entries(body, family) == {index}:
            return _part(substitute(body, {index.name: place}), target)
    return term


def _moves(term: Term, target: Term) -> bool:
    """Whether a term contains the symbol of `target`."""
    return not free_variables(term).isdisjoint(
        free_variables(target.arguments[0] if isinstance(target, Apply) else target)
    )


def _entries(body: Term, family: Term) -> set[Term]:
    """The places at which a body mentions a family."""
    entries = (t for t in subterms(body) if isinstance(t, Apply) and t.operator == "index")
    return {t.arguments[1] for t in entries if t.arguments[0] == family and len(t.arguments) == 2}
