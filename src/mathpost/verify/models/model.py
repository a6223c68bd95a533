"""Random finite models: what every symbol of a claim means in one of them.

A model is fixed by its plan (domain of the free reals, values of the free integers, length of the families) and by a
seed made from the claim's own text. Values are short decimals, hence exact and readable, away from 0, and are drawn
when they are first asked for, so that ``x_{n+1}`` needs no size to be known.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from mathpost.maths import values
from mathpost.maths.analysis import structures
from mathpost.maths.facts.curvature import Shape
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.term import ONE, Apply, Number, Term, Variable
from mathpost.maths.transformations.iterations import Recurrence
from mathpost.maths.typing.randomness import NOTHING, Randomness
from mathpost.maths.values import Array, Dual, Scalar, UndefinedError, Value

if TYPE_CHECKING:
    from mathpost.verify.models.worlds import World

Level = Literal["real", "positive", "unit"]
# largest first: a claim that holds on the reals needs no smaller domain
LEVELS: tuple[Level, ...] = ("real", "positive", "unit")
WAVES = 3  # that a random function is made of
DRAWN = 5  # units of fuel that a wave costs besides what its arguments weigh
ZERO = Fraction(0)
USUAL = Fraction(1)  # what values are multiplied by
NO_BOUNDS = (None, None)


@dataclass(frozen=True, slots=True)
class Domain:
    """The domain of a symbol as the post states it: an interval, perhaps of integers only, perhaps the complex
    plane; or its `values`.
    """

    low: Fraction | None = None
    high: Fraction | None = None
    integer: bool = False
    complex: bool = False
    upper: bool = False
    values: tuple[int, ...] = ()

    def meet(self, other: Domain) -> Domain:
        lows = [v for v in (self.low, other.low) if v is not None]
        highs = [v for v in (self.high, other.high) if v is not None]
        return Domain(
            max(lows, default=None),
            min(highs, default=None),
            self.integer or other.integer,
            self.complex or other.complex,
            self.upper or other.upper,
            self.values or other.values,
        )

    @property
    def empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low >= self.high


EVERYWHERE = Domain()


@dataclass(frozen=True, slots=True)
class ChancePlan:
    """What worlds are drawn for the variables of a claim: `random` says which these are.

    `independent`: of each other; `given`: under this variable; `centred`: their means are zero; `identical`: those of one
    letter have one law; `markov`: each family is a chain; `listed`: they have no outcomes but those that the claim names;
    `tails`: some worlds have rare outcomes; `ranged`: outcomes are on both sides of zero, so that most events between
    bounds may happen or not.
    """

    random: Randomness = NOTHING
    independent: bool = False
    given: str = ""
    centred: bool = False
    identical: bool = False
    markov: bool = False
    listed: bool = False
    tails: bool = False
    ranged: bool = False


@dataclass(frozen=True, slots=True)
class ArrayPlan:
    """How large the arrays of a claim are and how they are structured.

    `shapes`: the axes of each array (``name``, ``name[k]`` with k indices, ``name()`` for a function's value) as terms over
    integers; `lengths`: the names in them that no index or size of the claim gives a value; `structures`: of an array;
    `square`: all lengths are one, `size`: this one; `tall`: pairs of lengths of which the second is not the larger one.
    """

    shapes: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    lengths: tuple[str, ...] = ()
    structures: Mapping[str, frozenset[str]] = field(default_factory=dict)
    square: bool = False
    size: int | None = None
    tall: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyPlan:
    """What the members of families are and which indices are drawn.

    `normalised`: families whose entries 1 … length are positive and add up to 1; `late`: free indices are beyond those that
    the claim writes as numbers, `written`; `continuous`: families whose index is any real number; `entangled`: whose entries
    depend on each other as soon as symbols depend on anything in secret; `recurrences`: what makes members of those before.
    """

    normalised: frozenset[str] = frozenset()
    late: bool = False
    continuous: frozenset[str] = frozenset()
    entangled: frozenset[str] = frozenset()
    written: frozenset[int] = frozenset()
    recurrences: Mapping[str, Recurrence] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FunctionPlan:
    """What depends on what: `dependent`: symbols without a definition on the variable of a derivative; `moving`: symbols that
    have differentials; `bends`: the shapes of functions, with their degrees.
    """

    dependent: bool = False
    moving: frozenset[str] = frozenset()
    bends: Mapping[str, Mapping[Shape, Term | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """The symbols of a claim by what has to be enumerated for them.

    `domains`: where symbols live; `sizes` and `indices`: the free integers; `seed`: of all draws, `draws`: models of a level;
    `conditions`: propositions that a model has to satisfy; `scale`: what values are multiplied by where no interval binds them.
    """

    domains: Mapping[str, Domain]
    sizes: tuple[str, ...]
    indices: tuple[str, ...]
    seed: str
    draws: int = 3
    conditions: tuple[Term, ...] = ()
    scale: Fraction = USUAL
    chance: ChancePlan = ChancePlan()
    arrays: ArrayPlan = ArrayPlan()
    families: FamilyPlan = FamilyPlan()
    motion: FunctionPlan = FunctionPlan()

    def but(self, **changes: object) -> Plan:
        """This plan with other values of its fields or those of its parts: ``plan.but(size=3, draws=8)``."""
        parts: dict[str, dict[str, object]] = {}
        own: dict[str, Any] = {}
        for name, value in changes.items():
            if name in _PART:
                parts.setdefault(_PART[name], {})[name] = value
            else:
                own[name] = value
        own |= {part: replace(getattr(self, part), **values) for part, values in parts.items()}
        return replace(self, **own)

    def distinct(self, integers: Mapping[str, int]) -> bool:
        """Whether the free indices are different from each other and from those that are written."""
        if not self.indices:
            return True
        chosen = [integers[n] for n in self.indices]
        return len(set(chosen)) == len(chosen) and self.families.written.isdisjoint(chosen)


# a field of a part of a plan → that part
_PART = {
    name.name: part.name
    for part in fields(Plan)
    if is_dataclass(part.default)
    for name in fields(part.default)
}


@lru_cache(maxsize=65_536)
def _bits(text: str) -> int:
    """64 bits for a text: models of equal seeds are drawn again for every question about one claim."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


class _Wave(NamedTuple):
    """``height · sin(phase + weights·x)``, a part of a random function."""

    height: Scalar
    phase: Scalar
    weights: tuple[Scalar, ...]


class Model:
    """One random finite model; equal arguments make equal models. `spent`: what it has cost to draw, in units of fuel."""

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
        self.spent = 0
        self.drawn: dict[str, Value] = {}
        self.world: World | None = (
            None  # of its random variables, made by the first evaluation that asks for it
        )
        self.values: dict[object, Value] = {}  # of terms, at the one precision that a way is gone with
        self._arrays: dict[tuple[str, tuple[int, ...]], Value] = {}
        self._named: dict[str, frozenset[str]] = {}
        self._waves: dict[tuple[str, tuple[int, ...]], tuple[Scalar, tuple[_Wave, ...]]] = {}

    # --- draws ------------------------------------------------------------------------------------------------------

    def bits(self, key: str) -> int:
        return _bits(f"{self.seed}|{key}")

    def real(self, key: str, domain: Domain | None = None) -> Scalar:
        """A short decimal for `key` in its domain, or in this model's level where the post says nothing."""
        raw = self.bits(key)
        step = raw % 1997
        low, high = NO_BOUNDS if domain is None and self.level == "real" else self.interval(domain)
        if low is None and high is None:
            return self._scaled(391 + step if (raw >> 40) % 2 else -391 - step)  # 0.391 … 2.387
        if low is None or high is None:
            if low is not None and not low:
                return self._scaled(293 + step)  # what is positive and no more is drawn most often
            away = Fraction(293 + step, 1000) * self.plan.scale
            return values.rational(low + away if low is not None else (high or ZERO) - away)
        share = 61 + step * 878 // 1997  # thousandths of the interval: 61 … 938
        (p, q), (r, s) = low.as_integer_ratio(), high.as_integer_ratio()
        return values.ratio((1000 - share) * p * s + share * r * q, 1000 * q * s)

    def _scaled(self, thousandths: int) -> Scalar:
        """So many thousandths of what values of this plan are multiplied by."""
        scale = self.plan.scale
        if scale is USUAL:
            return values.ratio(thousandths, 1000)
        return values.ratio(thousandths * scale.numerator, 1000 * scale.denominator)

    def interval(self, domain: Domain | None) -> tuple[Fraction | None, Fraction | None]:
        """The declared interval, narrowed to positive numbers, or to those up to 1, where that does not empty it."""
        low, high = (None, None) if domain is None else (domain.low, domain.high)
        if self.level == "real":
            return low, high
        above = ZERO if low is None or low.numerator < 0 else low
        below = USUAL if self.level == "unit" and (high is None or high > 1) else high
        return (low, high) if below is not None and above >= below else (above, below)

    def variable(self, name: str) -> Value:
        """The value of a free symbol."""
        if name in self.integers:
            return self.integers[name]
        if name not in self.drawn:
            self.drawn[name] = self.draw(name, (), self.plan.domains.get(name))
        return self.drawn[name]

    def entry(self, name: str, indices: tuple[int, ...]) -> Value:
        """The value of ``name_{indices}``."""
        key = _key(name, indices)
        if key not in self.drawn:
            weights, place = self._weights_at(name, indices)
            if weights and 1 <= place <= self.length:
                self.drawn[key] = self.weights(weights, self.length)[place - 1]
            else:
                self.drawn[key] = self.draw(name, indices, self.plan.domains.get(name))
        return self.drawn[key]

    def _weights_at(self, name: str, indices: tuple[int, ...]) -> tuple[str, int]:
        """The name of the weights that add up to 1 to which a member belongs, and its place among them; of a table its rows."""
        said = self.plan.families.normalised
        if name in said and len(indices) in (1, 2):
            return (name if len(indices) == 1 else f"{name} row {indices[0]}"), indices[-1]
        if down(name) in said and len(indices) == 2:
            return f"{name} column {indices[1]}", indices[0]
        return "", 0

    def place(
        self, name: str, indices: tuple[int, ...], axes: tuple[int, ...], level: int | None = None
    ) -> Value:
        """The entry of the array `name` at the end of `indices`, of the structure that is stated about it.

        With `level` the array moves within its structure, and what it changes by is the slope of that level.
        """
        said = self.plan.arrays.structures.get(name)
        if not said:
            return self.entry(plain(name), indices)
        member, own = indices[: len(indices) - len(axes)], indices[len(indices) - len(axes) :]
        key = f"{name}_{member}"
        if level is not None:
            moving = (f"{name} moving at {values.bits()}", member)
            if moving not in self._arrays:
                self._arrays[moving] = self.structured(name, member, axes, said, level)
            return values.at_level(self._arrays[moving].entries[_offset(own, axes)], level)
        if key not in self.drawn:
            self.drawn[key] = self.structured(name, member, axes, said)
        return self.drawn[key].entries[_offset(own, axes)]

    def structured(
        self,
        name: str,
        member: tuple[int, ...],
        axes: tuple[int, ...],
        said: frozenset[str],
        level: int | None = None,
    ) -> Value:
        """An array with what is stated about it, made from free entries; of rotations the member says how often it turns."""
        if structures.FRAME in said and len(member) == len(axes) == 1:
            return self.in_frame(name, member[0], axes[0])
        turns = member[0] if structures.ROTATIONS in said and len(member) == 1 else None
        member = member if turns is None else ()
        places = [(*member, *p) for p in product(*(range(1, size + 1) for size in axes))]
        self.spent += len(places) * max(axes, default=1)  # as a product of such arrays costs
        free = tuple(self.real(f"{plain(name)}{p}") for p in places)
        if level is not None:
            moved = zip(free, places, strict=True)
            free = tuple(Dual(level, v, self.real(f"d{plain(name)}_{p}")) for v, p in moved)
        return structures.structured(Array(axes, free), said, turns)

    def in_frame(self, name: str, member: int, size: int) -> Array:
        """One of orthonormal vectors of `size` entries: a column of an orthogonal matrix."""
        if not 1 <= member <= size:
            raise UndefinedError("more orthogonal vectors than entries")
        places = product(range(1, size + 1), repeat=2)
        free = Array((size, size), tuple(self.real(f"{plain(name)}{p}") for p in places))
        rows = structures.orthogonal(free).rows()
        return Array((size,), tuple(row[member - 1] for row in rows))

    def draw(self, name: str, indices: tuple[int, ...], domain: Domain | None) -> Value:
        if is_bold(name):
            return self.array(name, indices)
        if domain is not None and domain.values:
            return domain.values[self.bits(f"{name}{indices} of its values") % len(domain.values)]
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

    def array(self, name: str, indices: tuple[int, ...]) -> Value:
        """A bold symbol in one outcome of chance, the last of `indices`."""
        if (name, indices) not in self._arrays:
            shape, axes = self.layout(name, len(indices) - 1)
            places = product(*(range(1, size + 1) for size in axes))
            entries = tuple(self.real(f"{plain(name)}{(*indices, *place)}") for place in places)
            self._arrays[name, indices] = Array(shape, entries) if shape else entries[0]
        return self._arrays[name, indices]

    def layout(self, name: str, indices: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The shape of an array with so many indices, and its axes: those of a row are one, its length.

        Without a shape in the plan a capital is a square matrix, another letter a column.
        """
        extents = self.plan.arrays.shapes.get(f"{name}[{indices}]" if indices else name)
        if extents is None:
            letter = plain(name).rsplit("\\", 1)[-1]
            square = (self.length,) * (2 if letter[:1].isupper() else 1)
            return square, square
        shape = tuple(map(self.extent, extents))
        return shape, shape[1:] if len(shape) == 2 and extents[0] == ONE else shape

    def arrays_of(self, name: str) -> frozenset[str]:
        """The names of the arrays whose entries are those of the plain symbol `name`."""
        if name not in self._named:
            shaped = (key.partition("[")[0] for key in self.plan.arrays.shapes)
            usual = rf"\boldsymbol{{{name}}}"
            self._named[name] = frozenset((usual, *(key for key in shaped if plain(key) == name)))
        return self._named[name]

    def extent(self, term: Term) -> int:
        """The length of an axis in this model."""
        match term:
            case Number(value=value):
                return int(value)
            case Variable(name=name):
                length = self.integers.get(name, self.length)
                if length < 2:
                    raise UndefinedError("a vector of one entry")  # every law of numbers holds of it
                if length > values.LONGEST:
                    raise UndefinedError("a vector of so many entries")
                return length
            case Apply(operator=operator, arguments=arguments):
                parts = map(self.extent, arguments)
                return math.prod(parts) if operator == "multiply" else sum(parts)
        return self.length

    def function(self, name: str, arguments: Sequence[Value]) -> Scalar:
        """A random smooth function, in the range of this model's level: ``c + Σ a_k sin(w_k·x + s_k)``."""
        parts = [part for argument in arguments for part in values.entries(argument)]
        total, waves = self.waves(name, arguments)
        plain = values.all_plain(parts)
        for wave in waves:
            if plain:
                height, phase, weights = wave
                for weight, part in zip(weights, parts, strict=True):
                    phase = phase + weight * part
                total = total + height * values.finite(phase.sin(), "sin")
                continue
            phase = values.add(wave.phase, values.dot(wave.weights, parts))
            total = values.add(total, values.multiply(wave.height, values.sin(phase)))
        if self.level == "real":
            return values.multiply(2, total)
        if self.level == "positive":
            return values.exp(total)
        return values.divide(1, values.add(1, values.exp(total)))

    def waves(self, name: str, arguments: Sequence[Value]) -> tuple[Scalar, tuple[_Wave, ...]]:
        """The constant and the waves that make up a random function; their numbers are exact, whatever the precision."""
        sizes = tuple([len(values.entries(a)) for a in arguments])
        found = self._waves.get((name, sizes))
        if found is None:
            constant = values.dyadic(self.bits(f"{name}()") % 512, 10)
            found = constant, tuple(self._wave(name, k, sizes) for k in range(WAVES))
            self._waves[name, sizes] = found
        return found

    def _wave(self, name: str, k: int, sizes: Sequence[int]) -> _Wave:
        places = (f"{name}({k},{n},{m}" for n, size in enumerate(sizes) for m in range(size))
        return _Wave(
            values.dyadic(341 - 64 * k, 10),
            values.dyadic(self.bits(f"{name}({k}") % 4096, 10),
            tuple(values.dyadic(300 + self.bits(place) % 1024, 10) for place in places),
        )

    def weights(self, key: str, count: int) -> list[Scalar]:
        """A probability distribution on `count` outcomes."""
        raw = [200 + self.bits(f"{key}#{k}") % 1024 for k in range(count)]
        return [values.divide(r, sum(raw)) for r in raw]


@lru_cache(maxsize=65_536)
def down(name: str) -> str:
    """The name under which a table is among `Plan.normalised` if its columns add up to 1."""
    return f"{name} down"


def _key(name: str, indices: tuple[int, ...]) -> str:
    """The key of an entry among the drawn values."""
    return f"{name}_{indices}"


def _offset(own: tuple[int, ...], axes: tuple[int, ...]) -> int:
    offset = 0
    for size, index in zip(axes, own, strict=True):
        offset = offset * size + index - 1
    return offset


@cache
def plain(name: str) -> str:
    """The symbol whose entries a bold one has: ``x`` for ``\\boldsymbol{x}``."""
    return name.replace(r"\boldsymbol{", "", 1).replace("}", "", 1) if is_bold(name) else name
