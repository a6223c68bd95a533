"""Inequalities: one that holds in all random models is tested by a search for a point where it fails.

The search descends on the gap between the sides, one coordinate at a time, inside the domains and the conditions that
the post states; it tries equal coordinates, opposite ones, tiny and large ones, because bounds are tight there. Only
disjoint balls count as a failure, so that touching does not violate a bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.terms.term import Apply, Term, replaced
from mathpost.maths.values import Array, DivergenceError, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.verify.methods.finite_models import Asked, Finding, accord, examine, never
from mathpost.verify.models.admission import admitted, satisfies
from mathpost.verify.models.counterexamples import Counterexample, counterexample
from mathpost.verify.models.enumeration import models
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models.model import USUAL, Model, Plan

REVERSED = frozenset([">", ">="])
CONTRARY = {"<": ">=", "<=": ">=", ">": "<=", ">=": "<="}
POINTS = 120  # points tried from one model
STARTS = 2  # models, of different sizes, that a search begins with
SEARCH_FUEL = 30_000  # terms evaluated in all searches for one claim
FACTORS = tuple(Fraction(*f) for f in ((1, 2), (2, 1), (-1, 1), (1, 16), (8, 1)))
SCALES = (Fraction(32), Fraction(1, 32))  # of outcomes
# what a post may say of its arrays in words that nobody read
HIDDEN = ("positive definite", "symmetric", "orthogonal", "diagonal", "unit")
ROOM = 1e-9  # a violation smaller than this, relative to the sides, is left to exact methods
Point = dict[str, Value]


def searched_further(
    left: Term, right: Term, sign: str, plan: Plan, finding: Finding, *, refuting: Asked, alone: bool = False
) -> Finding:
    """`finding` after a search: for a violation if the inequality holds in all models, for what could make it true
    if it fails in some.

    If not `refuting` nothing will be made of a failure. What is `alone`, inferred from nothing, may be meant for the
    values for which it holds.
    """
    if finding.kind == "together":
        if accord(left, right, "=", plan).kind == "together":
            return finding._replace(equal=True)
        found = _where_premises_are_tight(left, right, sign, plan, finding)
        found = found or _violation(left, right, sign, plan, finding)
        return found or _at_other_scales(left, right, sign, plan, finding) or finding
    if finding.kind == "apart" and finding.held:
        general = refuting() and _fails_generally(left, right, sign, plan)
        return finding if general else finding._replace(kind="sometimes")
    if (
        alone
        and finding.kind == "apart"
        and not plan.arrays.shapes
        and refuting()
        and _holds_far_away(left, right, sign, plan, finding)
    ):
        return finding._replace(kind="sometimes")
    return finding


def _holds_far_away(left: Term, right: Term, sign: str, plan: Plan, finding: Finding) -> bool:
    """Whether an inequality that fails in all models drawn holds elsewhere: where symbols are larger, or of other signs."""
    reverse = CONTRARY[sign]
    found = _violation(left, right, reverse, plan, finding)
    return (found or _at_other_scales(left, right, reverse, plan, finding)) is not None


def _fails_generally(left: Term, right: Term, sign: str, plan: Plan) -> bool:
    """Whether an inequality about arrays that fails in some models does so for arrays of every structure."""
    if not plan.arrays.shapes:
        return False
    for structure in HIDDEN:
        said = {
            name: frozenset([structure]) for name in plan.arrays.shapes if "[" not in name and "(" not in name
        }
        finding = examine(left, right, sign, plan.but(structures=said | dict(plan.arrays.structures)))
        if finding.kind not in ("apart", "sorts"):
            return False
    return True


def _violation(left: Term, right: Term, sign: str, plan: Plan, finding: Finding) -> Finding | None:
    """What `finding` becomes when the search finds a point at which the inequality fails."""
    fuel = Fuel(SEARCH_FUEL)
    for drawn in islice(models(plan, finding.level), STARTS):
        model = admitted(drawn, plan, fuel)
        violation = None if model is None else _Search(left, right, sign, model, fuel).violation()
        if violation is not None:
            return finding._replace(kind="sometimes", counterexample=violation, held=finding.models)
    return None


def _where_premises_are_tight(
    left: Term, right: Term, sign: str, plan: Plan, finding: Finding
) -> Finding | None:
    """What `finding` becomes where a value of an unknown function is as large, or as small, as a condition lets it be.

    Random functions rarely come near to what is demanded of them, so that a wrong conclusion holds of them as well.
    """
    low, high = (right, left) if sign in REVERSED else (left, right)
    for condition in plan.conditions:
        bound = _bound_of_a_value(condition, low, high)
        if bound is None:
            continue
        value, limit = bound
        first, second = (replaced(side, value, limit) for side in (left, right))
        rest = tuple(c for c in plan.conditions if c != condition)
        tight = examine(first, second, sign, plan.but(conditions=rest), refuting=never)
        if tight.kind in ("apart", "domain"):
            return tight._replace(kind="sometimes", held=finding.models)
    return None


def _bound_of_a_value(condition: Term, low: Term, high: Term) -> tuple[Term, Term] | None:
    """The value of an unknown function that is the lower side of a claim and bounded from above, or the upper one and
    bounded from below, and its bound; None where `condition` says something else.
    """
    match condition:
        case Apply(operator="less" | "less_equal", arguments=(below, above)):
            pass
        case Apply(operator="greater" | "greater_equal", arguments=(above, below)):
            pass
        case _:
            return None
    if below == low and _is_a_value(below):
        return below, above
    return (above, below) if above == high and _is_a_value(above) else None


def _is_a_value(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "call"


def _at_other_scales(left: Term, right: Term, sign: str, plan: Plan, finding: Finding) -> Finding | None:
    """What `finding` becomes when outcomes that are all large, or all small, contradict a bound on chances: no search moves them."""
    if not plan.chance.random.variables or plan.scale != USUAL:
        return None
    for scale in SCALES:
        other = examine(left, right, sign, plan.but(scale=scale), refuting=never)
        if other.kind in ("apart", "domain"):
            return other._replace(kind="sometimes", held=finding.models)
    return None


class _Gap(NamedTuple):
    """How far an inequality is from failing at a point, relative to its sides, and the values of these."""

    room: float
    left: Value
    right: Value


class _Search:
    """A descent from one model to where an inequality fails."""

    def __init__(self, left: Term, right: Term, sign: str, model: Model, fuel: Fuel) -> None:
        self.left = left
        self.right = right
        self.reversed = sign in REVERSED
        self.start = model
        self.fuel = fuel

    def violation(self) -> Counterexample | None:
        """A point at which the sides are in the wrong order beyond doubt, or None."""
        best = self.gap({})
        if best is None:
            return None
        point = {k: v for k, v in self.start.drawn.items() if self.moves(k, v)}
        for candidate in islice(self.walk(point), POINTS):
            gap = self.gap(candidate)
            if gap is None:
                continue
            if gap.room < -ROOM:
                return self.certified(candidate)
            if gap.room < best.room:
                best = gap
                point.update(candidate)
            if self.fuel.left < 0:
                break
        return None

    def walk(self, point: Point) -> Iterator[Point]:
        """Points near `point`, which moves on as better ones are found: all coordinates at once, then one by one."""
        keys = sorted(point)
        yield from self.together(keys, point)
        for _ in range(POINTS):  # rounds; nothing near a narrow interval's only value may lie inside it
            for key in keys:
                for value in self.alternatives(key, point):
                    if self.inside(key, value):
                        yield {**point, key: value}

    def together(self, keys: list[str], point: Point) -> Iterator[Point]:
        """All coordinates equal, all tiny, all large, and each in its turn far larger than the others."""
        changes = (
            [
                dict.fromkeys(keys, point[keys[0]]),
                *({k: _scaled(point[k], f) for k in keys} for f in (Fraction(1, 32), Fraction(16))),
                *(
                    {k: point[k] if k == peak else _scaled(point[k], Fraction(1, 64)) for k in keys}
                    for peak in keys
                ),
            ]
            if keys
            else []
        )
        yield from (c for c in changes if all(self.inside(k, v) for k, v in c.items()))

    def alternatives(self, key: str, point: Point) -> Iterator[Value]:
        """Other values of one coordinate: multiples, values a step away, the values of others."""
        here = point[key]
        yield from (_scaled(here, factor) for factor in FACTORS)
        yield from (values.add(here, values.rational(step)) for step in (Fraction(1, 4), Fraction(-1, 4)))
        yield from (other for name, other in sorted(point.items())[:6] if name != key)

    def moves(self, key: str, value: Value) -> bool:
        """Whether a coordinate is a real number that the post leaves free."""
        domain = self.start.plan.domains.get(_family(key))
        fixed = domain is not None and (domain.integer or domain.complex)
        family, plan = _family(key), self.start.plan
        tied = family in plan.chance.random.variables or family in plan.families.normalised
        return not (isinstance(value, Array | int) or fixed or tied) and values.is_exact(value)

    def inside(self, key: str, value: Value) -> bool:
        low, high = self.start.interval(self.start.plan.domains.get(_family(key)))
        if isinstance(value, Array):
            return False
        below = low is not None and not values.less(values.rational(low), value)
        return not below and (high is None or values.less(value, values.rational(high)))

    def at(self, point: Point) -> Model:
        start = self.start
        model = Model(start.seed, start.level, start.integers, start.plan, start.length)
        model.drawn.update(point)
        return model

    def gap(self, point: Point, bits: int = 80) -> _Gap | None:
        """The gap at `point`; None where a side has no value or a condition of the post is not met."""
        model = self.at(point) if point else self.start
        try:
            with values.precision(bits):
                if point and not all(satisfies(model, c, self.fuel) for c in model.plan.conditions):
                    return None
                left, right = (Evaluation(model, fuel=self.fuel).value(t) for t in (self.left, self.right))
                pairs = _paired(left, right)
                return _Gap(min(_room(q, p) if self.reversed else _room(p, q) for p, q in pairs), left, right)
        except (UndefinedError, UndecidedError, ShapeError, ZeroDivisionError, NoValueError, DivergenceError):
            return None
        except (FuelError, RecursionError, OverflowError, ValueError):
            return None

    def certified(self, point: Point) -> Counterexample | None:
        """The violation at `point` with more digits."""
        self.fuel.left += SEARCH_FUEL
        gap = self.gap(point, 256)
        if gap is None or gap.room > -ROOM:
            return None
        return counterexample(self.at_drawn(point), gap.left, gap.right)

    def at_drawn(self, point: Point) -> Model:
        model = self.at(point)
        model.drawn.update({k: v for k, v in self.start.drawn.items() if k not in point})
        return model


def _paired(left: Value, right: Value) -> list[tuple[values.Scalar, values.Scalar]]:
    first, second = values.entries(left), values.entries(right)
    if len(first) != len(second) and not isinstance(right, Array) and values.is_exact(right) and right == 0:
        second = second * len(first)
    return list(zip(first, second, strict=True))


def _room(p: values.Scalar, q: values.Scalar) -> float:
    """(q − p) relative to the sides, from below where it is positive and from above where it is negative."""
    p, q = values.part(p), values.part(q)
    gap = values.ball(q) - values.ball(p)
    if not gap.is_finite():
        raise UndefinedError("not finite")
    scale = values.size(p) + values.size(q) + 1e-300
    return float(gap.upper()) / scale if gap < 0 else max(float(gap.mid()), 0.0) / scale


def _scaled(value: Value, factor: Fraction) -> Value:
    return values.multiply(value, values.rational(factor))


def _family(key: str) -> str:
    """The symbol whose entry `key` names: ``x`` for ``x_(1,)``."""
    return key.rsplit("_(", 1)[0] if key.endswith(")") else key
