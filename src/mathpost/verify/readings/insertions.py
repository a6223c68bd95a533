r"""Values that a line puts in one for one: ``96 d r = 96 \times 768 \times 8``, where the post gives d and r these values.

Far from where a value is given nothing says that it is still meant, except a line that puts in this very number.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.terms.term import Apply, Term, Variable, free_variables, replaced
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings

PUT_IN = Given("values-elsewhere")


def inserted(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with the values that its right side has in the places of symbols, if all are given."""
    values = _one_for_one(*reading.sides) if readings.steps[number].sign in EQUALITIES else None
    if not values or reading.left in values or free_variables(reading.right):
        return  # a symbol that is given its value twice
    given = [_given(term, values, number, readings) for term in values]
    said = frozenset(step for step in given if step is not None)
    if None not in given:
        left = reading.left
        for term, value in values.items():
            left = replaced(left, term, value)
        yield reading._replace(left=left, used=reading.used | said, given=PUT_IN)


def _one_for_one(left: Term, right: Term) -> dict[Term, Term] | None:
    """What stands on the right in the places of the symbols on the left; None where the sides are built otherwise."""
    if left == right:
        return {}
    if _has_value(left) and not free_variables(right):
        return {left: right}
    match left, right:
        case (Apply(operator=one, arguments=first), Apply(operator=other, arguments=second)):
            if one != other or len(first) != len(second):
                return None
            return _joined(_one_for_one(a, b) for a, b in zip(first, second, strict=True))
    return None


def _has_value(term: Term) -> bool:
    """Whether a term is something to which posts give values: a symbol, a member, a norm."""
    return isinstance(term, Variable) or (isinstance(term, Apply) and term.operator in ("index", "norm"))


def _joined(found: Iterator[dict[Term, Term] | None]) -> dict[Term, Term] | None:
    values: dict[Term, Term] = {}
    for each in found:
        if each is None or any(values.get(term, value) != value for term, value in each.items()):
            return None
        values |= each
    return values


def _given(term: Term, everything: dict[Term, Term], number: int, readings: Readings) -> int | None:
    """Another step that gives `term` its value among `everything`, by itself or among the values that it puts in.

    A line with all of them says the same again.
    """
    for other, step in enumerate(readings.steps):
        if other == number or step.sign not in EQUALITIES | {"≈"}:
            continue
        said = readings.stated(other)
        if said is None or free_variables(said.right):
            continue
        values = _one_for_one(said.left, said.right) or {}
        if values.get(term) == everything[term] and (values != everything or len(values) == 1):
            return other
    return None


__all__ = ["inserted"]
