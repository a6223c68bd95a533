"""Which of the models that are drawn for a plan meet its conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from mathpost.maths.terms.term import Apply, Number, Term, Variable
from mathpost.maths.values import DivergenceError, ShapeError, UndecidedError, UndefinedError
from mathpost.verify.models.enumeration import models
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models.model import EVERYWHERE, Domain, Level, Model, Plan

EQUALS = frozenset(["equal", "unequal"])
ALIKE = 12  # models in which an equation fails, or its negation: it does so whatever numbers are drawn


class Draws:
    """The models of one plan that meet its conditions, each drawn once however often they are asked for."""

    def __init__(self, plan: Plan, fuel: Fuel) -> None:
        self.plan = plan
        self.fuel = fuel
        self._drawn: dict[Level, Iterator[Iterator[Model]]] = {}
        self._admitted: dict[Level, list[Model]] = {}
        self._growing: dict[frozenset[str], Draws] = {}

    def at(self, level: Level) -> Iterator[Model]:
        """The models of one level."""
        drawn = self._drawn.setdefault(level, models(self.plan, level))
        admitted_ = self._admitted.setdefault(level, [])
        yield from admitted_
        for each in drawn:
            model = admitted(each, self.plan, self.fuel)
            if model is not None:
                admitted_.append(model)
                yield model

    def growing(self, names: frozenset[str]) -> Draws:
        """The models in which `names` are positive, if the post does not say what they are."""
        if names not in self._growing:
            positive = dict.fromkeys(names, Domain(low=Fraction(0)))
            plan = self.plan.but(domains={**positive, **self.plan.domains})
            self._growing[names] = Draws(plan, self.fuel)
        return self._growing[names]


def admitted(drawn: Iterator[Model], plan: Plan, fuel: Fuel) -> Model | None:
    """The first model that satisfies the conditions of the plan."""
    if not plan.conditions:
        return next(drawn)
    rest = list(plan.conditions)
    for model in islice(drawn, ALIKE):
        failing = _failing(model, rest, fuel)
        if failing is None:
            return model
        rest.insert(0, rest.pop(failing))  # what failed is likely to fail again
    if isinstance(rest[0], Apply) and rest[0].operator in EQUALS:
        return None
    return next((m for m in drawn if _failing(m, rest, fuel) is None), None)


def _failing(model: Model, conditions: Sequence[Term], fuel: Fuel) -> int | None:
    """The place of the first condition that a model does not satisfy."""
    return next((k for k, c in enumerate(conditions) if not satisfies(model, c, fuel)), None)


def satisfies(model: Model, condition: Term, fuel: Fuel) -> bool:
    """Whether a condition holds; one that has no value in this model is not satisfied, one without meaning not asked for."""
    try:
        return Evaluation(model, fuel=fuel).holds(condition)
    except (UndefinedError, UndecidedError, ZeroDivisionError, FuelError):
        return False
    except (NoValueError, ShapeError, DivergenceError):
        return True


def unasked(plan: Plan) -> Plan:
    """`plan` without the conditions that all its models meet: ``x > 0`` where all values of x are drawn so."""
    asked = tuple(c for c in plan.conditions if not _is_met(c, plan))
    return plan if len(asked) == len(plan.conditions) else plan.but(conditions=asked)


def _is_met(condition: Term, plan: Plan) -> bool:
    """Whether a condition bounds a symbol by no less than the interval does that its values are drawn from."""
    match condition:
        case (
            Apply(operator="greater" | "greater_equal", arguments=(Variable(name=name), Number(value=bound)))
            | Apply(operator="less" | "less_equal", arguments=(Number(value=bound), Variable(name=name)))
        ):
            low = _interval(name, plan).low
            return low is not None and low >= bound
        case (
            Apply(operator="less" | "less_equal", arguments=(Variable(name=name), Number(value=bound)))
            | Apply(
                operator="greater" | "greater_equal", arguments=(Number(value=bound), Variable(name=name))
            )
        ):
            high = _interval(name, plan).high
            return high is not None and high <= bound
    return False


def _interval(name: str, plan: Plan) -> Domain:
    """Between which real numbers the values of a symbol are drawn; everywhere, where they are no such numbers."""
    known = plan.domains.get(name, EVERYWHERE)
    enumerated = name in plan.sizes or name in plan.indices or name in plan.arrays.lengths
    drawn = not (known.integer or known.complex or enumerated or name in plan.chance.random.variables)
    return known if drawn else EVERYWHERE
