"""Proportions and expressions up to a constant, as equations between two points of the variable.

``p(z|x) \\propto p(x|z) p(z)`` states that the ratio of its sides is the same at every ``z``, ``\\log p(x) = -x^2/2 + C`` that
their difference is the same at every ``x``. The variable is that of the density or function on the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mathpost.maths.terms.outcomes import TWIN
from mathpost.maths.terms.term import Apply, Number, Term, Variable, free_variables, replaced, sum_of
from mathpost.maths.terms.traversal import leaves

PRODUCT = frozenset(["multiply"])
# letters and words of an additive constant that is not mentioned elsewhere
CONSTANTS = frozenset(["C", "c", r"\text{const}", r"\text{Const}", r"\text{constant}", r"\text{C}"])


def proportional(left: Term, right: Term) -> tuple[Term, Term] | None:
    """``left(x) right(x') = left(x') right(x)``, of logarithms with differences; None where no variable is found."""
    varying = _varied(left, right, _undropped(left, right))
    if not varying:
        return None
    if isinstance(left, Apply) and left.operator == "log":
        return _differences(left, right, varying)
    other = at_second_point(right, varying)
    if isinstance(left, Apply) and left.operator == "density" and _is_negated(right):
        other = Apply("abs", (other,))  # no density is a negative multiple of anything positive
    first = Apply("multiply", (left, other), left.origin)
    return first, Apply("multiply", (at_second_point(left, varying), right), right.origin)


def _is_negated(term: Term) -> bool:
    """Whether a minus precedes the whole term or its first factor."""
    first = next(leaves(term, PRODUCT))
    return isinstance(first, Apply) and first.operator == "negate"


def up_to_constant(left: Term, right: Term) -> tuple[Term, Term] | None:
    """``left(x) - left(x') = right(x) - right(x')`` if `right` has a constant summand that occurs nowhere else; else None."""
    if not isinstance(right, Apply) or right.operator != "add":
        return None
    kept = tuple(t for t in right.arguments if not _is_constant(t))
    names = {_name(t) for t in right.arguments if _is_constant(t)}
    if len(kept) == len(right.arguments) or not kept:
        return None
    rest = sum_of(kept, right.origin)
    if names & (free_variables(left) | free_variables(rest)):
        return None
    varying = _varied(left, rest)
    return _differences(left, rest, varying) if varying else None


def _differences(left: Term, right: Term, varying: Iterable[Term]) -> tuple[Term, Term]:
    pair = [
        Apply("add", (side, Apply("negate", (at_second_point(side, varying),))), side.origin)
        for side in (left, right)
    ]
    return pair[0], pair[1]


def at_second_point(term: Term, varying: Iterable[Term]) -> Term:
    """`term` at a second point, with the symbols in `varying` renamed."""
    for symbol in varying:
        term = replaced(term, symbol, _twin(symbol))
    return term


def _twin(symbol: Term) -> Term:
    if isinstance(symbol, Variable):
        return Variable(symbol.name + TWIN, symbol.origin)
    assert isinstance(symbol, Apply)
    return Apply("index", (_twin(symbol.arguments[0]), *symbol.arguments[1:]), symbol.origin)


def _varied(left: Term, right: Term, otherwise: Iterable[Term] = ()) -> list[Term]:
    """The variables of the left side, or `otherwise` if it has none, provided that the right side mentions them too."""
    varying = list(_varying(left)) or list(otherwise)
    return varying if at_second_point(right, varying) != right else []


def _undropped(left: Term, right: Term) -> list[Term]:
    """The symbols of both sides that occur in no factor dropped on the right: λ in ``e^{-λ} λ^z / z! ∝ e^{-λ} λ^z``."""
    dropped = {f for f in _factors(left) if not isinstance(f, Number)} - set(_factors(right))
    names = free_variables(left) & free_variables(right)
    return [Variable(name) for name in sorted(names.difference(*map(free_variables, dropped)))]


def _factors(term: Term) -> Iterator[Term]:
    """The factors and divisors of a product."""
    match term:
        case Apply(operator="multiply" | "divide", arguments=arguments):
            for each in arguments:
                yield from _factors(each)
        case _:
            yield term


def _varying(left: Term) -> Iterable[Term]:
    """The variables of the density, function or family on the left."""
    match left:
        case Apply(operator="log" | "negate", arguments=(inner,)):
            yield from _varying(inner)
        case Apply(operator="density", arguments=(_, Apply(arguments=heads), _)):
            yield from (v for h in heads for v in _outcome(h))
        case Apply(operator="call", arguments=(_, *arguments)):
            yield from (a for a in arguments[:1] if _is_symbol(a))


def _outcome(head: Term) -> Iterator[Term]:
    """The variable of a head: the head itself, or ``k`` of the event ``Y = k``."""
    match head:
        case Apply(operator="equal", arguments=(_, Variable() as outcome)):
            yield outcome
        case _ if _is_symbol(head):
            yield head


def _is_symbol(term: Term) -> bool:
    return isinstance(term, Variable) or (isinstance(term, Apply) and term.operator == "index")


def _is_constant(term: Term) -> bool:
    return _name(term).partition("_{")[0] in CONSTANTS or "常" in _name(term)


def _name(term: Term) -> str:
    match term:
        case Variable(name=name):
            return name
        case Apply(operator="index", arguments=(Variable(name=name), Number())):
            return name
    return ""
