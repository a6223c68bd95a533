"""Limits by extrapolation from points whose distance halves each time.

P. Wynn's epsilon algorithm (Math. Tables Aids Comput. 10 (1956), 91-96) removes errors that shrink by constant factors, for
integer and fractional powers of the distance. Two lengths of the sequence have to agree; their difference widens the ball. That
is no enclosure: a limit confirms and never refutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise

from mathpost.maths import values
from mathpost.maths.values import DivergenceError, Scalar, UndefinedError, Value

WORKING_BITS = 400  # extrapolation cancels digits
SHORTEST, LONGEST = 7, 15  # members of a sequence
AGREEMENT = 1e-10
SHRINKING = 0.9  # largest ratio of a step to the one before

Function = Callable[[Scalar], Value]


def limit(function: Function, point: Scalar | None, side: int = 0) -> Value:
    """The limit of `function` at `point` (None: infinity) from one `side`: from above (1), from below (-1), from both (0).

    At infinity, the side is the sign. A side without values of the function is left out.

    Raises:
        DivergenceError: no two sequences agree on a limit.
        UndefinedError: the function has no value near the point.
    """
    with values.precision(WORKING_BITS):
        found = [f for path in _paths(point, side) if (f := _along(function, path)) is not None]
        if not found:
            raise UndefinedError("limit")
        if any(not values.gap(found[0], other).contains(0) for other in found[1:]):
            raise DivergenceError("limit")
        return found[0]


def _paths(point: Scalar | None, side: int) -> Iterator[Callable[[int], Scalar]]:
    """Sequences of points that tend to `point`; those to infinity are integers, of both parities."""
    if point is None:
        sign = side or 1
        yield lambda k: sign * (3 << k)
        yield lambda k: sign * ((5 << k) + 1)
        return
    for sign in (side,) if side else (1, -1):
        distances = (values.rational(Fraction(3 * sign, 4 << k)) for k in range(LONGEST))
        points = [values.add(point, distance) for distance in distances]
        yield points.__getitem__


def _along(function: Function, path: Callable[[int], Scalar]) -> Scalar | None:
    """The limit along one path, None where the function has no values there."""
    members: list[Scalar] = []
    last = None
    for k in range(LONGEST):
        with suppress(UndefinedError):
            members.append(_number(function(path(k))))
        if len(members) <= k:
            if len(members) < SHORTEST:
                members.clear()  # outside the domain: too far away, or everywhere
                if k > LONGEST - SHORTEST:
                    return None
                continue
            break  # further members are too expensive
        if len(members) < SHORTEST:
            continue
        if not _settles(members):
            last = None
            continue
        found = _accelerated(members)
        if last is not None and found is not None:
            error = values.size(values.gap(last, found))
            scale = 1 + values.size(found)
            if error < AGREEMENT * scale:
                return values.widened(found, 10 * error + 1e-15 * scale)
        last = found
    raise DivergenceError("limit")


def _number(value: Value) -> Scalar:
    if isinstance(value, values.Array | values.Dual):
        raise DivergenceError("limit")
    return values.ball(value)


def _settles(members: Sequence[Scalar]) -> bool:
    """Whether the last steps shrink: extrapolation gives a limit for growing sequences as well."""
    steps = [values.size(values.gap(a, b)) for a, b in pairwise(members[-4:])]
    return all(b <= SHRINKING * a for a, b in pairwise(steps))


def _accelerated(members: Sequence[Scalar]) -> Scalar | None:
    """The last even column of Wynn's table; None where its balls are too wide."""
    before: list[Scalar] = [values.ball(0)] * (len(members) + 1)
    column = list(members)
    best = column[-1]
    for order in range(1, len(members)):
        following = []
        for k, (a, b) in enumerate(pairwise(column)):
            step = b - a
            if abs(step).contains(0):
                return best if values.radius(best) < AGREEMENT else None
            following.append(before[k + 1] + 1 / step)
        before, column = column, following
        if order % 2 == 0:
            best = column[-1]
    return best if best.is_finite() and values.radius(best) < AGREEMENT * (1 + values.size(best)) else None
