"""The value of a term in a model: one interpreter for every kind of value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from mathpost.maths import values
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables
from mathpost.maths.transformations.iterations import Recurrence
from mathpost.maths.values import Array, Dual, Scalar, ShapeError, UndefinedError, Value
from mathpost.verify.models import outcomes, shaped_functions
from mathpost.verify.models.compilation import Compiled, compiled
from mathpost.verify.models.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models.model import Model, plain
from mathpost.verify.models.outcomes import CERTAIN, Outcomes
from mathpost.verify.models.worlds import World, world_of

POINTS = 3  # of a finite measure
WORD = 64  # bits of an exact number that cost as much as one term
DERIVATIVES = 8  # within each other; each makes a product three times as dear


class Evaluation:
    """A model with the variables bound so far: the `Scope` that operators see.

    `own`: the symbols that may mean something else here than in the rest of the model: bound, placed, or random. `moving`:
    the level of the differentials that are taken. `steady`: no derivative is under way, nothing else moves than what is bound.
    A `memory` may be shared by evaluations of one model at one precision.
    """

    __slots__ = (
        "_bound",
        "_entries",
        "_memory",
        "_varying",
        "fuel",
        "known",
        "model",
        "moving",
        "own",
        "random",
        "rounding",
        "steady",
        "widening",
    )

    def __init__(
        self,
        model: Model,
        *,
        rounding: bool = False,
        widening: int = 1,
        fuel: Fuel | None = None,
        memory: dict[object, Value] | None = None,
    ) -> None:
        self.model = model
        self.rounding = rounding
        self.widening = widening
        self.random = model.plan.chance.random.variables
        self.fuel = fuel or Fuel()
        self.known = CERTAIN
        self.own = self.random
        self.moving: int | None = None
        self.steady = True
        self._bound: Mapping[str, Value] = {}
        self._entries: Mapping[tuple[str, tuple[int, ...]], Value] = {}
        self._varying: tuple[tuple[int, str], ...] = ()
        self._memory: dict[object, Value] = {} if memory is None else memory

    @property
    def length(self) -> int:
        return self.model.length

    @property
    def world(self) -> World:
        """The random variables of the model and their laws."""
        return world_of(self.model)

    def value(self, term: Term) -> Value:
        """The value of `term`.

        Raises:
            UndefinedError: a function outside its domain, a division by zero.
            UndecidedError: a comparison that the balls leave open.
            ShapeError: arrays that do not fit.
            NoValueError: an operator without a value in a finite model.
            FuelError: too much work.
        """
        return compiled(term)(self)

    # --- what compiled terms ask ------------------------------------------------------------------------------------

    def remembered(self, found: Compiled, places: tuple[tuple[str, Value], ...] = ()) -> Value:
        """The value of a term that depends on the model and `places` alone, found once for all turns of what is around it."""
        plan = self.model.plan
        moves = plan.motion.dependent or plan.families.recurrences  # else nothing moves but what is its `own`
        key = (found, places, self._varying if moves else ())
        if key not in self._memory:
            self._memory[key] = found(self)
        return self._memory[key]

    def places(self, names: frozenset[str]) -> tuple[tuple[str, Value], ...] | None:
        """The integers that `names` are bound to; None where one of them is anything else."""
        bound = self._bound
        found = tuple([(name, bound.get(name)) for name in names])
        return found if all(type(value) is int for _, value in found) else None

    def rounded(self, exact: Scalar, places: int) -> Scalar:
        """What a number with so many decimals may stand for."""
        half = values.divide(self.widening, values.multiply(2, values.power(10, places)))
        return values.enclosing(exact, half)

    def symbol(self, name: str) -> Value:
        """The value of a symbol."""
        if name in self._bound:
            return self._bound[name]
        if name in self.random:
            return outcomes.random_value(self, (name, ()))
        if is_bold(name) or name in self.model.plan.arrays.shapes:
            return self._array(name, ())
        value = self.model.variable(name)
        return value if self.steady else self._varied(value, name)

    def _array(self, name: str, indices: tuple[int, ...]) -> Value:
        """A bold symbol, or a member of a family of them, from the entries of its plain symbol."""
        moves = self.moving is not None or (self._varying and self.model.plan.motion.dependent)
        if moves or (self._entries and any(key[0] == plain(name) for key in self._entries)):
            return self._composed(name, indices)
        key = (name, indices)
        if key not in self._memory:
            self._memory[key] = self._composed(name, indices)
        return self._memory[key]

    def _composed(self, name: str, indices: tuple[int, ...]) -> Value:
        shape, axes = self.model.layout(name, len(indices))
        if not shape:
            return self._entry(plain(name), indices)
        self.fuel.left -= math.prod(axes)
        if self.fuel.left < 0:
            raise FuelError
        places = product(*(range(1, size + 1) for size in axes))
        dependent = self._varying and self.model.plan.motion.dependent
        if not (
            dependent or self._entries or self.moving is not None or name in self.model.plan.arrays.structures
        ):
            base = plain(name)
            return Array(shape, tuple(self.model.entry(base, (*indices, *place)) for place in places))
        return Array(shape, tuple(self._place(name, (*indices, *place), axes) for place in places))

    def _place(self, name: str, indices: tuple[int, ...], axes: tuple[int, ...]) -> Value:
        model = self.model
        level, before = self.moving if plain(name) in model.plan.motion.moving else None, model.spent
        placed = model.place(name, indices, axes, level)
        self.fuel.left -= model.spent - before
        return self._entry(plain(name), indices, placed)

    def _entry(self, name: str, indices: tuple[int, ...], drawn: Value = None) -> Value:
        """One entry of a family, as the variable of a derivative where it is one."""
        if (name, indices) in self._entries:
            return self._entries[name, indices]
        entry = self.model.entry(name, indices) if drawn is None else drawn
        if self.steady:
            return entry
        own = name not in self.model.plan.families.entangled and any(key[0] == name for key in self._entries)
        return entry if own else self._varied(entry, f"{name}_{indices}")

    def _varied(self, value: Value, key: str) -> Value:
        """`value` moving in a direction of its own, where differentials are taken; with a random slope at every
        derivative under way, if this model lets symbols depend in secret.
        """
        if self.moving is not None and not isinstance(value, Array | Dual):
            if key.partition("_(")[0] in self.model.plan.motion.moving:
                return Dual(self.moving, value, self.model.real("d" + key))
        if not self._varying or not self.model.plan.motion.dependent or isinstance(value, int | Array):
            return value
        for depth, (level, target) in enumerate(self._varying):
            value = Dual(level, value, self.model.real(f"slope {key} by {target} at {depth}"))
        return value

    def entry(self, head: Term, places: list[Value]) -> Value:
        """What is at `places` of the family or array `head`."""
        name = head.name if isinstance(head, Variable) and head.name not in self._bound else None
        if name is not None and name in self.model.plan.families.continuous:
            return self._on_a_line(name, places)
        indices = tuple([values.integer(place, "index that is not an integer") for place in places])
        if name is None:
            return _taken(self.value(head), indices)
        if name in self.model.plan.families.recurrences and len(indices) == 1:
            return self._member_value(self.model.plan.families.recurrences[name], indices[0])
        if name in self.random:
            return outcomes.random_value(self, (name, indices))
        return self._array(name, indices) if is_bold(name) else self._entry_of(name, indices)

    def _member_value(self, recurrence: Recurrence, place: int) -> Value:
        """A member of a family as its recurrence makes it of those before, from its starts on."""
        if self._varying or self._entries or self.moving is not None:
            raise NoValueError("derivative of a recurrence")
        if not free_variables(recurrence.right).isdisjoint(self._bound.keys() - {recurrence.counter}):
            raise NoValueError("bound symbol in a recurrence")
        key = ("member", recurrence.family, place)
        if key not in self._memory:
            self._memory[key] = self._next(recurrence, place)
        return self._memory[key]

    def _next(self, recurrence: Recurrence, place: int) -> Value:
        starts = recurrence.starts
        if place > recurrence.last_start:
            return self.bind(recurrence.counter, place).value(recurrence.right)
        if starts and place not in starts:
            raise UndefinedError("member before the first")
        drawn = self._drawn(recurrence.family, place)
        start = self.value(starts[place]) if starts else drawn
        if not isinstance(drawn, Array) or isinstance(start, Array):
            return start
        if not values.is_zero(start):
            raise ShapeError("a number for the start of a family of arrays")
        return values.multiply(start, drawn)

    def _drawn(self, family: str, place: int) -> Value:
        return self._array(family, (place,)) if is_bold(family) else self._entry_of(family, (place,))

    def _on_a_line(self, name: str, places: list[Value]) -> Value:
        """A member of a family whose index is any real number: a random function of its place, or a vector of them."""
        if not is_bold(name):
            return self.model.function(f"{name}_", places)
        shape, axes = self.model.layout(name, len(places))
        entries = product(*(range(1, size + 1) for size in axes))
        return Array(shape, tuple(self.model.function(f"{name}_{entry}", places) for entry in entries))

    def _entry_of(self, name: str, indices: tuple[int, ...]) -> Value:
        """``x_i``: an entry of the array of that name, if there is one of a known structure or shape."""
        bold = rf"\boldsymbol{{{name}}}"
        for members in range(len(indices)) if self.model.plan.arrays.shapes else ():
            if (f"{bold}[{members}]" if members else bold) in self.model.plan.arrays.shapes:
                _, axes = self.model.layout(bold, members)
                if len(axes) == len(indices) - members:
                    if not all(1 <= i <= n for i, n in zip(indices[members:], axes, strict=True)):
                        raise UndefinedError("index out of range")
                    return self._place(bold, indices, axes)
        return self._entry(name, indices)

    def called(self, head: Term, given: list[Value]) -> Value:
        """The value of the unknown function `head` where its arguments are `given`."""
        self.fuel.left -= sum(map(values.weight, given))
        if isinstance(head, Variable):
            return self._called(head.name, head.name, given)
        if isinstance(head, Apply) and head.operator == "index" and isinstance(head.arguments[0], Variable):
            indices = tuple(values.integer(self.value(i), "index") for i in head.arguments[1:])
            return self._called(f"{head.arguments[0].name}_{indices}", head.arguments[0].name, given)
        raise NoValueError("application")

    def _called(self, key: str, name: str, given: list[Value]) -> Value:
        """The value of an unknown function; a bold one has a vector of them."""
        if f"{name}()" not in self.model.plan.arrays.shapes:
            said = self.model.plan.motion.bends.get(name)
            return (
                self.model.function(key, given)
                if said is None
                else shaped_functions.value(self, key, given, said)
            )
        shape, axes = self.model.layout(f"{name}()", 0)
        places = product(*(range(1, size + 1) for size in axes))
        return Array(shape, tuple(self.model.function(f"{key}{place}", given) for place in places))

    # --- what lazy operators ask ------------------------------------------------------------------------------------

    def holds(self, proposition: Term) -> bool:
        return bool(self.value(proposition))

    def bind(self, name: str, value: Value) -> Evaluation:
        inner = self.inside()
        inner._bound = {**self._bound, name: value}
        inner.own = self.own | {name}
        return inner

    def over(self, bind: Bind, points: Iterable[Value]) -> Iterator[Value]:
        run, bound = compiled(bind.body), dict(self._bound)
        inner = self.inside()
        inner._bound = bound  # one scope for all points: what is computed in it keeps none
        inner.own = self.own | {bind.variable.name}
        for point in points:
            bound[bind.variable.name] = point
            found = run(inner)
            self.fuel.left -= values.length(found) // WORD
            yield found

    def along(self, bind: Bind) -> Callable[[Value], Value]:
        run, bound, name = compiled(bind.body), dict(self._bound), bind.variable.name
        inner = self.inside()
        inner._bound = bound  # one scope for all points, as above
        inner.own = self.own | {name}

        def at(point: Value) -> Value:
            bound[name] = point
            return run(inner)

        return at

    def place(self, name: str, value: Value) -> Evaluation:
        return self._placed(name, (), value)

    def vary(self, target: Term) -> tuple[Evaluation, int]:
        if free_variables(target) & self.random:
            raise NoValueError("derivative by a random variable")
        if len(self._varying) >= DERIVATIVES:
            raise FuelError
        current = self.value(target)
        if isinstance(current, Array):
            raise NoValueError("derivative by an array")
        seeded = values.seeded(values.ball(current))
        if isinstance(target, Variable):
            inner = self.bind(target.name, seeded)
            inner._varying = (*self._varying, (seeded.level, target.name))
            inner.steady = False
            return inner, seeded.level
        if not isinstance(target, Apply) or not isinstance(target.arguments[0], Variable):
            raise NoValueError("derivative")  # by something that a definition put in the place of a symbol
        indices = tuple(values.integer(self.value(i), "index") for i in target.arguments[1:])
        name = target.arguments[0].name
        inner = self.inside(
            entries={(name, indices): seeded},
            varying=(*self._varying, (seeded.level, f"{name}_{indices}")),
        )
        return inner, seeded.level

    def vary_entries(self, target: Term) -> tuple[tuple[int, ...], list[tuple[Evaluation, int]]]:
        head, *rest = (
            target.arguments if isinstance(target, Apply) and target.operator == "index" else (target,)
        )
        if not isinstance(head, Variable) or not is_bold(head.name):
            raise NoValueError("derivative")
        indices = tuple(values.integer(self.value(i), "index") for i in rest)
        shape, axes = self.model.layout(head.name, len(indices))
        name = plain(head.name)
        variations = []
        for place in product(*(range(1, size + 1) for size in axes)):
            key = (name, (*indices, *place))
            seeded = values.seeded(values.ball(self._place(head.name, key[1], axes)))
            inner = self.inside(
                entries={key: seeded},
                of=head.name,
                varying=(*self._varying, (seeded.level, f"{name}_{key[1]}")),
            )
            variations.append((inner, seeded.level))
        return shape, variations

    # --- random variables -------------------------------------------------------------------------------------------

    def moved(self) -> tuple[Evaluation, int]:
        level = values.seeded(0).level
        return self.inside(moving=level), level

    def outcomes(self, target: Term) -> list[Evaluation] | None:
        head = target.arguments[0] if isinstance(target, Apply) else target
        if not isinstance(head, Variable) or head.name not in self.random:
            return None
        key = outcomes.key_of(self, target)
        count = self.world.count(outcomes.identity(self, key))
        return [self.inside(known=self.known.chosen(key, k)) for k in range(count)]

    def points(self, target: Term) -> list[tuple[Scalar, Evaluation]]:
        """Weights and values are those of a space: the same for all its symbols."""
        head, *rest = target.arguments if isinstance(target, Apply) else (target,)
        if not isinstance(head, Variable):
            raise NoValueError("integral")
        indices = tuple(values.integer(self.value(i), "index") for i in rest)
        shape, axes = self.model.layout(head.name, len(indices)) if is_bold(head.name) else ((), ())
        found = []
        for k, weight in enumerate(self.model.weights("measure", POINTS)):
            places = product(*(range(1, size + 1) for size in axes))
            entries = tuple(self.model.real(f"point {k}{place}") for place in places)
            found.append(
                (weight, self._placed(head.name, indices, Array(shape, entries) if shape else entries[0]))
            )
        return found

    def _placed(self, name: str, indices: tuple[int, ...], value: Value) -> Evaluation:
        """This scope with a symbol, or a member of a family, at `value`."""
        if not indices and not (is_bold(name) and isinstance(value, Array)):
            return self.bind(name, value)
        if isinstance(value, Array):
            members = {(plain(name), (*indices, *place)): e for place, e in _entries(value)}
            return self.inside(entries=members, of=name)
        return self.inside(entries={(name, indices): value}, of=name)

    def probability(self, law: Term, heads: tuple[Term, ...], given: tuple[Term, ...]) -> Scalar:
        return outcomes.probability(self, law, heads, given)

    def average(
        self, body: Term, law: Term | None, heads: tuple[Term, ...], given: tuple[Term, ...]
    ) -> Value:
        return outcomes.average(self, body, law, heads, given)

    def inside(
        self,
        *,
        entries: Mapping[tuple[str, tuple[int, ...]], Value] | None = None,
        of: str = "",
        varying: tuple[tuple[int, str], ...] | None = None,
        moving: int | None = None,
        known: Outcomes | None = None,
    ) -> Evaluation:
        """A scope inside of this one, which shares what is remembered; the family `of` has `entries` of its own in it."""
        inner = Evaluation.__new__(Evaluation)
        inner.model, inner.random, inner.fuel = self.model, self.random, self.fuel
        inner.rounding, inner.widening = self.rounding, self.widening
        inner._memory = self._memory
        inner._bound, inner.own = self._bound, self.own
        inner._entries = self._entries
        inner._varying = self._varying if varying is None else varying
        inner.moving = self.moving if moving is None else moving
        inner.steady = inner.moving is None and not inner._varying
        inner.known = self.known if known is None else known
        if entries is not None:
            inner._entries = {**self._entries, **entries}
            names = {name for name, _ in entries}
            inner.own = self.own.union(names, (of,), *map(self.model.arrays_of, names))
        return inner


def _entries(array: Array) -> Iterator[tuple[tuple[int, ...], Scalar]]:
    axes = array.shape[1:] if len(array.shape) == 2 and array.shape[0] == 1 else array.shape
    yield from zip(product(*(range(1, size + 1) for size in axes)), array.entries, strict=True)


def _taken(value: Value, indices: tuple[int, ...]) -> Scalar:
    if not isinstance(value, Array) or len(indices) != len(value.shape):
        raise ShapeError("index of something that is not an array of that rank")
    offset = 0
    for size, index in zip(value.shape, indices, strict=True):
        if not 1 <= index <= size:
            raise UndefinedError("index out of range")
        offset = offset * size + index - 1
    return value.entries[offset]


def depends(body: Term, target: Term) -> bool:
    """Whether `body` contains `target`."""
    name = target.name if isinstance(target, Variable) else target.arguments[0].name  # type: ignore[union-attr]
    return name in free_variables(body)
