"""Support conditions of claims about a declared law: ``P(T > t)`` is meant only for possible values of ``T``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mathpost.maths.chance.entailments import RANGES, labelled
from mathpost.maths.elaboration.chance import named_laws
from mathpost.maths.facts.laws import Declared
from mathpost.maths.terms.term import Apply, Number, Term, Variable, free_variables, subterms, uses

PIECES = frozenset(["cases"])


def within(sides: Sequence[Term], laws: Mapping[str, Declared]) -> tuple[Term, ...]:
    """The conditions that the places at which `sides` evaluate densities and probabilities are possible outcomes."""
    if uses(sides, PIECES):
        return ()  # a condition without a variable is part of the claim
    free = frozenset[str]().union(*map(free_variables, sides))
    found = (c for side in sides for t in subterms(side) for c in _conditions(t, laws))
    return tuple(dict.fromkeys(c for c in found if free_variables(c) and free_variables(c) <= free))


def _conditions(term: Term, laws: Mapping[str, Declared]) -> Iterator[Term]:
    for name, place in _places(term):
        law = laws.get(name)
        if law is None or law.distribution.kind != "continuous" or isinstance(place, Number):
            continue
        try:
            low, *_, high = named_laws.bounds(law.distribution, law.parameters)
        except ValueError:
            continue
        yield from (Apply("greater", (place, low)),) * isinstance(low, Number)
        yield from (Apply("less", (place, high)),) * isinstance(high, Number)


def _places(term: Term) -> Iterator[tuple[str, Term]]:
    """The variable and the place of ``f_X(x)``, ``F_X(x)``, ``P(X > x)`` and similar terms."""
    match term:
        case Apply(operator="call", arguments=(head, place)) if _is_of_outcomes(head) and labelled(term):
            yield labelled(term), place
        case Apply(operator="density", arguments=(_, Apply(arguments=heads), Apply(arguments=given))):
            for event in (*heads, *given):
                match event:
                    case Apply(operator=operator, arguments=(Variable(name=name), place)) if (
                        operator in RANGES
                    ):
                        yield name, place


def _is_of_outcomes(head: Term) -> bool:
    """Whether a labelled function is a density or a distribution function; moment generating functions have other arguments."""
    letter = head.arguments[0] if isinstance(head, Apply) else head
    return isinstance(letter, Variable) and letter.name[:1] in ("f", "F", "p")
