r"""Symbols as functions of time: those differentiated twice by it, ``\dot x(m\ddot x + kx)``, and those with a time as index,
``\frac{d\alpha_t}{dt}``: an index that a formula differentiates by is an argument.

In models, symbols without a stated dependence have first derivatives only; functions can tell ``\ddot x`` from zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    free_variables,
    occurrences,
    operators,
    subterms,
    uses,
)
from mathpost.maths.terms.traversal import rewrite, rewrite_in_scope

DERIVATIVE = frozenset(["derivative"])


def in_motion(sides: Sequence[Term]) -> tuple[Term, Term] | None:
    """Both sides with the symbols that are differentiated twice as functions, None where there are none."""
    moved = dict(_moved(sides))
    if not moved:
        return None
    left, right = (_put(side, moved) for side in sides)
    return left, right


def _moved(sides: Sequence[Term]) -> Iterator[tuple[str, Term]]:
    """The symbols differentiated twice by the same letter, with that letter."""
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


def instants(sides: Sequence[Term]) -> frozenset[str]:
    """The symbols that `sides` differentiate by and also use in an index."""
    if not uses(sides, DERIVATIVE):
        return frozenset()
    terms = [t for side in sides for t in subterms(side) if isinstance(t, Apply)]
    targets = {
        t.arguments[1].name
        for t in terms
        if t.operator == "derivative" and isinstance(t.arguments[1], Variable)
    }
    indices = frozenset[str]().union(
        *(free_variables(i) for t in terms if t.operator == "index" for i in t.arguments[1:])
    )
    return indices & targets


def in_time(term: Term, names: frozenset[str]) -> Term:
    """`term` with families as functions of those of their indices that contain `names`."""
    if not names or "index" not in operators(term):
        return term

    def function(part: Term, bound: frozenset[str]) -> Term | None:
        match part:
            case Apply(operator="index", arguments=(head, *indices), origin=origin):
                moved, kept = _parted(indices, names - bound)
                return Apply("call", (_indexed(head, kept), *moved), origin) if moved else part
            case Apply(
                operator="call", arguments=(Apply(operator="index") as family, *arguments), origin=origin
            ):
                head, *indices = family.arguments
                own = [rewrite_in_scope(a, function, bound) for a in arguments]
                moved, kept = _parted(indices, names - bound)
                return Apply("call", (_indexed(head, kept), *own, *moved), origin)
        return None

    return rewrite_in_scope(term, function)


def _parted(indices: Sequence[Term], names: frozenset[str]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The indices that contain `names`, and the others."""
    moved = tuple(i for i in indices if free_variables(i) & names)
    return moved, tuple(i for i in indices if i not in moved)


def _indexed(head: Term, indices: Sequence[Term]) -> Term:
    return Apply("index", (head, *indices)) if indices else head
