"""A model whose symbols come nearer to a point in steps: the values of terms on the way, and the rate at which they shrink.

An expansion, its terms and its error are asked for at the same few distances again and again: every value on the way is
found once, and a sum is built from the values of its terms. Terms are distinguished by identity; an approach keeps all that it
was asked of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from mathpost.maths import values
from mathpost.maths.operators import registry
from mathpost.maths.terms.term import Apply, Bind, Term, free_variables, subterms
from mathpost.maths.transformations.orders import Tendency, moved
from mathpost.maths.values import DivergenceError, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models.model import Model

EXPONENTS = (12, 16, 20)  # the distances are 2 to minus these
OF_SUMS = (4, 6, 8)  # where a sum has so many terms
LONGER = 4  # times as many terms a sum has at the next of these distances
SHARE = 4  # a model costs no less than one part in so many of what another one does
BITS = 256
STEADY = 0.15  # by how much two slopes may differ where there is an order to mention
FAST = 30  # an order beyond which nothing is distinguished from zero
NO_VALUE = (
    UndefinedError, UndecidedError, ShapeError, ZeroDivisionError, NoValueError, DivergenceError,
    FuelError, RecursionError, OverflowError, ValueError, MemoryError,
)  # fmt: skip


class Course:
    """Terms with the symbols of a tendency on their way: the same in all models, so written down once for all."""

    def __init__(self, tendency: Tendency, terms: Sequence[Term] = ()) -> None:
        self.tendency = tendency
        self.lengthens = any(_lengthens(t, tendency) for t in terms)
        self.exponents = OF_SUMS if self.lengthens else EXPONENTS
        self._moved: dict[tuple[int, int], tuple[Term, Term]] = {}

    def moved(self, term: Term, exponent: int) -> Term:
        """`term` at the distance 2 to minus `exponent`."""
        key = (id(term), exponent)
        if key not in self._moved:
            self._moved[key] = term, moved(term, self.tendency, Fraction(1, 2**exponent))
        return self._moved[key][1]


def _lengthens(term: Term, tendency: Tendency) -> bool:
    """Whether a sum or product has more and more terms on the way."""
    return any(
        isinstance(t, Bind) and any(free_variables(b) & tendency.names for b in t.bounds)
        for t in subterms(term)
    )


class Approach:
    """One model on a course; `others` have to show the same before it counts."""

    def __init__(self, course: Course, model: Model, fuel: Fuel, others: int = 0) -> None:
        self.course = course
        self.others = others
        self.model = model
        self.fuel = fuel
        self._values: dict[tuple[int, int], tuple[Term, Value | None]] = {}

    @property
    def tendency(self) -> Tendency:
        return self.course.tendency

    def value(self, term: Term, exponent: int) -> Value | None:
        """The value of `term` at the distance 2 to minus `exponent`, in balls of `BITS` bits; None where it has none."""
        key = (id(term), exponent)
        if key not in self._values:
            self._values[key] = term, self._found(term, exponent)
        return self._values[key][1]

    def _found(self, term: Term, exponent: int) -> Value | None:
        try:
            with values.precision(BITS):
                if isinstance(term, Apply) and term.operator in ("add", "negate"):
                    return self._combined(term, exponent)
                return Evaluation(self.model, fuel=self.fuel, memory=self.model.values).value(
                    self.course.moved(term, exponent)
                )
        except NO_VALUE:
            return None

    def _combined(self, term: Apply, exponent: int) -> Value | None:
        parts = [self.value(part, exponent) for part in term.arguments]
        combine = registry()[term.operator].value
        assert combine is not None
        return None if any(part is None for part in parts) else combine(*parts)

    def order(self, term: Term, *, varying: bool = False) -> float | None:
        """The power of the distance by which `term` shrinks, or with `varying` its change when the distance is halved.

        Infinity for what is zero, not a number where there is no steady order, None where the term has no value.
        """
        sizes: list[float] = []
        exponents = self.course.exponents
        spent: list[int] = []
        for exponent in exponents:
            before = self.fuel.left
            value = self.change(term, exponent) if varying else self.value(term, exponent)
            spent.append(before - self.fuel.left)
            self._unless_too_long(spent)
            if value is None:
                return None
            sizes.append(magnitude(value))
        if all(math.isinf(size) for size in sizes):
            return math.inf
        if any(map(math.isinf, sizes)):
            return math.nan
        steps = [
            (a - b) / (n - m) for a, b, m, n in zip(sizes, sizes[1:], exponents, exponents[1:], strict=False)
        ]
        if FAST < steps[0] < steps[-1]:
            return math.inf  # faster than every power
        return steps[-1] if max(steps) - min(steps) < STEADY else math.nan

    def _unless_too_long(self, spent: Sequence[int]) -> None:
        """Spend the fuel at once if it would run out later, as the sums grow or in the models that follow."""
        if not self.course.lengthens:
            return
        way = [*spent]
        growth = (way[-1] - way[-2]) * LONGER if len(way) > 1 else way[-1] * (LONGER - 1)
        while len(way) < len(self.course.exponents):
            way.append(way[-1] + max(0, growth))
            growth *= LONGER
        ahead = sum(way[len(spent) :]) + sum(way) * self.others // SHARE
        if len(spent) < len(way) and ahead > self.fuel.left:
            self.fuel.left = min(self.fuel.left, -1)

    def change(self, term: Term, exponent: int) -> Value | None:
        """The change of `term` when the distance is halved."""
        whole = self.value(term, exponent)
        half = None if whole is None else self.value(term, exponent + 1)
        if half is None:
            return None
        with values.precision(BITS):
            return values.add(whole, values.negate(half))


def magnitude(value: Value) -> float:
    """The largest log₂ |entry|, minus infinity where every ball holds zero."""
    with values.precision(BITS):
        return max(map(_logarithm, values.entries(value)), default=-math.inf)


def reach(value: Value) -> float:
    """The largest log₂ that |entry| may have for all that its ball tells, minus infinity for an exact zero."""
    with values.precision(BITS):
        return max(map(_highest, values.entries(value)), default=-math.inf)


def _highest(value: values.Scalar) -> float:
    upper = values.ball(abs(values.part(value))).abs_upper()
    return -math.inf if upper == 0 else float(upper.log()) / math.log(2)


def _logarithm(value: values.Scalar) -> float:
    ball = values.ball(abs(values.part(value)))
    if not ball.is_finite():
        raise UndefinedError("not finite")
    return -math.inf if ball.contains(0) else float(ball.log()) / math.log(2)
