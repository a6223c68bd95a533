"""The comparison of two sides in random finite models: whether they agree, and by how much they differ.

Domains are tried from the reals down (real, positive, between 0 and 1), because a post rarely says that its symbols are
positive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from mathpost.maths import values
from mathpost.maths.terms.meromorphic import is_meromorphic
from mathpost.maths.terms.term import ZERO, Apply, Number, Term, free_variables
from mathpost.maths.typing.integers import integers
from mathpost.maths.values import Value
from mathpost.verify.models.admission import admitted, unasked
from mathpost.verify.models.counterexamples import Counterexample, counterexample
from mathpost.verify.models.enumeration import models
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import LEVELS, Level, Model, Plan
from mathpost.verify.models.trials import (
    NARROW,
    Outcome,
    Question,
    Trial,
    is_certain,
    is_nothing,
    is_strict,
    trial,
)

Kind: TypeAlias = Outcome | Literal["domain", "coincident", "sometimes"]
DIFFERENT = ("apart", "coincident")
WITHOUT = ("limit", "no value", "sorts")  # outcomes that no other model changes
Asked: TypeAlias = Callable[[], bool]
ENOUGH = 3  # models in which a refutation must hold, and an agreement too
OF_A_BOUND = 8  # in which a bound must that has no value in others
ORDERS = frozenset(["<", "<=", ">", ">="])


class Finding(NamedTuple):
    """What the models showed. `exact`: every comparison was one of exact numbers. `held`: the models of
    distinct indices in which a claim that fails held, for ``<=`` strictly; of one that agrees, `equal`: its sides are
    equal. `method`: what found it. `nothing`: both sides were zero in every model; `uncertain`: the models in which they were neither zero nor one. `proved`: the first models agree, and a
    proof spared the others.
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
    proved: bool = False
    uncertain: int = 0


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
    """Whether a failure matters: always."""
    return True


def never() -> bool:
    """Whether a failure, or an agreement, matters: never."""
    return False


class _Interest(NamedTuple):
    """What the caller wants to know. If not `refuting`, one failure settles a level; if `proving`, one agreement
    settles
    the question, and a few do where functions have branches; if `agreeing`, one failure settles the question, unless the
    claim is also `narrowing`: something may be made of it where it holds for some values only.
    """

    refuting: Asked = always
    proving: Asked = never
    agreeing: bool = False
    narrowing: Asked = never


def examine(
    left: Term,
    right: Term,
    sign: str,
    plan: Plan,
    *,
    fuel: Fuel | None = None,
    rounding: bool = False,
    refuting: Asked = always,
    proving: Asked = never,
    narrowing: Asked | None = None,
) -> Finding:
    """What random models of `plan` say of ``left sign right``; `sign` is ``=``, ``<``, ``<=``, ``>`` or ``>=``.

    `refuting` is asked after the first failure only, whether something may be made of it, `proving` after the first
    agreement only, whether the claim is proved. `narrowing`, where only agreement counts: whether it also counts for some
    values only.
    """
    question = Question(left, right, sign, rounding)
    interest = _Interest(refuting, proving, narrowing is not None, narrowing or never)
    return _examined(question, unasked(plan), fuel or Fuel(), interest)


def accord(left: Term, right: Term, sign: str, plan: Plan, fuel: Fuel | None = None) -> Finding:
    """`examine` for callers that only need agreement: the first model that fails ends it."""
    return _examined(
        Question(left, right, sign), unasked(plan), fuel or Fuel(), _Interest(never, agreeing=True)
    )


def _examined(question: Question, plan: Plan, fuel: Fuel, interest: _Interest) -> Finding:
    found: list[_Tried] = []
    for level in LEVELS:
        tried = _at_level(question, plan, level, fuel, interest)
        finding = tried.finding
        if finding.kind in WITHOUT or finding.proved:
            return finding
        if finding.kind == "together" and finding.models >= _enough(question, finding):
            if question.sign in ("<=", ">=") and found and not finding.held:
                continue  # equal for positive values: that is not what a bound says
            if any(f.finding.kind in DIFFERENT for f in found):
                if finding.nothing and ZERO not in (question.left, question.right):
                    continue  # so holds any factor, too
                return finding._replace(kind="domain", counterexample=found[0].shown().counterexample)
            return finding
        if finding.kind in DIFFERENT:
            interest = interest._replace(proving=never)  # what fails is not proved
            if interest.agreeing and not interest.narrowing():
                return finding
            if level == LEVELS[0] and _anywhere(question, plan):
                times = len(LEVELS)
                return tried.shown()._replace(models=times * finding.models, held=times * finding.held)
        found.append(tried)
    return _summed(found)


def _enough(question: Question, finding: Finding) -> int:
    """The number of models that must agree: a bound without a value in most models may hold in the others by luck."""
    return OF_A_BOUND if question.sign in ORDERS and finding.culprit else ENOUGH


