"""Patterns over terms and their matching: wildcards, arguments in order or in any order, binders with their variable.

A match maps each wildcard to its term, or to a tuple of terms where it takes several arguments. Syntax: `pattern_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, substitute

Bindings: TypeAlias = dict[str, Any]
Condition: TypeAlias = Callable[[Term], bool]
UNNAMED = ("", "_")


@dataclass(frozen=True, slots=True)
class Wildcard:
    """A wildcard for one term; where its name occurs again, it matches an equal term only."""

    name: str
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Several:
    """A wildcard for `least` or more neighbouring arguments; in an unordered sum or product, for the remaining ones."""

    name: str
    least: int = 0
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Literal:
    """A pattern that matches only the term that it holds."""

    term: Term


@dataclass(frozen=True, slots=True)
class Applied:
    """An application of one of `operators`; `commutes`: in any order, with nested brackets of the operator flattened."""

    operators: frozenset[str]
    parts: tuple[Pattern, ...]
    commutes: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """A binder. Wildcards in `elsewhere`, which occur both in its body and outside, match no term with its variable."""

    operators: frozenset[str]
    variable: Wildcard | Literal
    bounds: tuple[Pattern, ...]
    body: Pattern
    elsewhere: frozenset[str] = frozenset()


Pattern: TypeAlias = Wildcard | Several | Literal | Applied | Bound


def match(pattern: Pattern, term: Term, found: Bindings | None = None) -> Iterator[Bindings]:
    """All matches of `term` with `pattern`: ``a_ + b_`` matches x + y with x, y and with y, x.

    `found`: the wildcards bound so far.
    """
    return _matches(pattern, term, found or {})


def matched(pattern: Pattern, term: Term) -> Bindings | None:
    """The first match of `term` with `pattern`, None if there is none."""
    return next(_matches(pattern, term, {}), None)


def _matches(pattern: Pattern, term: Term, found: Bindings) -> Iterator[Bindings]:
    match pattern:
        case Literal(term=meant):
            return iter((found,) if term == meant else ())
        case Wildcard(name=name, condition=condition):
            return _bound(name, term, found, condition is None or condition(term))
        case Applied(operators=operators):
            if not isinstance(term, Apply) or term.operator not in operators:
                return iter(())
            if pattern.commutes:
                return _in_any_order(pattern.parts, _opened(term), found)
            return _in_order(pattern.parts, term.arguments, found)
        case Bound(operators=operators):
            if not isinstance(term, Bind) or term.operator not in operators:
                return iter(())
            return _of_binder(pattern, term, found)
    raise TypeError(pattern)  # several terms are not one term


def _bound(name: str, value: Any, found: Bindings, holds: bool) -> Iterator[Bindings]:
    """`found` with `value` for a wildcard; none where `holds` is false or the wildcard has another value."""
    if not holds or (name in found and found[name] != value):
        return iter(())
    return iter((found if name in UNNAMED or name in found else {**found, name: value},))


def _taken(of: Several, terms: tuple[Term, ...], found: Bindings) -> Iterator[Bindings]:
    holds = len(terms) >= of.least and (of.condition is None or all(map(of.condition, terms)))
    return _bound(of.name, terms, found, holds)


def _in_order(parts: tuple[Pattern, ...], terms: tuple[Term, ...], found: Bindings) -> Iterator[Bindings]:
    if not parts:
        if not terms:
            yield found
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, Several):
        most = len(terms) - sum(not isinstance(part, Several) for part in rest)
        for count in range(first.least if rest else most, most + 1):
            for known in _taken(first, terms[:count], found):
                yield from _in_order(rest, terms[count:], known)
    elif terms:
        for known in _matches(first, terms[0], found):
            yield from _in_order(rest, terms[1:], known)


def _in_any_order(parts: tuple[Pattern, ...], terms: tuple[Term, ...], found: Bindings) -> Iterator[Bindings]:
    """Matches in any order: each single part takes one term; the remaining terms are divided among the parts for several."""
    first = next((part for part in parts if not isinstance(part, Several)), None)
    if first is None:
        yield from _shared(parts, terms, found)
        return
    rest = tuple(part for part in parts if part is not first)
    tried: set[Term] = set()
    for place, term in enumerate(terms):
        if term not in tried:
            tried.add(term)
            for known in _matches(first, term, found):
                yield from _in_any_order(rest, (*terms[:place], *terms[place + 1 :]), known)


def _shared(parts: tuple[Pattern, ...], terms: tuple[Term, ...], found: Bindings) -> Iterator[Bindings]:
    several = [part for part in parts if isinstance(part, Several)]
    for owners in product(several, repeat=len(terms)) if several or not terms else ():
        ways = [found]
        for part in several:
            own = tuple(term for term, owner in zip(terms, owners, strict=True) if owner is part)
            ways = [known for way in ways for known in _taken(part, own, way)]
        yield from ways


def _opened(term: Apply) -> tuple[Term, ...]:
    """The arguments of a sum, with those of nested sums in their place."""
    same = [isinstance(t, Apply) and t.operator == term.operator for t in term.arguments]
    if not any(same):
        return term.arguments
    return tuple(
        inner
        for part, is_same in zip(term.arguments, same, strict=True)
        for inner in (_opened(part) if is_same and isinstance(part, Apply) else (part,))
    )


def _of_binder(pattern: Bound, term: Bind, found: Bindings) -> Iterator[Bindings]:
    body, own = term.body, term.variable
    known = pattern.variable
    meant = known.term if isinstance(known, Literal) else found.get(known.name)
    if isinstance(meant, Variable) and meant != own:
        if meant.name in free_variables(body):
            return
        body, own = substitute(body, {own.name: meant}), meant
    for named in _matches(known, own, found):
        for ended in _in_order(pattern.bounds, term.bounds, named):
            for way in _matches(pattern.body, body, ended):
                if not any(own.name in _free(way[name]) for name in pattern.elsewhere if name in way):
                    yield way


def _free(value: Term | tuple[Term, ...]) -> frozenset[str]:
    terms = value if isinstance(value, tuple) else (value,)
    return frozenset[str]().union(*map(free_variables, terms))


def general(term: Term, names: AbstractSet[str]) -> Pattern:
    """The pattern of `term` with its free symbols `names` as wildcards: ``x_i`` then matches every ``x_j``."""
    if free_variables(term).isdisjoint(names):
        return Literal(term)
    match term:
        case Variable(name=name):
            return Wildcard(name)
        case Apply(operator=operator, arguments=arguments):
            return Applied(frozenset([operator]), tuple(general(part, names) for part in arguments))
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            inside = general(body, names - {variable.name})
            ends = tuple(general(bound, names) for bound in bounds)
            return Bound(frozenset([operator]), Literal(variable), ends, inside)
    return Literal(term)


def names(pattern: Pattern) -> frozenset[str]:
    """The names of the wildcards of a pattern."""
    match pattern:
        case Wildcard(name=name) | Several(name=name):
            return frozenset((name,)).difference(UNNAMED)
        case Applied(parts=parts):
            return frozenset[str]().union(*map(names, parts))
        case Bound(variable=variable, bounds=bounds, body=body):
            return frozenset[str]().union(*map(names, (variable, *bounds, body)))
    return frozenset()


def heads(pattern: Pattern) -> frozenset[str] | None:
    """The operators one of which a matching term applies; None where any operator is possible."""
    match pattern:
        case Applied(operators=operators) | Bound(operators=operators):
            return operators
        case Literal(term=Apply(operator=operator) | Bind(operator=operator)):
            return frozenset((operator,))
    return None
