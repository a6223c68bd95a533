"""Two sides in random finite models: do they agree, and where not, by how much.

Two disjoint balls prove that the sides differ in that model; overlapping narrow ones show agreement. Domains are tried
from the reals down (real, positive, between 0 and 1), because a post seldom says that its symbols are positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from mathpost.maths import values
from mathpost.maths.meromorphic import is_meromorphic
from mathpost.maths.sorts import integers
from mathpost.maths.term import Apply, Number, Term
from mathpost.maths.values import DivergenceError, Scalar, ShapeError, UndecidedError, UndefinedError, Value
from mathpost.verify.counterexamples import Counterexample, counterexample
from mathpost.verify.enumeration import models
from mathpost.verify.evaluate import Evaluation
from mathpost.verify.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models import LEVELS, Level, Model, Plan

Kind = Literal[
    "diverging",
    "together",
    "apart",
    "domain",
    "coincident",
    "sometimes",
    "undefined",
    "wide",
    "limit",
    "no value",
    "sorts",
]
DIFFERENT = ("apart", "coincident")
PRECISIONS = (80, 256, 1024)
NARROW = 1e-6
Asked: TypeAlias = Callable[[], bool]
ENOUGH = 3  # models in which a refutation must hold, and an agreement too


class Finding(NamedTuple):
    """What the models showed. `exact`: every comparison was one of exact numbers. `held`: the models of
    distinct indices in which a claim that fails held, for ``<=`` strictly; of one that agrees, `equal`: its sides are
    equal. `method`: what found it. `nothing`: both sides were zero in every model.
    """

    kind: Kind
    models: int
    culprit: str = ""
    counterexample: Counterexample | None = None
    exact: bool = False
    level: Level = "real"
    held: int = 0
    equal: bool = False
    method: str = "finite models"
    nothing: bool = False


class _Trial(NamedTuple):
    kind: Kind
    culprit: str = ""
    left: Value = None
    right: Value = None
    exact: bool = False


class _Failure(NamedTuple):
    """A model in which the sides differ, and their values."""

    model: Model
    left: Value
    right: Value


class _Tried(NamedTuple):
    """The finding of one level, and the first model that fails: it is written for a reader only where somebody may look."""

    finding: Finding
    failure: _Failure | None = None

    def shown(self) -> Finding:
        """The finding with its counterexample."""
        if self.failure is None:
            return self.finding
        return self.finding._replace(counterexample=counterexample(*self.failure))


def always() -> bool:
    """Something may be made of a failure."""
    return True


def never() -> bool:
    """Nothing will be made of a failure."""
    return False


def examine(
    left: Term,
    right: Term,
    sign: str,
    plan: Plan,
    *,
    fuel: Fuel | None = None,
    rounding: bool = False,
    refuting: Asked = always,
) -> Finding:
    """What random models of `plan` say of ``left sign right``; `sign` is ``=``, ``<``, ``<=``, ``>`` or ``>=``.

    If not `refuting`, which is asked after the first failure only, one model that fails settles its level.
    """
    return _examined(left, right, sign, plan, fuel or Fuel(), rounding, refuting, agreeing=False)


def accord(left: Term, right: Term, sign: str, plan: Plan, fuel: Fuel | None = None) -> Finding:
    """`examine` for those to whom everything but agreement is one: the first model that fails ends it."""
    return _examined(left, right, sign, plan, fuel or Fuel(), False, never, agreeing=True)


def _examined(
    left: Term,
    right: Term,
    sign: str,
    plan: Plan,
    fuel: Fuel,
    rounding: bool,
    refuting: Asked,
    *,
    agreeing: bool,
) -> Finding:
    found: list[_Tried] = []
    for level in LEVELS:
        tried = _at_level(left, right, sign, plan, level, rounding, refuting, fuel)
        finding = tried.finding
        if finding.kind in ("limit", "no value", "sorts"):
            return finding
        if finding.kind == "together" and finding.models >= ENOUGH:
            if sign in ("<=", ">=") and found and not finding.held:
                continue  # equal for positive values: that is not what a bound says
            if any(f.finding.kind in DIFFERENT for f in found):
                return finding._replace(kind="domain", counterexample=found[0].shown().counterexample)
            return finding
        if finding.kind in DIFFERENT and agreeing:
            return finding
        if finding.kind in DIFFERENT and level == LEVELS[0] and _anywhere(left, right, sign, plan):
            times = len(LEVELS)
            return tried.shown()._replace(models=times * finding.models, held=times * finding.held)
        found.append(tried)
    return _summed(found)


def _anywhere(left: Term, right: Term, sign: str, plan: Plan) -> bool:
    """Whether sides that differ for some real values differ for those of any smaller domain, too."""
    if sign != "=" or plan.conditions or plan.structures:
        return False
    integers = {*plan.sizes, *plan.indices}
    return is_meromorphic(left, integers) and is_meromorphic(right, integers)


def _summed(found: Sequence[_Tried]) -> Finding:
    """What all levels say together where none settles the claim."""
    decided = [f for f in found if f.finding.kind in DIFFERENT]
    if decided:
        coincident = next((f for f in decided if f.finding.kind == "coincident"), None)
        if coincident is not None:
            return coincident.shown()
        total = sum(f.finding.models for f in decided)
        return decided[0].shown()._replace(models=total, held=sum(f.finding.held for f in decided))
    findings = [f.finding for f in found]
    together = [f for f in findings if f.kind == "together"]
    if together:
        return together[0]._replace(
            models=sum(f.models for f in together), nothing=all(f.nothing for f in together)
        )
    diverging = [f for f in findings if f.kind == "diverging"]
    if diverging:
        return diverging[0]._replace(kind="no value")
    return findings[0] if findings[0].kind != "undefined" else max(findings, key=lambda f: f.kind == "wide")


def vanishes(term: Term) -> bool:
    """Whether `term` is zero whatever its symbols are: an equation between such terms says nothing of them."""
    names = integers((term,))
    plan = Plan({}, names.sizes, names.indices, "zero")
    return accord(term, Number(Fraction(0)), "=", plan).kind == "together"


def agreement(left: Term, right: Term, plan: Plan) -> Counterexample | None:
    """The first model in which both sides are one scalar, None where there is none.

    Its values are between 0 and 1 if they can be: what the letters stand for may be a share or a probability.
    """
    fuel = Fuel()
    for drawn in chain(models(plan, "unit"), models(plan, "positive")):
        model = admitted(drawn, plan, fuel)
        if model is None:
            continue
        trial = _trial(left, right, "=", model, False, fuel)
        if trial.kind in ("limit", "no value", "sorts"):
            return None
        if trial.kind == "together" and not isinstance(trial.left, values.Array):
            return counterexample(model, trial.left, trial.right)
    return None


def _at_level(
    left: Term, right: Term, sign: str, plan: Plan, level: Level, rounding: bool, refuting: Asked, fuel: Fuel
) -> _Tried:
    together = apart = strict = held = 0
    exact = nothing = True
    first: _Failure | None = None
    undefined = ""
    distinct_apart = diverging = False
    for drawn in models(plan, level):
        model = admitted(drawn, plan, fuel)
        if model is None:
            continue
        trial = _trial(left, right, sign, model, rounding, fuel)
        if trial.kind in ("limit", "no value", "sorts"):
            return _Tried(Finding(trial.kind, together, trial.culprit))
        if trial.kind == "wide":
            return _Tried(Finding("wide", together, trial.culprit))
        if trial.kind in ("undefined", "diverging"):
            diverging = diverging or trial.kind == "diverging"
            undefined = undefined or trial.culprit
            continue
        if trial.kind == "together":
            together += 1
            strict += sign in ("<=", ">=") and _is_strict(trial)
            held += plan.distinct(model.integers)
            exact = exact and trial.exact
            nothing = nothing and _is_nothing(trial)
            continue
        apart += 1
        distinct_apart = distinct_apart or plan.distinct(model.integers)
        first = first or _Failure(model, trial.left, trial.right)
        if not refuting() or (sign == "=" and apart >= ENOUGH and distinct_apart and together == 0):
            break
    if apart:
        kind: Kind = "apart" if distinct_apart else "coincident"
        held = strict if sign in ("<=", ">=") else held
        return _Tried(Finding(kind, apart, undefined, None, False, level, held), first)
    if together:
        return _Tried(Finding("together", together, undefined, None, exact, level, strict, nothing=nothing))
    return _Tried(Finding("diverging" if diverging else "undefined", 0, undefined, None, False, level))


def admitted(drawn: Iterator[Model], plan: Plan, fuel: Fuel) -> Model | None:
    """The first model that satisfies the conditions of the plan."""
    if not plan.conditions:
        return next(drawn)
    return next((m for m in drawn if all(satisfies(m, c, fuel) for c in plan.conditions)), None)


def satisfies(model: Model, condition: Term, fuel: Fuel) -> bool:
    """Whether a condition holds; one that has no value in this model is not satisfied, one without meaning not asked for."""
    try:
        return Evaluation(model, fuel=fuel).holds(condition)
    except (UndefinedError, UndecidedError, ZeroDivisionError, FuelError):
        return False
    except (NoValueError, ShapeError, DivergenceError):
        return True


def _trial(left: Term, right: Term, sign: str, model: Model, rounding: bool, fuel: Fuel) -> _Trial:
    for bits in PRECISIONS:
        with values.precision(bits):
            trial = _once(left, right, sign, model, rounding, fuel)
        if trial.kind != "wide":
            return trial
        model.drawn.clear()
    return trial


def _once(left: Term, right: Term, sign: str, model: Model, rounding: bool, fuel: Fuel) -> _Trial:
    try:
        a = Evaluation(model, rounding=rounding and sign != "=", fuel=fuel).value(left)
        b = Evaluation(model, rounding=rounding, fuel=fuel).value(right)
        return _compared(a, b, sign, rounding)
    except UndefinedError as error:
        return _Trial("undefined", error.operation)
    except (UndecidedError, ZeroDivisionError) as error:
        return _Trial("undefined", str(error))
    except NoValueError as error:
        return _Trial("no value", error.operator)
    except DivergenceError as error:
        return _Trial("diverging", str(error))
    except ShapeError as error:
        return _Trial("sorts", str(error))
    except (FuelError, RecursionError, OverflowError, MemoryError):
        return _Trial("limit", "size of the term")


def _compared(a: Value, b: Value, sign: str, rounding: bool) -> _Trial:
    a, b = _like(a, b), _like(b, a)
    if values.shape(a) != values.shape(b):
        raise ShapeError(f"{values.shape(a) or 'scalar'} and {values.shape(b) or 'scalar'}")
    kinds: list[Kind] = []
    exact = True
    for p, q in zip(values.entries(a), values.entries(b), strict=True):
        p, q = values.part(p), values.part(q)
        exact = exact and values.is_exact(p) and values.is_exact(q)
        kinds.append(_equal(p, q, rounding) if sign == "=" else _ordered(p, q, sign))
    for kind in ("apart", "wide"):
        if kind in kinds:
            return _Trial(kind, "enclosure too wide", a, b, exact)
    return _Trial("together", "", a, b, exact)


def _like(a: Value, b: Value) -> Value:
    """`a`, or an array of noughts for a nought that stands beside the array `b`."""
    alone = isinstance(b, values.Array) and not isinstance(a, values.Array)
    return values.Array(b.shape, (0,) * len(b.entries)) if alone and values.is_exact(a) and a == 0 else a


def _is_nothing(trial: _Trial) -> bool:
    """Whether both sides may be zero in every place; what is small, a density far out, is not."""
    sides = (*values.entries(trial.left), *values.entries(trial.right))
    return all(values.gap(values.part(v), 0).contains(0) for v in sides)


def _is_strict(trial: _Trial) -> bool:
    """Whether the sides differ beyond doubt in a place."""
    pairs = zip(values.entries(trial.left), values.entries(trial.right), strict=False)
    return any(not values.gap(values.part(p), values.part(q)).contains(0) for p, q in pairs)


def _equal(p: Scalar, q: Scalar, rounding: bool) -> Kind:
    if values.is_exact(p) and values.is_exact(q):
        return "together" if p == q else "apart"
    gap = values.gap(p, q)
    if not gap.is_finite():
        raise UndefinedError("not finite")
    if not gap.contains(0) and gap > 0:
        return "apart"
    if rounding:
        return "together" if values.radius(q) <= 0.1 * (values.size(q) + 1e-300) else "wide"
    wide = values.radius(gap) > NARROW * (1 + values.size(p) + values.size(q))
    return "wide" if wide else "together"


def _ordered(p: Scalar, q: Scalar, sign: str) -> Kind:
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


# --- claims without free symbols ------------------------------------------------------------------------------------------


def number(left: Term, right: Term, sign: str, plan: Plan) -> Finding:
    """One comparison of two numbers, decimals taken as they are written."""
    model = Model(plan.seed, "real", {}, plan, 4)
    trial = _trial(left, right, sign, model, False, Fuel())
    if trial.kind == "apart":
        return Finding("apart", ENOUGH, "", counterexample(model, trial.left, trial.right), trial.exact)
    kind: Kind = "no value" if trial.kind == "diverging" else trial.kind
    return Finding(kind, 1, trial.culprit, None, trial.exact)


SMALL_FACTORS = tuple(
    sorted({s * n for n in (1, 2, 3, 4) for s in (1, -1)} - {1}, key=lambda f: (abs(f), f < 0))
)


def constant_ratio(left: Term, right: Term, ratio: Value | None) -> Fraction | None:
    """A small factor c with ``left = c · right`` in further models too, or None."""
    if ratio is None:
        return None
    for whole in SMALL_FACTORS:
        for factor in (Fraction(whole), Fraction(1, whole)):
            if factor != 1 and _is_factor(ratio, factor):
                scaled = Apply("multiply", (Number(factor), right))
                names = integers((left, right))
                plan = Plan({}, names.sizes, names.indices, "suggestion")
                finding = accord(left, scaled, "=", plan)
                return factor if finding.kind == "together" else None
    return None


def _is_factor(ratio: Value, factor: Fraction) -> bool:
    gap = values.gap(ratio, values.rational(factor))
    return bool(gap.contains(0)) and values.radius(gap) < NARROW
