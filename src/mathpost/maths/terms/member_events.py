"""Events of members of a family, ``P(S_{t+1} = s' \\mid S_t = s)``, as the members themselves, ``P(S_{t+1} \\mid S_t)``.

The letter behind the sign of equality runs over the outcomes of one member: where it stands elsewhere, the member has this
outcome, and a sum over the letter is one over its outcomes; ``\\sum_{i=1}^N`` is one where N says no more than how many there
are. What names one letter for two members, two letters for one, or counts with such a letter, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.maths.terms.traversal import rewrite

PARTS = frozenset(["heads", "given"])


def as_members(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides of a claim with the events of members as the members, if each of them has one letter."""
    sides = (left, right)
    events = {event.arguments for side in sides for event in _events(side)}
    members = {letter.name: member for member, letter in events if isinstance(letter, Variable)}
    if not events or len(members) < len(events) or len(set(members.values())) < len(events):
        return sides
    bound = {t.variable.name for s in sides for t in subterms(s) if isinstance(t, Bind)}
    places = frozenset[str]().union(*map(free_variables, members.values()))
    if places & (bound | members.keys()) or any(_counts(t, members) for s in sides for t in subterms(s)):
        return sides
    found = _of_members(left, members), _of_members(right, members)
    sums = [t for s in sides for t in subterms(s) if isinstance(t, Bind) and t.variable.name in members]
    sizes = frozenset[str]().union(*(free_variables(bound) for t in sums for bound in t.bounds))
    return sides if any(sizes & free_variables(side) for side in found) else found


def _events(side: Term) -> Iterator[Apply]:
    """The events ``S_t = s`` in the probabilities and averages of `side`."""
    for term in subterms(side):
        if isinstance(term, Apply) and term.operator in PARTS:
            for event in term.arguments:
                match event:
                    case Apply(operator="equal", arguments=(Apply(operator="index"), Variable())):
                        yield event


def _counts(term: Term, members: dict[str, Term]) -> bool:
    """Whether `term` uses one of the letters as a number: an index, or what runs between bounds."""
    match term:
        case Apply(operator="index" | "delta", arguments=arguments):
            return any(free_variables(a) & members.keys() for a in arguments)
        case Bind(operator=operator, variable=variable, bounds=bounds):
            return variable.name in members and not (operator == "sum" and _is_whole(bounds))
    return False


def _is_whole(bounds: tuple[Term, ...]) -> bool:
    """Whether a sum between `bounds` may run over all outcomes: it has none, or goes from 1 to a letter."""
    match bounds:
        case () | (Number(value=1), Variable()):
            return True
    return False


def _of_members(term: Term, members: dict[str, Term]) -> Term:
    def of_member(part: Term) -> Term | None:
        match part:
            case Variable(name=name):
                return members.get(name)
            case Apply(operator="equal", arguments=(Apply(operator="index") as member, Variable(name=name))):
                return member if members.get(name) == member else None
            case Bind(variable=variable, body=body, origin=origin) if variable.name in members:
                return Apply("sum_of_outcomes", (_of_members(body, members), members[variable.name]), origin)
        return None

    return rewrite(term, of_member)


__all__ = ["as_members"]
