"""Outcomes of random variables in an evaluation: current values, averages over them, their probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mathpost.maths import values
from mathpost.maths.terms.names import MEMBERS
from mathpost.maths.terms.outcomes import ANY_LAW
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.maths.typing.randomness import law_name, parameters
from mathpost.maths.values import Scalar, UndefinedError, Value
from mathpost.verify.models.fuel import NoValueError
from mathpost.verify.models.worlds import Key

if TYPE_CHECKING:
    from mathpost.verify.models.evaluation import Evaluation

EVENTS = frozenset(
    ["unequal", "less", "greater", "less_equal", "greater_equal", "both"]
)  # of several outcomes
UNNAMED = "⁎"  # the law of an average that names none, beside several that are named


class UnresolvedError(ArithmeticError):
    """A value depends on the outcome of the random variable `key`, which an average around it runs over."""

    def __init__(self, key: Key) -> None:
        super().__init__(key)
        self.key = key


class Outcomes(NamedTuple):
    """The outcomes that random variables have here, and the symbols that an average around runs over: whole families
    by name, members by key.
    """

    of: Mapping[Key, int] = MappingProxyType({})
    open: frozenset[str | Key] = frozenset()

    def chosen(self, key: Key, outcome: int) -> Outcomes:
        return Outcomes({**self.of, key: outcome}, self.open)

    def reopened(self, names: frozenset[str | Key]) -> Outcomes:
        """The same without the outcomes of `names`, which an average will run over."""
        kept = {k: v for k, v in self.of.items() if k[0] not in names and k not in names}
        return Outcomes(kept, self.open | names)


CERTAIN = Outcomes()


class _Average(NamedTuple):
    """A law, what it depends on, the outcomes that are given, and the symbols that are averaged over."""

    law: str
    dependence: list[Value]
    fixed: dict[Key, int]
    names: frozenset[str | Key]


def probability(scope: Evaluation, law: Term, heads: tuple[Term, ...], given: tuple[Term, ...]) -> Scalar:
    """The probability (density) of `heads` under `law`, given `given`."""
    heads, given = _members(scope, heads), _members(scope, given)
    if len(heads) == 1 and _is_compound(heads[0]):
        return average(scope, _indicator(heads[0]), law, (), given)
    conditions, others = parameters(law, given, scope.world.random)
    name, dependence = _key_of_law(scope, law), [scope.value(p) for p in others]
    fixed = _observed(scope, conditions)
    events = _observed(scope, tuple(h for h in heads if not _is_range(h)))
    ranges = [h for h in heads if _is_range(h)]
    total = values.total(
        _joint(scope, name, {**fixed, **both}, dependence)
        for both in _satisfying(scope, ranges, events)
        if all(fixed.get(key, k) == k for key, k in both.items())
    )
    return values.divide(total, _joint(scope, name, fixed, dependence))


@lru_cache(maxsize=1024)
def _indicator(event: Term) -> Term:
    """1 where `event` happens: one term however often it is averaged."""
    return Apply("indicator", (event,))


def _members(scope: Evaluation, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """`terms` with ``x_a, …, x_b`` written out."""
    if not any(isinstance(t, Apply) and t.operator == MEMBERS for t in terms):
        return terms
    found: list[Term] = []
    for term in terms:
        if not isinstance(term, Apply) or term.operator != MEMBERS:
            found.append(term)
            continue
        family, *bounds = term.arguments
        low, high = (values.integer(scope.value(b), "bound") for b in bounds)
        found += [Apply("index", (family, Number(Fraction(k)))) for k in range(low, high + 1)]
    return tuple(found)


def _joint(scope: Evaluation, law: str, outcomes: Mapping[Key, int], dependence: Sequence[Value]) -> Scalar:
    """The probability of `outcomes`; whoever asks first pays for the weights that are drawn."""
    world, before = scope.world, scope.model.spent
    found = world.joint(law, outcomes, dependence)
    scope.fuel.left -= world.components * (1 + len(outcomes)) + scope.model.spent - before
    return found


def _satisfying(
    scope: Evaluation, ranges: Sequence[Term], outcomes: dict[Key, int]
) -> Iterator[dict[Key, int]]:
    """The outcomes, beyond those fixed, for which the events ``X > c`` all hold."""
    if not ranges:
        yield outcomes
        return
    first, *rest = ranges
    assert isinstance(first, Apply)
    variable = first.arguments[0]
    possible = scope.outcomes(variable) if isinstance(variable, Variable) else None
    if possible is None:
        raise NoValueError("event")
    for inner in possible:
        if inner.holds(first):
            key, outcome = _observation(inner, variable)
            yield from _satisfying(inner, rest, {**outcomes, key: outcome})


def average(
    scope: Evaluation, body: Term, law: Term | None, heads: tuple[Term, ...], given: tuple[Term, ...]
) -> Value:
    """The expectation of `body` over `heads` (none: over all that is random in it) under `law`, given `given`."""
    law = law or ANY_LAW
    heads, given = _members(scope, heads), _members(scope, given)
    conditions, others = parameters(law, given, scope.world.random)
    name, dependence = _key_of_law(scope, law), [scope.value(p) for p in others]
    fixed = _observed(scope, conditions)
    named = frozenset(_head(scope, h, body) for h in heads)
    averaged = named or frozenset[str | Key](scope.world.random.variables)
    if not averaged:
        raise UndefinedError("expectation without a random variable")
    scope = scope.inside(known=scope.known.reopened(averaged))
    return _averaged(scope, body, _Average(name, dependence, fixed, averaged), {})


def _averaged(scope: Evaluation, body: Term, over: _Average, chosen: dict[Key, int]) -> Value:
    """The weighted sum over the outcomes that `body` turns out to depend on."""
    try:
        value = scope.value(body)
    except UnresolvedError as error:
        if error.key[0] not in over.names and error.key not in over.names:
            raise
        key = identity(scope, error.key)
        return values.total(
            _averaged(scope.inside(known=scope.known.chosen(error.key, k)), body, over, {**chosen, key: k})
            for k in range(scope.world.count(key))
            if over.fixed.get(key, k) == k
        )
    together = _joint(scope, over.law, {**over.fixed, **chosen}, over.dependence)
    if over.fixed:
        together = values.divide(together, _joint(scope, over.law, over.fixed, over.dependence))
    return values.multiply(together, value)


def _observation(scope: Evaluation, term: Term) -> tuple[Key, int]:
    """The random variable that `term` names, and the number of the outcome it has here."""
    if isinstance(term, Apply) and term.operator == "equal":
        variable, value = term.arguments
        key = identity(scope, key_of(scope, variable))
        pinned = scope.world.random.pinned.get(key[0], ())
        return key, pinned.index(value) if value in pinned else _outcome(scope, key_of(scope, value))
    key = key_of(scope, term)
    return identity(scope, key), _outcome(scope, key)


def _observed(scope: Evaluation, terms: tuple[Term, ...]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    for key, outcome in (_observation(scope, term) for term in terms):
        if found.setdefault(key, outcome) != outcome:
            raise NoValueError("p(…) of one variable twice")
    return found


def key_of(scope: Evaluation, term: Term) -> Key:
    """The random variable that `term` names."""
    match term:
        case Variable(name=name) if name in scope.world.random.variables:
            return name, ()
        case Apply(operator="index", arguments=(Variable(name=name), *rest)):
            if name in scope.world.random.variables:
                return name, tuple(values.integer(scope.value(i), "index") for i in rest)
    raise NoValueError("p(…) of something that is not a random variable")


def _head(scope: Evaluation, term: Term, body: Term) -> str | Key:
    """What an average over `term` runs over: one member of a family, or all of them where `body` runs through its index."""
    if isinstance(term, Apply) and term.operator == "index":
        bound = {t.variable.name for t in subterms(body) if isinstance(t, Bind)}
        if not bound & free_variables(Apply("place", term.arguments[1:])):
            return key_of(scope, term)
    return key_of(scope, term)[0]


def identity(scope: Evaluation, key: Key) -> Key:
    """The variable whose law the variable `key` has."""
    return scope.world.random.of(key[0]), key[1]


def _outcome(scope: Evaluation, key: Key) -> int:
    """The number of the current outcome; for a variable that nothing averages over, one is drawn for the model."""
    if key in scope.known.of:
        return scope.known.of[key]
    if key[0] in scope.known.open or key in scope.known.open:
        raise UnresolvedError(key)
    return scope.model.bits(f"outcome {key}") % scope.world.count(identity(scope, key))


def random_value(scope: Evaluation, key: Key) -> Value:
    """The value of a random variable in the current outcome."""
    outcome, variable = _outcome(scope, key), identity(scope, key)
    pinned = scope.world.random.pinned.get(variable[0], ())
    if outcome < len(pinned):
        return scope.value(pinned[outcome])
    value = scope.world.value(variable, outcome)
    if key not in scope.known.of:
        scope.model.drawn[f"{key[0]}_{key[1]}" if key[1] else key[0]] = value
    return value


def _key_of_law(scope: Evaluation, law: Term) -> str:
    """The key of a law's tables; an average that names no law is taken under the only one there is."""
    random = scope.world.random
    if law == ANY_LAW:
        return UNNAMED if len(random.laws) > 1 else random.law or "p"
    return law_name(law)


def _is_range(head: Term) -> bool:
    """``X > c``: an event of several outcomes."""
    return isinstance(head, Apply) and head.operator in EVENTS


def _is_compound(head: Term) -> bool:
    """``F(X) \\le y``: an event of a function of random variables."""
    return _is_range(head) and isinstance(head, Apply) and not isinstance(head.arguments[0], Variable)
