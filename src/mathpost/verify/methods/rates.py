"""Expansions and approximations: the rate at which an error shrinks, measured in balls of 256 bits.

The symbols that the post lets go to a point are brought nearer to it in steps. A claim ``left = main + O(x^k)`` holds where
the error falls as fast as x^k does; it fails where the error is of a lower order in every model. An approximation without
a bound holds where the error falls faster than the last term that it keeps.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal, NamedTuple

from mathpost.maths import values
from mathpost.maths.orders import Expansion, Implied, Tendency, addends, moved
from mathpost.maths.term import Apply, Term
from mathpost.maths.values import DivergenceError, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.verify.counterexamples import Counterexample
from mathpost.verify.enumeration import models
from mathpost.verify.evaluate import Evaluation
from mathpost.verify.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.methods.finite_models import ENOUGH, Finding, admitted
from mathpost.verify.models import LEVELS, Level, Model, Plan

EXPONENTS = (12, 16, 20)  # the distances are 2 to minus these
BITS = 256
STEADY = 0.15  # by how much two slopes may differ where there is an order to speak of
CLOSE = 0.02  # a slope within this of an order is that order; logarithms change a slope by more
FAST = 30  # an order beyond which nothing is told from zero
MARGIN = 3  # powers of two by which an error is smaller than what it is an error of
CLEAR = 0.4  # orders that differ by this are two
Outcome = Literal["holds", "fails", "open"]


class Result(NamedTuple):
    """What one model shows; `error` and `wanted`: the orders found and claimed."""

    outcome: Outcome
    error: float = math.inf
    wanted: float = 0.0


def examine(stated: Expansion, tendency: Tendency, plan: Plan, fuel: Fuel) -> Finding:
    """What the rates in random models say of `stated` as the symbols of `tendency` move."""
    failing: list[tuple[Result, Level]] = []
    undecided = False
    for level in LEVELS:
        found = [r for r in _at_level(stated, tendency, plan, level, fuel) if r is not None]
        outcomes = {r.outcome for r in found}
        if len(found) >= ENOUGH and outcomes == {"holds"}:
            return Finding("together", len(found), named(tendency), level=level, method="rate of the error")
        undecided = undecided or not outcomes <= {"fails"}
        failing += [(r, level) for r in found]
    if undecided:
        return Finding("wide", 0, "order of the error")
    if len(failing) < ENOUGH:
        return Finding("undefined", 0, "order of the error")
    worst = failing[0][0]
    shown = Counterexample(
        named(tendency), f"an error of order {_shown(worst.error)}", f"order {_shown(worst.wanted)}", None
    )
    return Finding("apart", len(failing), "", shown, level=failing[0][1], method="rate of the error")


def expands(implied: Implied, plan: Plan, fuel: Fuel) -> Finding | None:
    """What the models say of an approximation by the quantity that it may imply, where it holds; such a quantity refutes nothing.

    In powers of a quantity, all terms kept are exact powers, the last of them one that vanishes, and the error is a whole
    order higher than it.
    """
    stated, tendency, expanded = implied
    finding = examine(stated, tendency, plan, fuel)
    if finding.kind != "together":
        return None
    if not expanded:
        return finding
    drawn = next(iter(models(plan, finding.level)), None)
    model = None if drawn is None else admitted(drawn, plan, fuel)
    if model is None or not _in_powers(stated, tendency, model, fuel):
        return None
    return finding


def _in_powers(stated: Expansion, tendency: Tendency, model: Model, fuel: Fuel) -> bool:
    terms = addends(stated.main)
    orders = [_order(term, tendency, model, fuel) for term in terms]
    if any(o is None or not math.isfinite(o) for o in orders):
        return False
    known = [o for o in orders if o is not None]
    if max(known) < CLEAR or min(known) < -CLEAR:
        return False
    if not all(_is_power(t, tendency, model, o, fuel) for t, o in zip(terms, known, strict=True)):
        return False
    error = _order(Apply("add", (stated.left, Apply("negate", (stated.main,)))), tendency, model, fuel)
    return error is not None and error >= max(known) + 1 - STEADY


def _at_level(
    stated: Expansion, tendency: Tendency, plan: Plan, level: Level, fuel: Fuel
) -> list[Result | None]:
    """The results of the models of one level, up to one that leaves the claim open or contradicts those before."""
    found: list[Result | None] = []
    outcomes: set[Outcome] = set()
    for drawn in models(plan, level):
        model = admitted(drawn, plan, fuel)
        if model is not None:
            result = _result(stated, tendency, model, fuel)
            found.append(result)
            outcomes |= {result.outcome} if result is not None else set()
        if "open" in outcomes or len(outcomes) > 1:
            break
    return found


def _result(stated: Expansion, tendency: Tendency, model: Model, fuel: Fuel) -> Result | None:
    """What `model` shows, None where a side has no value there."""
    error = _order(Apply("add", (stated.left, Apply("negate", (stated.main,)))), tendency, model, fuel)
    if error is None:
        return None
    if stated.bound is None:
        return _approximates(stated, tendency, model, error, fuel)
    if stated.loose is not None:
        left_out = _order(stated.loose, tendency, model, fuel)
        error = math.nan if left_out is None else min(error, left_out)
    wanted = _order(stated.bound, tendency, model, fuel)
    if wanted is None or (tendency.point is not None and wanted < CLEAR):
        return None
    if not _admits(stated.main, wanted, tendency, model, fuel):
        return None
    diverging = tendency.point is not None and error < -CLEAR
    if math.isnan(error) or diverging:
        return Result("open")
    if error >= wanted + (CLEAR if stated.strict else -CLOSE):
        return Result("holds", error, wanted)
    return Result(
        "fails" if error <= wanted + (CLOSE if stated.strict else -CLEAR) else "open", error, wanted
    )


def _admits(main: Term, wanted: float, tendency: Tendency, model: Model, fuel: Fuel) -> bool:
    """Whether a bound of the order `wanted` is smaller than all terms that an expansion keeps, so that it says something."""
    orders = [_order(term, tendency, model, fuel) for term in addends(main)]
    return all(o is None or math.isinf(o) or math.isnan(o) or o <= wanted + CLOSE for o in orders)


def _approximates(
    stated: Expansion, tendency: Tendency, model: Model, error: float, fuel: Fuel
) -> Result | None:
    """An approximation keeps its terms up to some order; what is left has to be of a higher one."""
    kept = [k for side in (stated.left, stated.main) if (k := _kept(side, tendency, model, fuel)) is not None]
    still = all(_stands_still(side, tendency, model, fuel) for side in (stated.left, stated.main))
    if math.isnan(error) or len(kept) < 2 or still:
        return Result("open")
    orders = [k.order for k in kept if k.expanded]
    highest = min(orders) if orders else max(k.order for k in kept)
    lowest = min(orders) if orders else min(k.order for k in kept)
    if error >= highest + CLEAR:
        near = _is_beside(stated, tendency, model, fuel)
        return Result("holds" if near else "open", error, highest)
    # what does not even vanish is meant otherwise
    fails = CLEAR < error <= lowest + CLOSE
    return Result("fails" if fails else "open", error, lowest + 1)


def _stands_still(term: Term, tendency: Tendency, model: Model, fuel: Fuel) -> bool:
    """Whether a term does not speak of what moves: nothing is expanded then."""
    with values.precision(BITS):
        one, other = (_value(term, tendency, model, exponent, fuel) for exponent in (1, 2))
    if one is None or other is None:
        return False
    return all(
        values.gap(p, q).contains(0) for p, q in zip(values.entries(one), values.entries(other), strict=True)
    )


def _is_beside(stated: Expansion, tendency: Tendency, model: Model, fuel: Fuel) -> bool:
    """Whether the error is small beside both sides at the last distance: large constants hide an order for long."""
    apart = Apply("add", (stated.left, Apply("negate", (stated.main,))))
    with values.precision(BITS):
        found = [_value(t, tendency, model, EXPONENTS[-1], fuel) for t in (apart, stated.left, stated.main)]
        if any(v is None for v in found):
            return False
        error, *sides = (max((_logarithm(p) for p in values.entries(v)), default=-math.inf) for v in found)
    return all(error < side - MARGIN for side in sides)


class _Kept(NamedTuple):
    """The order of the last term that a side keeps; `expanded`: all its terms are powers."""

    order: float
    expanded: bool


def _kept(side: Term, tendency: Tendency, model: Model, fuel: Fuel) -> _Kept | None:
    orders: list[float] = []
    expanded = True
    for term in addends(side):
        order = _order(term, tendency, model, fuel)
        if order is None or math.isnan(order):
            return None
        if not math.isinf(order) and not _is_power(term, tendency, model, order, fuel):
            expanded = False
            order = _order(term, tendency, model, fuel, varying=True)
            if order is None or math.isnan(order):
                return None
        if not math.isinf(order):
            orders.append(order)
    return _Kept(max(orders), expanded) if orders else None  # nothing is approximated by zero


def _is_power(term: Term, tendency: Tendency, model: Model, order: float, fuel: Fuel) -> bool:
    """Whether halving the distance divides the term by a whole power of two exactly."""
    if abs(order - round(order)) > CLOSE:
        return False
    with values.precision(BITS):
        half = _value(term, tendency, model, EXPONENTS[0] + 1, fuel)
        whole = _value(term, tendency, model, EXPONENTS[0], fuel)
    if half is None or whole is None:
        return False
    factor = values.rational(Fraction(2) ** round(order))
    pairs = zip(values.entries(whole), values.entries(half), strict=True)
    return all(values.gap(p, values.multiply(factor, q)).contains(0) for p, q in pairs)


def _order(
    term: Term, tendency: Tendency, model: Model, fuel: Fuel, *, varying: bool = False
) -> float | None:
    """The power of the distance by which `term` shrinks, or with `varying` its change when the distance is halved.

    Infinity for what is zero, not a number where there is no steady order, None where the term has no value.
    """
    sizes: list[float] = []
    with values.precision(BITS):
        for exponent in EXPONENTS:
            value = _value(term, tendency, model, exponent, fuel)
            if varying and value is not None:
                half = _value(term, tendency, model, exponent + 1, fuel)
                value = None if half is None else values.add(value, values.negate(half))
            if value is None:
                return None
            sizes.append(max((_logarithm(p) for p in values.entries(value)), default=-math.inf))
    if all(math.isinf(size) for size in sizes):
        return math.inf
    if any(map(math.isinf, sizes)):
        return math.nan
    steps = [
        (a - b) / (n - m) for a, b, m, n in zip(sizes, sizes[1:], EXPONENTS, EXPONENTS[1:], strict=False)
    ]
    if FAST < steps[0] < steps[-1]:
        return math.inf  # faster than every power
    return steps[-1] if max(steps) - min(steps) < STEADY else math.nan


def _value(term: Term, tendency: Tendency, model: Model, exponent: int, fuel: Fuel) -> Value | None:
    try:
        return Evaluation(model, fuel=fuel).value(moved(term, tendency, Fraction(1, 2**exponent)))
    except (UndefinedError, UndecidedError, ShapeError, ZeroDivisionError, NoValueError, DivergenceError):
        return None
    except (FuelError, RecursionError, OverflowError, ValueError, MemoryError):
        return None


def _logarithm(value: values.Scalar) -> float:
    """log₂ |value|, minus infinity for a ball around zero."""
    ball = values.ball(abs(values.part(value)))
    if not ball.is_finite():
        raise UndefinedError("not finite")
    return -math.inf if ball.contains(0) else float(ball.log()) / math.log(2)


def named(tendency: Tendency) -> str:
    """Where the symbols go, as a reader writes it."""
    goal = r"\infty" if tendency.point is None else str(tendency.point)
    return ", ".join(f"{name} \\to {goal}" for name in sorted(tendency.names))


def _shown(order: float) -> str:
    return f"{order:.1f}".removesuffix(".0")


__all__ = ["examine", "expands", "named"]
