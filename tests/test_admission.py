"""Which conditions a model is asked for: those that the values drawn for it do not meet anyway."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mathpost.maths.terms.term import ONE, ZERO, Apply, Term, Variable
from mathpost.verify.methods.finite_models import examine
from mathpost.verify.models.admission import satisfies, unasked
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import LEVELS, Domain, Model, Plan

X, Y, N = Variable("x"), Variable("y"), Variable("n")
POSITIVE = Domain(low=Fraction(0))
PLAN = Plan({"x": POSITIVE}, (), (), "seed")


def asked(plan: Plan, *conditions: Term) -> tuple[Term, ...]:
    return unasked(plan.but(conditions=conditions)).conditions


@pytest.mark.parametrize("condition", [Apply("greater", (X, ZERO)), Apply("less_equal", (ZERO, X))])
def test_what_all_values_of_a_symbol_meet_is_not_asked_for(condition: Term) -> None:
    assert asked(PLAN, condition) == ()
    for level in LEVELS:
        assert all(satisfies(Model(str(k), level, {}, PLAN, 3), condition, Fuel()) for k in range(50))


@pytest.mark.parametrize(
    "condition",
    [
        Apply("greater", (X, ONE)),  # a narrower bound
        Apply("less", (X, ZERO)),  # the other side
        Apply("greater", (Y, ZERO)),  # a symbol that may have any value
        Apply("greater", (X, Y)),
        Apply("unequal", (X, ZERO)),
    ],
)
def test_what_some_values_fail_is_asked_for(condition: Term) -> None:
    assert asked(PLAN, condition) == (condition,)


def test_whole_numbers_are_asked_for_their_bounds() -> None:
    positive = Apply("greater", (N, ZERO))
    whole = Plan({"n": Domain(low=Fraction(0), integer=True)}, (), (), "seed")
    assert asked(whole, positive) == (positive,)
    assert asked(Plan({"n": POSITIVE}, ("n",), (), "seed"), positive) == (positive,)


def test_bounds_of_whole_numbers_leave_what_differs_different_for_all_values() -> None:
    entry = Apply("index", (X, N))
    within = Plan({}, (), ("n",), "seed", conditions=(Apply("greater_equal", (N, ONE)),))
    finding = examine(entry, Apply("add", (entry, ONE)), "=", within)
    assert finding.kind == "apart"
    assert finding.models == len(LEVELS) * 3, "three models tell of all domains"
