"""Terms compiled to functions: the meaning of an operator is looked up once, not in every model.

A compiled term is a function of the scope it is computed in, and is stored with the term.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from mathpost.maths import values
from mathpost.maths.operators import Operator, registry
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables, memory
from mathpost.maths.values import Array, Value
from mathpost.verify.models.fuel import FuelError, NoValueError

if TYPE_CHECKING:
    from mathpost.verify.models.evaluation import Evaluation

Compiled: TypeAlias = "Callable[[Evaluation], Value]"
DEAR = 30  # what a special function costs, in terms


def compiled(term: Term) -> Compiled:
    """The function that computes `term`; it spends what the term costs before it begins."""
    remembered = memory(term)
    if remembered.computed is None:
        remembered.computed = _compiled(term)
    found: Compiled = remembered.computed
    return found


def _compiled(term: Term) -> Compiled:
    match term:
        case Number():
            return _number(term)
        case Variable(name=name):
            return _variable(name)
        case Apply(operator="index", arguments=(head, *places)):
            return _entry(head, [compiled(place) for place in places])
        case Apply(operator="call", arguments=(head, *arguments)):
            called = _call(head, [compiled(a) for a in arguments])
            return _where_it_matters(called, free_variables(term), always=True)
        case Apply(operator=operator, arguments=arguments):
            dear = (known := registry().get(operator)) is not None and known.lazy is not None
            return _where_it_matters(_applied(operator, arguments), free_variables(term), always=dear)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            bare = Bind(operator, variable, bounds, body)  # one that does not know this function: no circle
            return _where_it_matters(_applied(operator, (bare,)), free_variables(term), always=True)


def _number(number: Number) -> Compiled:
    exact, places = values.rational(number.value), number.places

    def run(scope: Evaluation) -> Value:
        scope.fuel.left -= 1
        if scope.fuel.left < 0:
            raise FuelError
        return exact if places is None or not scope.rounding else scope.rounded(exact, places)

    return run


def _variable(name: str) -> Compiled:
    """A symbol; one that was drawn before and means here what it means everywhere is no further question."""

    def run(scope: Evaluation) -> Value:
        fuel = scope.fuel
        fuel.left -= 1
        if fuel.left < 0:
            raise FuelError
        if scope.steady and name not in scope.own:
            drawn = scope.model.drawn.get(name)
            if drawn is not None:
                return drawn
        return scope.symbol(name)

    return run


def _entry(head: Term, places: list[Compiled]) -> Compiled:
    def run(scope: Evaluation) -> Value:
        scope.fuel.left -= 1
        if scope.fuel.left < 0:
            raise FuelError
        return scope.entry(head, [place(scope) for place in places])

    return run


def _where_it_matters(found: Compiled, free: frozenset[str], *, always: bool = False) -> Compiled:
    """`found`, computed once for all turns of what is around it if it depends on nothing but the model and indices.

    What is dear is remembered `always`, other terms where they depend on the model alone, in scopes only that give symbols
    a meaning of their own.
    """

    def run(scope: Evaluation) -> Value:
        fuel = scope.fuel
        fuel.left -= 1
        if fuel.left < 0:
            raise FuelError
        own = scope.own
        if (own or always) and scope.moving is None:
            if own.isdisjoint(free):
                return scope.remembered(found)
            if always and (places := scope.places(own & free)) is not None:
                return scope.remembered(found, places)
        return found(scope)

    return run


def _call(head: Term, arguments: list[Compiled]) -> Compiled:
    return lambda scope: scope.called(head, [argument(scope) for argument in arguments])


def _applied(name: str, arguments: tuple[Term, ...]) -> Compiled:
    operator = registry().get(name)
    if operator is not None and operator.lazy is not None:
        lazy = operator.lazy
        return lambda scope: lazy(arguments, scope)
    if operator is None or operator.value is None:
        return lambda _: _without_value(name)
    return _eager(operator, [compiled(a) for a in arguments])


def _eager(operator: Operator, arguments: list[Compiled]) -> Compiled:
    """`operator` applied to the values of `arguments`; a special function is expensive."""
    compute = operator.value
    assert compute is not None
    if operator.notations:
        return _dear(_many(compute, arguments))
    match arguments:
        case [argument]:
            return _one(compute, argument)
        case [first, second]:
            return _two(compute, first, second)
    return _many(compute, arguments)


def _one(compute: Callable[..., Value], argument: Compiled) -> Compiled:
    def found(scope: Evaluation) -> Value:
        value = compute(argument(scope))
        if type(value) is Array:
            scope.fuel.left -= len(value.entries)
        return value

    return found


def _two(compute: Callable[..., Value], first: Compiled, second: Compiled) -> Compiled:
    def found(scope: Evaluation) -> Value:
        value = compute(first(scope), second(scope))
        if type(value) is Array:
            scope.fuel.left -= len(value.entries)
        return value

    return found


def _many(compute: Callable[..., Value], arguments: list[Compiled]) -> Compiled:
    def found(scope: Evaluation) -> Value:
        value = compute(*[argument(scope) for argument in arguments])
        if type(value) is Array:
            scope.fuel.left -= len(value.entries)
        return value

    return found


def _dear(found: Compiled) -> Compiled:
    """`found`, with the cost of a special function, which grows with the number of bits."""

    def run(scope: Evaluation) -> Value:
        scope.fuel.left -= DEAR * values.bits() // 80
        return found(scope)

    return run


def _without_value(name: str) -> Value:
    raise NoValueError(name)