def _anywhere(question: Question, plan: Plan) -> bool:
    """Whether sides that differ for some real values differ for those of any smaller domain, too.

    What is stated about an array changes nothing of that: it is rational in free entries, or in their absolute values.
    """
    if question.sign != "=":
        return False
    integers = {*plan.sizes, *plan.indices}
    if not all(free_variables(c) <= integers for c in plan.conditions):
        return False
    return is_meromorphic(question.left, integers) and is_meromorphic(question.right, integers)


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
            models=sum(f.models for f in together),
            nothing=all(f.nothing for f in together),
            uncertain=sum(f.uncertain for f in together),
        )
    diverging = [f for f in findings if f.kind == "diverging"]
    if diverging:
        return diverging[0]._replace(kind="no value")
    return findings[0] if findings[0].kind != "undefined" else max(findings, key=lambda f: f.kind == "wide")


def vanishes(term: Term) -> bool:
    """Whether `term` is zero for all values of its symbols: an equation between such terms says nothing about them."""
    names = integers((term,))
    plan = Plan({}, names.sizes, names.indices, "zero")
    return accord(term, ZERO, "=", plan).kind == "together"


def agreement(left: Term, right: Term, plan: Plan) -> Counterexample | None:
    """The first model in which both sides are one scalar, None if there is none.

    Its values are between 0 and 1 if they can be: what the letters stand for may be a share or a probability.
    """
    fuel = Fuel()
    for drawn in chain(models(plan, "unit"), models(plan, "positive")):
        model = admitted(drawn, plan, fuel)
        if model is None:
            continue
        found = trial(Question(left, right, "="), model, fuel)
        if found.kind in WITHOUT:
            return None
        if found.kind == "together" and not isinstance(found.left, values.Array):
            return counterexample(model, found.left, found.right)
    return None


class _Tally:
    """The models of one level so far."""

    def __init__(self, level: Level, bound: bool) -> None:
        self.level = level
        self.together = self.apart = 0
        self.first: _Failure | None = None
        self.distinct = False
        self._bound = bound
        self._held = self._strict = 0
        self._exact = self._nothing = True
        self._uncertain = 0
        self._undefined = ""
        self._diverging = False

    def agrees(self, found: Trial, distinct: bool) -> None:
        self.together += 1
        self._strict += self._bound and is_strict(found)
        self._held += distinct
        self._exact = self._exact and found.exact
        self._nothing = self._nothing and is_nothing(found)
        self._uncertain += not is_certain(found)

    def fails(self, found: Trial, model: Model, distinct: bool) -> None:
        self.apart += 1
        self.distinct = self.distinct or distinct
        self.first = self.first or _Failure(model, found.left, found.right)

    def lacks(self, found: Trial) -> None:
        """A side has no value in a model."""
        self._diverging = self._diverging or found.kind == "diverging"
        self._undefined = self._undefined or found.culprit

    def settled(self, plan: Plan, proving: Asked) -> bool:
        """Whether a proof makes further models needless; zeros on both sides are looked at more closely."""
        enough = ENOUGH if plan.draws > ENOUGH else 1
        return self.together == enough and not (self.apart or self._nothing) and proving()

    def found(self, *, proved: bool = False) -> _Tried:
        if self.apart:
            kind: Kind = "apart" if self.distinct else "coincident"
            held = self._strict if self._bound else self._held
            return _Tried(
                Finding(kind, self.apart, self._undefined, None, False, self.level, held), self.first
            )
        if self.together:
            agreed = Finding(
                "together", self.together, self._undefined, None, self._exact, self.level, self._strict
            )
            return _Tried(agreed._replace(nothing=self._nothing, uncertain=self._uncertain, proved=proved))
        kind = "diverging" if self._diverging else "undefined"
        return _Tried(Finding(kind, 0, self._undefined, None, False, self.level))


def _at_level(question: Question, plan: Plan, level: Level, fuel: Fuel, interest: _Interest) -> _Tried:
    tally = _Tally(level, question.sign in ("<=", ">="))
    for drawn in models(plan, level):
        model = admitted(drawn, plan, fuel)
        if model is None:
            continue
        found = trial(question, model, fuel)
        if found.kind in WITHOUT or found.kind == "wide":
            return _Tried(Finding(found.kind, tally.together, found.culprit))
        if found.kind in ("undefined", "diverging"):
            tally.lacks(found)
        elif found.kind == "together":
            tally.agrees(found, plan.distinct(model.integers))
            if tally.settled(plan, interest.proving):
                return tally.found(proved=True)
        else:
            tally.fails(found, model, plan.distinct(model.integers))
            certain = question.sign == "=" and tally.apart >= ENOUGH and tally.distinct and not tally.together
            if certain or not interest.refuting():
                break
    return tally.found()


# --- claims without free symbols ------------------------------------------------------------------------------------------


def number(left: Term, right: Term, sign: str, plan: Plan) -> Finding:
    """One comparison of two numbers, decimals taken as they are written."""
    model = Model(plan.seed, "real", {}, plan, 4)
    found = trial(Question(left, right, sign), model, Fuel())
    if found.kind == "apart":
        return Finding("apart", ENOUGH, "", counterexample(model, found.left, found.right), found.exact)
    kind: Kind = "no value" if found.kind == "diverging" else found.kind
    return Finding(kind, 1, found.culprit, None, found.exact)


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
