"""Claims about orders of magnitude: expansions with a bound for their error, and approximations near a point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from mathpost.maths.context import Context
from mathpost.maths.handbook import BOOK
from mathpost.maths.landau import BOUNDS, has_landau
from mathpost.maths.orders import Expansion, Tendency, expansion, implied, said, slower, tendencies
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Number, Variable, free_variables, subterms
from mathpost.verify import fitting
from mathpost.verify.fuel import Fuel
from mathpost.verify.hearing import EQUALITIES, Hearing, Reading
from mathpost.verify.methods import growth, rates
from mathpost.verify.models import Plan
from mathpost.verify.planning import plan
from mathpost.verify.verdict import Agrees, Unchecked

IMPLIED = 12  # quantities that are tried for one approximation


class Known(NamedTuple):
    """What a post says of where its symbols go: `goals` as `orders.said` has them, `slower` as `orders.slower` has them."""

    goals: Mapping[str, set[Fraction | None]]
    slower: tuple[tuple[str, str], ...] = ()


def known(steps: Sequence[Step]) -> Known:
    """What the steps of a post say of growing and shrinking."""
    return Known(said(steps), slower(steps))


def concerns(step: Step, reading: Reading) -> bool:
    """Whether a claim is one about orders."""
    return step.sign in EQUALITIES | {"≈"} and has_landau(*reading.sides)


def weigh(step: Step, reading: Reading, context: Context, known: Known, fuel: Fuel) -> Hearing:
    """What the rate of the error says of `reading`, if something tells which symbols are small or large."""
    growing = growth.costs(*reading.sides)
    if growing is not None:
        return _costs(step, reading, growing, known, fuel)
    stated = expansion(*reading.sides)
    goals = tendencies(stated, dict(known.goals)) if stated is not None else []
    if stated is None or BOOK in reading.choices or (stated.bound is not None and not goals):
        return Hearing(_unread(step, reading), None, reading)
    shortened = reading._replace(left=stated.left, right=stated.main)
    if fitting.concerns(shortened):
        return fitting.weigh(
            step, shortened, context, lambda r: _one(step, r, reading, stated, goals, context, fuel)
        )
    return _one(step, shortened, reading, stated, goals, context, fuel)


def _costs(step: Step, reading: Reading, stated: growth.Costs, known: Known, fuel: Fuel) -> Hearing:
    finding = growth.compare(stated, known.slower, fuel)
    if finding.kind == "together":
        return Hearing(Agrees(finding.models, finding.method, reading.source), finding, reading)
    if finding.kind == "apart":
        return Hearing(None, finding, reading)
    return Hearing(Unchecked("context", "order of growth", step.span), finding, reading)


def _one(
    step: Step,
    reading: Reading,
    original: Reading,
    stated: Expansion,
    goals: list[Tendency],
    context: Context,
    fuel: Fuel,
) -> Hearing:
    """The first tendency under which the claim holds; it fails if it fails under all that may be meant."""
    claim = stated._replace(left=reading.left, main=reading.right)
    models = plan(reading, "=", context, step.span.start)
    failing = None
    undecided = False
    for goal in goals:
        finding = rates.examine(claim, goal, models, fuel)
        if finding.kind == "together" and failing is not None:
            undecided = True  # a bound without terms that holds at another point than the likeliest
        elif finding.kind == "together" and (unknown := _unknown_growth(claim, goal)) is not None:
            return Hearing(Unchecked("context", f"growth of {unknown}", step.span), None, reading)
        elif finding.kind == "together":
            detail = "; ".join(d for d in (finding.culprit, reading.source) if d)
            return Hearing(Agrees(finding.models, finding.method, detail), finding, reading)
        failing = failing or (finding if finding.kind == "apart" else None)
        undecided = undecided or finding.kind == "wide"
        bare = stated.main == Number(Fraction(0))
        if finding.kind != "undefined" and not goal.said and not (bare and finding.kind == "apart"):
            break  # the bound is meant for the first point at which it says something
    if (failing is None or undecided) and stated.bound is None:
        hearing = _implied(reading, claim, models, fuel)
        if hearing is not None:
            return hearing
    if not goals:
        return Hearing(_unread(step, reading), None, reading)
    if failing is None or undecided:
        return Hearing(Unchecked("context", "order of the error", step.span), None, reading)
    whole = reading if stated.bound is None else reading._replace(left=original.left, right=original.right)
    return Hearing(None, failing, whole)


def _unknown_growth(claim: Expansion, goal: Tendency) -> str | None:
    """A function of what goes to infinity of which nothing is known: ``T(n) = O(n)`` would hold of any that models draw."""
    if goal.point is not None:
        return None
    for term in (t for side in (claim.left, claim.main) for t in subterms(side)):
        match term:
            case Apply(operator="call", arguments=(Variable(name=name), *arguments)):
                if any(free_variables(a) & goal.names for a in arguments):
                    return name
    return None


def _implied(reading: Reading, claim: Expansion, models: Plan, fuel: Fuel) -> Hearing | None:
    """An approximation that holds to first order in a quantity that the post does not name."""
    for each in islice(implied(claim), IMPLIED):
        finding = rates.expands(each, models, fuel)
        if finding is not None:
            small = each.tendency._replace(names=each.tendency.names - {"⁎"})
            detail = "; ".join(d for d in (small.names and rates.named(small), reading.source) if d)
            return Hearing(Agrees(finding.models, finding.method, detail or None), finding, reading)
    return None


def _unread(step: Step, reading: Reading) -> Unchecked:
    """Landau's symbol in a place where nothing is measured."""
    for side in reading.sides:
        for term in subterms(side):
            if isinstance(term, Apply) and term.operator in BOUNDS:
                return Unchecked(
                    "unread", "O(…)" if term.operator == "order_at_most" else "o(…)", term.origin
                )
    return Unchecked("unread", step.relation, step.relation_span)
