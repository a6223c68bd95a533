"""Doubts: why a claim whose sides differ may still be true, by the rest of the post or by what it leaves open.

A doubt is weaker than an objection: a true neighbour of the claim outweighs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from mathpost.latex.spelling import is_set_as_letters
from mathpost.latex.tree import walk
from mathpost.maths import notation, values
from mathpost.maths.analysis import known_columns
from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.facts import Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.lexicon.cues import defines
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.terms.landau import BOUNDS
from mathpost.maths.terms.outcomes import mentions_chance, outcomes_at_hand
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
from mathpost.maths.typing.array_parts import made
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.reading import (
    EQUALITIES,
    ESTIMATES,
    ORDERS,
    SEARCHED,
    Reading,
)
from mathpost.verify.methods.finite_models import examine
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.model import Model, Plan
from mathpost.verify.planning.plan import plan
from mathpost.verify.planning.unknowns import open_letters, plain_letters
from mathpost.verify.reasons.constraints import constraint
from mathpost.verify.reasons.reason import Claim, Failure, Raised, doubt, objection
from mathpost.verify.reasons.registry import first_raised
from mathpost.verify.reasons.surroundings import Surroundings, settled

MOST_SECTIONS = 2  # other than its own of which definitions may be put into a claim that is refuted


def unsupported(claim: Failure) -> Raised | None:
    """Why a claim of which no neighbour holds is not refuted, or None."""
    return first_raised((_is_unexplained,), claim)


def first_doubt(claim: Failure) -> Raised | None:
    """What may make the claim true all the same, or None."""
    return (
        first_raised(OF_THE_CLAIM, claim)
        or constraint(claim.number, claim.reading, claim.around)
        or first_raised(OF_VALUES, claim)
    )


@doubt(
    "word-as-letters",
    r"{} is a word set as letters; write \mathrm{{{}}}",
    r"{} 是写成字母的词，应写作 \mathrm{{{}}}",
)
def _spelling(claim: Failure) -> tuple[str, str] | None:
    """A word that the claim, or what was put into it, sets as letters: it may be a product, or a lost command."""
    number, reading, around = claim.number, claim.reading, claim.around
    stated = (around.steps[k] for k in (number, *sorted(reading.used)))
    nodes = (inner for s in stated for side in (s.left, s.right) for n in side.nodes for inner in walk(n))
    word = next((notation.word(node) for node in nodes if is_set_as_letters(node)), None)
    return None if word is None else (word, word)


@doubt(
    "letter-of-one-side",
    "{} is on the left side only; the post may say elsewhere what it is",
    "{} 只在左边出现，文中别处也许说明了它",
).shown(
    "The group has the order $|D_{2n}| = 2n$.",
    passes="The order is $|n| + n = 2n + n^2$.",
)
def _letter_of_one_side(claim: Failure) -> str | None:
    """A symbol that only the left side has: the post may say elsewhere what it comes to.

    Two forms of one thing mention the same letters; what definitions bring in is known, and a law averages letters out.
    """
    reading = claim.reading
    stated = reading.stated or reading.sides
    if claim.step.sign == FOLLOWS or any(map(mentions_chance, stated)) or uses(reading.sides, BOUNDS):
        return None
    left, right = open_letters(reading)
    return min((left - right) & plain_letters(stated[0]), default=None) if right or reading.shapes else None


@doubt("unexplained", "no slip explains the difference", "没有哪种笔误能解释这个差别").shown(
    "In this case $ab = a + b$.",
    passes="The square is $(a + b)^2 = a^2 + b^2 - 2ab$.",
)
def _is_unexplained(claim: Failure) -> bool:
    """Whether a relation has symbols: without a true neighbour it may be an equation, a case, or read otherwise than it is meant.

    Approximations, orders of magnitude and distributions are judged by themselves, and so is a bound that an arrow infers.
    """
    step, stated = claim.step, claim.reading.stated or claim.reading.sides
    compared = step.sign in EQUALITIES or (step.sign in ORDERS and step.inferred != "arrow")
    return compared and not uses(claim.reading.sides, BOUNDS) and any(map(free_variables, stated))


@doubt(
    "outcome-of-one-side",
    "{} is on the right side only; it may be a single outcome",
    "{} 只在右边出现，也许是某一次的取值",
).shown(
    r"\mathbb{E}[X] = X + \mathbb{E}[X]",
    passes=r"\mathbb{E}[2X] = 3\mathbb{E}[X]",
)
def _outcome_of_one_side(claim: Claim) -> str | None:
    """A random variable of which only the right side speaks: a post may mean one outcome of it."""
    reading = claim.reading
    random = randomness(reading.sides)
    left, right = (outcomes_at_hand(side, random.variables) for side in reading.sides)
    return min(right - left, default=None)


@doubt("more-than-moments", "the distribution of {} is unknown", "{} 的分布未知").shown(
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


@doubt("case-before", "may hold only in the case {}", "也许只在 {} 的情形成立").shown(
    "Let $p = 7$. Then $$(1-u^{8})(1-v^{8}) = (1-uv)^{8}$$",
    passes="Then $$(1-u^{8})(1-v^{8}) = (1-uv)^{8}$$",
)
def _in_a_case(claim: Failure) -> str | None:
    """A value that the words before the claim give to a letter that is in no formula: symbols of the claim may
    depend on it.
    """
    number, reading, around = claim.number, claim.reading, claim.around
    said = around.steps[number - 1] if number else None
    if (
        said is None
        or said.role == "claim"
        or said.sign != "="
        or said.formula >= around.steps[number].formula
    ):
        return None
    letter = heads.head(said.left.nodes)
    if letter is None or not heads.is_number(said.right.nodes) or letter in reading.free:
        return None
    others = (s for k, s in enumerate(around.steps) if k != number - 1)
    if any(letter in letters((*s.left.nodes, *s.right.nodes)) for s in others):
        return None
    return f"{said.left.text} {said.relation} {said.right.text}"


@doubt("another-heading", "{} is written under another heading", "{} 写在另一个标题下")
def _from_elsewhere(claim: Failure) -> str | None:
    """A definition that was put in and is under another heading: the letter may mean something else here."""
    number, reading, around = claim.number, claim.reading, claim.around
    place = around.steps[number].span.start
    for other in sorted(reading.used):
        said = around.steps[other]
        if not around.context.sections.covers(said.span.start, place) and not _lasts(other, around):
            return f"{said.left.text} {said.relation} {said.right.text}"
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


@doubt("set-twice", "the same formula also defines {}", "同一公式还定义了 {}").shown(
    r"设 $x = 2y$。所以 $$x + y = 2y + 3y^2, \quad x = 3$$",
    passes="x + y = x - y",
)
def _set_twice(claim: Failure) -> str | None:
    """A definition that was put in, of a symbol that the rows of the claim define themselves: ``2 = 2x - 5 \\\\ x = 3.5``."""
    number, reading, around = claim.number, claim.reading, claim.around
    own = around.steps[number].formula
    heads_here = {
        heads.head(s.left.nodes): s
        for k, s in enumerate(around.steps)
        if s.formula == own and k != number and s.role == "definition" and s.sign in ("=", ":=")
    }
    for other in sorted(reading.used):
        said = around.steps[other]
        again = heads_here.get(heads.head(said.left.nodes)) if said.formula != own else None
        if again is not None:
            return f"{again.left.text} {again.relation} {again.right.text}"
    return None


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


@doubt("unknown-function", "{} is an unknown function", "{} 是未知函数").shown(
    "f(x)^2 + f(x) = f(x)^2",
    passes="x^2 + x = x^2",
)
def _unknown_function(claim: Failure) -> str | None:
    """A function of which nothing is known: any function stands for it in the models."""
    number, reading, around = claim.number, claim.reading, claim.around
    bent = around.context.bends_at(around.steps[number].span.start)
    for side in reading.sides:
        for term in subterms(side):
            if isinstance(term, Apply) and term.operator == "call" and _head(term) not in bent:
                return _head(term)
    return None


@doubt("two-readings-of-a-definition", "{} can be read in two ways", "{} 有两种读法").shown(
    "设 $a = x/yz$。则 $$a + x = a - x$$",
    passes="x + y = x - y",
)
def _open_notation(claim: Failure) -> str | None:
    """A definition put in that can be read in two ways (``mv/eB``): only the first was tried; what it is of was called."""
    reading, around = claim.reading, claim.around
    functions = {fact.step for fact in around.context.facts if fact.form == "function"}
    for number in sorted(reading.used):
        said = around.steps[number]
        sides = (said.right,) if number in functions else (said.left, said.right)
        for side in sides if said.sign not in ("∼", FOLLOWS) and made(said) is None else ():
            if elaborate(side.nodes, around.context.conventions).ambiguities:
                return f"{said.left.text} {said.relation} {said.right.text}"
    return None


@doubt("asks-for-solutions", "may be an equation to solve", "也许是要求解的方程").shown(
    "$Q(x) := x^2 + x - 3 = 0$",
    passes="$Q(x) := x^2 + x - 3 = x^2 + x$",
)
def _solvable(claim: Failure) -> bool:
    """A chain that ends in a number which its terms pass: it may ask where they have that value."""
    number, reading, around = claim.number, claim.reading, claim.around
    step = around.steps[number]
    if step.sign not in EQUALITIES or not isinstance(reading.right, Number):
        return False
    if reading.shapes or not reading.free or randomness(reading.sides).variables:
        return False
    models = plan(reading, "<=", around.context, step.span.start)
    finding = examine(*reading.sides, "<=", models)
    return finding.kind in ("apart", "coincident", "domain") and finding.held > 0


def _head(call: Apply) -> str:
    head = call.arguments[0]
    if isinstance(head, Apply) and head.arguments:
        head = head.arguments[0]
    return head.name if isinstance(head, Variable) else "f"


OF_THE_CLAIM = (
    _spelling,
    _unknown_function,
    _letter_of_one_side,
    _outcome_of_one_side,
    _of_more_than_moments,
    _estimated,
    _in_a_case,
    _from_elsewhere,
    _set_twice,
    _open_notation,
)
OF_VALUES = (_solvable,)


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
