"""Bounds that hold the other way round, and whether that tells: a bound may be a condition on its symbols."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.facts.densities import laws_of
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    subterms,
)
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import accord, never
from mathpost.verify.methods.inequalities import searched_further
from mathpost.verify.planning.plan import plan, under_heading
from mathpost.verify.planning.unknowns import plain_letters
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.slips.likeness import is_positive_by_form

INTEGRALS = frozenset(["integral"])
REVERSED = {"<": ">=", "<=": ">=", ">": "<=", ">=": "<="}


def is_tested_over_all_letters(step: Step, reading: Reading, around: Surroundings) -> bool:
    """Whether the search moves what a bound mentions: both sides have the same letters, no letter counts, or one side shows its sign.

    ``2^{-N} < 0.001`` is a condition on N, of which models have small values only.
    """
    left, right = map(plain_letters, reading.sides)
    models = plan(reading, "<", around.context)
    plainly = not any(isinstance(part, Bind) for side in reading.sides for part in subterms(side))
    small = frozenset([*models.sizes, *models.indices] if plainly else [])  # models have few values of them
    shared = bool(left and right) and (left <= right or right <= left) and (left ^ right).isdisjoint(small)
    denied = any(map(is_positive_by_form, reading.sides)) and any(map(_is_negative, reading.sides))
    return shared or denied or _is_of_numbers(step, reading, around)


def _is_of_numbers(step: Step, reading: Reading, around: Surroundings) -> bool:
    """Whether all letters of a claim are numbers that the search moves, or functions of which the post says how they bend."""
    models = plan(reading, "<", around.context)
    bent = around.context.bends_at(step.span.start)
    parts = (part for side in reading.sides for part in subterms(side))
    calls = (t.arguments[0] for t in parts if isinstance(t, Apply) and t.operator == "call")
    opaque = any(not isinstance(head, Variable) or head.name not in bent for head in calls)
    opaque = opaque or any(map(laws_of, reading.sides))  # "Q(a) > -0.2" may be of no law
    return bool(reading.free) and not (opaque or models.sizes or models.indices)


def _is_negative(side: Term) -> bool:
    return isinstance(side, Number) and side.value <= 0


def _in_order(reading: Reading) -> Iterator[Term]:
    """The lower bounds of integrals are the smaller ones: who bounds ``\\int_a^b`` means a \\le b."""
    for side in reading.sides:
        for part in occurrences(side, INTEGRALS):
            if isinstance(part, Bind) and len(part.bounds) == 2 and any(map(free_variables, part.bounds)):
                yield Apply("less_equal", part.bounds)


def is_reversed(step: Step, reading: Reading, around: Surroundings) -> bool:
    """Whether the inequality holds the other way round wherever its letters may live; other headings say nothing of that."""
    place = step.span.start
    models = under_heading(plan(reading, REVERSED[step.sign], around.context, place), around.context, place)
    models = models.but(conditions=(*models.conditions, *_in_order(reading)))
    finding = accord(*reading.sides, REVERSED[step.sign], models)
    found = searched_further(*reading.sides, REVERSED[step.sign], models, finding, refuting=never)
    return found.kind == "together" and not found.equal
