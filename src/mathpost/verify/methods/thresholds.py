"""Which arguments of a minimum, a maximum or a clipped value count on the way to a point.

Near nought ``\\operatorname{clip}(x, -1, 2)`` is x whatever its thresholds are: an approximation that reaches none of them says
nothing of them, and confirms a wrong one as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths import values
from mathpost.maths.terms.term import Apply, Term, occurrences
from mathpost.verify.methods.approaches import BITS, Approach

CHOOSING = frozenset(["maximum", "minimum", "clip"])


def unreached(sides: Sequence[Term], approaches: Sequence[Approach]) -> Term | None:
    """An argument of a choice in `sides` that is its value at the end of none of `approaches`, or None."""
    for term, argument in _choices(sides):
        if not any(_is_chosen(term, argument, approach) for approach in approaches):
            return argument
    return None


def _choices(sides: Sequence[Term]) -> Iterator[tuple[Apply, Term]]:
    for side in sides:
        for term in occurrences(side, CHOOSING):
            if isinstance(term, Apply):
                yield from ((term, argument) for argument in term.arguments)


def _is_chosen(term: Apply, argument: Term, approach: Approach) -> bool:
    """Whether an entry of `term` is that of `argument`, or one of them has no value of its own: below a sum."""
    last = approach.course.exponents[-1]
    whole, part = approach.value(term, last), approach.value(argument, last)
    if whole is None or part is None:
        return True
    with values.precision(BITS):
        pairs = zip(values.entries(whole), values.entries(part), strict=False)
        return any(values.gap(p, q).contains(0) for p, q in pairs)
