"""A finite world: every random variable takes a few values, and every law is one joint distribution over all of them.

The joint is a mixture of a few products, ``p(x, y, …) = Σ_h w_h Π p_h(x) p_h(y) …``: it is positive, its marginals and
conditionals are consistent whatever variables a claim mentions, and with one component the variables are independent.
Where one variable tells which component it is, they are so under the condition that it has a value.
Its weights are exact rationals; those of a law with parameters are smooth functions of them. Where a claim bounds tails,
half of the worlds have rare outcomes far from the others: some bounds on tails fail only for such laws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from mathpost.maths import values
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import TWIN
from mathpost.maths.terms.term import ONE, ZERO
from mathpost.maths.typing.randomness import Randomness
from mathpost.maths.values import Scalar, UndefinedError, Value
from mathpost.verify.models.model import DRAWN, EVERYWHERE, WAVES, Domain, Model

Key: TypeAlias = tuple[str, tuple[int, ...]]  # a random variable: its name and the values of its indices
COMPONENTS = 4
BINARY = frozenset([ZERO, ONE])  # what has these outcomes has no others
LONGEST = 12  # steps of a chain
POSITIVE = Domain(low=Fraction(0))
RAREST = 20  # outcomes of a tail are as rare as one in so many


class World:
    """The random variables of one model and their laws."""

    __slots__ = (
        "_counts",
        "_joints",
        "_last",
        "_likes",
        "_tables",
        "_values",
        "components",
        "condition",
        "model",
        "random",
        "rare",
    )

    def __init__(self, model: Model, random: Randomness) -> None:
        self.model = model
        self.random = random
        self.condition: Key | None = (model.plan.chance.given, ()) if model.plan.chance.given else None
        self.components = 1 if model.plan.chance.independent else COMPONENTS
        self.rare = model.plan.chance.tails and model.bits("tails") % 2 == 0
        self._tables: dict[tuple[object, ...], list[Scalar]] = {}
        self._joints: dict[tuple[object, ...], Scalar] = {}
        self._counts: dict[Key, int] = {}
        self._likes: dict[Key, Key] = {}
        self._last: tuple[Sequence[Value], str] = ((), "")
        self._values: dict[tuple[Key, int], Value] = {}

    def _like(self, key: Key) -> Key:
        """The variable whose law and values `key` has: the first of its letter, where those of one letter are alike."""
        if not self.model.plan.chance.identical:
            return key
        if key not in self._likes:
            self._likes[key] = self._alike(key)
        return self._likes[key]

    def _alike(self, key: Key) -> Key:
        name, _ = key
        if name in self.random.counting:
            return key
        letter = bare(name)
        return min(n for n in self.random.variables if bare(n) == letter), ()

    def count(self, key: Key) -> int:
        """How many outcomes a variable has: columns more than they have entries, so that their covariance is regular."""
        if key not in self._counts:
            self._counts[key] = self._counted(key)
        return self._counts[key]

    def _counted(self, key: Key) -> int:
        like = self._like(key)
        name, indices = like
        alike = [n for n in self.random.variables if n == name or self._like((n, ())) == like]
        named = [frozenset(self.random.pinned.get(n, ())) for n in alike]
        pinned = max(map(len, named), default=0)
        if BINARY in named and pinned == 2:
            return 2
        if pinned > 1 and (self.model.plan.chance.listed or not self.random.listed.isdisjoint(alike)):
            return pinned
        if pinned:
            pinned += 1  # a claim names some outcomes, hardly all
        if is_bold(name) and not indices:
            return max(self.model.length + 1, pinned)
        if self._has_rare_outcomes(like):
            return 3 if self._has_two_tails(like) else 2
        first = name == min(self.random.variables, default=name)
        compared = [n for n, of in self.random.identity.items() if of == name and n.endswith(TWIN)]
        several = (
            len(compared) > 1
        )  # functions of two outcomes differ by a factor and a constant, all of them
        return max(3 if several or (first and not indices) else 2, pinned)

    def value(self, key: Key, outcome: int) -> Value:
        """What the variable is in its outcome with that number: exact, whatever the precision in force."""
        if (key, outcome) not in self._values:
            self._values[key, outcome] = self._found(key, outcome)
        return self._values[key, outcome]

    def _found(self, key: Key, outcome: int) -> Value:
        drawn = self._drawn(key, outcome)
        if not self.model.plan.chance.centred and self._like(key)[0] not in self.random.centred:
            return drawn
        law = self.random.law or "p"
        mean = values.total(
            values.multiply(self.joint(law, {key: k}, ()), self._drawn(key, k))
            for k in range(self.count(key))
        )
        return values.add(drawn, values.negate(mean))

    def _drawn(self, key: Key, outcome: int) -> Value:
        name, indices = self._like(key)
        if name in self.random.counting:
            return outcome + 1
        if is_bold(name):
            return self.model.array(name, (*indices, outcome))
        place = f"{indices}" if indices else ""
        domain = self.model.plan.domains.get(name, EVERYWHERE)
        if self._has_rare_outcomes((name, indices)):
            return self._about(f"{name}{place}", outcome, domain)
        drawn = self.model.real(f"{name}{place}@{outcome}", domain if domain is not EVERYWHERE else None)
        if (
            self.model.plan.chance.ranged
            and domain is EVERYWHERE
            and self.model.level == "real"
            and outcome < 2
        ):
            return drawn if (drawn > 0) == (outcome == 1) else values.negate(drawn)
        return drawn

    # --- tails ------------------------------------------------------------------------------------------------------

    def _has_rare_outcomes(self, like: Key) -> bool:
        """Whether a variable has a usual outcome and rare ones in this world: a number that the claim names no outcomes of."""
        if not self.rare:
            return False
        name, _ = like
        alike = [n for n in self.random.variables if n == name or self._like((n, ())) == like]
        pinned = any(self.random.pinned.get(n) for n in alike)
        return not (pinned or is_bold(name) or name in self.random.counting)

    def _has_two_tails(self, like: Key) -> bool:
        """Whether the rare outcomes are on both sides; a variable that is bounded has them on one, at the other end."""
        name, indices = like
        domain = self.model.plan.domains.get(name, EVERYWHERE)
        bounded = domain.low is not None or domain.high is not None
        return not bounded and self.model.bits(f"{name}{indices} tails") % 2 == 0

    def _about(self, name: str, outcome: int, domain: Domain) -> Value:
        """The usual outcome, an end of the domain if it has one, and those in the tails, as far above it as below."""
        if domain.low is not None:
            usual: Scalar = values.rational(domain.low)
        elif domain.high is not None:
            usual = values.rational(domain.high)
        else:
            usual = self.model.real(f"{name}@0")
        if domain.low is not None and domain.high is not None:
            return usual if outcome == 0 else values.rational(domain.high)
        distance = self.model.real(f"{name}@tail", POSITIVE)
        below = outcome == 2 or domain.high is not None
        return values.add(usual, values.negate(distance) if below else distance) if outcome else usual

    def _tails(self, like: Key, count: int) -> list[Scalar]:
        """The weights of the usual outcome and of the rare ones."""
        raw = self.model.bits(f"{like} weights of tails")
        rare = values.ratio(600 + raw % 397, 1000 * (1 + (raw >> 20) % (RAREST - 1)))
        each = values.divide(rare, count - 1)
        return [values.add(1, values.negate(rare)), *[each] * (count - 1)]

    def joint(self, law: str, outcomes: Mapping[Key, int], parameters: Sequence[Value]) -> Scalar:
        """The probability that all these variables have these outcomes."""
        if not outcomes:
            return 1
        if parameters:
            return self._joint(law, outcomes, parameters)
        place = (law, *outcomes.items())
        if place not in self._joints:
            self._joints[place] = self._joint(law, outcomes, parameters)
        return self._joints[place]

    def _joint(self, law: str, outcomes: Mapping[Key, int], parameters: Sequence[Value]) -> Scalar:
        if any(k >= self.count(key) for key, k in outcomes.items()):
            raise UndefinedError("an outcome of another variable")
        if self.model.plan.chance.markov:
            return self._of_chains(law, outcomes, parameters)
        components = self.components if self.condition is None else self.count(self.condition)
        mixture = self._weights((law,), components, parameters)
        return values.total(
            reduce(
                values.multiply,
                (self._of_one(law, h, key, parameters)[k] for key, k in outcomes.items()),
                weight,
            )
            for h, weight in enumerate(mixture)
        )

    def _of_one(self, law: str, component: int, key: Key, parameters: Sequence[Value]) -> list[Scalar]:
        """The weights of one variable in one of the products."""
        like, count = self._like(key), self.count(key)
        if key == self.condition:
            return [int(k == component) for k in range(count)]  # it says which of the products it is
        if not parameters and self._has_rare_outcomes(like):
            return self._tails(like, count)
        return self._weights((law, component, like), count, parameters)

    def _of_chains(self, law: str, outcomes: Mapping[Key, int], parameters: Sequence[Value]) -> Scalar:
        """The members of a family as a Markov chain from 0 on, independent of everything else."""
        total: Scalar = 1
        families = {name for name, indices in outcomes if len(indices) == 1}
        for name in sorted(families):
            seen = {indices[0]: k for (n, indices), k in outcomes.items() if n == name and len(indices) == 1}
            total = values.multiply(total, self._of_chain(law, name, seen, parameters))
        for key, k in outcomes.items():
            if len(key[1]) != 1:
                total = values.multiply(total, self._weights((law, key), self.count(key), parameters)[k])
        return total

    def _of_chain(self, law: str, name: str, seen: Mapping[int, int], parameters: Sequence[Value]) -> Scalar:
        if min(seen) < 0 or max(seen) > LONGEST:
            raise UndefinedError("a chain from there on")
        count = self.count((name, (0,)))
        reached = self._weights((law, "start", name), count, parameters)
        for step in range(max(seen) + 1):
            if step:
                rows = [self._weights((law, step, name, k), count, parameters) for k in range(count)]
                reached = [
                    values.total(values.multiply(r, row[j]) for r, row in zip(reached, rows, strict=True))
                    for j in range(count)
                ]
            if step in seen:
                reached = [r if k == seen[step] else 0 for k, r in enumerate(reached)]
        return values.total(reached)

    def _weights(self, key: tuple[object, ...], count: int, parameters: Sequence[Value]) -> list[Scalar]:
        """A distribution on `count` outcomes, for a law with parameters one that depends on them."""
        place = (*key, values.bits(), self._shown(parameters)) if parameters else key
        found = self._tables.get(place)
        if found is None:
            found = self._tables[place] = self._drawn_weights(key, count, parameters)
        return found

    def _shown(self, parameters: Sequence[Value]) -> str:
        """`parameters` as a text; those of one average are asked for in each of its outcomes."""
        known, shown = self._last
        if known is not parameters:
            shown = repr(parameters)
            self._last = parameters, shown
        return shown

    def _drawn_weights(
        self, key: tuple[object, ...], count: int, parameters: Sequence[Value]
    ) -> list[Scalar]:
        if not parameters:
            self.model.spent += count
            return self.model.weights(f"{key}", count)
        self.model.spent += count * WAVES * (DRAWN + sum(map(values.weight, parameters)))
        raw = [values.exp(self.model.function(f"{key}#{k}", list(parameters))) for k in range(count)]
        whole = values.total(raw)
        return [values.divide(r, whole) for r in raw]


def world_of(model: Model) -> World:
    """The world of `model`: one for all evaluations, which share its tables; what is not a ball in them is exact."""
    if model.world is None:
        model.world = World(model, model.plan.chance.random)
    return model.world
