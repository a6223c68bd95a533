"""Whether a reading of a claim is plausible: no symbol is both applied and multiplied, and none is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from mathpost.maths.terms.term import Apply, Bind, Term, Variable, parts, subterms
from mathpost.maths.terms.traversal import free_outside
from mathpost.verify.interpretation.reading import Reading

INDEX = frozenset(["index"])


def numbers(reading: Reading) -> frozenset[str]:
    """The symbols that stand for numbers, and not only for places of entries."""
    left, right = (free_outside(side, INDEX, lambda entry: parts(entry)[:1]) for side in reading.sides)
    return left | right


def consistent(reading: Reading) -> bool:
    """Whether no symbol is applied to something compound in one place and a factor in another."""
    called = {
        _symbol(t.arguments[0])
        for side in reading.sides
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator == "call"
        if not all(isinstance(a, Variable) for a in t.arguments[1:])
    }
    return not (called - {""}) & _factors(reading, _symbol)


def _symbol(term: Term) -> str:
    """The name of a symbol or of the family of a member; empty for any other term."""
    match term:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name
    return ""


def believable(first: Reading, other: Reading) -> bool:
    """Whether what `first` applies and `other` multiplies is without brackets somewhere: ``f(x + y)`` alone is not a product."""
    return _called(first) & _factors(other) <= _factors(first)


def lost(sides: tuple[Term, Term], others: tuple[Term, Term]) -> frozenset[str]:
    """The symbols, no bound ones, that `sides` have more often than another reading of them: it takes some for something else."""
    here, there = map(_occurrences, (sides, others))
    bound = {t.variable.name for side in sides for t in subterms(side) if isinstance(t, Bind)}
    return frozenset(name for name, count in here.items() if count > there[name]) - bound


def _occurrences(sides: tuple[Term, Term]) -> Counter[str]:
    return Counter(t.name for side in sides for t in subterms(side) if isinstance(t, Variable))


def _called(reading: Reading) -> frozenset[str]:
    return frozenset(
        t.arguments[0].name
        for side in reading.sides
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator == "call" and isinstance(t.arguments[0], Variable)
    )


def _name(term: Term) -> str:
    """The name of a symbol; empty for any other term."""
    return term.name if isinstance(term, Variable) else ""


def _factors(reading: Reading, named: Callable[[Term], str] = _name) -> frozenset[str]:
    """The symbols that are multiplied, added, or raised to a power."""
    arithmetic = ("add", "multiply", "negate", "divide", "power")
    terms = (t for side in reading.sides for t in subterms(side))
    found = (
        named(a) for t in terms if isinstance(t, Apply) and t.operator in arithmetic for a in t.arguments
    )
    return frozenset(name for name in found if name)
