"""Words that change what a claim says: that it is wrong, a unit after a number (``800``万), another base."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.elaboration import residues
from mathpost.maths.elaboration.heads import is_number
from mathpost.maths.lexicon.cues import cites, cue, numeral_follows
from mathpost.maths.lexicon.senses import (
    AN_APPROXIMATION,
    ANOTHER_ARITHMETIC,
    DOUBTED,
    ORTHOGONALITY,
    another_sense,
    computes_with_bits,
    counts_residues,
    mentions_another_base,
    writes_bits,
)
from mathpost.maths.terms.term import uses
from mathpost.text.source import Span
from mathpost.verify.interpretation.reading import ALIKE, EQUALITIES, ORDERS, has_decimals
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.reasons.reason import Claim, Failure, doubt, objection
from mathpost.verify.reasons.subjects import misreadings
from mathpost.verify.slips.likeness import is_multiple

MAGNITUDE = 4  # factor between a number and what is not an approximation of it
NORMS = (r"\|", r"\Vert", r"\lVert")
REMAINDERS = frozenset([residues.OPERATOR])
LOGARITHM = frozenset(["log"])
LEAD = 200  # characters before a claim, and after it, in which a base of numbers is named
BEHIND = 60


def _span(claim: Claim) -> Span:
    return claim.context.words.document.formulas[claim.step.formula].span


def _text(claim: Claim) -> str:
    return claim.context.words.document.source.text


@objection("cross-product", "may be a cross product", "也许是叉积").shown(
    r"\boldsymbol{a} \times \boldsymbol{b} = 2 \boldsymbol{b} \times \boldsymbol{a}",
    passes=r"\boldsymbol{a}^\top \boldsymbol{b} = -\boldsymbol{b}^\top \boldsymbol{a}",
)
def _cross_product(claim: Failure) -> bool:
    """A cross between arrays, or beside a norm: ``\\lVert a \\times b \\rVert``."""
    arrays = claim.context.conventions.arrays.plain
    sides = [side.text for side in (claim.step.left, claim.step.right)]
    if any(r"\times" in side and any(bar in side for bar in NORMS) for side in sides):
        return True
    return bool(claim.reading.shapes) and misreadings.crosses(claim.step, arrays)


@objection("range-of-values", "may be a range of values", "也许是一个取值范围").shown(
    r"the list has $2N \sim 4N$ places",
    passes=r"the cost is $2N \sim 4N^2$",
)
def _is_a_range(claim: Failure) -> bool:
    """Two multiples of one quantity, ``2N \\sim 4N``: what lies between them, or of one order."""
    return claim.step.sign == ALIKE and is_multiple(*claim.reading.sides)


def _sense(claim: Claim) -> str | None:
    """What the words of the sentence make of a claim, but the arithmetic of the claim itself."""
    words, span = claim.context.words, _span(claim)
    sense = another_sense(words.before(span), words.after(span), words.later(span))
    own = sense == ANOTHER_ARITHMETIC and uses(claim.reading.sides, REMAINDERS)
    return None if own else sense


@objection("words-of-doubt", "the text doubts this claim", "文中对它表示怀疑").shown(
    "于是 $(x+y)^2 = x^2 + y^2$。这是错误的。",
    passes="于是 $(x+y)^2 = x^2 + y^2$。这是公式。",
)
def _doubted(claim: Failure) -> bool:
    return _sense(claim) == DOUBTED


@objection("bare-numerals", "the numerals may not be ordinary numbers", "这些数字也许不是通常的数").shown(
    "In the zero ring $1 = 0$.",
    passes="In the zero ring $1 + 1 = 0$.",
)
def _bare_numerals(claim: Failure) -> bool:
    """Numerals alone, ``1 = 0``, ``-1 > 0``, ``(2) = (-2)``, ``e = ee``: the conclusion of a proof by contradiction, or
    no numbers.
    """
    step, reading = claim.step, claim.reading
    exact = step.sign in EQUALITIES | ORDERS and not has_decimals(reading)
    if not exact:
        return False
    if all(map(_is_in_brackets, (step.left.text, step.right.text))):
        return True
    begins = not step.interior or step.sign in ORDERS
    if begins and all(is_number(side.nodes, signed=True) for side in (step.left, step.right)):
        return True
    closed = not reading.free and not reading.used
    return closed and not any(map(str.isdecimal, step.left.text + step.right.text))


def _is_in_brackets(side: str) -> bool:
    """Whether a side is one number in brackets, as an ideal or a reference is written."""
    text = "".join(side.split())
    return text[:1] == "(" and text[-1:] == ")" and text[1:-1].removeprefix("-").isdecimal()


@doubt("approximation", "the text calls this an approximation", "文中说这是近似").shown(
    r"它近似为 $\frac{1}{7} = 0.2$。",
    passes=r"它等于 $\frac{1}{7} = 0.2$。",
)
def calls_it_an_approximation(claim: Failure) -> bool:
    rough = _sense(claim) == AN_APPROXIMATION
    return rough and (bool(claim.reading.free) or not _out_of_reach(claim.finding))


@doubt("another-arithmetic", "may use modular or computer arithmetic", "也许是模运算或计算机运算").shown(
    "在同余的意义下，$5 + 4 = 2$",
    passes="由此，$5 + 4 = 2$",
)
def may_use_another_arithmetic(claim: Failure) -> bool:
    """Words of another arithmetic, but for small whole numbers that differ by one: no modulus makes these equal, and no
    rounding.
    """
    numbers = _whole_numbers(claim) if claim.step.sign == "=" and not claim.reading.free else None
    if numbers is not None and abs(numbers[0] - numbers[1]) == 1 and BOOLEAN < max(numbers) < SMALLEST_WORD:
        return False
    return counts_residues(_text(claim)) or _sense(claim) == ANOTHER_ARITHMETIC


@doubt("orthogonality", "depends on orthogonality", "取决于正交性").shown(
    "若 $x$ 与 $y$ 正交，则 $(x+y)^2 = x^2 + y^2$",
    passes="于是 $(x+y)^2 = x^2 + y^2$",
)
def rests_on_orthogonality(claim: Failure) -> bool:
    """Words of orthogonality beside numbers; where all arrays are matrices, models have tried what it would change."""
    shapes = claim.reading.shapes.values()
    of_matrices = bool(shapes) and all(len(extents) == 2 for extents in shapes)
    start = _span(claim).start
    said = r"\perp" in _text(claim)[max(0, start - LEAD) : start]
    return not of_matrices and (said or _sense(claim) == ORTHOGONALITY)


BOOLEAN = 2  # 1 + 1 = 1 in a Boolean algebra
SMALLEST_WORD = 16  # how many numbers the smallest word of a machine holds
WORDED = ("text{", "mathrm{", "textrm{", "text {")


@objection("words-of-a-machine", "may use computer arithmetic", "也许是计算机运算").shown(
    "用补码表示的整数循环：$127 + 1 = -128$",
    passes="用补码表示的整数循环：$127 + 1 = -127$",
)
def _of_a_machine(claim: Failure) -> bool:
    """Whole numbers that differ by a multiple of what a word holds that one of them fits into, in a post that mentions
    overflow or two's complement.
    """
    numbers = _whole_numbers(claim)
    if claim.step.sign != "=" or claim.reading.free or numbers is None:
        return False
    excess = numbers[0] - numbers[1]
    held = excess & -excess  # the largest power of two that divides it
    fits = min(map(abs, numbers)) < held
    return held >= SMALLEST_WORD and fits and computes_with_bits(_text(claim))


def _whole_numbers(claim: Failure) -> tuple[int, int] | None:
    """The values of both sides, if these are whole numbers."""
    shown = claim.finding.counterexample
    if shown is None or not all(side.removeprefix("-").isdecimal() for side in (shown.left, shown.right)):
        return None
    return int(shown.left), int(shown.right)


@objection("whole-quotient", "may be integer division", "也许是取整的除法").shown(
    r"$20 \div 6 = 3$，余 2",
    passes=r"$20 \cdot 6 = 3$",
)
def _of_whole_numbers(claim: Failure) -> bool:
    """``20 \\div 6 = 3``: whole numbers that are divided as in school."""
    step = claim.step
    left, right = step.left.text.partition(r"\div"), step.right.text.strip("(){} ")
    parts = [part.strip("(){} ").removeprefix("-") for part in (left[0], left[2], right)]
    return bool(left[1]) and all(part.isdecimal() for part in parts)


@objection("unit-behind", "a unit follows the formula", "公式后面有单位").shown(
    "$60 + 30 = 1.5$ 小时",
    passes="$60 + 30 = 1.5$",
)
def _unit_behind(claim: Failure) -> bool:
    inside, end = claim.step.right.span.end, _span(claim).end
    if claim.reading.free:
        return False
    if "B" in claim.context.conventions.constants.measured and any(
        side.text.rstrip("} ").endswith("B") for side in (claim.step.left, claim.step.right)
    ):
        return True  # so many bytes, or billions
    beside = _text(claim)[inside : inside + 24]
    word = next((w for w in WORDED if beside.lstrip("\\ ~,;").startswith(w)), None)
    worded = word is not None and numeral_follows(beside.partition(word)[2])
    return worded or numeral_follows(_text(claim)[end : end + 12])


@objection("another-base", "the numbers may be in another base", "这些数也许用了另一种进制").shown(
    "In base 16 we have $9 + 9 = 12$.",
    passes="We have $9 + 9 = 12$.",
)
def _another_base(claim: Failure) -> bool:
    span = _span(claim)
    text = _text(claim)
    bits = any(writes_bits(side.text) for side in (claim.step.left, claim.step.right))
    around = text if bits else text[max(0, span.start - LEAD) : span.end + BEHIND]
    said = mentions_another_base(around) or (bits and computes_with_bits(text))
    plain = has_decimals(claim.reading) and not uses(claim.reading.sides, LOGARITHM)
    decimal = not bits and (_is_negative(claim.finding) or plain)
    return not claim.reading.free and said and not decimal


def _is_negative(finding: Finding) -> bool:
    """Whether one of two numbers is negative and the other is not: so they are in every base."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    return ratio is not None and not values.is_complex(ratio) and bool(values.ball(ratio) < 0)


def _out_of_reach(finding: Finding) -> bool:
    """Whether a number is not an approximation of another: it has the other sign, or another order of magnitude."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    if ratio is None or values.is_complex(ratio):
        return False
    size = values.ball(ratio)
    return bool(size < 0 or size > MAGNITUDE or (size > 0 and size * MAGNITUDE < 1))


@doubt("set-by-words", "may be defined by the words before it", "也许由前面的文字定义").shown(
    "设 $(a + b)^2 = a^2 + b^2$。",
    passes="于是 $(a + b)^2 = a^2 + b^2$。",
)
def is_set_by_words(claim: Failure) -> bool:
    """Whether the words that lead into the formula set what follows."""
    formulas, number = claim.context.words.document.formulas, claim.step.formula
    end = formulas[number - 1].span.end if number else 0
    lead = claim.context.words.text[end : formulas[number].span.start][-160:]
    defined = cue(lead) == "define" and not lead.rstrip().lower().endswith("where")
    return bool(claim.reading.free) and not claim.step.interior and defined and not cites(lead)
