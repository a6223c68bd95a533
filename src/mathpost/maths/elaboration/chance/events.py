"""Probabilities of unions, intersections and complements, ``P(A \\cup B)``, ``P(A^c | B)``, ``P(AB)``; partitions.

They are expanded to probabilities of intersections by inclusion and exclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from mathpost.latex.tree import Command, Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item, Scripted
from mathpost.maths.notation.brackets import ROUND, split
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    subterms,
    sum_of,
    with_parts,
)
from mathpost.text.source import Span

UNIONS = (r"\cup", r"\vee", r"\lor")
CUTS = (r"\cap", r"\wedge", r"\land")
NOT = (r"\neg", r"\lnot")
EMPTY = r"\emptyset"
SIGNS = (UNIONS[0], CUTS[0], EMPTY)  # used for sets only
COMPLEMENTS = ("c", "C", r"\complement", r"\text{c}")
BARS = (r"\bar", r"\overline")
LETTERS = frozenset("ABCDEFGH")  # usual letters for events, alone or juxtaposed

Together: TypeAlias = frozenset[Term]  # the intersection of these events
Weighed: TypeAlias = Counter[Together]  # a weighted sum of probabilities of intersections


def mentions_sets(rows: Sequence[Sequence[Item]]) -> bool:
    """Whether one of the events in `rows` is a union, an intersection or a complement."""
    return any(_is_set_operation(row, k) for row in rows for k in range(len(row)))


def unites(content: Sequence[Item]) -> bool:
    """Whether brackets contain a union, an intersection or the empty set, so that the function applied to it is a measure."""
    return any(isinstance(item, Symbol) and item.text in SIGNS for item in content)


def _is_set_operation(row: Sequence[Item], k: int) -> bool:
    item = row[k]
    text = item.text if isinstance(item, Symbol) else ""
    if text in (*UNIONS, *CUTS, *NOT, EMPTY) or _is_complement(item):
        return True
    if isinstance(item, Scripted):
        return k > 0 and _is_event(row[k - 1]) and _complements(item)
    return k > 0 and _is_event(item) and _is_event(row[k - 1])


def _is_event(item: Item) -> bool:
    return isinstance(item, Symbol) and item.text in LETTERS


def _is_complement(item: Item) -> bool:
    """Whether an item is a complement rather than a mean: ``\\bar A``, ``\\overline{A \\cup B}``."""
    if not isinstance(item, Command) or item.name not in BARS or len(item.arguments) != 1:
        return False
    below = notation.items(notation.body(item.arguments[0]))
    return notation.name(item.arguments[0]) in LETTERS or unites(below)


def _complements(scripts: Scripted) -> bool:
    above = scripts.superscript
    return above is not None and notation.stripped(notation.latex(above)) in COMPLEMENTS


def probability(
    reader: Reader, law: Term, heads: Sequence[list[Item]], given: Sequence[list[Item]], span: Span
) -> Term:
    """The probability of the intersection of the events `heads`, given the events `given`.

    Raises:
        UnreadError: an operand is not an event.
    """
    happening = _all(reader, heads)
    if not mentions_sets(given):
        conditions = tuple(reader.inside(row).whole() for row in given)
        return _summed(happening, law, conditions, span)
    condition = _all(reader, given)
    both = _summed(_product(happening, condition), law, (), span)
    return Apply("divide", (both, _summed(condition, law, (), span)), span)


def _summed(weighed: Weighed, law: Term, given: tuple[Term, ...], span: Span) -> Term:
    terms: list[Term] = []
    for together, factor in weighed.items():
        heads = tuple(sorted(together, key=repr))
        density = (
            Apply("density", (law, Apply("heads", heads), Apply("given", given)), span) if heads else ONE
        )
        if factor:
            terms.append(
                density if factor == 1 else Apply("multiply", (Number(Fraction(factor)), density), span)
            )
    if not terms:
        return ZERO
    return sum_of(terms, span)


# --- what is built from events ------------------------------------------------------------------------------------------------


def _all(reader: Reader, rows: Sequence[list[Item]]) -> Weighed:
    return reduce(_product, (_union(reader, row) for row in rows), Counter({frozenset[Term](): 1}))


def _union(reader: Reader, row: Sequence[Item]) -> Weighed:
    return reduce(_joined, (_cut(reader, part) for part in split(row, UNIONS, ROUND, notation.latex)))


def _cut(reader: Reader, row: Sequence[Item]) -> Weighed:
    parts = [single for part in split(row, CUTS, ROUND, notation.latex) for single in _side_by_side(part)]
    if not parts:
        raise reader.unread("event")
    return reduce(_product, (_single(reader, part) for part in parts))


def _single(reader: Reader, row: list[Item]) -> Weighed:
    """One event, possibly complemented or in brackets."""
    if not row:
        raise reader.unread("event")
    first, last = row[0], row[-1]
    if isinstance(first, Symbol) and first.text in NOT:
        return _complement(_single(reader, row[1:]))
    if isinstance(last, Scripted) and _complements(last):
        return _complement(_single(reader, row[:-1]))
    if len(row) == 1 and _is_complement(first):
        assert isinstance(first, Command)
        return _complement(_union(reader, notation.items(notation.body(first.arguments[0]))))
    if len(row) == 1 and isinstance(first, Symbol) and first.text == EMPTY:
        return Counter()
    if len(row) == 1 and isinstance(first, Delimited):
        return _union(reader, notation.items(first.body))
    if notation.latex(first) == "(" and notation.latex(last) == ")":
        return _union(reader, row[1:-1])
    return Counter({frozenset((reader.inside(row).whole(),)): 1})


def _side_by_side(row: list[Item]) -> list[list[Item]]:
    """``AB`` split into two events."""
    parts: list[list[Item]] = []
    for item in row:
        begins = _is_event(item) or _is_complement(item)
        if parts and not (begins and (_is_event(parts[-1][0]) or _is_complement(parts[-1][0]))):
            parts[-1].append(item)
        else:
            parts.append([item])
    return parts


def _product(first: Weighed, second: Weighed) -> Weighed:
    found: Weighed = Counter()
    for a, m in first.items():
        for b, n in second.items():
            found[a | b] += m * n
    return found


def _complement(event: Weighed) -> Weighed:
    found: Weighed = Counter({together: -factor for together, factor in event.items()})
    found[frozenset()] += 1
    return found


def _joined(first: Weighed, second: Weighed) -> Weighed:
    return _complement(_product(_complement(first), _complement(second)))


# --- events that share out all outcomes ---------------------------------------------------------------------------------


def shared_out(sides: tuple[Term, Term]) -> tuple[Term, Term] | None:
    """The sides with sums over a family of events rewritten as sums over the outcomes of one variable; None if there are none.

    ``P(B) = \\sum_i P(B|A_i)P(A_i)`` holds if exactly one of the events happens.
    """
    families = {name for side in sides for term in subterms(side) for name in _summed_family(term)}
    if len(families) != 1:
        return None
    (name,) = families
    left, right = (_of_outcomes(side, name) for side in sides)
    return (left, right) if name not in {t.name for s in sides for t in _alone(s)} else None


def _summed_family(term: Term) -> set[str]:
    """The family over whose members a sum of probabilities runs."""
    if not isinstance(term, Bind) or term.operator != "sum":
        return set()
    densities = [t for t in subterms(term.body) if isinstance(t, Apply) and t.operator == "density"]
    return {
        inner.arguments[0].name
        for density in densities
        for inner in subterms(density)
        if isinstance(inner, Apply) and inner.operator == "index" and isinstance(inner.arguments[0], Variable)
        if inner.arguments[1:] == (term.variable,)
    }


def _of_outcomes(term: Term, name: str) -> Term:
    match term:
        case Apply(operator="index", arguments=(Variable(name=family), _)) if family == name:
            return Variable(name, term.origin)
        case Bind(operator="sum", variable=variable, body=body, origin=origin) if name in _summed_family(
            term
        ):
            inner = replaced(body, Apply("index", (Variable(name), variable)), Variable(name))
            if variable.name in free_variables(inner):
                return term
            return Bind("sum", Variable(name), (), inner, origin)
    return with_parts(term, lambda part: _of_outcomes(part, name))


def _alone(side: Term) -> list[Variable]:
    """The symbols of a side that have no index."""
    match side:
        case Variable():
            return [side]
        case Apply(operator="index", arguments=(Variable(), *indices)):
            return [v for i in indices for v in _alone(i)]
        case Apply(arguments=arguments):
            return [v for a in arguments for v in _alone(a)]
        case Bind(bounds=bounds, body=body):
            return [v for t in (*bounds, body) for v in _alone(t)]
    return []
