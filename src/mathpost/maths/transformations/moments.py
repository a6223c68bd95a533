"""Insertion of stated averages: ``\\mathbb{E}[x] = \\mu`` for the symbol, ``\\mathbb{E}[x_i x_j] = \\sigma^2\\delta_{ij}`` for
the average.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts.densities import laws_of
from mathpost.maths.facts.facts import Equation, Fact, equation
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import AVERAGES, averages, mentions_chance
from mathpost.maths.terms.patterns import general, matched
from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    free_variables,
    occurrences,
    substitute,
    subterms,
    uses,
)
from mathpost.maths.terms.traversal import rewrite
from mathpost.maths.transformations.unfolding import unfold_sides
from mathpost.maths.typing.integers import DENSITY, ORDERED


def put_in(
    sides: tuple[Term, Term], equations: Iterable[Equation]
) -> tuple[tuple[Term, Term], frozenset[int]] | None:
    """`sides` with the averages that `equations` state inserted, and the steps that state them; None where none applies."""
    if not any(map(averages, sides)) and not _under_one_law(sides):
        return None
    facts: dict[tuple[str, str], list[Fact]] = {}
    used: set[int] = set()
    left, right = sides
    of_events = any(uses((t,), ORDERED) for side in sides for t in occurrences(side, DENSITY))
    for each in equations:
        if each.step in used:
            continue
        found = None if of_events else rule(each.left, each.right)  # in events the law defines symbols
        put = (left, right) if found is None else (rewritten(left, found), rewritten(right, found))
        if put != (left, right):
            used.add(each.step)
            left, right = put
            continue
        one_sided = averages(each.left) != averages(each.right) and not (
            of_events and not _names_a_moment(each)
        )
        for known in each.facts(free_variables(left) | free_variables(right)) if one_sided else ():
            if averages(known.right):
                facts.setdefault(known.key, [known])
    unfolded, behind = unfold_sides((left, right), facts)
    return (unfolded, behind | used) if behind or used else None


def _names_a_moment(said: Equation) -> bool:
    """Whether one side is the mean or the variance of a variable, so that the equation defines a parameter of its law."""
    return any(
        isinstance(side, Apply)
        and side.operator in AVERAGES
        and (
            isinstance(side.arguments[0], Variable)
            or (isinstance(side.arguments[0], Apply) and side.arguments[0].operator == "index")
        )
        for side in (said.left, said.right)
    )


def _under_one_law(sides: tuple[Term, Term]) -> bool:
    """Whether all averages and densities of a claim have one law, to which averages stated without a law then refer."""
    return len(laws_of(sides[0]) | laws_of(sides[1])) == 1


def said(steps: Sequence[Step], conventions: Conventions) -> tuple[Equation, ...]:
    """The equations of a post, facts or claims, with averages on one side only."""
    stated = (
        equation(k, s, conventions) for k, s in enumerate(steps) if s.sign in ("=", ":=") and not s.interior
    )
    return tuple(e for e in stated if e is not None and averages(e.left) != averages(e.right))


class Rule(NamedTuple):
    """A stated average, its free `indices`, and its value."""

    average: Apply
    indices: frozenset[str]
    right: Term


def rule(left: Term, right: Term) -> Rule | None:
    """The rule ``left = right`` for a plain average; for two members at two indices only with a delta of these."""
    if not isinstance(left, Apply) or left.operator not in AVERAGES or mentions_chance(right):
        return None
    places = frozenset(
        i.name
        for t in subterms(left)
        if isinstance(t, Apply) and t.operator == "index"
        for i in t.arguments[1:]
        if isinstance(i, Variable)
    )
    apart = {t.arguments for t in subterms(right) if isinstance(t, Apply) and t.operator == "delta"}
    if len(places) > 1 and not any(frozenset(map(_name, pair)) == places for pair in apart):
        return None
    return Rule(left, places, right)


def rewritten(term: Term, known: Rule) -> Term:
    """`term` with every average that the rule matches replaced by its value."""
    average = known.average.operator
    count = 2 if average == "covariance" else 1  # the variables after the bodies are optional
    said = general(Apply(average, known.average.arguments[:count]), known.indices)

    def as_stated(part: Term) -> Term | None:
        bodies = part.arguments[:count] if isinstance(part, Apply) else ()
        values = matched(said, Apply(average, bodies))
        return None if values is None else substitute(known.right, values)

    return rewrite(term, as_stated, {average})


def _name(term: Term) -> str:
    return term.name if isinstance(term, Variable) else ""
