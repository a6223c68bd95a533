"""The outcomes that a term depends on: free ones, and those that its averages and sums run over."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    canonical,
    free_variables,
    occurrences,
    operators,
)
from mathpost.maths.terms.traversal import free_outside

DENSITY = frozenset(["density"])
AVERAGES = frozenset(["expectation", "variance", "covariance"])
UNDER_LAWS = frozenset(["average", "comoment"])  # their last arguments are a law, heads and conditions
OVER_OUTCOMES = frozenset(["integral_of_outcomes", "sum_of_outcomes"])
AVERAGING = AVERAGES | UNDER_LAWS
CHANCE = AVERAGING | {"density"}
ANY_LAW = Apply("law", ())
TWIN = "′"  # marks another outcome of the same variable
OUTCOME = Variable("ω⁎")  # variable of a divergence of laws, for the outcomes of those laws
BOLD_OUTCOME = Variable(rf"\boldsymbol{{{OUTCOME.name}}}")  # the same for a law of columns
CAPITALS = frozenset("STUVWXYZ")  # random variables by convention


def outcomes_at_hand(
    term: Term, random: frozenset[str], closed: frozenset[str] = frozenset()
) -> frozenset[str]:
    """The variables of `random`, spelled out, on whose outcome `term` depends: no average or sum in it runs over them."""
    if not random:
        return frozenset()
    match term:
        case Variable(name=name):
            return frozenset((name,)) if name in random - closed else frozenset()
        case Apply(operator="members", arguments=(Variable(name=name), *_)) if name in random:
            return frozenset((name,)) - closed
        case Apply(operator="index", arguments=(Variable(name=name), *places)) if name in random:
            if any(free_variables(p) & closed for p in places):
                return frozenset((name,)) - closed  # the index runs through the family
            inside = (outcomes_at_hand(p, random, closed) for p in places)
            own = frozenset((canonical(term),)) if name not in closed else frozenset[str]()
            return (own - closed).union(*inside)
        case Apply(operator=operator, arguments=(body, target)) if operator in OVER_OUTCOMES:
            return outcomes_at_hand(body, random, closed | {canonical(target)})
        case Apply(operator="average" | "comoment", arguments=(*bodies, _, Apply(arguments=heads), given)):
            run = frozenset(canonical(h) for h in heads) | {n for h in heads for n in named_by(h)}
            conditions = outcomes_at_hand(given, random, closed)
            inner = closed | (run or random - free_variables(given))
            return conditions.union(*(outcomes_at_hand(b, random, inner) for b in bodies))
        case Apply(operator=operator, arguments=arguments) if operator in AVERAGES:
            count = 2 if operator == "covariance" else 1
            run = frozenset(n for h in arguments[count:] for n in named_by(h)) or random
            inner = closed | run
            return frozenset[str]().union(*(outcomes_at_hand(b, random, inner) for b in arguments[:count]))
        case Apply(arguments=arguments):
            return frozenset[str]().union(*(outcomes_at_hand(a, random, closed) for a in arguments))
        case Bind(variable=variable, bounds=bounds, body=body):
            own = outcomes_at_hand(body, random, closed | {variable.name})
            return own.union(*(outcomes_at_hand(b, random, closed) for b in bounds))
    return frozenset()


def averages(term: Term) -> bool:
    """Whether `term` contains an average that does not state its law."""
    return any(
        isinstance(t, Apply) and (t.operator in AVERAGES or t.arguments[-3] == ANY_LAW)
        for t in occurrences(term, AVERAGING)
    )


def mentions_chance(term: Term) -> bool:
    """Whether `term` contains a probability, density or average."""
    return not operators(term).isdisjoint(CHANCE)


def bounded_by_the_law(left: Term, right: Term) -> bool:
    """Whether a probability is compared with an expression without one: such a bound holds for one law, not for all.

    A bound on an event that mentions the moments of its law may hold for all laws: ``P(|X - \\mu| \\ge t\\sigma) \\le 1/t^2``.
    """
    sides = (left, right)
    chance = [mentions_chance(side) for side in sides]
    if chance[0] == chance[1] or isinstance(sides[chance.index(False)], Number):
        return False
    densities = occurrences(sides[chance.index(True)], DENSITY)
    return not all(any(map(averages, d.arguments)) for d in densities if isinstance(d, Apply))


def outside_averages(term: Term) -> frozenset[str]:
    """The free symbols of `term` outside of all averages, on which its value depends."""
    return free_outside(term, CHANCE | {"mean", "column_mean"})


def named_by(term: Term) -> Iterator[str]:
    """The random symbol that an element of a list names: ``x``, ``x_i``, ``X = x``, ``a < x < b``."""
    match term:
        case Apply(
            operator="both", arguments=(Apply(arguments=(_, middle)), Apply(arguments=(again, _)))
        ) if middle == again:
            yield from named_by(middle)
        case Variable(name=name) | Apply(operator="index" | "members", arguments=(Variable(name=name), *_)):
            yield name
        case Apply(
            operator="equal" | "less" | "greater" | "less_equal" | "greater_equal", arguments=(left, _)
        ):
            plain = isinstance(left, Variable) or (isinstance(left, Apply) and left.operator == "index")
            yield from named_by(left) if plain else sorted(capitals(left))


def capitals(term: Term) -> frozenset[str]:
    """The capitals of a body that denote random variables by convention; matrices and sizes have other capitals."""
    return frozenset(n for n in free_variables(term) if bare(n) in CAPITALS)
