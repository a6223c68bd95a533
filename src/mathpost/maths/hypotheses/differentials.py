r"""Differentials of letters in posts without arrays: in ``du = 2x\,dx``, d is not a factor that cancels."""

from __future__ import annotations

from collections.abc import Iterable

from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.terms.term import Apply, Term, Variable, free_variables, subterms, with_parts

D = Variable("d")
SIGN = "d "


def in_changes(sides: tuple[Term, Term], context: Context) -> tuple[Term, Term]:
    """`sides` with ``d x`` at the end of products as one symbol, if d has no other use there and is no number of the post."""
    if all(D.name not in free_variables(side) for side in sides) or not _are_changes(sides):
        return sides
    defined = any(known.head == D.name for known in context.facts)
    if defined or any(D.name in declared.axes for declared in context.known.of(kinds.DECLARATION)):
        return sides
    left, right = map(_fused, sides)
    return left, right


def changing(sides: Iterable[Term]) -> frozenset[str]:
    """The letters whose differentials occur in `sides`."""
    names = (name for side in sides for name in free_variables(side))
    return frozenset(name.removeprefix(SIGN) for name in names if name.startswith(SIGN))


def change(name: str) -> Variable:
    """The symbol for the differential of a letter."""
    return Variable(SIGN + name)


def _are_changes(sides: Iterable[Term]) -> bool:
    """Whether every d precedes the last letter of a product."""
    for side in sides:
        if side == D:
            return False
        for inner in subterms(side):
            match inner:
                case Apply(operator="multiply", arguments=(*factors, first, Variable(name=name))) if (
                    first == D
                ):
                    if D in factors or name == D.name:
                        return False
                case Apply(arguments=arguments) if D in arguments:
                    return False
    return True


def _fused(term: Term) -> Term:
    match term:
        case Apply(operator="multiply", arguments=(*factors, first, Variable(name=name)), origin=origin) if (
            first == D
        ):
            moved = Variable(SIGN + name, origin)
            return Apply("multiply", (*map(_fused, factors), moved), origin) if factors else moved
    return with_parts(term, _fused)
