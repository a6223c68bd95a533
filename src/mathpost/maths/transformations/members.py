r"""Claims about members of families in explicit form: sums over pairs of indices, ``\sum_{i \ne j}``, run over both; events of
members, ``P(S_{t+1} = s' \mid S_t = s)``, become the members; ``\mathrm{softmax}(x_i)`` becomes an entry of a column.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.terms.names import bare, is_bold
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    replaced,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite

COMPARED = frozenset(["unequal", "less", "greater", "less_equal", "greater_equal"])


def paired(sides: tuple[Term, Term]) -> tuple[Term, Term]:
    """The sides with ``\\sum_{i \\ne j}`` as a sum over both indices, where nothing else mentions `j`."""
    for name in sorted({j for side in sides for _, j in _pairs(side)} & _free(sides)):
        over_both = _over_both(sides[0], name), _over_both(sides[1], name)
        if name not in _free(over_both):
            sides = over_both
    return sides


def _free(sides: tuple[Term, Term]) -> frozenset[str]:
    return free_variables(sides[0]) | free_variables(sides[1])


def _pairs(term: Term) -> Iterator[tuple[Bind, str]]:
    """The sums whose condition compares their index with another symbol, and that symbol."""
    for inner in subterms(term):
        match inner:
            case Bind(
                operator="sum",
                variable=index,
                bounds=(),
                body=Apply(operator="cases", arguments=(_, holds, *_)),
            ):
                if isinstance(holds, Apply) and holds.operator in COMPARED and index in holds.arguments:
                    for other in holds.arguments:
                        if isinstance(other, Variable) and other != index:
                            yield inner, other.name


def _over_both(term: Term, name: str) -> Term:
    """`term` with its sums over pairs that contain `name` summed over `name` as well."""
    of_pairs = [pair for pair, other in _pairs(term) if other == name]

    def over_both(part: Term) -> Term | None:
        return Bind("sum", Variable(name), (), part, part.origin) if part in of_pairs else None

    return rewrite(term, over_both)


PARTS = frozenset(["heads", "given"])


def as_members(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides with events of members, ``S_t = s``, replaced by the members, if each member has one letter."""
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
    """Whether `term` uses one of the letters as a number: as an index, or as the variable of a range."""
    match term:
        case Apply(operator="index" | "delta", arguments=arguments):
            return any(free_variables(a) & members.keys() for a in arguments)
        case Bind(operator=operator, variable=variable, bounds=bounds):
            return variable.name in members and not (operator == "sum" and _is_whole(bounds))
    return False


def _is_whole(bounds: tuple[Term, ...]) -> bool:
    """Whether a sum with these bounds may run over all outcomes: it has none, or goes from 1 to a letter."""
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


OF_COLUMNS = frozenset(["softmax"])
SUMS = frozenset(["sum"])
INDEX = frozenset(["index"])


def as_entries(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides with functions of columns, applied to an entry, as entries of the functions of the columns."""
    sides = [left, right]
    for side in (left, right):
        for value in occurrences(side, OF_COLUMNS):
            match value:
                case Apply(
                    arguments=(Apply(operator="index", arguments=(Variable(name=family), place)) as entry,)
                ) if _runs_over(family, place, (left, right)):
                    column = Variable(rf"\boldsymbol{{{bare(family)}}}", entry.origin)
                    meant = Apply(
                        "index", (Apply(value.operator, (column,), value.origin), place), value.origin
                    )
                    sides = [_of_numbers(replaced(each, value, meant), family) for each in sides]
    return sides[0], sides[1]


def _runs_over(family: str, place: Term, sides: tuple[Term, Term]) -> bool:
    """Whether a sum in `sides` runs over the members of `family`, so that `place` is only one of their indices."""
    for side in sides:
        for total in occurrences(side, SUMS):
            own = total.variable if isinstance(total, Bind) else place
            entry = Apply("index", (Variable(family), own))
            if own != place and isinstance(total, Bind) and entry in occurrences(total.body, INDEX):
                return True
    return False


def _of_numbers(term: Term, family: str) -> Term:
    """`term` with the bold members of `family` as numbers."""
    for entry in occurrences(term, INDEX) if is_bold(family) else ():
        if isinstance(entry, Apply) and entry.arguments[0] == Variable(family) and len(entry.arguments) == 2:
            number = Apply("index", (Variable(bare(family)), *entry.arguments[1:]), entry.origin)
            term = replaced(term, entry, number)
    return term
