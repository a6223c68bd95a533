r"""``\mathrm{softmax}(x_i) = e^{x_i} / \sum_j e^{x_j}``: an entry of what a function makes of a column, written as its value at
the entry. The sum on the other side runs over the entries, so that the function is meant to take all of them.
"""

from __future__ import annotations

from mathpost.maths.terms.names import bare, is_bold
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, occurrences, replaced

OF_COLUMNS = frozenset(["softmax"])
SUMS = frozenset(["sum"])
INDEX = frozenset(["index"])


def as_entries(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides with functions of columns at an entry as entries of their values."""
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
    """Whether a sum of `sides` runs over the members of `family`, beside the one at `place`."""
    for side in sides:
        for total in occurrences(side, SUMS):
            own = total.variable if isinstance(total, Bind) else place
            entry = Apply("index", (Variable(family), own))
            if own != place and isinstance(total, Bind) and entry in occurrences(total.body, INDEX):
                return True
    return False


def _of_numbers(term: Term, family: str) -> Term:
    """`term` with the members of `family` as numbers."""
    for entry in occurrences(term, INDEX) if is_bold(family) else ():
        if isinstance(entry, Apply) and entry.arguments[0] == Variable(family) and len(entry.arguments) == 2:
            number = Apply("index", (Variable(bare(family)), *entry.arguments[1:]), entry.origin)
            term = replaced(term, entry, number)
    return term


__all__ = ["as_entries"]
