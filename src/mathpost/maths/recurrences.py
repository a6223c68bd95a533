r"""Members of families that a claim differentiates by: ``\frac{\partial h_t}{\partial h_{t-1}}`` and the recurrence of h."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths.term import Apply, Term, Variable, replaced, substitute, subterms


def varied(sides: Sequence[Term]) -> frozenset[Term]:
    """What the sides of a claim differentiate by and do not differentiate themselves: it stays what it is."""
    pairs = list(_derivatives(sides))
    return frozenset(target for _, target in pairs) - frozenset(body for body, _ in pairs)


def by_members(sides: Sequence[Term]) -> bool:
    """Whether a member of a family is differentiated by another of the same."""
    return any(_family(body) == _family(target) is not None for body, target in _derivatives(sides))


def one_step_on(sides: Sequence[Term], left: Term, right: Term) -> tuple[Term, Term] | None:
    """`sides` with each member that is differentiated by the member it comes from made of that: ``left = right`` is the
    recurrence. None where the sides ask for no such thing.
    """
    for body, target in _derivatives(sides):
        made = _member(left, right, body) if _family(body) == _family(target) is not None else None
        if made is not None and target in subterms(made):
            first, second = (replaced(side, body, made) for side in sides)
            return first, second
    return None


def _derivatives(sides: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    for side in sides:
        for term in subterms(side):
            if isinstance(term, Apply) and term.operator == "derivative":
                yield term.arguments[0], term.arguments[1]


def _family(term: Term) -> Term | None:
    return term.arguments[0] if isinstance(term, Apply) and term.operator == "index" else None


def _member(left: Term, right: Term, wanted: Term) -> Term | None:
    """What `right` makes of the member `wanted` where it makes ``x_t`` of any t."""
    match left, wanted:
        case (
            Apply(operator="index", arguments=(head, Variable(name=place))),
            Apply(operator="index", arguments=(other, index)),
        ) if head == other:
            return substitute(right, {place: index})
    return None
