"""The right side of a claim with the number by which it is wrong everywhere, as an author would write it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.latex.lexer import split
from mathpost.maths.notation import FRACTIONS
from mathpost.maths.notation.step import Step
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import Finding, constant_ratio
from mathpost.verify.slips.tokens import behind, joined

OPENING, CLOSING = frozenset(["{", "(", "["]), frozenset(["}", ")", "]"])


def factor(step: Step, reading: Reading, finding: Finding) -> str | None:
    """The right side with a factor that makes it true, where the sides differ by one in the model shown."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    found = constant_ratio(*reading.sides, ratio)
    return None if found is None else multiplied(step.right.text, found)


def multiplied(right: str, number: Fraction) -> str:
    """`right` times `number`; of a whole fraction over a number only the denominator changes where that is enough."""
    tokens = [piece for piece in split(right) if not piece.isspace()]
    over = _over_another(tokens, number)
    if over is not None:
        return over
    whole = f"({right})" if _is_sum(tokens) else right
    return f"-{whole}" if number == -1 else rf"{_fraction(number)} \cdot {whole}"


def _over_another(tokens: Sequence[str], number: Fraction) -> str | None:
    """A fraction over a number with `number` put into that, None where more would change."""
    middle = behind(tokens, 1)
    above, below = tokens[1:middle], "".join(tokens[middle:]).strip("{}")
    if tokens[0] not in FRACTIONS or behind(tokens, middle) != len(tokens) or not below.isdecimal():
        return None
    whole = number / int(below) if int(below) else Fraction(0)
    if whole.numerator != 1 or whole.denominator == 1:
        return None
    return joined([tokens[0], *above, "{", str(whole.denominator), "}"])


def _is_sum(tokens: Sequence[str]) -> bool:
    """Whether a sign of a sum stands outside of brackets and braces, or one before everything."""
    depth = 0
    for piece in tokens:
        depth += (piece in OPENING) - (piece in CLOSING)
        if depth == 0 and piece in ("+", "-", r"\pm"):
            return True
    return False


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


__all__ = ["factor", "multiplied"]
