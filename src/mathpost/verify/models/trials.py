"""One model: the values of both sides in it, and whether they are the same.

Two disjoint balls prove that the sides differ in that model; overlapping narrow ones show agreement.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from mathpost.maths import values
from mathpost.maths.terms.term import Term
from mathpost.maths.values import (
    Array,
    DivergenceError,
    Scalar,
    ShapeError,
    UndecidedError,
    UndefinedError,
    Value,
)
from mathpost.verify.models.absorption import BITS_LOST, absorbs
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models.model import Model

Outcome = Literal["diverging", "together", "apart", "undefined", "wide", "limit", "no value", "sorts"]
PRECISIONS = (80, 256, 1024)
NARROW = 1e-6
TOO_WIDE = "enclosure too wide"
TOO_CLOSE = "values too close to tell apart"


class Question(NamedTuple):
    """``left sign right``; `sign` is ``=``, ``<``, ``<=``, ``>`` or ``>=``. With `rounding` a decimal is what it may stand for."""

    left: Term
    right: Term
    sign: str
    rounding: bool = False


class Trial(NamedTuple):
    """The answer to a question in one model. `exact`: exact numbers were compared; `culprit`: why nothing was."""

    kind: Outcome
    culprit: str = ""
    left: Value = None
    right: Value = None
    exact: bool = False


def trial(question: Question, model: Model, fuel: Fuel) -> Trial:
    """The outcome in `model`, with as many bits as it takes to tell."""
    coarse = False
    for bits in PRECISIONS:
        remembered: dict[object, Value] = {}
        with values.precision(bits):
            found = _once(question, model, fuel, remembered)
            if found.kind != "wide" and not (coarse := _is_coarse(found, question, model, bits, remembered)):
                return found
        model.drawn.clear()
    return Trial("undefined", TOO_CLOSE) if coarse else found


def _is_coarse(
    found: Trial, question: Question, model: Model, bits: int, remembered: dict[object, Value]
) -> bool:
    """Whether sides that agree may differ by what this precision loses: ``1 + e^{-u}`` and 1, ``\\tanh 1000`` and 1."""
    if found.kind != "together" or question.sign in ("<", ">") or question.rounding or found.exact:
        return False
    if question.sign == "=" and bits < PRECISIONS[-1]:
        entries = (*values.entries(found.left), *values.entries(found.right))
        if max(map(_distance_from_one, entries), default=0.0) * BITS_LOST > bits:
            return True
    if question.sign != "=" and is_strict(found):
        return False
    return any(absorbs(side, model, remembered) for side in (question.left, question.right))


def _distance_from_one(value: Scalar) -> float:
    """How many times a value is halved or doubled from one; zero of what is exact or may be zero."""
    number = values.part(value)
    return 0.0 if values.is_exact(number) else abs(values.magnitude(number) or 0.0)


def _once(question: Question, model: Model, fuel: Fuel, remembered: dict[object, Value]) -> Trial:
    """The outcome at one precision; what the sides consist of is `remembered`."""
    left, right, sign, rounding = question
    try:
        scope = Evaluation(model, rounding=rounding, fuel=fuel, memory=remembered)
        exact = Evaluation(model, fuel=fuel) if rounding and sign == "=" else scope
        return _compared(exact.value(left), scope.value(right), sign, rounding)
    except UndefinedError as error:
        return Trial("undefined", error.operation)
    except (UndecidedError, ZeroDivisionError) as error:
        return Trial("undefined", str(error))
    except NoValueError as error:
        return Trial("no value", error.operator)
    except DivergenceError as error:
        return Trial("diverging", str(error))
    except ShapeError as error:
        return Trial("sorts", str(error))
    except (FuelError, RecursionError, OverflowError, MemoryError):
        return Trial("limit", "size of the term")


def _compared(a: Value, b: Value, sign: str, rounding: bool) -> Trial:
    if not isinstance(a, Array) and not isinstance(b, Array):
        p, q = values.part(a), values.part(b)
        kind = _equal(p, q, rounding) if sign == "=" else _ordered(p, q, sign)
        exact = values.is_exact(p) and values.is_exact(q)
        return Trial(kind, "" if kind == "together" else TOO_WIDE, a, b, exact)
    a, b = _like(a, b), _like(b, a)
    if values.shape(a) != values.shape(b):
        raise ShapeError(f"{values.shape(a) or 'scalar'} and {values.shape(b) or 'scalar'}")
    kinds: list[Outcome] = []
    exact = True
    for p, q in zip(values.entries(a), values.entries(b), strict=True):
        p, q = values.part(p), values.part(q)
        exact = exact and values.is_exact(p) and values.is_exact(q)
        kinds.append(_equal(p, q, rounding) if sign == "=" else _ordered(p, q, sign))
    return _outcome(kinds, a, b, exact)


def _outcome(kinds: list[Outcome], a: Value, b: Value, exact: bool) -> Trial:
    """What the places of both sides say together."""
    if "apart" in kinds:
        return Trial("apart", TOO_WIDE, a, b, exact)
    if "wide" in kinds:
        return Trial("wide", TOO_WIDE, a, b, exact)
    return Trial("together", "", a, b, exact)


def _like(a: Value, b: Value) -> Value:
    """`a`, or an array of zeros for a zero that is beside the array `b`."""
    alone = isinstance(b, Array) and not isinstance(a, Array)
    return Array(b.shape, (0,) * len(b.entries)) if alone and values.is_exact(a) and a == 0 else a


def is_nothing(trial: Trial) -> bool:
    """Whether both sides may be zero in every place; what is small, a density far out, is not."""
    return all(map(_may_be_zero, (*values.entries(trial.left), *values.entries(trial.right))))


def is_certain(trial: Trial) -> bool:
    """Whether both sides are zero or one, like the probabilities of impossible and of certain events."""
    sides = (trial.left, trial.right)
    return all(not isinstance(s, Array) and values.is_exact(s) and s in (0, 1) for s in map(_plain, sides))


def _plain(side: Value) -> Value:
    return side if isinstance(side, Array) or side is None else values.part(side)


def _may_be_zero(value: Scalar) -> bool:
    number = values.part(value)
    return bool(number == 0 if values.is_exact(number) else values.gap(number, 0).contains(0))


def is_strict(trial: Trial) -> bool:
    """Whether the sides differ beyond doubt in a place."""
    pairs = zip(values.entries(trial.left), values.entries(trial.right), strict=False)
    return any(not values.gap(values.part(p), values.part(q)).contains(0) for p, q in pairs)


def _equal(p: Scalar, q: Scalar, rounding: bool) -> Outcome:
    if values.is_exact(p) and values.is_exact(q):
        return "together" if p == q else "apart"
    gap = values.gap(p, q)
    if not gap.is_finite():
        raise UndefinedError("not finite")
    if gap > 0:
        return "apart"
    if rounding:
        return "together" if values.radius(q) <= 0.1 * (values.size(q) + 1e-300) else "wide"
    width = values.radius(gap)
    wide = width > NARROW and width > NARROW * (1 + values.size(p) + values.size(q))
    return "wide" if wide else "together"


def _ordered(p: Scalar, q: Scalar, sign: str) -> Outcome:
    if sign in (">", ">="):
        p, q = q, p
    try:
        if values.less(q, p):
            return "apart"
        if sign in ("<", ">") and values.is_exact(p) and values.is_exact(q) and p == q:
            return "apart"
    except UndecidedError:
        return "together" if sign in ("<=", ">=") else "wide"
    return "together"
