"""Which symbols of a claim are integers, and which of those are indices: read off the places they stand in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables

# letters that count unless a post does something else with them
COUNTING = frozenset("ijklmnNKM")


class Integers(NamedTuple):
    """`indices` stand in subscripts and deltas, `sizes` in bounds, factorials and exponents of signs; both sorted."""

    sizes: tuple[str, ...]
    indices: tuple[str, ...]


def integers(terms: Iterable[Term]) -> Integers:
    """The free symbols of `terms` that are integers."""
    indices: set[str] = set()
    sizes: set[str] = set()
    free: set[str] = set()
    for term in terms:
        free |= free_variables(term)
        _collect(term, frozenset(), indices, sizes)
    sizes |= {n for n in free & COUNTING if n not in indices}
    indices -= sizes
    return Integers(tuple(sorted(sizes & free)), tuple(sorted(indices & free)))


def _collect(term: Term, bound: frozenset[str], indices: set[str], sizes: set[str]) -> None:
    match term:
        case Apply(operator="index", arguments=(head, *rest)):
            for place in rest:
                indices |= _names(place) - bound
            _collect(head, bound, indices, sizes)
        case Apply(operator="delta", arguments=arguments):
            for place in arguments:
                indices |= _names(place) - bound
        case Apply(operator="factorial" | "binomial", arguments=arguments):
            for place in arguments:
                sizes |= _names(place) - bound
        case Apply(operator="power", arguments=(base, exponent)):
            if _negative(base):
                sizes |= _names(exponent) - bound
            _collect(base, bound, indices, sizes)
            _collect(exponent, bound, indices, sizes)
        case Apply(operator="derivative", arguments=(body, target)):
            _collect(body, bound, indices, sizes)
            _collect(target, bound, indices, sizes)
        case Apply(arguments=arguments):
            for argument in arguments:
                _collect(argument, bound, indices, sizes)
        case Bind(
            operator="sum" | "product" | "maximum_over" | "minimum_over", variable=v, bounds=bounds, body=body
        ):
            for place in bounds:
                sizes |= _names(place) - bound
            _collect(body, bound | {v.name}, indices, sizes)
        case Bind(variable=v, bounds=bounds, body=body):
            for place in bounds:
                _collect(place, bound, indices, sizes)
            _collect(body, bound | {v.name}, indices, sizes)
        case Number() | Variable():
            pass


def _names(term: Term) -> frozenset[str]:
    """Names a place is computed from; those of families inside it are no integers themselves."""
    match term:
        case Apply(operator="index", arguments=(_, *rest)):
            return frozenset[str]().union(*map(_names, rest))
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_names, arguments))
        case _:
            return free_variables(term)


def _negative(base: Term) -> bool:
    if isinstance(base, Number):
        return base.value < 0
    return isinstance(base, Apply) and base.operator == "negate"
