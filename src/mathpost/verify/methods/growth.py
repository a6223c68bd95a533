r"""Arithmetic of costs, ``O(2L^2 d + L^2) = O(L^2 d)``: the orders of both sides as all sizes grow, each at its own
speed.

Sizes are powers of two with exponents that go to infinity in every order that the post allows; what the post calls
smaller grows slower. Both sides are of one order if their ratio stays the same along every such path. A left side that
outgrows the right one along all of them is not a cost of that order; logarithms count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.terms.landau import GROWING, has_landau, is_small, letter
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    subterms,
    uses,
)
from mathpost.maths.values import UndecidedError, UndefinedError
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.models.counterexamples import Counterexample
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel, FuelError, NoValueError
from mathpost.verify.models.model import Model, Plan

SPEEDS = (1, 2, 4, 7, 11, 16)
PATHS = 24
STAGES = (64, 128, 256)
BESIDE = frozenset("tswrbclpqijHWSC")  # times, windows, ranks, widths: sizes where a size is beside them
SAME, OTHER = (
    0.2,
    0.5,
)  # by how many powers of two a ratio changes from stage to stage: not at all, or by a logarithm
ARITHMETIC = frozenset(
    "add multiply divide power sqrt log log_base maximum minimum abs order_at_most order_exact index".split()
)
SHARP = frozenset(["order_exact"])
FASTER = ("a cost that grows faster", "one that grows slower")


class Costs(NamedTuple):
    """Two costs to compare; `atoms`: the symbols in them, an entry of a family being one; `sharp`: both are exact orders."""

    left: Term
    right: Term
    atoms: tuple[Term, ...]
    sharp: bool = False


def costs(left: Term, right: Term) -> Costs | None:
    """What the sides state of growing sizes; None where Landau's symbols are about something else."""
    if not has_landau(left) or not has_landau(right):
        return None
    found = (_cost(left), _cost(right))
    if found[0] is None or found[1] is None or not all(map(_is_arithmetic, found)):
        return None
    atoms = _atoms(found)
    if not 0 < len(atoms) <= len(SPEEDS) or not _are_sizes(atoms):
        return None
    return Costs(found[0], found[1], atoms, all(uses((side,), SHARP) for side in (left, right)))


def _are_sizes(atoms: Sequence[Term]) -> bool:
    """Whether symbols are sizes, in which costs are counted: ``O(x^2)`` may as well be about a small x."""
    names = [n for atom in atoms for n in sorted(free_variables(atom))]
    sizes = [n for n in names if letter(n) in GROWING or is_small(n)]
    return bool(sizes) and all(n in sizes or letter(n) in BESIDE for n in names)


def _cost(term: Term) -> Term | None:
    """`term` with the bounds in the place of Landau's symbols; None where one is negative or below a root."""
    match term:
        case Apply(operator="order_at_most" | "order_exact", arguments=(bound,)):
            return None if has_landau(bound) else bound
        case Apply(operator="add" | "multiply" as operator, arguments=parts):
            if operator == "add" and any(map(has_landau, parts)) and not all(map(has_landau, parts)):
                return None  # an expansion rather than a cost
            found = [_cost(p) for p in parts]
            kept = tuple(p for p in found if p is not None)
            return Apply(operator, kept) if len(kept) == len(parts) else None
        case Apply(operator="divide", arguments=(top, bottom)):
            cost = _cost(top)
            return None if cost is None or has_landau(bottom) else Apply("divide", (cost, bottom))
    return None if has_landau(term) else term


def _is_arithmetic(term: Term | None) -> bool:
    """Whether huge sizes can be put in: no size is in an exponent."""
    for inner in subterms(term) if term is not None else ():
        match inner:
            case Bind():
                return False
            case Apply(operator="power", arguments=(_, exponent)) if not isinstance(exponent, Number):
                return False
            case Apply(operator=operator) if operator not in ARITHMETIC:
                return False
    return True


def _atoms(terms: Iterable[Term | None]) -> tuple[Term, ...]:
    found: dict[Term, None] = {}
    stack = [t for t in terms if t is not None]
    while stack:
        match stack.pop():
            case Apply(operator="index") | Variable() as atom:
                found[atom] = None
            case Apply(arguments=arguments):
                stack.extend(arguments)
    return tuple(sorted(found, key=str))


def compare(stated: Costs, slower: Sequence[tuple[str, str]], fuel: Fuel) -> Finding:
    """What the growth of both sides says; `slower`: pairs of symbols of which the first is stated to be the smaller."""
    changes = [_change(stated, path, fuel) for path in islice(_paths(stated.atoms, slower), PATHS)]
    known = [c for c in changes if c is not None]
    if len(known) < len(changes) or not known:
        return Finding("undefined", 0, "order of growth")
    if all(abs(c) < SAME for c in known):
        return Finding("together", len(known), method="rate of growth")
    apart = all(c > OTHER for c in known) or (stated.sharp and all(c < -OTHER for c in known))
    if apart and _may_refute(stated):
        names = ", ".join(sorted(frozenset[str]().union(*map(free_variables, stated.atoms))))
        shown = Counterexample(rf"{names} \to \infty", *(FASTER if known[0] > 0 else FASTER[::-1]), None)
        return Finding("apart", max(len(known), ENOUGH), "", shown, method="rate of growth")
    return Finding("wide", 0, "order of growth")


def _may_refute(stated: Costs) -> bool:
    """Whether all symbols grow or all shrink: beside what is small, a size is often a constant of the post."""
    small = [is_small(n) for atom in stated.atoms for n in free_variables(atom)]
    return all(small) or not any(small)


def _paths(atoms: Sequence[Term], slower: Sequence[tuple[str, str]]) -> Iterator[dict[Term, int]]:
    """Speeds of growth for all symbols, in every order that `slower` allows; what is small shrinks."""
    for speeds in permutations(SPEEDS[: len(atoms)]):
        path = dict(zip(atoms, speeds, strict=True))
        named = {a.name: s for a, s in path.items() if isinstance(a, Variable)}
        if all(named[a] < named[b] for a, b in slower if a in named and b in named):
            yield {a: -s if isinstance(a, Variable) and is_small(a.name) else s for a, s in path.items()}


def _change(stated: Costs, path: dict[Term, int], fuel: Fuel) -> float | None:
    """By how many powers of two the ratio of the sides grows in the last stage along a path."""
    sizes = [(_size(stated.left, path, m, fuel), _size(stated.right, path, m, fuel)) for m in STAGES]
    ratios = [a - b for a, b in sizes if a is not None and b is not None]
    return ratios[-1] - ratios[-2] if len(ratios) == len(STAGES) else None


def _size(term: Term, path: dict[Term, int], stage: int, fuel: Fuel) -> float | None:
    """The logarithm of a cost, to base 2."""
    for atom, speed in path.items():
        term = replaced(term, atom, Number(Fraction(2) ** (speed * stage)))
    try:
        with values.precision(256):
            value = Evaluation(
                Model("growth", "positive", {}, Plan({}, (), (), "growth"), 4), fuel=fuel
            ).value(term)
            return float(values.ball(abs(values.part(value))).log()) / math.log(2)
    except (
        UndefinedError,
        UndecidedError,
        NoValueError,
        FuelError,
        ZeroDivisionError,
        ValueError,
        OverflowError,
    ):
        return None
