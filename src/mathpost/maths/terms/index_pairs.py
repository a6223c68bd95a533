"""Sums over pairs of indices that compare one index with another: ``\\sum_{i \\ne j}`` runs over both."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, subterms
from mathpost.maths.terms.traversal import rewrite

COMPARED = frozenset(["unequal", "less", "greater", "less_equal", "greater_equal"])


def paired(sides: tuple[Term, Term]) -> tuple[Term, Term]:
    """``\\sum_{i \\ne j}`` runs over both where nothing else in `sides` speaks of `j`."""
    for name in sorted({j for side in sides for _, j in _pairs(side)} & _free(sides)):
        over_both = _over_both(sides[0], name), _over_both(sides[1], name)
        if name not in _free(over_both):
            sides = over_both
    return sides


def _free(sides: tuple[Term, Term]) -> frozenset[str]:
    return free_variables(sides[0]) | free_variables(sides[1])


def _pairs(term: Term) -> Iterator[tuple[Bind, str]]:
    """The sums whose condition compares their index with another symbol."""
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
    """`term` with its sums over pairs that hold `name` taken over `name` too."""
    of_pairs = [pair for pair, other in _pairs(term) if other == name]

    def over_both(part: Term) -> Term | None:
        return Bind("sum", Variable(name), (), part, part.origin) if part in of_pairs else None

    return rewrite(term, over_both)
