r"""Bounds on every member of a family, summed over the members or followed from the first member on.

From ``f(x_{t+1}) \le f(x_t) - g_t`` for all t follows what the sum over t leaves; from ``e_{t+1} \le \rho e_t`` with
``\rho \ge 0`` what is so of the family for which that is an equation. Such readings confirm, they never refute.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mathpost.maths.elaboration.elaboration import second_readings
from mathpost.maths.lexicon.cases import mentions_a_case
from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.terms.simplification import simplified
from mathpost.maths.terms.solving import line
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    replaced,
    substitute,
    subterms,
)
from mathpost.maths.transformations.iterations import recurrence
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.rewriting import Rewriting

FAR = 12  # steps before a claim that are looked at
READINGS = 6  # ways in which bounds are summed up for one claim
OTHERS = 3  # second readings of a claim that are tried
MEMBER = "e⁎"  # the family of what a bound compares from one member to the next


class _Bound(NamedTuple):
    """``low <= high`` for every value of `counter`, as the step `step` says."""

    low: Term
    high: Term
    counter: str
    step: int


def _accumulated(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The bound `reading` of the step `number` as what bounds before it, of every member of a family, amount to."""
    if readings.steps[number].sign not in ORDERS:
        return
    read = [reading]
    for bound in _bounds(number, readings):
        if len(read) == 1:
            read += _read_otherwise(number, readings)
        for each in read:
            yield from islice(_summed(number, each, bound, readings), READINGS)
            followed = _followed(number, each, bound, readings)
            if followed is not None:
                yield followed


def _read_otherwise(number: int, readings: Readings) -> Iterator[Reading]:
    """The claim as its open notations are read the second way: T as a number of steps, no transpose."""
    usual = readings.context.conventions
    for conventions in second_readings(usual, readings.literal(number, usual)[1], OTHERS):
        try:
            yield readings.literal(number, conventions)[0]
        except (UnreadError, RecursionError):
            continue


def _bounds(number: int, readings: Readings) -> Iterator[_Bound]:
    """The bounds of all members of families that the section states before a claim, nearest first."""
    steps, context = readings.steps, readings.context
    place = steps[number].span.start
    for other in range(number - 1, max(-1, number - FAR), -1):
        said = steps[other]
        if (
            said.sign not in ORDERS
            or said.role == "other"
            or not context.sections.covers(said.span.end, place)
        ):
            continue
        words = context.words.before(context.words.document.formulas[said.formula].span)
        held = context.holds_still(said.span.end, place, case=mentions_a_case(words), example=False)
        stated = readings.stated(other)
        if stated is None or not held or context.is_denied(other, place):
            continue
        sides = (stated.left, stated.right)
        low, high = sides if _is_rising(said.sign) else sides[::-1]
        for counter in sorted(counters(sides)):
            moving = f"{counter}⁎"  # another letter than that of the member of which the claim may speak
            least, most = (_at(side, counter, Variable(moving)) for side in (low, high))
            yield _Bound(least, most, moving, other)


def _is_rising(sign: str) -> bool:
    return sign in ("<", "<=")


def _places(term: Term) -> Iterator[Term]:
    """The places of the members of families in a term: t + 1 of ``x_{t+1}``."""
    for inner in subterms(term):
        if isinstance(inner, Apply) and inner.operator == "index":
            yield from inner.arguments[1:]


def counters(sides: tuple[Term, Term]) -> frozenset[str]:
    """The letters in the places of members on both sides."""
    left, right = (frozenset[str]().union(*map(free_variables, _places(side))) for side in sides)
    return left & right


# --- summed up -----------------------------------------------------------------------------------------------------------


def _summed(number: int, reading: Reading, bound: _Bound, readings: Readings) -> Iterator[Reading]:
    """The claim with what the bounds leave over, summed up, added to its smaller side: ``A + \\sum_t (r_t - l_t) \\le B``.

    Where that holds whatever the members are, the claim follows from the bounds.
    """
    index = Variable(bound.counter)
    slack = _difference(bound.high, bound.low)
    for first, last in _ranges(reading):
        total = Bind("sum", index, (first, last), slack)
        length = Apply("add", (last, Apply("negate", (first,)), ONE))
        for added in (total, Apply("divide", (total, simplified(length)))):
            yield _with_slack(number, reading, added, bound, readings)


def _with_slack(number: int, reading: Reading, added: Term, bound: _Bound, readings: Readings) -> Reading:
    left, right = reading.sides
    if _is_rising(readings.steps[number].sign):
        left = Apply("add", (left, added))
    else:
        right = Apply("add", (right, added))
    given = Given("summed-up", (readings.text(bound.step),))
    return reading._replace(left=left, right=right, used=reading.used | {bound.step}, given=given)


