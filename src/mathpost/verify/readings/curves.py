"""Curves and motions as posts write them: functions without their argument, and slopes along a parameter, which confirm only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from mathpost.maths.facts.facts import Fact, Facts
from mathpost.maths.terms.term import Apply, Term, Variable, free_variables, occurrences, with_parts
from mathpost.maths.terms.traversal import transform
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.rewriting import Rewriting

DERIVATIVE = frozenset(["derivative"])
PARAMETERS = 2  # symbols that are tried as the parameter of a curve


def _along_parameters(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with functions of the post that are without their argument as their values, and with the slopes of one
    coordinate by another as quotients of their slopes by a parameter: ``dy/dx`` of ``x = a\\cos t, y = b\\sin t``.
    """
    facts = readings.in_force(number)
    applied = _applied(reading, facts)
    if applied is not None:
        yield readings.unfolded(number, applied, values=False) or applied
    for put in _along(reading, facts):
        yield (
            readings.unfolded(number, put, values=False) or put
        )  # what gives the coordinates is put in elsewhere, too


def _applied(reading: Reading, facts: Facts) -> Reading | None:
    """`reading` with the value of a function in place of its name alone: ``\\ddot\\theta`` where ``\\theta(t)`` was defined."""
    found = {
        name: fact
        for name in reading.free
        if (fact := _last(name.rstrip("'"), "function", facts)) is not None
    }
    values = {name: value for name, fact in found.items() if (value := _value(name, fact)) is not None}
    if not values:
        return None
    left, right = (_put(side, values) for side in reading.sides)
    used = frozenset(fact.step for fact in found.values())
    return reading._replace(left=left, right=right, used=reading.used | used)


def _put(term: Term, values: Mapping[str, Term]) -> Term:
    """`term` with the values of names that are without arguments and indices: ``V_0`` is not a value of V."""
    match term:
        case Variable(name=name):
            return values.get(name, term)
        case Apply(operator="index" | "call" as operator, arguments=(head, *rest), origin=origin):
            return Apply(operator, (head, *(_put(t, values) for t in rest)), origin)
    return with_parts(term, lambda part: _put(part, values))


def _value(name: str, fact: Fact) -> Term | None:
    """The value of a function at its own arguments, or of its derivative, ``f''``, if it has one argument."""
    value, primes = fact.right, len(name) - len(name.rstrip("'"))
    if primes and len(fact.parameters) != 1:
        return None
    for _ in range(primes):
        value = Apply("derivative", (value, fact.parameters[0]), value.origin)
    return value


def _along(reading: Reading, facts: Facts) -> Iterator[Reading]:
    """`reading` with its slopes by symbols that are given by a parameter as quotients of slopes by that."""
    targets = {
        t.arguments[1].name
        for side in reading.sides
        for t in occurrences(side, DERIVATIVE)
        if isinstance(t, Apply) and isinstance(t.arguments[1], Variable)
    }
    given = {name: fact for name in sorted(targets) if (fact := _last(name, "symbol", facts)) is not None}
    for name, fact in given.items():
        for parameter in sorted(free_variables(fact.right))[:PARAMETERS]:
            put = partial(
                _by_parameter, target=Variable(name), fact=fact, parameter=Variable(parameter), facts=facts
            )
            left, right = map(put, reading.sides)
            if (left, right) != reading.sides:
                yield reading._replace(left=left, right=right)


def _by_parameter(term: Term, target: Variable, fact: Fact, parameter: Variable, facts: Facts) -> Term:
    """`term` with the slopes of what is given by the parameter, too, as quotients."""

    def quotient(part: Term) -> Term:
        match part:
            case Apply(operator="derivative", arguments=(Variable(name=name) as body, by)) if by == target:
                other = _last(name, "symbol", facts)
                if other is not None and parameter.name in free_variables(other.right):
                    sides = (other.right, fact.right)
                    slopes = tuple(Apply("derivative", (side, parameter), part.origin) for side in sides)
                    return Apply("divide", slopes, part.origin)
                return Apply("divide", (body, body), part.origin) if body == target else part
        return part

    return transform(term, quotient)


def _last(name: str, form: str, facts: Facts) -> Fact | None:
    """What the post last defined a symbol or a function to be, of all its arguments."""
    plain = (f for f in facts.get((form, name), ()) if all(isinstance(p, Variable) for p in f.parameters))
    return next(plain, None)


ROWS = (
    Rewriting(
        "parameter",
        _along_parameters,
        "developments",
        2,
        example=r"A curve is $x = a \cos t$, $y = b \sin t$. Then $\frac{dy}{dx} = -\frac{b \cos t}{a \sin t}$.",
    ),
)
