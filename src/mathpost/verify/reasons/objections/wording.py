"""Words that change what a claim says: that it is wrong, a unit behind a number (``800``万), another base."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.elaboration import residues
from mathpost.maths.lexicon.cues import numeral_follows
from mathpost.maths.lexicon.senses import (
    AN_APPROXIMATION,
    ANOTHER_ARITHMETIC,
    DOUBTED,
    INDEPENDENCE,
    ORTHOGONALITY,
    another_sense,
    counts_residues,
    speaks_of_another_base,
    speaks_of_bits,
    sums_repeated_indices,
)
from mathpost.maths.terms.term import uses
from mathpost.maths.typing import integers
from mathpost.text.source import Span
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.reasons.objections import misreadings
from mathpost.verify.reasons.reason import Claim, Failure, Reason

MAGNITUDE = 4  # factor between a number and what is no approximation of it
REMAINDERS = frozenset([residues.OPERATOR])
LEAD = 200  # characters before a claim, and behind it, in which a base of numbers is named
BEHIND = 60


def _span(claim: Claim) -> Span:
    return claim.context.words.document.formulas[claim.step.formula].span


def _text(claim: Claim) -> str:
    return claim.context.words.document.source.text


def _repeated_indices(claim: Failure) -> bool:
    return sums_repeated_indices(_text(claim)) and bool(integers.integers(claim.reading.sides).indices)


def _bits(claim: Failure) -> bool:
    words, span = claim.context.words, _span(claim)
    return speaks_of_bits(words.before(span) + " " + words.after(span))


def _cross_product(claim: Failure) -> bool:
    arrays = claim.context.conventions.arrays.plain
    return bool(claim.reading.shapes) and misreadings.crosses(claim.step, arrays)


def _sense(claim: Claim) -> str | None:
    """What the words of the sentence make of a claim, but the arithmetic of the claim itself."""
    words, span = claim.context.words, _span(claim)
    sense = another_sense(words.before(span), words.after(span), words.later(span))
    own = sense == ANOTHER_ARITHMETIC and uses(claim.reading.sides, REMAINDERS)
    return None if own else sense


def _doubted(claim: Failure) -> bool:
    return _sense(claim) == DOUBTED


def _of_numbers(claim: Failure, sense: str) -> bool:
    """Whether words that would change what a claim about numbers says leave it open."""
    return not claim.reading.free and _sense(claim) == sense


def _rough(claim: Failure) -> bool:
    return _of_numbers(claim, AN_APPROXIMATION) and not _out_of_reach(claim.finding)


def _residues(claim: Failure) -> bool:
    return _of_numbers(claim, ANOTHER_ARITHMETIC) or (
        not claim.reading.free and counts_residues(_text(claim))
    )


def _unit_behind(claim: Failure) -> bool:
    end = _span(claim).end
    return not claim.reading.free and numeral_follows(_text(claim)[end : end + 12])


def _another_base(claim: Failure) -> bool:
    span = _span(claim)
    around = _text(claim)[max(0, span.start - LEAD) : span.end + BEHIND]
    return not claim.reading.free and speaks_of_another_base(around) and not _is_negative(claim.finding)


def _is_negative(finding: Finding) -> bool:
    """Whether one of two numbers is negative and the other is not: so they are in every base."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    return ratio is not None and not values.is_complex(ratio) and bool(values.ball(ratio) < 0)


def _out_of_reach(finding: Finding) -> bool:
    """Whether a number is no approximation of another: it has the other sign, or another order of magnitude."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    if ratio is None or values.is_complex(ratio):
        return False
    size = values.ball(ratio)
    return bool(size < 0 or size > MAGNITUDE or (size > 0 and size * MAGNITUDE < 1))


ROWS = (
    Reason(
        "objection",
        "repeated-indices",
        "repeated indices that are summed",
        "重复指标要求和",
        _repeated_indices,
    ),
    Reason("objection", "bits", "perhaps of what is 0 or 1", "也许只取 0 或 1", _bits),
    Reason("objection", "cross-product", "perhaps a cross product", "也许是叉积", _cross_product),
    Reason("objection", "words-of-doubt", "words that doubt it", "文字对它表示怀疑", _doubted),
    Reason("objection", "rough-numbers", "an approximation", "近似", _rough),
    Reason(
        "objection", "orthogonal-numbers", "orthogonality", "正交", lambda c: _of_numbers(c, ORTHOGONALITY)
    ),
    Reason(
        "objection", "independent-numbers", "independence", "独立", lambda c: _of_numbers(c, INDEPENDENCE)
    ),
    Reason("objection", "residues", "another arithmetic", "另一种算术", _residues),
    Reason("objection", "unit-behind", "a unit behind the formula", "公式后面的单位", _unit_behind),
    Reason("objection", "another-base", "numbers in another base", "另一种进制的数", _another_base),
)
