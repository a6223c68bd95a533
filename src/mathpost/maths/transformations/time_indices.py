r"""An index that a formula differentiates by is no index: ``\frac{d\alpha_t}{dt}`` speaks of a function of time."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths.terms.term import Apply, Term, Variable, free_variables, operators, subterms, uses
from mathpost.maths.terms.traversal import rewrite_in_scope

DERIVATIVE = frozenset(["derivative"])


def instants(sides: Sequence[Term]) -> frozenset[str]:
    """The symbols that `sides` differentiate by and that stand in an index too."""
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
    """`term` with families as functions of those of their indices in which `names` stand."""
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
    """The indices in which `names` stand, and the others."""
    moved = tuple(i for i in indices if free_variables(i) & names)
    return moved, tuple(i for i in indices if i not in moved)


def _indexed(head: Term, indices: Sequence[Term]) -> Term:
    return Apply("index", (head, *indices)) if indices else head


__all__ = ["in_time", "instants"]
