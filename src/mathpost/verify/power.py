"""Whether the models of a claim could have told it from a false one: agreement without such power confirms nothing.

A claim of which both sides are zero in every model holds with any sign and any factor before a side; one that
transposes what is a number there holds without its transpose; one whose index is gone once definitions are put in
holds for any index in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mathpost.maths import sorts
from mathpost.maths.notation import is_bold
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, operators, subterms
from mathpost.verify.hearing import Reading
from mathpost.verify.methods.finite_models import Finding

ZERO = Number(Fraction(0))
SLOPES = frozenset(["derivative", "jacobian"])
OF_MATRICES = frozenset(["transpose", "trace", "determinant", "conjugate_transpose"])


def powerless(reading: Reading, finding: Finding) -> str | None:
    """Why the agreement of both sides shows nothing, or None."""
    if finding.nothing and not any(map(_is_zero, reading.sides)):
        return "both sides are zero in every model"
    if finding.nothing and any(map(_has_unknown_slope, reading.sides)):
        return "the slope of a function of which nothing is known"
    return _lost_index(reading) or (of_a_number(reading) if reading.shapes else None)


def _is_zero(side: Term) -> bool:
    """Whether a side is zero as it stands: that the other one is zero, too, is what the claim says."""
    if side == ZERO:
        return True
    from mathpost.verify.methods.normal_form import normal

    return normal(side, positive=lambda _: False) == ZERO


def _has_unknown_slope(side: Term) -> bool:
    """Whether an unknown function is differentiated: where that is nought in the models, they do not see its argument."""
    return any(
        "call" in operators(term)
        for term in subterms(side)
        if (isinstance(term, Apply) and term.operator in SLOPES)
        or (isinstance(term, Bind) and term.operator == "differentiate")
    )


def of_a_number(reading: Reading) -> str | None:
    """A matrix by its use that is a number in the models."""
    for side in reading.sides:
        for term in subterms(side) if operators(side) & OF_MATRICES else ():
            if isinstance(term, Apply) and term.operator in OF_MATRICES:
                if _is_number(term.arguments[0], reading.shapes):
                    return f"{term.operator} of what is a number in the models"
    return None


def _is_number(term: Term, shapes: Mapping[str, tuple[Term, ...]]) -> bool:
    """Whether a symbol, a member of a family or an unknown function has no axes."""
    match term:
        case Variable(name=name):
            return shapes.get(name, () if is_bold(name) else None) == ()
        case Apply(operator="index", arguments=(Variable(name=name), *indices)) if is_bold(name):
            return shapes.get(f"{name}[{len(indices)}]") == ()
        case Apply(operator="call", arguments=(Variable(name=name), *_)):
            return not shapes.get(f"{name}()")
    return False


def _lost_index(reading: Reading) -> str | None:
    """An index that only the right side of a claim speaks of and that is gone once the definitions are put in."""
    if not reading.used or reading.stated is None:
        return None
    left, right = (frozenset(sorts.integers((side,)).indices) for side in reading.stated)
    lost = right - left - reading.free
    return f"index {min(lost)}, which only the right side has" if lost else None