def _ranges(reading: Reading) -> Iterator[tuple[Term, Term]]:
    """The ranges over which bounds may be summed up: those of the sums of the claim, and from its first place to its last."""
    seen: set[tuple[Term, Term]] = set()
    for side in reading.sides:
        for term in subterms(side):
            match term:
                case Bind(operator="sum", bounds=(first, last)) if (first, last) not in seen:
                    seen.add((first, last))
                    yield first, last
    places = sorted({p for side in reading.sides for p in _places(side)}, key=repr)
    starts = [p for p in places if not free_variables(p)]
    ends = [p for p in places if isinstance(p, Variable) or free_variables(p)]
    for first in starts:
        for end in ends:
            last = simplified(Apply("add", (end, Apply("negate", (ONE,)))))
            if (first, last) not in seen:
                seen.add((first, last))
                yield first, last


def _difference(high: Term, low: Term) -> Term:
    return high if low == ZERO else Apply("add", (high, Apply("negate", (low,))))


# --- followed ------------------------------------------------------------------------------------------------------------


def _followed(number: int, reading: Reading, bound: _Bound, readings: Readings) -> Reading | None:
    """The claim for the family of which the bound is an equation, if no member of another one is on the far side of its own.

    That is so if what bounds a member rises with the one before it.
    """
    rising = _is_rising(readings.steps[number].sign)
    if rising != _is_rising(readings.steps[bound.step].sign):
        return None
    later, made = (bound.low, bound.high) if rising else (bound.high, bound.low)
    before = _at(later, bound.counter, _shifted(bound.counter, -1))
    if later == before or before not in subterms(made):
        return None
    if any(place == Variable(bound.counter) for place in _places(later)):  # "e_t <= r e_{t-1}"
        return _of_family(number, reading, later, made, bound, readings)
    made = _at(made, bound.counter, _shifted(bound.counter, -1))
    return _of_family(number, reading, before, made, bound, readings)


def _of_family(
    number: int, reading: Reading, general: Term, made: Term, bound: _Bound, readings: Readings
) -> Reading | None:
    """`reading` with what `general` says of each member, as those of the family that ``general = made`` makes."""
    index = Variable(bound.counter)
    before = _at(general, bound.counter, _shifted(bound.counter, -1))
    family = Variable(MEMBER)
    member = Apply("index", (family, index))
    earlier = Apply("index", (family, _shifted(bound.counter, -1)))
    right = replaced(made, before, earlier)
    law = recurrence(member, right, bound.step)
    slope = line(right, earlier)
    if law is None or slope is None or any(map(is_bold, free_variables(right))):
        return None
    if any(True for _ in _places(slope.slope)) or not _is_positive(number, slope.slope, reading, readings):
        return None
    sides = reading.sides
    for place in {p for side in sides for p in _places(side)}:
        of_place = _at(general, bound.counter, place)
        sides = (
            replaced(sides[0], of_place, Apply("index", (family, place))),
            replaced(sides[1], of_place, Apply("index", (family, place))),
        )
    if family.name not in free_variables(sides[0]) & free_variables(sides[1]):
        return None
    return reading._replace(
        left=sides[0],
        right=sides[1],
        used=reading.used | {bound.step},
        held=reading.held | {bound.step},
        recurrences=(law,),
        given=Given("followed-up", (readings.text(bound.step),)),
    )


def _is_positive(number: int, slope: Term, reading: Reading, readings: Readings) -> bool:
    """Whether what comes before the earlier member is never negative, for all that the post says."""
    rising = _is_rising(readings.steps[number].sign)
    sides = (ZERO, slope) if rising else (slope, ZERO)
    confirms = readings.confirms
    return confirms is not None and confirms(number, reading._replace(left=sides[0], right=sides[1]))


def _at(term: Term, counter: str, place: Term) -> Term:
    """`term` with another place for its counter, places as they would be written: t, and not t + 1 - 1."""
    moved = substitute(term, {counter: place})
    for written in set(_places(moved)):
        plain = simplified(written)
        if plain != written:
            moved = replaced(moved, written, plain)
    return moved


def _shifted(counter: str, by: int) -> Term:
    one = ONE if by > 0 else Apply("negate", (ONE,))
    return simplified(Apply("add", (Variable(counter), one)))


ROWS = (
    Rewriting(
        "bounds-of-members",
        _accumulated,
        "developments",
        3,
        example=r"Suppose $0<\rho<1$ and $$a_{k}\le \rho a_{k-1}+b$$ Therefore"
        r"$$a_n\le\rho^n a_0+\frac{b(1-\rho^n)}{1-\rho}$$",
        given=frozenset(["summed-up", "followed-up"]),
    ),
)
