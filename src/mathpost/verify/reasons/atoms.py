"""Events at whose bounds a variable may have mass: ``P(X > b) = 1 - P(X < b)`` holds of continuous laws only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.terms.interval_events import ABOVE, BELOW
from mathpost.maths.terms.term import Apply, Number, Term, Variable, free_variables, subterms
from mathpost.maths.transformations import typesetting
from mathpost.maths.typing.randomness import Randomness
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import EVERYWHERE, Domain, Plan

CONTINUOUS = "continuous"
FAILS = frozenset(["apart", "sometimes", "domain", "coincident"])


def met(reading: Reading, models: Plan, context: Context, fuel: Fuel) -> str | None:
    """The bound of an event at which an equation fails if its variable can take that value, as ``P(X = b) > 0``; None
    if there is none, or if the post mentions a continuous law.
    """
    random = models.chance.random
    if not random.variables or CONTINUOUS in context.known.subjects(kinds.CHANCE):
        return None
    for name, value in dict.fromkeys(_bounds(reading, random)):
        pinned = {**random.pinned, name: tuple(dict.fromkeys((*random.pinned.get(name, ()), value)))}
        massive = models.but(
            random=replace(random, pinned=pinned),
            conditions=(*models.conditions, *_possible(name, value, models)),
        )
        if accord(*reading.sides, "=", massive, fuel).kind in FAILS:
            return f"P({name} = {typesetting.latex(value)}) > 0"
    return None


def _bounds(reading: Reading, random: Randomness) -> Iterator[tuple[str, Term]]:
    """What the events of a claim compare its variables with: numbers that nothing in it counts or averages."""
    for side in reading.sides:
        for term in subterms(side):
            for name, value in _compared(term, random):
                of = random.of(name)
                fixed = free_variables(value) <= reading.free - random.variables - random.identity.keys()
                if fixed and of not in random.listed | random.counting:
                    yield of, value


def _compared(term: Term, random: Randomness) -> Iterator[tuple[str, Term]]:
    """The variable that an event bounds, and by what."""
    match term:
        case Apply(operator=operator, arguments=(one, other)) if operator in BELOW | ABOVE:
            for side, value in ((one, other), (other, one)):
                match side:
                    case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
                        if name in random.variables:
                            yield name, value


def _possible(name: str, value: Term, models: Plan) -> Iterator[Term]:
    """That a variable may have `value`, by what the post says of where it lives."""
    domain: Domain = models.domains.get(name, EVERYWHERE)
    if domain.low is not None:
        yield Apply("greater_equal", (value, Number(domain.low)))
    if domain.high is not None:
        yield Apply("less_equal", (value, Number(domain.high)))
