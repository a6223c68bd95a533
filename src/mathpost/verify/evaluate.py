"""The value of a term in a model: one interpreter for every kind of value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from mathpost.maths import values
from mathpost.maths.notation import is_bold
from mathpost.maths.operators import Scope, registry
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables
from mathpost.maths.values import Array, Dual, Scalar, ShapeError, UndefinedError, Value
from mathpost.verify.models import Model

FUEL = 150_000  # terms evaluated for one reading of a claim, in all its models
DEAR = 30  # what a special function costs, in terms
OUTCOMES = 4


class NoValueError(ArithmeticError):
    """`operator` has no value in a finite model."""

    def __init__(self, operator: str) -> None:
        super().__init__(operator)
        self.operator = operator


class FuelError(ArithmeticError):
    """The term is too large to be evaluated here."""


class Fuel:
    """What is left to spend on a claim, and the free symbols of its binders, found once."""

    __slots__ = ("_free", "left")

    def __init__(self, left: int = FUEL) -> None:
        self.left = left
        self._free: dict[int, frozenset[str]] = {}

    def free(self, term: Term) -> frozenset[str]:
        """The free variables of a term that outlives this object."""
        found = self._free.get(id(term))
        if found is None:
            found = self._free[id(term)] = free_variables(term)
        return found


class Evaluation:
    """A model with the variables bound so far: the `Scope` that operators see."""

    __slots__ = (
        "_bound",
        "_entries",
        "_fuel",
        "_memory",
        "_varying",
        "_world",
        "model",
        "rounding",
        "widening",
    )

    def __init__(
        self,
        model: Model,
        *,
        rounding: bool = False,
        widening: int = 1,
        bound: Mapping[str, Value] | None = None,
        entries: Mapping[tuple[str, tuple[int, ...]], Value] | None = None,
        varying: tuple[tuple[int, str], ...] = (),
        world: tuple[frozenset[str], int] = (frozenset(), 0),
        fuel: Fuel | None = None,
        memory: dict[object, Value] | None = None,
    ) -> None:
        self.model = model
        self.rounding = rounding
        self.widening = widening
        self._bound = bound or {}
        self._entries = entries or {}
        self._varying = varying
        self._world = world
        self._fuel = fuel or Fuel()
        self._memory = {} if memory is None else memory

    @property
    def length(self) -> int:
        return self.model.length

    @property
    def random(self) -> frozenset[str]:
        return self.model.plan.random

    def value(self, term: Term) -> Value:
        """The value of `term`.

        Raises:
            UndefinedError: a function outside its domain, a division by zero.
            UndecidedError: a comparison that the balls leave open.
            ShapeError: arrays that do not fit.
            NoValueError: an operator without a value in a finite model.
            FuelError: too much work.
        """
        self._fuel.left -= 1
        if self._fuel.left < 0:
            raise FuelError
        match term:
            case Number():
                return self._number(term)
            case Variable(name=name):
                return self._variable(name)
            case Apply(operator="index", arguments=arguments):
                return self._index(arguments)
            case Apply(operator="call", arguments=arguments):
                return self._call(arguments)
            case Apply(operator=operator, arguments=arguments):
                return self._apply(operator, arguments)
            case Bind(operator=operator):
                return self._apply(operator, (term,))

    def _apply(self, name: str, arguments: tuple[Term, ...]) -> Value:
        operator = registry().get(name)
        if operator is None:
            raise NoValueError(name)
        if operator.lazy is not None:
            return self._remembered(operator.lazy, arguments)
        if operator.value is None:
            raise NoValueError(name)
        if operator.notations:
            self._fuel.left -= DEAR * values.bits() // 80
        return operator.value(*map(self.value, arguments))

    def _remembered(
        self, lazy: Callable[[tuple[Term, ...], Scope], Value], arguments: tuple[Term, ...]
    ) -> Value:
        """The value of a binder, computed once as long as nothing it depends on is bound around it."""
        if not arguments or not isinstance(arguments[0], Bind):
            return lazy(arguments, self)
        free = self._fuel.free(arguments[0])
        if any(n in self._bound or n in self._world[0] for n in free) or any(
            k[0] in free for k in self._entries
        ):
            return lazy(arguments, self)
        key = (id(arguments[0]), self._varying, self._world)
        if key not in self._memory:
            self._memory[key] = lazy(arguments, self)
        return self._memory[key]

    def _number(self, number: Number) -> Scalar:
        exact = values.rational(number.value)
        if not self.rounding or number.places is None:
            return exact
        half = values.divide(self.widening, values.multiply(2, values.power(10, number.places)))
        return values.enclosing(exact, half)

    def _variable(self, name: str) -> Value:
        if name in self._bound:
            return self._bound[name]
        if name in self._world[0]:
            return self._outcome(name, ())
        if is_bold(name):
            return self._array(name, ())
        return self._varied(self.model.variable(name), name)

    def _array(self, name: str, indices: tuple[int, ...]) -> Array:
        """A bold symbol, or a member of a family of them, from the entries of its plain symbol."""
        plain, shape = self.model.layout(name)
        if plain == "1":
            return Array(shape, (1,) * shape[0])
        places = product(*(range(1, size + 1) for size in shape))
        return Array(shape, tuple(self._entry(plain, (*indices, *place)) for place in places))

    def _entry(self, name: str, indices: tuple[int, ...]) -> Value:
        """One entry of a family, as the variable of a derivative where it is one."""
        if (name, indices) in self._entries:
            return self._entries[name, indices]
        own = any(key[0] == name for key in self._entries)
        entry = self.model.entry(name, indices)
        return entry if own else self._varied(entry, f"{name}_{indices}")

    def _varied(self, value: Value, key: str) -> Value:
        """`value` with a random slope at every derivative under way, if this model lets symbols depend in secret."""
        if not self.model.plan.dependent or isinstance(value, int | Array):
            return value
        for depth, (level, target) in enumerate(self._varying):
            value = Dual(level, value, self.model.real(f"slope {key} by {target} at {depth}"))
        return value

    def _index(self, arguments: tuple[Term, ...]) -> Value:
        head, *rest = arguments
        indices = tuple(values.integer(self.value(i), "index that is not an integer") for i in rest)
        if isinstance(head, Variable):
            name = head.name
            if name in self._world[0] and name not in self._bound:
                return self._outcome(name, indices)
            if name not in self._bound:
                return self._array(name, indices) if is_bold(name) else self._entry(name, indices)
        return _taken(self.value(head), indices)

    def _call(self, arguments: tuple[Term, ...]) -> Value:
        head, *rest = arguments
        given = [self.value(a) for a in rest]
        if isinstance(head, Variable):
            return self.model.function(head.name, given)
        if isinstance(head, Apply) and head.operator == "index" and isinstance(head.arguments[0], Variable):
            indices = tuple(values.integer(self.value(i), "index") for i in head.arguments[1:])
            return self.model.function(f"{head.arguments[0].name}_{indices}", given)
        raise NoValueError("application")

    # --- what lazy operators ask ------------------------------------------------------------------------------------

    def holds(self, proposition: Term) -> bool:
        return bool(self.value(proposition))

    def bind(self, name: str, value: Value) -> Evaluation:
        return self._with(bound={**self._bound, name: value})

    def vary(self, target: Term) -> tuple[Evaluation, int]:
        current = self.value(target)
        if isinstance(current, Array):
            raise NoValueError("derivative by an array")
        seeded = values.seeded(values.ball(current))
        if isinstance(target, Variable):
            inner = self._with(
                bound={**self._bound, target.name: seeded},
                varying=(*self._varying, (seeded.level, target.name)),
            )
            return inner, seeded.level
        if not isinstance(target, Apply) or not isinstance(target.arguments[0], Variable):
            raise NoValueError("derivative")  # by something that a definition put in the place of a symbol
        indices = tuple(values.integer(self.value(i), "index") for i in target.arguments[1:])
        name = target.arguments[0].name
        inner = self._with(
            entries={**self._entries, (name, indices): seeded},
            varying=(*self._varying, (seeded.level, f"{name}_{indices}")),
        )
        return inner, seeded.level

    def outcomes(self, names: frozenset[str]) -> list[tuple[Scalar, Evaluation]]:
        if not names:
            raise UndefinedError("expectation without a random variable")
        weights = self.model.weights("world", OUTCOMES)
        return [(weight, self._with(world=(self._world[0] | names, k))) for k, weight in enumerate(weights)]

    def _outcome(self, name: str, indices: tuple[int, ...]) -> Value:
        """The value of a random variable, or of an entry of a random family, in the outcome at hand."""
        outcome = self._world[1]
        if is_bold(name):
            return self.model.array(name, (*indices, outcome))
        key = f"{name}_{indices}@{outcome}" if indices else f"{name}@{outcome}"
        return self.model.real(key, self.model.plan.domains.get(name))

    def _with(
        self,
        *,
        bound: Mapping[str, Value] | None = None,
        entries: Mapping[tuple[str, tuple[int, ...]], Value] | None = None,
        varying: tuple[tuple[int, str], ...] | None = None,
        world: tuple[frozenset[str], int] | None = None,
    ) -> Evaluation:
        return Evaluation(
            self.model,
            rounding=self.rounding,
            widening=self.widening,
            bound=self._bound if bound is None else bound,
            entries=self._entries if entries is None else entries,
            varying=self._varying if varying is None else varying,
            world=self._world if world is None else world,
            fuel=self._fuel,
            memory=self._memory,
        )


def _taken(value: Value, indices: tuple[int, ...]) -> Scalar:
    if not isinstance(value, Array) or len(indices) != len(value.shape):
        raise ShapeError("index of something that is no array of that rank")
    offset = 0
    for size, index in zip(value.shape, indices, strict=True):
        if not 1 <= index <= size:
            raise UndefinedError("index out of range")
        offset = offset * size + index - 1
    return value.entries[offset]


def depends(body: Term, target: Term) -> bool:
    """Whether `target` can be seen in `body`."""
    name = target.name if isinstance(target, Variable) else target.arguments[0].name  # type: ignore[union-attr]
    return name in free_variables(body)
