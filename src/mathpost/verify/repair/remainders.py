"""The right side of a false identity with the terms that it forgets: ``a^2 + b^2`` for ``(a + b)^2``."""

from __future__ import annotations

from mathpost.maths.notation.step import Step
from mathpost.maths.terms.simplification import simplified
from mathpost.maths.terms.term import ZERO, Apply, Number, Term, Variable, size
from mathpost.maths.transformations.typesetting import latex
from mathpost.verify.interpretation.reading import Reading

LARGEST = 60  # terms of a claim that is multiplied out
MOST = 12  # the largest number before a forgotten term
PARTS = 2  # forgotten terms
LETTERS = 3  # the most factors of one


def completed(step: Step, reading: Reading) -> str | None:
    """The right side with the products of letters that it lacks, None where it lacks more than two or nothing."""
    if step.sign != "=" or reading.shapes or reading.used or sum(map(size, reading.sides)) > LARGEST:
        return None
    from mathpost.verify.methods.normal_form import normal

    difference = Apply("add", (reading.left, Apply("negate", (reading.right,))))
    missing = normal(difference, positive=lambda _: False)
    parts = missing.arguments if isinstance(missing, Apply) and missing.operator == "add" else (missing,)
    if (
        missing in (None, ZERO)
        or len(parts) > PARTS
        or not all(p is not None and _is_product(p) for p in parts)
    ):
        return None
    assert missing is not None
    written = latex(simplified(missing))
    return step.right.text + (written if written.startswith("-") else "+" + written)


def _is_product(term: Term) -> bool:
    """Whether a term is a small number times few letters."""
    match term:
        case Apply(operator="negate", arguments=(inner,)):
            return _is_product(inner)
        case Apply(operator="multiply", arguments=(Number(value=value), *factors)):
            small = value.denominator == 1 and abs(value) <= MOST
            return small and len(factors) <= LETTERS and all(map(_is_letter, factors))
        case Apply(operator="multiply", arguments=factors):
            return len(factors) <= LETTERS and all(map(_is_letter, factors))
    return _is_letter(term)


def _is_letter(term: Term) -> bool:
    match term:
        case Apply(operator="power", arguments=(base, Number(value=value))):
            return isinstance(base, Variable) and value.denominator == 1 and 0 < value <= LETTERS
    return isinstance(term, Variable)


__all__ = ["completed"]
