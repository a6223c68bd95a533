r"""Orders of magnitude: ``O(x^3)`` and ``o(h)`` in a formula, and the letters by which posts mean small and large.

Bachmann and Landau's symbols stand for a quantity that is known only by its size; they have no value and no definition is
made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.landau import BOUNDS, has_landau
from mathpost.maths.letters import symbols
from mathpost.maths.notation import UnreadError
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables

# letters that are small where nothing else is said
SMALL = frozenset([r"\epsilon", r"\varepsilon", r"\delta", r"\eta", "h"])
DIFFERENCES = (r"\Delta", r"\delta ")
# letters that grow where nothing else is said
GROWING = frozenset("nNmMkKLTDdVB")


class Expansion(NamedTuple):
    """``left = main + O(bound)``: without `bound` an approximation; `strict` for ``o``."""

    left: Term
    main: Term
    bound: Term | None
    strict: bool = False


class Tendency(NamedTuple):
    """Symbols that go together to a point (None: to infinity); `said`: the post says so."""

    names: frozenset[str]
    point: Fraction | None
    said: bool = False


def expansion(left: Term, right: Term) -> Expansion | None:
    """The expansion that the sides state; None where Landau's symbols stand elsewhere than among the last terms."""
    if not has_landau(left, right):
        return Expansion(left, right, None)
    terms = addends(right)
    bounds = [t for t in terms if isinstance(t, Apply) and t.operator in BOUNDS]
    rest = [t for t in terms if t not in bounds]
    if has_landau(left, *rest) or len(bounds) != 1:
        return None
    bound = bounds[0]
    main: Term = Number(Fraction(0)) if not rest else rest[0] if len(rest) == 1 else Apply("add", tuple(rest))
    return Expansion(left, main, bound.arguments[0], bound.operator == "order_below")


def addends(term: Term) -> list[Term]:
    """The terms of a sum; those of a difference with their signs."""
    if isinstance(term, Apply) and term.operator == "add":
        return [a for part in term.arguments for a in addends(part)]
    if isinstance(term, Apply) and term.operator == "negate":
        return [Apply("negate", (a,)) for a in addends(term.arguments[0])]
    return [term]


def said(steps: Iterable[Step]) -> dict[str, set[Fraction | None]]:
    """Symbol → where the post lets it go: ``x \\to 0``, ``n \\to \\infty``, ``\\epsilon \\ll 1``."""
    found: dict[str, set[Fraction | None]] = {}
    for step in steps:
        goal = _goal(step)
        if goal is None:
            continue
        names = _symbols(step)
        for name in names if len(names) == 1 else ():
            found.setdefault(name, set()).add(goal[0])
    return found


def _symbols(step: Step) -> frozenset[str]:
    try:
        return symbols(step)
    except UnreadError:
        return frozenset()


def _goal(step: Step) -> tuple[Fraction | None] | None:
    text = step.right.text.strip()
    if step.sign in ("≪", "≫") and text == "1":
        return (Fraction(0),) if step.sign == "≪" else (None,)
    if step.sign == "→" and text.lstrip("+") == r"\infty":
        return (None,)
    if step.sign == "→" and text[:1] in tuple("01") and text[1:] in ("", "^+", "^{+}", "^-", "^{-}"):
        return (Fraction(text[0]),)
    return None


def tendencies(stated: Expansion, known: dict[str, set[Fraction | None]]) -> list[Tendency]:
    """Where the symbols of an expansion may go, the likeliest first; empty where nothing tells."""
    if stated.bound is not None:
        names = _scaled(stated.bound, known)
        return _of_bound(names, known) if names else []
    free = free_variables(stated.left) | free_variables(stated.main)
    told = [Tendency(frozenset([n]), p, True) for n in sorted(free) for p in known.get(n, ())]
    small = frozenset(n for n in free if _is_small(n)) - known.keys()
    return told + ([Tendency(small, Fraction(0))] if small else [])


def _of_bound(names: frozenset[str], known: dict[str, set[Fraction | None]]) -> list[Tendency]:
    told = [p for n in sorted(names) for p in known.get(n, ())]
    if told:
        return [Tendency(names, p, True) for p in dict.fromkeys(told)]
    points: Sequence[Fraction | None] = (Fraction(0), Fraction(1), None)
    if names <= GROWING:
        points = (None,)
    elif all(map(_is_small, names)):
        points = (Fraction(0),)
    return [Tendency(names, p) for p in points]


def _scaled(bound: Term, known: Iterable[str]) -> frozenset[str]:
    """The symbols by which a bound is small or large: those known for it, or else the only one, or only growing ones."""
    names = free_variables(bound)
    telling = frozenset(n for n in names if _is_small(n)) | names.intersection(known)
    if telling:
        return telling
    return names if len(names) == 1 or names <= GROWING else frozenset()


def _is_small(name: str) -> bool:
    return name in SMALL or name.startswith(DIFFERENCES)


def moved(term: Term, tendency: Tendency, t: Fraction) -> Term:
    """`term` with the symbols of `tendency` at the distance `t` of their drawn values from its point."""
    match term:
        case Variable(name=name) if name in tendency.names:
            return _near(term, tendency, t)
        case Apply(operator="index", arguments=(Variable(name=name), *rest)) if name in tendency.names:
            inner = tuple(moved(r, tendency, t) for r in rest)
            return _near(Apply("index", (term.arguments[0], *inner)), tendency, t)
        case Apply(operator=operator, arguments=arguments):
            return Apply(operator, tuple(moved(a, tendency, t) for a in arguments))
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            inside = tendency._replace(names=tendency.names - {variable.name})
            around = tuple(moved(b, tendency, t) for b in bounds)
            return Bind(operator, variable, around, moved(body, inside, t))
    return term


def _near(symbol: Term, tendency: Tendency, t: Fraction) -> Term:
    if tendency.point is None:
        return Apply("divide", (symbol, Number(t)))
    near = Apply("multiply", (Number(t), symbol))
    return near if tendency.point == 0 else Apply("add", (Number(tendency.point), near))
