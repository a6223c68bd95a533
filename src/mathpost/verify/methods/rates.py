"""Expansions and approximations: the rate at which an error shrinks, measured in balls of 256 bits.

The symbols that the post lets go to a point are brought nearer to it in steps. A claim ``left = main + O(x^k)`` holds where
the error falls as fast as x^k does; it fails where the error is of a lower order in every model. An approximation without
a bound holds where the error falls faster than the last term that it keeps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from mathpost.maths import values
from mathpost.maths.terms.term import ZERO, Apply, Term, free_variables, occurrences, uses
from mathpost.maths.transformations.orders import (
    Expansion,
    Implied,
    Tendency,
    addends,
    exponents,
    moved,
    outside,
)
from mathpost.maths.transformations.typesetting import latex
from mathpost.verify.methods.approaches import BITS, EXPONENTS, STEADY, Approach, Course, magnitude, reach
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.models.admission import Draws
from mathpost.verify.models.counterexamples import Counterexample
from mathpost.verify.models.model import LEVELS, Level

Comparison = Literal["smaller", "alike", "larger"]
# parts of the slope of a logarithm: less is none, as much is one; and of how that slope falls on the way
NONE, ONE, LASTING = 0.3, 0.6, 0.9


def compared(one: Term, other: Term, approach: Approach) -> Comparison | None:
    """How `one` compares with `other` at the end of the way; None if one has no value or the ratio does not show
    it.

    A ratio that comes to a constant changes less and less; one that grows as a logarithm does changes by a share of itself
    that falls as slowly as the logarithm's own. What lies between the two is left open.
    """
    exponents = approach.course.exponents
    sizes = [(approach.value(one, e), approach.value(other, e)) for e in exponents]
    if any(a is None or b is None for a, b in sizes):
        return None
    logarithms = [magnitude(a) - magnitude(b) for a, b in sizes if a is not None and b is not None]
    if logarithms[-1] == -math.inf:
        last, beside = sizes[-1]
        resolved = last is not None and beside is not None and reach(last) < magnitude(beside)
        return "smaller" if resolved else None  # else the difference is lost in the digits
    if not all(map(math.isfinite, logarithms)):
        return None
    slopes = [(b - a) / (n - m) for (a, m), (b, n) in pairwise(zip(logarithms, exponents, strict=True))]
    return _of_slopes(slopes, [math.log2(n / m) / (n - m) for m, n in pairwise(exponents)])


def _of_slopes(slopes: list[float], logarithmic: list[float]) -> Comparison | None:
    """What the slopes of a ratio say, from those that a logarithm has in the same places."""
    first, last = slopes[0], slopes[-1]
    if abs(last) < NONE * logarithmic[-1]:
        return "alike"
    lasting = last / first >= LASTING * logarithmic[-1] / logarithmic[0] if first else False
    if abs(last) < ONE * logarithmic[-1] or not lasting:
        return None
    return "larger" if last > 0 else "smaller"


CLOSE = 0.02  # a slope within this of an order is that order; logarithms change a slope by more
MARGIN = 3  # powers of two by which an error is smaller than what it is an error of
STEEP = 40.0  # beyond this an order is none of a power
CLEAR = 0.4  # orders that differ by this are two
# "stays": the error does not vanish beside the terms that are kept
Outcome = Literal["holds", "fails", "stays", "open"]
STAYS = "the error does not vanish"
UNSTATED = "nothing says what is small or large"


class Result(NamedTuple):
    """What one model shows; `error` and `wanted`: the orders found and claimed; `beside`: the error beside its bound, where
    their ratio was asked.
    """

    outcome: Outcome
    error: float = math.inf
    wanted: float = 0.0
    beside: Comparison | None = None


def examine(
    stated: Expansion,
    tendency: Tendency,
    draws: Draws,
    *,
    confirming: bool = False,
    agreeing: bool = False,
) -> Finding:
    """What the rates in random models say of `stated` as the symbols of `tendency` move; `confirming`: one model in which
    it does not hold ends the search; `agreeing`: nobody asks how it fails, and such a model ends those of its level.
    """
    failing: list[tuple[Result, Level]] = []
    undecided = False
    course = Course(tendency, (stated.left, stated.main))
    for level in LEVELS:
        ways = _at_level(stated, course, draws, level, confirming or agreeing)
        found = [result for _, result in ways]
        outcomes = {r.outcome for r in found}
        if len(found) >= ENOUGH and outcomes == {"holds"}:
            if unreached((stated.left, stated.main), [approach for approach, _ in ways]) is not None:
                return Finding("wide", 0, "order of the error")
            return Finding("together", len(found), named(tendency), level=level, method="rate of the error")
        if confirming and not outcomes <= {"holds"}:
            return Finding("wide", 0, "order of the error")
        undecided = undecided or not (outcomes <= {"fails"} or outcomes <= {"stays"})
        failing += [(r, level) for r in found]
    if undecided:
        return Finding("wide", 0, "order of the error")
    if len(failing) < ENOUGH:
        return Finding("undefined", 0, "order of the error")
    worst = failing[0][0]
    stays = STAYS if any(r.outcome == "stays" for r, _ in failing) else ""
    shown = Counterexample(named(tendency), *_orders_shown(worst), None)
    return Finding("apart", len(failing), stays, shown, level=failing[0][1], method="rate of the error")


def expands(implied: Implied, draws: Draws) -> Finding | None:
    """What the models say of an approximation by the quantity that it may imply, where it holds; such a quantity refutes nothing.

    In powers of a quantity, all terms kept are exact powers, the last of them one that vanishes, and the error is a whole
    order higher than it.
    """
    stated, tendency, expanded = implied
    finding = examine(stated, tendency, draws, agreeing=True)
    if finding.kind != "together":
        return None
    if not expanded:
        return finding
    model = next(draws.at(finding.level), None)
    course = Course(tendency, (stated.left, stated.main))
    if model is None or not _in_powers(stated, Approach(course, model, draws.fuel)):
        return None
    return finding


def comes_near(stated: Expansion, tendency: Tendency, draws: Draws) -> bool:
    """Whether in some model the error of an approximation is small beside its sides in the end, or they have no value there."""
    course = Course(tendency, (stated.left, stated.main))
    ends = (Approach(course, model, draws.fuel) for model in draws.at(LEVELS[0]))
    last = course.exponents[-1]
    return any(end.value(_error(stated), last) is None or _is_beside(stated, end) for end in ends)


def neglected_beside(stated: Expansion, tendency: Tendency, draws: Draws) -> str | None:
    """A symbol beside which the error of an approximation may be small though it is none of `tendency`: of
    ``1 - (2w + 1)/L ≈ 1 - 2w/L`` it is w that is large.

    Close to the point of `tendency` the error is compared with what the last terms of both sides still change, as each
    other symbol goes to 0 and to infinity.
    """
    near = Fraction(1, 2 ** EXPONENTS[-1])
    sides = stated.left, stated.main
    error = moved(_error(stated), tendency, near)
    changes = [_difference(moved(s, tendency, near), moved(s, tendency, near / 2)) for s in sides]
    drawn = next(draws.at(LEVELS[0]), None)
    if drawn is None:
        return None
    for name in sorted(outside(stated.left) | outside(stated.main)):
        for point in (Fraction(0), None) if name not in tendency.names else ():
            approach = Approach(Course(Tendency(frozenset([name]), point)), drawn, draws.fuel)
            order, kept = approach.order(error), [approach.order(c) for c in changes]
            if order is not None and all(k is not None and order > k + CLEAR for k in kept):
                return name
    return None


def _error(stated: Expansion) -> Term:
    return _difference(stated.left, stated.main)


def _difference(one: Term, other: Term) -> Term:
    return Apply("add", (one, Apply("negate", (other,))))


def _in_powers(stated: Expansion, approach: Approach) -> bool:
    terms = addends(stated.main)
    orders = [approach.order(term) for term in terms]
    if any(o is None or not math.isfinite(o) for o in orders):
        return False
    known = [o for o in orders if o is not None]
    if max(known) < CLEAR or min(known) < -CLEAR:
        return False
    if not all(_is_power(t, approach, o) for t, o in zip(terms, known, strict=True)):
        return False
    error = approach.order(_error(stated))
    return error is not None and error >= max(known) + 1 - STEADY


def _at_level(
    stated: Expansion, course: Course, draws: Draws, level: Level, confirming: bool
) -> list[tuple[Approach, Result]]:
    """The models of one level with their results, up to one that leaves the claim open or contradicts those before."""
    found: list[tuple[Approach, Result]] = []
    outcomes: set[Outcome] = set()
    for model in draws.at(level):
        approach = Approach(course, model, draws.fuel, max(0, ENOUGH - 1 - len(found)))
        result = _result(stated, approach)
        if result is not None:
            found.append((approach, result))
            outcomes.add(result.outcome)
        if "open" in outcomes or len(outcomes) > 1 or (confirming and outcomes and "holds" not in outcomes):
            break
    return found


def _result(stated: Expansion, approach: Approach) -> Result | None:
    """What a model shows, None where a side has no value there."""
    if stated.sharp or stated.below:
        return _by_the_ratio(stated, approach)
    found = _by_the_orders(stated, approach)
    settled = found is None or found.outcome != "open" or stated.bound is None or stated.loose is not None
    return found if settled else _by_the_ratio(stated, approach) or found


AT_MOST: frozenset[Comparison] = frozenset(["alike", "smaller"])


def _admitted(stated: Expansion) -> frozenset[Comparison]:
    """How an error may compare with its bound if the claim holds."""
    if stated.strict:
        return frozenset(["smaller"])
    if stated.sharp:
        return frozenset(["alike"])
    return frozenset(["alike", "larger"]) if stated.below else AT_MOST


def _by_the_ratio(stated: Expansion, approach: Approach) -> Result | None:
    """How the error compares with its bound; a bound that is a whole side is not confirmed if it is too large."""
    assert stated.bound is not None
    error = _error(stated)
    found = None if _is_still(stated, approach.tendency) else compared(error, stated.bound, approach)
    loose = (
        found == "smaller" and stated.main == ZERO and _admitted(stated) == AT_MOST and not _is_of_any(stated)
    )
    if found is None or loose:
        return None if found is None and _by_the_orders(stated, approach) is None else Result("open")
    holds = found in _admitted(stated)
    return Result("holds" if holds else "fails", beside=found)


def _by_the_orders(stated: Expansion, approach: Approach) -> Result | None:
    """What the powers say by which the error and its bound shrink."""
    error = approach.order(_error(stated))
    if error is None:
        return None
    if stated.bound is None:
        return _approximates(stated, approach, error)
    if stated.loose is not None:
        left_out = approach.order(stated.loose)
        error = math.nan if left_out is None else min(error, left_out)
    wanted = approach.order(stated.bound)
    staying = approach.tendency.point is not None and wanted is not None and wanted < CLEAR
    if wanted is None or (staying and not (stated.strict and wanted == 0)):
        return None
    if not _admits(stated, wanted, approach):
        return None
    if math.isinf(wanted) or wanted > STEEP:
        return Result("open")  # exponentials are of no power: what they are beside each other tells
    diverging = approach.tendency.point is not None and error < -CLEAR
    if math.isnan(error) or diverging or _is_uninformative(stated, approach.tendency, error, wanted):
        return Result("open")
    if error >= wanted + (CLEAR if stated.strict else -CLOSE):
        return Result("holds", error, wanted)
    return Result(
        "fails" if error <= wanted + (CLOSE if stated.strict else -CLEAR) else "open", error, wanted
    )


def _is_uninformative(stated: Expansion, tendency: Tendency, error: float, wanted: float) -> bool:
    """Whether a bound that is a whole side, or repeats the other side, is larger than what it bounds.

    Any larger one would hold as well: ``x^2 = O(x)``, or ``k = O(n)`` of a k that has nothing to do with n.
    """
    if stated.main != ZERO and stated.loose is None:
        return False
    larger = not stated.strict and math.isfinite(error) and error > wanted + CLEAR
    return larger or _is_still(stated, tendency)


def _is_of_any(stated: Expansion) -> bool:
    """Whether a bound is a power of arbitrary degree, ``O(n^{\\epsilon})``: there is no smallest one."""
    return stated.bound is not None and not exponents(stated.bound) <= free_variables(stated.left)


def _is_still(stated: Expansion, tendency: Tendency) -> bool:
    """Whether no bounded symbol alone goes to infinity."""
    alone = stated.main == ZERO and tendency.point is None
    return alone and tendency.names.isdisjoint(free_variables(stated.left))


def _admits(stated: Expansion, wanted: float, approach: Approach) -> bool:
    """Whether a bound of the order `wanted` is smaller than all terms that an expansion keeps, so that it says something."""
    last = wanted + (CLOSE if stated.strict else -CLOSE)
    orders = [approach.order(term) for term in addends(stated.main)]
    return all(o is None or math.isinf(o) or math.isnan(o) or o <= last for o in orders)


def _approximates(stated: Expansion, approach: Approach, error: float) -> Result | None:
    """An approximation keeps its terms up to some order; what is left has to be of a higher one."""
    if math.isnan(error):
        return _beside_one_term(stated, approach)
    kept = [k for side in (stated.left, stated.main) if (k := _kept_order(side, approach)) is not None]
    sides = stated.left, stated.main
    still = len(kept) == 2 and all(_stands_still(side, approach) for side in sides)
    if len(kept) < 2 and error >= CLEAR and any(_is_cut_off(side, approach) for side in sides):
        return Result("holds", error, 0)
    if len(kept) < 2 or (still and not any(outside(side) & approach.tendency.names for side in sides)):
        return Result("open")  # nothing is expanded
    orders = [k.order for k in kept if k.expanded]
    highest = min(orders) if orders else max(k.order for k in kept)
    lowest = min(orders) if orders else min(k.order for k in kept)
    if error >= highest + CLEAR:
        near = not still and _is_beside(stated, approach)
        return Result("holds" if near else "open", error, highest)
    if error > lowest + CLOSE:
        return Result("open", error, lowest + 1)
    return Result("fails" if error > CLEAR else "stays", error, lowest + 1)


def _beside_one_term(stated: Expansion, approach: Approach) -> Result:
    """One term that is of no order may be compared with all that it is to approximate: ``n! ≈ \\sqrt{2 \\pi n} (n/e)^n``."""
    if len(addends(stated.main)) > 1 or len(addends(stated.left)) > 1:
        return Result("open")
    error = approach.order(Apply("divide", (_error(stated), stated.left)))
    return Result("holds", error, 0) if error is not None and error >= CLEAR else Result("open")


def _is_cut_off(side: Term, approach: Approach) -> bool:
    """Whether a side is zero on its way because it chooses so: ``\\max(x, 0)`` of a negative x."""
    return uses((side,), CHOOSING | {"relu"}) and approach.order(side) == math.inf


def _stands_still(term: Term, approach: Approach) -> bool:
    """Whether a term does not move, or comes to its limit faster than can be seen."""
    one, other = (approach.value(term, exponent) for exponent in (1, 2))
    if one is None or other is None:
        return False
    with values.precision(BITS):
        pairs = zip(values.entries(one), values.entries(other), strict=True)
        return all(values.gap(p, q).contains(0) for p, q in pairs)


def _is_beside(stated: Expansion, approach: Approach) -> bool:
    """Whether the error is small compared with both sides at the last distance, since large constants can hide an order."""
    terms = (_error(stated), stated.left, stated.main)
    found = [approach.value(term, approach.course.exponents[-1]) for term in terms]
    if any(v is None for v in found):
        return False
    error, *sides = map(magnitude, found)
    return all(error < side - MARGIN for side in sides)


class _KeptOrder(NamedTuple):
    """The order of the last term that a side keeps; `expanded`: all its terms are powers."""

    order: float
    expanded: bool


def _kept_order(side: Term, approach: Approach) -> _KeptOrder | None:
    orders: list[float] = []
    expanded = True
    for term in addends(side):
        order = approach.order(term)
        if order is None or math.isnan(order):
            return None
        if not math.isinf(order) and not _is_power(term, approach, order):
            expanded = False
            order = approach.order(term, varying=True)
            if order is None or math.isnan(order):
                return None
        if not math.isinf(order):
            orders.append(order)
    return _KeptOrder(max(orders), expanded) if orders else None  # nothing is approximated by zero


def _is_power(term: Term, approach: Approach, order: float) -> bool:
    """Whether halving the distance divides the term by a whole power of two exactly."""
    if abs(order - round(order)) > CLOSE:
        return False
    half = approach.value(term, approach.course.exponents[0] + 1)
    whole = approach.value(term, approach.course.exponents[0])
    if half is None or whole is None:
        return False
    factor = values.rational(Fraction(2) ** round(order))
    with values.precision(BITS):
        pairs = zip(values.entries(whole), values.entries(half), strict=True)
        return all(values.gap(p, values.multiply(factor, q)).contains(0) for p, q in pairs)


def named(tendency: Tendency) -> str:
    """Where the symbols go, as a reader writes it."""
    point = tendency.point
    goal = r"\infty" if point is None else str(point) if isinstance(point, Fraction) else latex(point)
    names = sorted(tendency.names) if tendency.member is None else [latex(tendency.member)]
    return ", ".join(f"{name} \\to {goal}" for name in names)


def _orders_shown(failing: Result) -> tuple[str, str]:
    """The order that was found and the one that was claimed, as a reader writes them."""
    if failing.beside is not None:
        return f"of {'the' if failing.beside == 'alike' else 'a ' + failing.beside} order", "as bounded"
    return f"an error of order {_shown(failing.error)}", f"order {_shown(failing.wanted)}"


def _shown(order: float) -> str:
    return f"{round(order, 1) + 0.0:.1f}".removesuffix(".0")  # no order is -0


CHOOSING = frozenset(["maximum", "minimum", "clip"])


def unreached(sides: Sequence[Term], approaches: Sequence[Approach]) -> Term | None:
    """An argument of a choice in `sides` that is its value at the end of none of `approaches`, or None.

    Near zero ``\\operatorname{clip}(x, -1, 2)`` is x: an approximation that reaches no threshold says nothing of it.
    """
    for term, argument in _choices(sides):
        if not any(_is_chosen(term, argument, approach) for approach in approaches):
            return argument
    return None


def _choices(sides: Sequence[Term]) -> Iterator[tuple[Apply, Term]]:
    for side in sides:
        for term in occurrences(side, CHOOSING):
            if isinstance(term, Apply):
                yield from ((term, argument) for argument in term.arguments)


def _is_chosen(term: Apply, argument: Term, approach: Approach) -> bool:
    """Whether an entry of `term` is that of `argument`, or one of them has no value of its own: below a sum."""
    last = approach.course.exponents[-1]
    whole, part = approach.value(term, last), approach.value(argument, last)
    if whole is None or part is None:
        return True
    with values.precision(BITS):
        pairs = zip(values.entries(whole), values.entries(part), strict=False)
        return any(values.gap(p, q).contains(0) for p, q in pairs)
