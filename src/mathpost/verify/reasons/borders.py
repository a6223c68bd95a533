"""Strict bounds that fail only at a border: ``x^2 > 0`` for all ``x \\ge 0`` fails at zero, ``a^2 + b^2 > 2ab``
where both are the
same, ``\\log x < x - 1`` at one; there no model is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from mathpost.maths.terms.term import (
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    operators,
    parts,
    replaced,
    substitute,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite
from mathpost.maths.transformations import typesetting
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import EVERYWHERE, Domain, Plan

INDEX = frozenset(["index"])

STRICT = frozenset("<>")
USUAL = (Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 2))
WEAK = frozenset(["less_equal", "greater_equal"])


def met(reading: Reading, sign: str, models: Plan, fuel: Fuel, *, distinct: bool = False) -> str | None:
    """Where the sides of a strict bound are equal although all conditions are met, in words, or None.

    `distinct`: the words say that symbols are not the same.
    """
    if sign not in STRICT:
        return None
    ends = ((c, e) for c in models.conditions for e in _ends(c)) if not reading.shapes else ()
    for condition, (name, value) in ends:
        left, right = (substitute(side, {name: value}) for side in reading.sides)
        others = tuple(substitute(c, {name: value}) for c in models.conditions if c is not condition)
        if not free_variables(left) | free_variables(right):
            others = ()
        if accord(left, right, "=", models.but(conditions=others), fuel).kind == "together":
            return f"{name} = {typesetting.latex(value)}"
    if models.chance.random.variables or distinct:
        return None
    for sides, words in _at_like_members(reading, models):
        if accord(*sides, "=", models, fuel).kind == "together":
            return words
    for old, value in _usual(reading, models):
        left, right = (replaced(side, old, value) for side in reading.sides)
        conditions = tuple(replaced(c, old, value) for c in models.conditions)
        if accord(left, right, "=", models.but(conditions=conditions), fuel).kind == "together":
            return f"{typesetting.latex(old)} = {typesetting.latex(value)}"
    return None


def _usual(reading: Reading, models: Plan) -> Iterator[tuple[Term, Term]]:
    """Where bounds are often attained: at another symbol of the same kind, and of numbers at small ones."""
    families = integers.families(reading.sides)
    counted = {*models.sizes, *models.indices, *models.arrays.lengths}
    plain = [(Variable(name), name) for name in sorted(reading.free - families - counted)]
    members = dict.fromkeys(m for side in reading.sides for m in _members(side, reading))
    named = [*plain, *((m, head) for m in members if (head := _head(m)) not in models.motion.bends)]
    for (one, name), (other, second) in combinations(named, 2):
        alike = reading.shapes.get(name) == reading.shapes.get(second)
        called = "call" in operators(one) | operators(other)
        if alike and not called and models.domains.get(name) == models.domains.get(second):
            yield one, other
    for term, name in named:
        lives = models.domains.get(name, EVERYWHERE)
        for value in () if name in reading.shapes else USUAL:
            if _allows(lives, value):
                yield term, Number(value)


def _allows(lives: Domain, value: Fraction) -> bool:
    """Whether a number lies within a domain of numbers, not at its end."""
    within = (lives.low is None or value > lives.low) and (lives.high is None or value < lives.high)
    return within and not (lives.values or lives.complex) and (value.denominator == 1 or not lives.integer)


def _at_like_members(reading: Reading, models: Plan) -> Iterator[tuple[tuple[Term, Term], str]]:
    """The sides where all members of a family of numbers are one number, or those of two families are the same."""
    names = sorted(
        integers.families(reading.sides) & reading.free - reading.shapes.keys() - models.families.normalised
    )
    several = [names] if len(names) > 1 else []
    for alike in (*([name] for name in names), *several):
        for value in (Fraction(1), Fraction(0)):
            if all(_allows(models.domains.get(name, EVERYWHERE), value) for name in alike):
                left, right = reading.sides
                for name in alike:
                    left, right = (_with_members(side, name, Number(value)) for side in (left, right))
                yield (left, right), f"all {', '.join(alike)} are {value}"
    for one, other in combinations(names, 2):
        if models.domains.get(one) == models.domains.get(other):
            left, right = (substitute(side, {one: Variable(other)}) for side in reading.sides)
            yield (left, right), f"{one} = {other}"


def _with_members(term: Term, name: str, value: Term) -> Term:
    return rewrite(term, lambda entry: value if parts(entry)[0] == Variable(name) else None, INDEX)


def _members(side: Term, reading: Reading) -> Iterator[Term]:
    """The members of families of numbers and the values of functions in a side that nothing in it runs through."""
    for term in subterms(side):
        if (
            isinstance(term, Apply)
            and term.operator in ("index", "call")
            and free_variables(term) <= reading.free
        ):
            if isinstance(term.arguments[0], Variable) and not reading.shapes:
                yield term


def _head(member: Term) -> str:
    assert isinstance(member, Apply) and isinstance(member.arguments[0], Variable)
    return member.arguments[0].name


def _ends(condition: Term) -> Iterator[tuple[str, Term]]:
    """The symbols that a condition lets be equal to something, and what that is."""
    match condition:
        case Apply(operator=operator, arguments=(one, other)) if operator in WEAK:
            for side, value in ((one, other), (other, one)):
                if isinstance(side, Variable) and side.name not in free_variables(value):
                    yield side.name, value
