"""Whether a claim that fails may be refuted: evidence that the post meant an identity, and values that are known well enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from mathpost.maths import values
from mathpost.maths.analysis import known_columns
from mathpost.maths.elaboration import heads
from mathpost.maths.facts.densities import laws_of
from mathpost.maths.facts.facts import Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.lexicon.cues import defines
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.terms.landau import BOUNDS
from mathpost.maths.terms.term import (
    INFINITY,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    subterms,
    uses,
)
from mathpost.maths.terms.traversal import transform
from mathpost.verify.interpretation.reading import (
    ALIKE,
    ESTIMATES,
    ORDERS,
    SEARCHED,
    Reading,
)
from mathpost.verify.interpretation.verdict import Cause
from mathpost.verify.methods.rates import STAYS, UNSTATED
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.model import Model, Plan
from mathpost.verify.planning.unknowns import open_letters
from mathpost.verify.reasons.reason import Claim, Failure, Raised, doubt, objection
from mathpost.verify.reasons.registry import first_raised
from mathpost.verify.reasons.subjects import wording
from mathpost.verify.reasons.surroundings import Surroundings, settled

MOST_SECTIONS = 2  # other than its own of which definitions may be put into a claim that is refuted


def unexplained(claim: Failure) -> Raised | None:
    """Why a claim of which no telling neighbour holds is not refuted, or None."""
    return first_raised((_of_one_side, _is_unexplained), claim)


def first_doubt(claim: Failure, *, told: bool) -> Cause | None:
    """What may make a claim true all the same, or None; `told`: a telling neighbour holds.

    Words of an approximation or of another arithmetic are about numbers that are equal by chance too often.
    """
    worded = not (told and states_a_relation(claim))
    asked = (*(OF_WORDS if worded else ()), *(() if told else (_is_rough, _estimated)))
    raised = first_raised(asked, claim)
    return None if raised is None else raised.cause


def states_a_relation(claim: Failure) -> bool:
    """Whether a relation has symbols, or had them before values were put in, and is not judged by itself as orders of
    magnitude, distributions and bounds that an arrow infers are.
    """
    step, reading = claim.step, claim.reading
    inferred = step.sign in ORDERS and step.inferred == "arrow" and not step.inference.mutual
    if inferred or step.sign in (FOLLOWS, ALIKE) or uses(reading.sides, BOUNDS):
        return False
    valued = reading.used - _defined_functions(claim) or reading.given
    return bool(valued) or any(free_variables(side) | laws_of(side) for side in reading.sides)


def _defined_functions(claim: Failure) -> frozenset[int]:
    """The steps that define a function and of whose left side the post says nothing else."""
    lefts = Counter(step.left.text for step in claim.around.steps)
    defined = (fact.step for fact in claim.context.facts if fact.form == "function" and fact.step >= 0)
    return frozenset(k for k in defined if lefts[claim.around.steps[k].left.text] == 1)


@doubt(
    "free-symbol",
    "{} is on one side only; this may be a condition on it",
    "{} 只在一边出现，这也许是对它的条件",
).shown(
    "2x = x + a",
    passes="The square is $(a + b)^2 = a^2 + b^2 - 2ab$.",
)
def _of_one_side(claim: Failure) -> str | None:
    """A symbol that only one side has: the post may say elsewhere what it is."""
    left, right = open_letters(claim.reading)
    if uses(claim.reading.sides, BOUNDS):
        apart = right - left
    else:
        apart = left ^ right if claim.step.sign == ALIKE or states_a_relation(claim) else frozenset()
    laws = frozenset[str]().union(*map(laws_of, claim.reading.sides))
    return min(apart - laws or apart, default=None)


@doubt("rough-approximation", "{}", "也许是粗略的近似：{}").shown(
    r"当 $x \to 0$ 时，$\cos x \approx x$",
    passes=r"$\cos x = x \cos x$",
)
def _is_rough(claim: Failure) -> str | None:
    """An approximation whose error stays, or of which nothing says what is small."""
    return claim.finding.culprit if claim.finding.culprit in (STAYS, UNSTATED) else None


@doubt("unexplained", "no slip explains the difference", "没有哪种笔误能解释这个差别").shown(
    "In this case $ab = a + b$.",
    passes="The square is $(a + b)^2 = a^2 + b^2 - 2ab$.",
)
def _is_unexplained(claim: Failure) -> bool:
    """Whether a relation has symbols: without a telling neighbour it may be an equation, a case, or read otherwise than it is meant.

    An approximation is judged by how its error goes to zero.
    """
    return (claim.step.sign != "≈" or not claim.reading.free) and states_a_relation(claim)


@objection("more-than-moments", "the distribution of {} is unknown", "{} 的分布未知").shown(
    r"\mathbb{E}_{\boldsymbol{x}\sim\mathcal{N}(\boldsymbol{0},\boldsymbol{I})}[\|\boldsymbol{x}\|^4] = \mathbb{E}_{\boldsymbol{x}\sim\mathcal{N}(\boldsymbol{0},\boldsymbol{I})}[\|\boldsymbol{x}\|^2]^2",
    passes=r"\mathbb{E}_{\boldsymbol{x}\sim\mathcal{N}(\boldsymbol{0},\boldsymbol{I})}[\boldsymbol{a}^\top\boldsymbol{x}\boldsymbol{x}^\top\boldsymbol{a}] = 2\|\boldsymbol{a}\|^2",
)
def _of_more_than_moments(claim: Claim) -> str | None:
    """The average of no quadratic function of a column: models know of its law only a mean and a covariance."""
    reading = claim.reading
    for side in reading.sides:
        for term in subterms(side):
            if isinstance(term, Bind) and known_columns.rests_on_more_than_moments(term):
                return term.variable.name
    return None


@objection("many-sections", "uses definitions from {} sections", "用到了 {} 个小节的定义").shown(
    "# A\n\nLet $F(x) = x^2$.\n\n# B\n\nLet $H(x) = 3x$.\n\n# C\n\nLet $U = 2v$.\n\n# D\n\nThen $$F(U) + H(v) = 4v^2 - 3v$$",
    passes="# A\n\nLet $F(x) = x^2$. Let $H(x) = 3x$.\n\n# C\n\nLet $U = 2v$. Then $$F(U) + H(v) = 4v^2 - 3v$$",
)
def _from_many_sections(claim: Failure) -> str | None:
    """Definitions of more than two other sections were put in: in long notes one of the letters is likely to mean something else."""
    around, place = claim.around, claim.step.span.start
    sections = around.context.sections
    said = (around.steps[other].span.start for other in claim.reading.used if not _lasts(other, around))
    elsewhere = {sections.end(start) for start in said if not sections.covers(start, place)}
    return str(len(elsewhere)) if len(elsewhere) > MOST_SECTIONS else None


def _lasts(number: int, around: Surroundings) -> bool:
    """Whether a definition holds for the whole post: it is that of a word or says so, and the post has no other one."""
    context, said = around.context, around.steps[number]
    known = next((f for f in context.facts if f.step == number), None)
    if known is None or known.case or known.value:
        return False
    words = context.words.before(context.words.document.formulas[said.formula].span)
    if not (heads.is_word(known.head) or said.sign == ":=" or defines(words)):
        return False
    rivals = (
        f for f in (*context.facts, *context.known.of(kinds.RESTATEMENT)) if _defined(f) == _defined(known)
    )
    return all(f.right == known.right or settled(f.step, around) or _at_a_point(f) for f in rivals)


def _defined(known: Fact) -> tuple[str, str, int]:
    """What a definition defines: the same word with more arguments is another function."""
    return known.form, known.head, len(known.parameters)


def _at_a_point(known: Fact) -> bool:
    """Whether a definition gives a function for one argument only: ``f(0) = 1``."""
    return known.form != "symbol" and not all(isinstance(p, Variable) for p in known.parameters)


@doubt("estimated-value", "the value is only estimated ({})", "值只是估计（{}）").shown(
    r"\int_0^1 x^2 dx + a = a",
    passes=r"\frac13 + a + b = a + b",
)
def _estimated(claim: Claim) -> str | None:
    """A value whose error is estimated and not enclosed, or a general term that dots leave to the reader, or an extreme."""
    reading = claim.reading
    names = [t.operator for side in reading.sides for t in subterms(side) if isinstance(t, Apply | Bind)]
    found = [name for name in names if name in ESTIMATES or name in SEARCHED or name == "dots"]
    return None if found == ["infinity"] and stays_apart(reading) else next(iter(found), None)


OF_WORDS = (
    wording.calls_it_an_approximation,
    wording.may_use_another_arithmetic,
    wording.rests_on_orthogonality,
    wording.is_set_by_words,
)


CUTS = (250, 500, 1000)
SLOWEST = 0.9  # quotient of two changes beyond which nothing is foreseen
FAR = 20  # times what is left of the change
ENDLESS = frozenset(["sum", "product"])


def stays_apart(reading: Reading) -> bool:
    """Whether the sides of a claim about numbers differ by far more than the further terms of its endless sum can make up.

    Cut off at 250, 500 and 1,000 terms, they differ by less and less; what is left of the change is taken for a geometric series.
    """
    endless = [t for side in reading.sides for t in subterms(side) if t == INFINITY]
    cut = [_cut_off(reading.sides, last) for last in CUTS]
    if reading.free or len(endless) != 1 or INFINITY in (t for side in cut[0] for t in subterms(side)):
        return False
    try:
        first, second, third = (_difference(sides, reading.seed) for sides in cut)
    except ArithmeticError:
        return False
    change, last_change = abs(second - first), abs(third - second)
    if not change or last_change > SLOWEST * change:
        return False
    left = last_change * last_change / (change - last_change)
    return abs(third) > FAR * max(left, abs(third) * 1e-9)


def _cut_off(sides: Sequence[Term], last: int) -> tuple[Term, ...]:
    """`sides` with endless sums and products up to `last`."""
    return tuple(_up_to(side, Number(Fraction(last))) for side in sides)


def _up_to(term: Term, last: Number) -> Term:
    def ended(part: Term) -> Term:
        match part:
            case Bind(operator=operator, bounds=(low, high)) if operator in ENDLESS and high == INFINITY:
                return replace(part, bounds=(low, last))
        return part

    return transform(term, ended)


def _difference(sides: Sequence[Term], seed: str) -> float:
    """The left less the right side, as numbers.

    Raises:
        ArithmeticError: they have no values, or none that are real.
    """
    found = Evaluation(Model(seed, "real", {}, Plan({}, (), (), seed), 4))
    left, right = (found.value(side) for side in sides)
    gap = values.ball(values.add(left, values.negate(right)))
    if values.is_complex(gap):
        raise ArithmeticError("a complex number")
    return float(gap.mid())
