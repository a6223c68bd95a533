"""Lists of random variables of one family: ``y_1, \\dots, y_n``, ``x_{<t}``, ``x_{1:n}``, and all of them, ``\\boldsymbol{x}``.

``members(x, a, b)`` denotes ``x_a, …, x_b`` in the variables and conditions of a law; it is empty if b < a.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.latex.tree import Symbol
from mathpost.maths import notation
from mathpost.maths.notation import Item
from mathpost.maths.terms.names import MEMBERS
from mathpost.maths.terms.term import ONE, Apply, Bind, Number, Term, Variable, subterms, with_parts
from mathpost.maths.terms.traversal import free_outside

LISTS = frozenset(["heads", "given"])

BEFORE = frozenset(["<", r"\lt"])
UP_TO = frozenset([r"\le", r"\leq", r"\leqslant"])


def is_dots(part: Sequence[Item]) -> bool:
    """Whether a part of a list is only dots."""
    return len(part) == 1 and isinstance(part[0], Symbol) and part[0].text in notation.DOTS


def between(found: list[Term], last: Term) -> Term | None:
    """The members from the end of `found` to `last`, which are joined by dots; consecutive members are removed from `found`."""
    first = _place(found[-1]) if found else None
    end = _place(last)
    if first is None or end is None or first[0] != end[0]:
        return None
    family, start = first
    found.pop()
    while found and _place(found[-1]) == (family, less_one(start)):
        found.pop()
        start = less_one(start)
    return Apply(MEMBERS, (family, start, end[1]), last.origin)


def _place(term: Term) -> tuple[Variable, Term] | None:
    """The family and the index of a member; None for other terms."""
    match term:
        case Apply(operator="index", arguments=(Variable() as family, place)):
            return family, place
    return None


def less_one(place: Term) -> Term:
    """The index before `place`."""
    if isinstance(place, Number):
        return Number(place.value - 1)
    return Apply("add", (place, Number(Fraction(-1))))


def listed(sides: tuple[Term, Term]) -> tuple[Term, Term]:
    """`sides` with slices, ``x_{<t}``, as lists of members, if single members occur too.

    A slice that also occurs outside of laws and conditions remains a symbol.
    """
    inside = {e for side in sides for each in _lists(side) for e in each.arguments}
    slices = {e: found for e in inside if isinstance(e, Variable) and (found := _sliced(e)) is not None}
    single = {place[0].name for e in inside if (place := _place(e)) is not None}
    for label, members in slices.items():
        family = members.arguments[0]
        assert isinstance(family, Variable)
        related = family.name in single or sum(m.arguments[0] == family for m in slices.values()) > 1
        if related and not any(_outside_lists(side, label.name) for side in sides):
            sides = _put(sides[0], {label.name}, members), _put(sides[1], {label.name}, members)
    return _whole(sides)


def _sliced(label: Variable) -> Apply | None:
    """The members listed by the name ``x_{<t}`` or ``x_{a:b}``; None for other names."""
    name, _, places = label.name.partition("_{")
    places = places.removesuffix("}")
    for sign in sorted(BEFORE | UP_TO, key=len, reverse=True):
        if places.startswith(sign):
            end = _affine(places.removeprefix(sign))
            if end is None:
                return None
            return Apply(MEMBERS, (Variable(name), ONE, less_one(end) if sign in BEFORE else end))
    low, colon, high = places.partition(":")
    bounds = _affine(low), _affine(high)
    if not colon or bounds[0] is None or bounds[1] is None:
        return None
    return Apply(MEMBERS, (Variable(name), bounds[0], bounds[1]))


def _affine(text: str) -> Term | None:
    """The term of ``t``, ``3`` or ``t-1``; None for other texts."""
    text = "".join(text.split())
    for sign, factor in (("+", 1), ("-", -1)):
        left, found, right = text.partition(sign)
        if found and left.isalpha() and right.isdecimal():
            return Apply("add", (Variable(left), Number(Fraction(factor * int(right)))))
    if text.isdecimal():
        return Number(Fraction(int(text)))
    return Variable(text) if text.isalpha() and len(text) == 1 else None


def _lists(term: Term) -> list[Apply]:
    """The lists of variables and conditions in `term`."""
    return [t for t in subterms(term) if isinstance(t, Apply) and t.operator in ("heads", "given")]


def _outside_lists(term: Term, name: str) -> bool:
    return name in free_outside(term, LISTS)


def _whole(sides: tuple[Term, Term]) -> tuple[Term, Term]:
    """`sides` with ``\\boldsymbol{x}`` in laws as all members in a sum or product: ``\\prod_t p(x_t | x_{<t})``."""
    for family, low, high in (run for side in sides for inner in subterms(side) for run in _runs(inner)):
        every = Apply(MEMBERS, (family, low, high), family.origin)
        letter = notation.letter(family.name)
        names = {family.name, rf"\boldsymbol{{{letter}}}", letter}
        sides = _put(sides[0], names, every), _put(sides[1], names, every)
    return sides


def _runs(term: Term) -> list[tuple[Variable, Term, Term]]:
    """The families whose members a sum or product runs over, each given the previous ones, with the bounds."""
    if not isinstance(term, Bind) or term.operator not in ("sum", "product") or len(term.bounds) != 2:
        return []
    found = []
    for inner in subterms(term.body):
        match inner:
            case Apply(operator="density", arguments=(_, Apply(arguments=heads), Apply(arguments=given))):
                placed = [p for p in map(_place, heads) if p is not None and p[1] == term.variable]
                listed = {g.arguments[0] for g in given if isinstance(g, Apply) and g.operator == MEMBERS}
                found += [(family, *term.bounds) for family, _ in placed if family in listed]
    return list(dict.fromkeys(found))


def _put(term: Term, names: set[str], every: Term) -> Term:
    """`term` with the variables `names` in its lists replaced by `every`."""
    match term:
        case Apply(operator="heads" | "given" as operator, arguments=arguments, origin=origin):
            named = (isinstance(a, Variable) and a.name in names for a in arguments)
            inner = (every if n else _put(a, names, every) for a, n in zip(arguments, named, strict=True))
            return Apply(operator, tuple(inner), origin)
    return with_parts(term, lambda part: _put(part, names, every))


def gathered(term: Term, like: Term) -> Term:
    """`term` with the single members in its lists gathered to ``members``, as in the later term `like`."""
    match term, like:
        case (
            Apply(operator="density", arguments=(law, *lists)),
            Apply(operator="density", arguments=(_, *patterns)),
        ):
            pairs = zip(lists, patterns, strict=True)
            return Apply("density", (law, *(_gathered_list(a, b) for a, b in pairs)), term.origin)
        case Apply(operator=operator, arguments=parts), Apply(operator=other, arguments=others):
            if operator == other and len(parts) == len(others):
                inner = tuple(gathered(a, b) for a, b in zip(parts, others, strict=True))
                return Apply(operator, inner, term.origin)
    return term


def _gathered_list(listed: Term, pattern: Term) -> Term:
    if not isinstance(listed, Apply) or not isinstance(pattern, Apply):
        return listed
    at = next((k for k, each in enumerate(pattern.arguments) if _is_members(each)), None)
    if at is None or any(map(_is_members, listed.arguments)):
        return listed
    family, start, _ = pattern.arguments[at].arguments  # type: ignore[union-attr]
    behind = len(pattern.arguments) - at - 1
    end = len(listed.arguments) - behind
    taken = listed.arguments[at:end]
    if not isinstance(start, Number) or end < at:
        return listed
    places = [Apply("index", (family, Number(start.value + k))) for k in range(len(taken))]
    if list(taken) != places:
        return listed
    every = Apply(MEMBERS, (family, start, Number(start.value + len(taken) - 1)))
    return Apply(listed.operator, (*listed.arguments[:at], every, *listed.arguments[end:]), listed.origin)


def _is_members(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == MEMBERS
