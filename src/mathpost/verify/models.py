"""Random finite models: what every symbol of a claim means in one of them.

A model is fixed by its plan (domain of the free reals, values of the free integers, length of the families) and by a
seed made from the claim's own text. Values are short decimals, hence exact and readable, away from 0, and are drawn
when they are first asked for, so that ``x_{n+1}`` needs no size to be known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import Literal

from mathpost.maths import values
from mathpost.maths.notation import is_bold
from mathpost.maths.term import Term
from mathpost.maths.values import Array, Scalar, Value

Level = Literal["real", "positive", "unit"]
# largest first: a claim that holds on the reals needs no smaller domain
LEVELS: tuple[Level, ...] = ("real", "positive", "unit")
SIZES = (4, 5, 3)
PATTERNS = 6
ATTEMPTS = 60  # models drawn for one that satisfies the conditions
INDEX_VALUES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Domain:
    """Where a symbol lives as the post says: an interval, perhaps of integers only, perhaps the complex plane."""

    low: Fraction | None = None
    high: Fraction | None = None
    integer: bool = False
    complex: bool = False
    upper: bool = False

    def meet(self, other: Domain) -> Domain:
        lows = [v for v in (self.low, other.low) if v is not None]
        highs = [v for v in (self.high, other.high) if v is not None]
        return Domain(
            max(lows, default=None),
            min(highs, default=None),
            self.integer or other.integer,
            self.complex or other.complex,
            self.upper or other.upper,
        )

    @property
    def empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low >= self.high


@dataclass(frozen=True, slots=True)
class Plan:
    """The symbols of a claim by what has to be enumerated for them.

    `random`: symbols that stand only under expectations. `dependent`: symbols without a definition may depend on the
    variable of a derivative. `conditions`: propositions that a model has to satisfy. `normalised`: families whose entries 1 … length are positive and add up to 1.
    """

    domains: Mapping[str, Domain]
    sizes: tuple[str, ...]
    indices: tuple[str, ...]
    seed: str
    dependent: bool = False
    random: frozenset[str] = frozenset()
    normalised: frozenset[str] = frozenset()
    draws: int = 3
    conditions: tuple[Term, ...] = ()


class Model:
    """One random finite model; equal arguments make equal models."""

    def __init__(
        self,
        seed: str,
        level: Level,
        integers: Mapping[str, int],
        plan: Plan,
        length: int,
        *,
        complex_: bool = False,
    ) -> None:
        self.seed = seed
        self.level = level
        self.integers = dict(integers)
        self.plan = plan
        self.length = length
        self.complex = complex_
        self.drawn: dict[str, Value] = {}

    # --- draws ------------------------------------------------------------------------------------------------------

    def bits(self, key: str) -> int:
        return int.from_bytes(hashlib.blake2b(f"{self.seed}|{key}".encode(), digest_size=8).digest())

    def real(self, key: str, domain: Domain | None = None) -> Scalar:
        """A short decimal for `key` in its domain, or in this model's level where the post says nothing."""
        raw = self.bits(key)
        step = raw % 1997
        low, high = self.interval(domain)
        if low is None and high is None:
            magnitude = values.divide(391 + step, 1000)  # 0.391 … 2.387
            return magnitude if (raw >> 40) % 2 else values.negate(magnitude)
        if low is None or high is None:
            away = Fraction(293 + step, 1000)
            return values.rational(low + away if low is not None else (high or Fraction(0)) - away)
        share = Fraction(61 + step * 878 // 1997, 1000)  # 0.061 … 0.938 of the interval
        return values.rational(low + (high - low) * share)

    def interval(self, domain: Domain | None) -> tuple[Fraction | None, Fraction | None]:
        """The declared interval, narrowed by the level where that does not empty it."""
        own = {
            "real": Domain(),
            "positive": Domain(low=Fraction(0)),
            "unit": Domain(Fraction(0), Fraction(1)),
        }[self.level]
        if domain is None:
            return own.low, own.high
        both = domain.meet(own)
        return (domain.low, domain.high) if both.empty else (both.low, both.high)

    def variable(self, name: str) -> Value:
        """The value of a free symbol."""
        if name in self.integers:
            return self.integers[name]
        if name not in self.drawn:
            self.drawn[name] = self.draw(name, (), self.plan.domains.get(name))
        return self.drawn[name]

    def entry(self, name: str, indices: tuple[int, ...]) -> Value:
        """The value of ``name_{indices}``."""
        key = f"{name}_{indices}"
        if key not in self.drawn:
            if name in self.plan.normalised and len(indices) == 1 and 1 <= indices[0] <= self.length:
                self.drawn[key] = self.weights(name, self.length)[indices[0] - 1]
            else:
                self.drawn[key] = self.draw(name, indices, self.plan.domains.get(name))
        return self.drawn[key]

    def draw(self, name: str, indices: tuple[int, ...], domain: Domain | None) -> Value:
        if is_bold(name):
            return self.array(name, indices)
        if domain is not None and domain.integer:
            return self.whole(f"{name}{indices}", domain)
        if domain is not None and domain.complex:
            height = Domain(low=Fraction(0)) if domain.upper else None
            return values.complex_number(
                self.real(f"{name}{indices}"), self.real(f"{name}{indices}″", height)
            )
        return self.real(f"{name}{indices}" if indices else name, domain)

    def whole(self, key: str, domain: Domain) -> int:
        low = int(domain.low) + 1 if domain.low is not None else -6
        high = int(domain.high) - 1 if domain.high is not None else max(low, 0) + 6
        return low + self.bits(key) % max(1, high - low + 1)

    def array(self, name: str, indices: tuple[int, ...]) -> Array:
        """A bold symbol: a capital is a square matrix, another letter a column; entries are those of the plain symbol."""
        plain, shape = self.layout(name)
        places = product(*(range(1, size + 1) for size in shape))
        return Array(shape, tuple(self.real(f"{plain}{(*indices, *place)}") for place in places))

    def layout(self, name: str) -> tuple[str, tuple[int, ...]]:
        """The plain symbol whose entries a bold one has, and its shape."""
        plain = name.replace(r"\boldsymbol{", "", 1).replace("}", "", 1)
        letter = plain.rsplit("\\", 1)[-1] if "\\" in plain else plain
        return plain, (self.length, self.length) if letter[:1].isupper() else (self.length,)

    def function(self, name: str, arguments: Sequence[Value]) -> Scalar:
        """A random smooth function, in the range of this model's level: ``c + Σ a_k sin(w_k·x + s_k)``."""
        total: Scalar = values.dyadic(self.bits(f"{name}()") % 512, 10)
        for k in range(3):
            phase: Scalar = values.dyadic(self.bits(f"{name}({k}") % 4096, 10)
            for n, argument in enumerate(arguments):
                for m, part in enumerate(values.entries(argument)):
                    weight = values.dyadic(300 + self.bits(f"{name}({k},{n},{m}") % 1024, 10)
                    phase = values.add(phase, values.multiply(weight, part))
            total = values.add(total, values.multiply(values.dyadic(341 - 64 * k, 10), values.sin(phase)))
        if self.level == "real":
            return values.multiply(2, total)
        if self.level == "positive":
            return values.exp(total)
        return values.divide(1, values.add(1, values.exp(total)))

    def weights(self, key: str, count: int) -> list[Scalar]:
        """A probability distribution on `count` outcomes."""
        raw = [200 + self.bits(f"{key}#{k}") % 1024 for k in range(count)]
        return [values.divide(r, sum(raw)) for r in raw]


def models(plan: Plan, level: Level) -> Iterator[Iterator[Model]]:
    """The models of one level: every size, every pattern of coinciding indices, or a few draws where there are none.

    Each with the models to take in its place, one after the other, if it does not satisfy the conditions.
    """
    for number, (size, integers) in enumerate(_integers(plan)):
        yield _redrawn(f"{plan.seed}|{level}|{number}", level, integers, plan, size)


def _redrawn(seed: str, level: Level, integers: Mapping[str, int], plan: Plan, size: int) -> Iterator[Model]:
    yield Model(seed, level, integers, plan, size)
    if plan.conditions:
        for attempt in range(1, ATTEMPTS):
            yield Model(f"{seed}|{attempt}", level, integers, plan, size)


def _integers(plan: Plan) -> Iterator[tuple[int, dict[str, int]]]:
    free = [n for n in plan.sizes if n not in plan.indices]
    if not free and not plan.indices:
        yield from ((SIZES[k % len(SIZES)], {}) for k in range(plan.draws))
        return
    for number, size in enumerate(SIZES):
        sizes = {name: _size(plan, name, size + (k if number else 0)) for k, name in enumerate(free)}
        for pattern in islice(_patterns(len(plan.indices)), PATTERNS):
            yield size, sizes | dict(zip(plan.indices, pattern, strict=True))


def _size(plan: Plan, name: str, wanted: int) -> int:
    domain = plan.domains.get(name)
    if domain is not None and domain.low is not None and wanted <= domain.low:
        return int(domain.low) + 1 + wanted % 3
    return wanted


def _patterns(count: int) -> Iterator[tuple[int, ...]]:
    """Values for `count` indices, one tuple for each way in which they may coincide, all different first."""
    seen: set[tuple[int, ...]] = set()
    wanted = sorted(product(INDEX_VALUES, repeat=min(count, 4)), key=lambda p: -len(set(p)))
    for values_ in wanted:
        shape = tuple(values_.index(v) for v in values_)
        if shape not in seen:
            seen.add(shape)
            yield (*values_, *INDEX_VALUES[:1] * (count - len(values_)))
