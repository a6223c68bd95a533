"""The right side of a claim with what it lacks: the number by which it is wrong everywhere, products of letters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.latex.lexer import split
from mathpost.maths.notation import FRACTIONS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.simplification import simplified
from mathpost.maths.terms.term import ZERO, Apply, Number, Term, Variable, free_variables, size
from mathpost.maths.transformations.typesetting import latex
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import Finding, constant_ratio
from mathpost.verify.slips.likeness import shares_no_summand
from mathpost.verify.slips.tokens import behind, joined

OPENING, CLOSING = frozenset(["{", "(", "["]), frozenset(["}", ")", "]"])
LARGEST = 60  # terms of a claim that is multiplied out
MOST = 12  # the largest number before a forgotten term
PARTS = 2  # forgotten terms
LETTERS = 3  # the most factors of one


def corrected(step: Step, reading: Reading, finding: Finding) -> str | None:
    """The right side with a factor, or with products of letters, that makes it true."""
    return _with_factor(step, reading, finding) or _completed(step, reading)


def lacks_a_summand(step: Step, reading: Reading) -> bool:
    """Whether the right side is a sum that lacks products of its letters: ``a^2 + b^2`` for ``(a + b)^2``."""
    if not _is_sum([piece for piece in split(step.right.text) if not piece.isspace()]):
        return False
    parts = _missing(step, reading)
    letters = frozenset.intersection(*map(free_variables, reading.sides))
    lost = all(_is_mixed(p) and free_variables(p) <= letters for p in parts)
    return bool(parts) and lost and shares_no_summand(reading.right, Apply("add", tuple(parts)))


def _is_mixed(part: Term) -> bool:
    """Whether a product has two letters or a number before its letter, like the mixed terms of a square or cube of a sum."""
    match part:
        case Apply(operator="negate", arguments=(inner,)):
            return _is_mixed(inner)
        case Apply(operator="multiply", arguments=(Number(), *_)):
            return True
    return len(free_variables(part)) > 1


# --- a factor ---------------------------------------------------------------------------------------------------------


def _with_factor(step: Step, reading: Reading, finding: Finding) -> str | None:
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
    """Whether a sign of a sum is outside of brackets and braces, or one before everything."""
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


# --- products of letters ----------------------------------------------------------------------------------------------


def _completed(step: Step, reading: Reading) -> str | None:
    """The right side with the products of letters that it lacks, None where it lacks more than two or nothing."""
    parts = _missing(step, reading)
    if not parts:
        return None
    written = latex(simplified(parts[0] if len(parts) == 1 else Apply("add", tuple(parts))))
    return step.right.text + (written if written.startswith("-") else "+" + written)


def _missing(step: Step, reading: Reading) -> Sequence[Term]:
    """The products of letters that the right side lacks, at most two; empty where it lacks more, something else, or nothing."""
    if step.sign != "=" or reading.shapes or reading.used or sum(map(size, reading.sides)) > LARGEST:
        return ()
    from mathpost.verify.methods.normal_form import normal

    difference = Apply("add", (reading.left, Apply("negate", (reading.right,))))
    missing = normal(difference, positive=lambda _: False)
    if missing in (None, ZERO):
        return ()
    assert missing is not None
    parts = missing.arguments if isinstance(missing, Apply) and missing.operator == "add" else (missing,)
    return parts if len(parts) <= PARTS and all(map(_is_product, parts)) else ()


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
