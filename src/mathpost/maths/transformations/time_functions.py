"""Symbols that a claim differentiates twice, as functions of what it differentiates them by: ``\\dot x(m\\ddot x + kx)``.

What is said of no dependence has slopes of the first order at most in models; to tell ``\\ddot x`` from nought it has to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths.terms.term import Apply, Term, Variable, occurrences
from mathpost.maths.terms.traversal import rewrite

DERIVATIVE = frozenset(["derivative"])


def in_motion(sides: Sequence[Term]) -> tuple[Term, Term] | None:
    """Both sides with such symbols as functions, None where there are none."""
    moved = dict(_moved(sides))
    if not moved:
        return None
    left, right = (_put(side, moved) for side in sides)
    return left, right


def _moved(sides: Sequence[Term]) -> Iterator[tuple[str, Term]]:
    """The symbols within slopes of slopes by one and the same letter, with that letter."""
    for side in sides:
        for outer in occurrences(side, DERIVATIVE):
            body, target = outer.arguments if isinstance(outer, Apply) else (outer, outer)
            for inner in occurrences(body, DERIVATIVE):
                match inner:
                    case Apply(arguments=(Variable(name=name), by)) if by == target != Variable(name):
                        yield name, target


def _put(term: Term, moved: dict[str, Term]) -> Term:
    def in_motion(part: Term) -> Term | None:
        match part:
            case Variable(name=name) if name in moved:
                return Apply("call", (part, moved[name]), part.origin)
            case Apply(operator="index" | "call" as operator, arguments=(head, *rest), origin=origin):
                return Apply(operator, (head, *(_put(t, moved) for t in rest)), origin)
        return None

    return rewrite(term, in_motion)


__all__ = ["in_motion"]
