r"""Orders of magnitude: ``O(x^3)`` and ``o(h)`` in a formula, and the letters that denote small and large quantities.

Landau symbols denote a quantity of which only the size is known; they have no value and do not occur in definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from mathpost.maths.terms.landau import BOUNDS, FROM_BELOW, GROWING, LASTING, has_landau, is_small, letter
from mathpost.maths.terms.simplification import factors
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    parts,
    replaced,
    subterms,
    sum_of,
)
from mathpost.maths.terms.traversal import free_outside, leaves, rewrite_in_scope

CALLS = frozenset(["call"])
COUNTING = frozenset(["sum", "product"])
UP_TO = frozenset(["less", "less_equal"])
HEADED = frozenset(["index", "call"])
POWER = frozenset(["power"])
SUMS_AND_PRODUCTS = frozenset(["add", "multiply", "divide"])
DISTANCE = "⁎"  # the small quantity, where a post has no symbol for it


class Expansion(NamedTuple):
    """``left = main + O(bound)``; without `bound`, an approximation; `strict` for ``o``.

    `loose`: the bound of the terms that the left side itself omits, ``1 + x + O(x^3) = 1 + O(x)``. `sharp`: for ``\\Theta``, a
    bound from both sides; `below`: for ``\\Omega``, a bound from below only.
    """

    left: Term
    main: Term
    bound: Term | None
    strict: bool = False
    loose: Term | None = None
    sharp: bool = False
    below: bool = False


class Tendency(NamedTuple):
    """Symbols that tend to a point together (None: to infinity), or one that tends to another; `said`: the post states it.

    `member`: only this member of the family in `names`. `logarithmic`: the symbols grow like the logarithm of a steadily
    growing one, so that their exponentials are its powers.
    """

    names: frozenset[str]
    point: Fraction | Term | None
    said: bool = False
    member: Term | None = None
    logarithmic: bool = False


def expansion(left: Term, right: Term) -> Expansion | None:
    """The expansion that the sides state; None where Landau symbols occur elsewhere than as terms or factors."""
    if not has_landau(left, right):
        return Expansion(left, right, None)
    known, kept = _split(left), _split(right)
    if known is None or kept is None or not kept.bounds:
        return None
    signs = {sign for _, sign in kept.bounds}
    if not signs.isdisjoint(FROM_BELOW) and (len(signs) > 1 or known.bounds):
        return None  # the omitted terms may exceed the stated lower bound
    strict, sharp, below = (signs == {sign} for sign in ("order_below", "order_exact", "order_at_least"))
    return Expansion(known.main, kept.main, _bound(kept), strict, _bound(known), sharp, below)


class _Split(NamedTuple):
    """A sum as its exact part and the bounds of its omitted terms, each with its Landau operator."""

    main: Term
    bounds: tuple[tuple[Term, str], ...] = ()


def _bound(split: _Split) -> Term | None:
    return _sum([bound for bound, _ in split.bounds]) if split.bounds else None


def _sum(terms: Sequence[Term]) -> Term:
    return sum_of(t for t in terms if t != ZERO)


def _split(term: Term) -> _Split | None:
    """`term` without Landau symbols, and their bounds; None where a function contains one."""
    if not has_landau(term):
        return _Split(term)
    match term:
        case Apply(operator=operator, arguments=(bound,)) if operator in BOUNDS:
            return None if has_landau(bound) else _Split(ZERO, ((bound, operator),))
        case Apply(operator="negate", arguments=(inner,)):
            split = _split(inner)
            return split and split._replace(main=_minus(split.main))
        case Apply(operator="add", arguments=parts):
            splits = [_split(p) for p in parts]
            found = [s for s in splits if s is not None]
            bounds = tuple(b for s in found for b in s.bounds)
            return _Split(_sum([s.main for s in found]), bounds) if len(found) == len(parts) else None
        case Apply(operator="multiply", arguments=parts):
            return _product(parts)
        case Apply(operator="divide", arguments=(top, bottom)) if not has_landau(bottom):
            split = _split(top)
            return split and _scaled_by(split, lambda t: Apply("divide", (t, bottom)))
    return None


def _minus(term: Term) -> Term:
    return ZERO if term == ZERO else Apply("negate", (term,))


def _scaled_by(split: _Split, scale: Callable[[Term], Term]) -> _Split:
    main = ZERO if split.main == ZERO else scale(split.main)
    return _Split(main, tuple((scale(bound), operator) for bound, operator in split.bounds))


def _product(factors: Sequence[Term]) -> _Split | None:
    """A product with one factor that is an expansion."""
    inexact = [f for f in factors if has_landau(f)]
    split = _split(inexact[0]) if len(inexact) == 1 else None
    rest = tuple(f for f in factors if f not in inexact)
    return split and _scaled_by(split, lambda t: Apply("multiply", (*rest, t)))


def addends(term: Term) -> list[Term]:
    """The terms of a sum; those of a difference with their signs."""
    if isinstance(term, Apply) and term.operator == "add":
        return [a for part in term.arguments for a in addends(part)]
    if isinstance(term, Apply) and term.operator == "negate":
        return [Apply("negate", (a,)) for a in addends(term.arguments[0])]
    return [term]


def tendencies(stated: Expansion, known: dict[str, set[Fraction | None]]) -> list[Tendency]:
    """The possible tendencies of the symbols of an expansion, the likeliest first; empty where none is indicated."""
    if stated.bound is not None:
        names = _scaled(stated.bound, known) or _unbounded(stated, known)
        return _of_bound(names, known, _ends(stated)) if names else recentred(stated)
    free = free_variables(stated.left) | free_variables(stated.main)
    told = [Tendency(frozenset([n]), p, True) for n in sorted(free) for p in known.get(n, ())]
    small = frozenset(n for n in free if is_small(n)) - known.keys()
    small = small or ((frozenset() if told else _increments(stated)) - known.keys())
    found = told + ([Tendency(small, Fraction(0))] if small else [])
    # symbols that only occur in an index (``x_t``) or in an argument of an unknown function are not the ones expanded in
    spoken = outside(stated.left) | outside(stated.main)
    return [goal for goal in found if goal.names & spoken] or found


def _increments(stated: Expansion) -> frozenset[str]:
    """Increments of arguments of an unknown function that also occurs without them: u of ``f(x + u) ≈ f(x)``."""
    calls = [
        t for side in (stated.left, stated.main) for t in occurrences(side, CALLS) if isinstance(t, Apply)
    ]
    found: set[str] = set()
    for away, still in permutations(calls, 2):
        if len(away.arguments) == len(still.arguments) and away.arguments[0] == still.arguments[0]:
            for one, other in zip(away.arguments[1:], still.arguments[1:], strict=True):
                rest = [part for part in addends(one) if part != other]
                if len(rest) < len(addends(one)):
                    found |= frozenset[str]().union(*map(free_variables, rest)) - free_variables(other)
    return frozenset(found)


def outside(term: Term) -> frozenset[str]:
    """The symbols of `term` outside indices and arguments of unknown functions."""
    return free_outside(term, HEADED, lambda entry: parts(entry)[:1])


def _ends(stated: Expansion) -> frozenset[str]:
    """The upper bounds of sums, ``\\sum_{k=1}^n``, ``\\sum_{n \\le x}``: they are large."""
    found = frozenset[str]()
    for side in (stated.left, stated.main):
        for counting in (t for t in subterms(side) if isinstance(t, Bind) and t.operator in COUNTING):
            limits = (t.arguments for t in occurrences(counting.body, UP_TO) if isinstance(t, Apply))
            last = counting.bounds[1:] + tuple(end for start, end in limits if start == counting.variable)
            found = found.union(*map(free_variables, last))
    return found


def _of_bound(
    names: frozenset[str], known: dict[str, set[Fraction | None]], ends: frozenset[str]
) -> list[Tendency]:
    told = [p for n in sorted(names) for p in known.get(n, ())]
    points: Sequence[Fraction | None] = (Fraction(0), Fraction(1), None)
    if names <= GROWING | ends:
        points = (None,)
    elif all(map(is_small, names)):
        points = (Fraction(0),)
    # a bound without meaning in the limit that the post states belongs to another limit
    return [Tendency(names, p, True) for p in dict.fromkeys(told)] + [
        Tendency(names, p) for p in points if p not in told
    ]


def _scaled(bound: Term, known: Iterable[str]) -> frozenset[str]:
    """The symbols that make a bound small or large: the known ones, or else the only one, or all if they grow."""
    names = (outside(bound) or free_variables(bound)) - exponents(bound)
    telling = frozenset(n for n in names if is_small(n)) | names.intersection(known)
    if telling:
        return telling
    return names if len(names) == 1 or names <= GROWING else frozenset()


def exponents(bound: Term) -> frozenset[str]:
    """The symbols that occur only in exponents of other symbols: ε of ``n^{\\epsilon}``, which holds for every ε."""
    return free_variables(bound) - free_outside(bound, POWER, _leading_factors)


def _leading_factors(power: Apply | Bind) -> tuple[Term, ...]:
    base, exponent = parts(power)
    return (base,) if free_variables(base) else (exponent,)


def _unbounded(stated: Expansion, known: Iterable[str]) -> frozenset[str]:
    """The growing symbols where only a constant is omitted: n of ``\\log n + O(1)``, or those with a tendency in the post."""
    assert stated.bound is not None
    if free_variables(stated.bound):
        return frozenset()
    spoken = outside(stated.left) | outside(stated.main)
    return spoken.intersection(known) or frozenset(n for n in spoken if letter(n) in GROWING)


def moved(term: Term, tendency: Tendency, t: Fraction) -> Term:
    """`term` with the symbols of `tendency` at `t` times their drawn distance from its point."""
    whole = tendency.names if tendency.member is None else frozenset[str]()

    def near(part: Term, bound: frozenset[str]) -> Term | None:
        if part == tendency.member:
            return _near(part, tendency, t)
        match part:
            case Variable(name=name) if name in whole - bound:
                return _near(part, tendency, t)
            case Apply(operator="index", arguments=(Variable(name=name) as head, *places)) if (
                name in whole - bound
            ):
                inner = (rewrite_in_scope(place, near, bound) for place in places)
                return _near(Apply("index", (head, *inner)), tendency, t)
        return None

    return rewrite_in_scope(term, near)


class Implied(NamedTuple):
    """An approximation whose small or large quantity the post does not name; `expanded`: in powers of it."""

    stated: Expansion
    tendency: Tendency
    expanded: bool


def implied(stated: Expansion) -> Iterator[Implied]:
    """The possible small or large quantities of an approximation: each symbol, each part common to both sides."""
    free = free_variables(stated.left) | free_variables(stated.main)
    for name in sorted(free):
        yield Implied(stated, Tendency(frozenset([name]), Fraction(0)), True)
    for near in recentred(stated):
        yield Implied(stated, near, True)
    near_one = (n for n in sorted(free) if _counts_from_one(n, stated))
    for name in near_one:
        yield Implied(stated, Tendency(frozenset([name]), Fraction(1)), True)
    for part in _common_parts(stated):
        symbol = Variable(DISTANCE)
        put = stated._replace(
            left=replaced(stated.left, part, symbol), main=replaced(stated.main, part, symbol)
        )
        if not free_variables(part) & (free_variables(put.left) | free_variables(put.main)):
            yield Implied(put, Tendency(frozenset([symbol.name]), Fraction(0)), True)
    growing = frozenset(n for n in free if letter(n) in GROWING | LASTING)
    together = growing | _beside_one(stated)
    for names in [*(frozenset([n]) for n in sorted(growing)), *([together] if len(together) > 1 else [])]:
        yield Implied(stated, Tendency(names, None), False)


def is_signed(side: Term, tendency: Tendency) -> bool:
    """Whether a bound has a sign, or is a difference of growing or vanishing terms: ``-O(n)``, ``O(n^2 - nd)``.

    A bound is a size: nothing is subtracted in it except for the distance of a symbol from its point.
    """
    for part in leaves(side, BOUNDS | SUMS_AND_PRODUCTS):
        match part:
            case Apply(operator="negate", arguments=(inner,)):
                if has_landau(inner) or (tendency.point in (None, 0) and _moves(inner, tendency)):
                    return True
    return False


def _moves(term: Term, tendency: Tendency) -> bool:
    return not free_variables(term).isdisjoint(tendency.names)


def _beside_one(stated: Expansion) -> frozenset[str]:
    """The symbols beside which one side omits an integer: w of ``2w + 1 ≈ 2w``."""
    sums = [set(_sums_with_a_number(side)) for side in (stated.left, stated.main)]
    return frozenset().union(*(free_variables(Apply("add", t)) for t in sums[0] ^ sums[1]))


def _sums_with_a_number(term: Term) -> Iterator[tuple[Term, ...]]:
    """The multiples of symbols in each sum of such multiples and an integer."""
    for each in subterms(term):
        parts = addends(each) if isinstance(each, Apply) and each.operator == "add" else []
        numbers = [p for p in parts if not free_variables(p)]
        multiples = tuple(p for p in parts if free_variables(p))
        if len(numbers) == 1 and multiples and all(map(_is_multiple, multiples)):
            yield multiples


def _is_multiple(term: Term) -> bool:
    """Whether a term is a symbol, perhaps multiplied by a number."""
    _, above, below = factors(term)
    return len(above) == 1 and isinstance(above[0], Variable) and not below


def recentred(stated: Expansion) -> list[Tendency]:
    """The tendency of x to a that an expansion in powers of ``x - a`` implies."""
    terms = (stated.main, stated.bound) if stated.bound is not None else (stated.main,)
    found: dict[Tendency, None] = {}
    for part in (t for term in terms for t in subterms(term)):
        match part:
            case Apply(operator="add", arguments=(x, Apply(operator="negate", arguments=(a,)))):
                name, other = _family(x), _family(a)
                if name and other and (isinstance(x, Apply) or name != other):
                    member = x if isinstance(x, Apply) else None
                    found[Tendency(frozenset([name]), a, member=member)] = None
    return list(found)


def _family(term: Term) -> str:
    """The letter of a symbol or of a member of a family; empty for anything else."""
    match term:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name
    return ""


def _counts_from_one(name: str, stated: Expansion) -> bool:
    """Whether an approximation contains the distance of a symbol from 1: ``1 - \\beta``."""
    apart = {Variable(name), Apply("negate", (Variable(name),)), ONE, Number(Fraction(-1))}
    return any(
        isinstance(t, Apply)
        and t.operator == "add"
        and len(t.arguments) == 2
        and apart.issuperset(t.arguments)
        for side in (stated.left, stated.main)
        for t in subterms(side)
    )


def _common_parts(stated: Expansion) -> Iterator[Term]:
    """The compound terms that occur on both sides, outermost first."""
    right = {t for t in subterms(stated.main) if isinstance(t, Apply) and free_variables(t)}
    seen: set[Term] = set()
    for part in subterms(stated.left):
        if part in right and part not in seen and part not in (stated.left, stated.main):
            seen.add(part)
            yield part


def _near(symbol: Term, tendency: Tendency, t: Fraction) -> Term:
    if tendency.point is None and tendency.logarithmic:
        return Apply("log", (Apply("divide", (symbol, Number(t))),))
    if tendency.point is None:
        return Apply("divide", (symbol, Number(t)))
    if not isinstance(tendency.point, Fraction):
        apart = Apply("add", (symbol, Apply("negate", (tendency.point,))))
        return Apply("add", (tendency.point, Apply("multiply", (Number(t), apart))))
    near = Apply("multiply", (Number(t), symbol))
    return near if tendency.point == 0 else Apply("add", (Number(tendency.point), near))
