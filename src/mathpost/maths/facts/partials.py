r"""Derivatives written as subscripts or orders of a function: ``f_x``, ``f_{xy}``, ``u_t(x, t)``, ``f^{(3)}(x)``.

A subscript means a derivative only if the post defines the function with that letter among its arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mathpost.maths.facts.facts import Fact, Facts
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, replaced, substitute, with_parts

LETTERS = frozenset("xyztuvrs")
RAISED = "^{()}"  # the suffix of the family of derivatives of a function by order
HIGHEST = 6
PLACE = "⁎"


class Slope(NamedTuple):
    """A function and the letters by which it is differentiated, or the order of the derivative by its only argument."""

    function: str
    below: str
    order: int = 0


def parted(name: str) -> Slope | None:
    """The derivative that a head such as ``f_{xy}``, ``u_{t}()`` or ``f^{(3)}()`` denotes; None for other heads."""
    name = name.removesuffix("()")
    base, sign, below = name.partition("_{")
    if sign and below.endswith("}") and below[:-1] and LETTERS.issuperset(below[:-1]):
        return Slope(base, below[:-1])
    base, sign, above = name.partition("^{(")
    if sign and above.endswith(")}") and above[:-2].isdecimal() and int(above[:-2]) <= HIGHEST:
        return Slope(base, "", int(above[:-2]))
    return None


def is_slope(name: str, arguments: Mapping[str, frozenset[str]]) -> bool:
    """Whether a head is a derivative of a function whose `arguments` the post states."""
    found = parted(name)
    given = arguments.get(found.function + "()", frozenset()) if found is not None else frozenset[str]()
    if found is None or not given:
        return False
    return len(given) == 1 if found.order else given.issuperset(found.below)


def put_in(term: Term, facts: Facts, used: set[int]) -> Term:
    """`term` with derivatives of defined functions substituted; adds the defining steps to `used`."""

    def inside(part: Term) -> Term:
        return put_in(part, facts, used)

    match term:
        case Variable(name=name):
            return _value(name, (), facts, used) or _whole(name, facts, used) or term
        case Apply(operator="index", arguments=(Variable(name=name), Variable(name=letter))):
            return _value(f"{name}_{{{letter}}}", (), facts, used) or with_parts(term, inside)
        case Apply(
            operator="call",
            arguments=(
                Apply(operator="index", arguments=(Variable(name=name), Variable(name=letter))),
                *given,
            ),
        ):
            places = tuple(map(inside, given))
            return _value(f"{name}_{{{letter}}}", places, facts, used) or with_parts(term, inside)
        case Apply(operator="call", arguments=(Variable(name=name), *given)):
            places = tuple(map(inside, given))
            return _value(name, places, facts, used) or Apply(
                "call", (term.arguments[0], *places), term.origin
            )
        case Apply(
            operator="call",
            arguments=(Apply(operator="index", arguments=(Variable(name=name), Number(value=order))), given),
        ) if name.endswith(RAISED) and order.denominator == 1:
            raised = f"{name.removesuffix(RAISED)}^{{({order})}}"
            return _value(raised, (inside(given),), facts, used) or with_parts(term, inside)
    return with_parts(term, inside)


def _value(name: str, given: tuple[Term, ...], facts: Facts, used: set[int]) -> Term | None:
    """The derivative that a name denotes, at the places `given` or at the function's own letters; None for other names."""
    slope = parted(name)
    known = _function(slope.function, facts) if slope is not None else None
    if slope is None or known is None or ("symbol", name) in facts or ("function", name) in facts:
        return None
    letters = [p.name for p in known.parameters if isinstance(p, Variable)]
    below = letters * slope.order if slope.order and len(letters) == 1 else list(slope.below)
    if not below or not set(below) <= set(letters) or (given and len(given) != len(letters)):
        return None
    value = known.right
    for depth, letter in enumerate(below):
        moving = Variable(f"{PLACE}{depth}")
        value = Bind("differentiate", moving, (Variable(letter),), replaced(value, Variable(letter), moving))
    used.add(known.step)
    return substitute(value, dict(zip(letters, given, strict=True))) if given else value


def _whole(name: str, facts: Facts, used: set[int]) -> Term | None:
    """The value of a function whose name is written without arguments: ``u_t = -u``."""
    known = _function(name, facts) if ("symbol", name) not in facts else None
    if known is None:
        return None
    used.add(known.step)
    return known.right


def _function(name: str, facts: Facts) -> Fact | None:
    found = facts.get(("function", name), ())
    return next((known for known in found if all(isinstance(p, Variable) for p in known.parameters)), None)
