"""What a claim whose sides differ leaves open: a free symbol, what its letters stand for, what the words make of it.

A reservation stands unless a neighbour of the claim holds: with a symbol left open, a neighbour is rarely true by
chance, and slips are frequent. Which slips outweigh it depends on what is left open.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.tree import Group, Node, Scripts, Symbol, children
from mathpost.maths.lexicon.cases import holds_for_all, states_in_general
from mathpost.maths.lexicon.cues import cites, cue, first_sentence, mentions_an_equation
from mathpost.maths.lexicon.senses import (
    AN_APPROXIMATION,
    ANOTHER_ARITHMETIC,
    INDEPENDENCE,
    ORTHOGONALITY,
    another_sense,
    counts_residues,
)
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import is_root
from mathpost.maths.terms.landau import BOUNDS
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import (
    CHANCE,
    averages,
    bounded_by_the_law,
    mentions_chance,
    outcomes_at_hand,
    outside_averages,
)
from mathpost.maths.terms.term import ZERO, Apply, Term, Variable, free_variables, occurrences, parts, uses
from mathpost.maths.terms.traversal import free_outside
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS, PLACES, Reading
from mathpost.verify.models.model import plain
from mathpost.verify.planning.unknowns import open_letters, plain_letters
from mathpost.verify.reasons.kinships import AMONG_LETTERS
from mathpost.verify.reasons.reason import (
    REVERSAL,
    Answer,
    Claim,
    Failure,
    Raised,
    Reason,
    explaining,
    of_form,
    reservation,
    reversing,
)
from mathpost.verify.reasons.redefinition import goes_on, may_name, renamed
from mathpost.verify.reasons.registry import first_raised
from mathpost.verify.reasons.subjects import arrays, branches, demands, misreadings
from mathpost.verify.reasons.subjects import letters as of_letters
from mathpost.verify.reasons.vacuity import is_a_case
from mathpost.verify.slips.slips import GROSS, OF_FORM, Kind

BLOCKS = frozenset(["11", "12", "21", "22"])  # of a matrix in four parts: few write an eleventh power
LABELS = frozenset("dsDScfhbu")  # demand and supply, firms and households
GIVEN = frozenset(["given"])
LETTERS = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi varphi psi omega".split()
)
POWER = frozenset(["power"])
MEANS = frozenset(["mean", "column_mean"])
OF_CHANCE = CHANCE | MEANS
LEAD = 160  # characters of words that lead into a formula
OF_PARTS = frozenset(["entries", "columns"])  # ids of what a reading takes as given
OF_PARAMETERS = "the root depends on other symbols"
OF_THE_LAW = "a value that depends on the distribution"


def _varied(claim: Failure) -> frozenset[Kind]:
    """The slips that outweigh a second definition: one that continues the first repeats its form, one that replaces
    it has another form.
    """
    return OF_FORM if goes_on(claim.step, claim.reading, claim.context) else GROSS


def _set(claim: Failure) -> frozenset[Kind]:
    """The slips that outweigh "set …": a symbol may be given any value, an equation between terms rarely has a true
    neighbour by chance.
    """
    named = may_name(claim.step, claim.reading, claim.context)
    return GROSS - {"array"} if named else OF_FORM


def first_reservation(claim: Failure) -> Raised | None:
    """What a claim that fails leaves open, or None."""
    others = OF_ROOTS if is_root(claim.step) else (*OF_WORDS, *_of_letters(claim), *LAST)
    return both(first_raised(others, claim), first_raised(OF_MEANINGS, claim))


def both(one: Raised | None, other: Raised | None) -> Raised | None:
    """What two reservations leave open together."""
    if one is None or other is None:
        return one or other
    return other._replace(slips=one.slips & other.slips)


def left_open(claim: Claim) -> Raised | None:
    """What the claim itself leaves open, or None."""
    return first_raised(_of_letters(claim), claim)


def _of_letters(claim: Claim) -> tuple[Reason, ...]:
    """What its letters leave open; the places of extremes and orders of magnitude are set to nothing that they ask for."""
    compared = _is_condition(claim) and uses(claim.reading.sides, PLACES | BOUNDS)
    return (FREE_SYMBOL,) if compared else LEFT_OPEN


def _letters(claim: Claim) -> tuple[frozenset[str], frozenset[str]]:
    """The open letters of both sides, those of the bounds that are supposed with the left one."""
    left, right = open_letters(claim.reading)
    return left | frozenset[str]().union(*map(free_variables, claim.reading.supposed)), right


@reservation(
    "free-symbol",
    "{} is on one side only; this may be a condition on it",
    "{} 只在一边出现，这也许是对它的条件",
    slips=explaining,
).shown(
    "2x = x + a",
    passes="y + x = x - y",
)
def _free_symbol(claim: Claim) -> str | None:
    """A symbol of the right side that the left one does not have, or the set whose members it counts.

    The densities of a variable and of what is built from it need not both mention all that it is made with.
    """
    step, reading = claim.step, claim.reading
    left, right = _letters(claim)
    if step.sign == FOLLOWS:
        named = letters(step.left.nodes)
        right = frozenset(name for name in right if bare(name) not in named)
    known = (step.sign in ORDERS and not left) or _of_one_world(reading, right - left)
    if right <= left or known:
        return None
    name = min(right - left)
    return name[3:-1] if name.startswith("𝟙_{") else name


def _is_condition(claim: Claim) -> bool:
    """Whether an equation gives a number to what contains symbols."""
    left, right = _letters(claim)
    return claim.step.sign not in ORDERS and bool(left) and not right and not claim.step.interior


@reservation(
    "value-of-a-symbol",
    "may give the value of a quantity that contains {}",
    "也许给出含 {} 的量的值",
    slips=explaining,
).shown(
    r"The scale is $\rho = \sqrt{\frac{\eta}{2\lambda}}$. Then $$\rho = \sqrt{\frac{\eta}{2\lambda}} = 0.2 + 0.024$$",
    passes=r"c = \sin^2 x + \cos^2 x = 2",
)
def _value(claim: Claim) -> str | None:
    left, _ = _letters(claim)
    return min(left) if claim.step.sign not in ORDERS and left and _is_value(claim.reading.right) else None


def _of_random(claim: Claim) -> bool:
    return uses(claim.reading.sides, OF_CHANCE)


@reservation("value-of-the-law", "depends on the distribution", "取决于分布", slips=reversing)
def _of_the_law(claim: Claim) -> bool:
    """Whether only one side averages."""
    return _of_random(claim) and averages(claim.reading.left) != averages(claim.reading.right)


@reservation(
    "law-of-dependence",
    "may state how the variables depend on each other",
    "也许说明变量之间怎样相依",
    slips=explaining,
)
def _law_of_dependence(claim: Claim) -> bool:
    """Whether each side mentions outcomes or laws that the other does not know."""
    if not _of_random(claim):
        return False
    random = randomness(claim.reading.sides)
    left, right = (outcomes_at_hand(side, random.variables) for side in claim.reading.sides)
    return not (left <= right or right <= left) or _of_other_laws(claim.reading)


@reservation(
    "random-parameter", "{} may be a parameter of the distribution", "{} 也许是分布的参数", slips=explaining
).shown(
    r"a\mathbb{E}[X] = \mathbb{E}[X] - \mathbb{E}[X]",
    passes=r"\mathbb{E}[X] = -\mathbb{E}[X]",
)
def _random_parameter(claim: Claim) -> str | None:
    """A symbol outside of the averages of one side that the other lacks."""
    reading = claim.reading
    if not _of_random(claim) or not (randomness(reading.sides).variables or uses(reading.sides, MEANS)):
        return None
    left, right = _letters(claim)
    alone = frozenset(map(plain, outside_averages(reading.left) ^ outside_averages(reading.right)))
    return min(alone - (left & right) - reading.arrays.axes, default=None)


@reservation(
    "parts-by-letter",
    "small letters may be the rows, columns or entries of {}",
    "小写字母也许是 {} 的行、列或元素",
    slips=OF_FORM,
).shown(
    r"Let $\boldsymbol{X}\in\mathbb{R}^{n \times d}$. Then "
    r"$$\boldsymbol{X}^\top \boldsymbol{y} = \sum_{i=1}^n \|\boldsymbol{x}_i\|^4 \boldsymbol{x}_i + \boldsymbol{X}^\top \boldsymbol{X} \boldsymbol{X}^\top \boldsymbol{y}$$",
    passes=r"Let $\boldsymbol{X}\in\mathbb{R}^{n \times d}$. Then $$\boldsymbol{X}^\top \boldsymbol{y} = -\sum_{i=1}^n y_i \boldsymbol{x}_i$$",
)
def _parts_by_letter(claim: Claim) -> str | None:
    """The matrix whose rows, columns or entries a claim has by small letters, where the post says nothing of them."""
    given = claim.reading.given
    return given.names[0] if given is not None and given.id in OF_PARTS else None


@reservation("bound-of-the-law", "depends on the distribution", "取决于分布", slips=reversing)
def _bound_of_the_law(claim: Claim) -> bool:
    return _of_random(claim) and bounded_by_the_law(*claim.reading.sides)


@reservation("exponent-label", "the exponent of {} may be an upper index", "{} 的指数也许是上标").shown(
    "m_t^d + m_t^d = m_t^d",
    passes="m + m = m",
)
def _exponent(claim: Failure) -> str | None:
    step = claim.step
    labelled = _raised_vector(claim.reading) or raised_to_one((*step.left.nodes, *step.right.nodes))
    return labelled or None


def _raised_vector(reading: Reading) -> str:
    """What has a letter as its exponent that may be an index: a vector, ``y^k``, which nobody raises to a power, or a symbol
    with a letter that the claim has nowhere else, the demand ``m_t^d``; empty if there is none.
    """
    sides = reading.sides + (reading.stated or ())
    powers = [t for side in sides for t in occurrences(side, POWER)]
    others = frozenset[str]().union(*(_beside_exponents(side) for side in sides))
    for term in powers:
        match term:
            case Apply(arguments=(Variable(name=name), Variable())) if len(reading.shapes.get(name, ())) == 1:
                return plain(name)
            case Apply(
                arguments=(
                    Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)),
                    Variable(name=above),
                )
            ) if above in LABELS and above not in others:
                return plain(name)
    return ""


def _beside_exponents(side: Term) -> frozenset[str]:
    """The letters of `side` outside of exponents that are letters."""
    return free_outside(
        side, POWER, lambda power: parts(power)[: 1 if isinstance(parts(power)[1], Variable) else 2]
    )


def _conditions_on_a_field(side: Term) -> bool:
    """Whether something is averaged given all that is known at a time: ``\\mathbb{E}[Z_m | \\mathcal{F}_{m-1}]``."""
    given = (t for t in occurrences(side, GIVEN) if isinstance(t, Apply))
    names = frozenset[str]().union(*(free_variables(a) for t in given for a in t.arguments))
    return any(r"\mathcal{" in name for name in names)


def raised_to_one(nodes: Sequence[Node]) -> str:
    """A symbol with the superscript 1, which nobody writes as a power: the first agent's share ``z^1``; or with the place of a
    block, ``\\Sigma^{12}``; empty if there is none.
    """
    for node in nodes:
        match node:
            case Scripts(base=Symbol(text=text), subscript=None, superscript=above) if above is not None:
                row = children(above) if isinstance(above, Group) else (above,)
                digits = "".join(n.text for n in row if isinstance(n, Symbol))
                block = len(row) == 2 and digits in BLOCKS
                if (digits == "1" or block) and (
                    text.isalpha() or text.removeprefix("\\").lower() in LETTERS
                ):
                    return text
        found = raised_to_one(children(node))
        if found:
            return found
    return ""


@reservation(
    "bound-of-some",
    "the conditions of this inequality were not understood",
    "没有读懂这个不等式的条件",
    slips=REVERSAL,
).shown(
    "We need $2^{-N} < 0.001$.",
    passes="Then $x^2 + 1 + n^2 < n^2$.",
)
def _bound_of_some(claim: Failure) -> bool:
    """Whether a bound may be a condition on its symbols; not if both sides mention the same arrays."""
    reading = claim.reading
    held = claim.finding.held or (reading.free and not reading.supposed and not _of_random(claim))
    if claim.step.sign not in ORDERS or not held:
        return False
    return not (reading.shapes and plain_letters(reading.left) == plain_letters(reading.right))


def _is_value(side: Term) -> bool:
    """Whether a side may be what symbols with values come to: ``\\sqrt{0.001/0.01}``, but not the zero of an equation."""
    return not free_variables(side) and side != ZERO


def _sense(claim: Claim) -> str | None:
    """What the words around a claim about symbols make of it."""
    step, reading, words = claim.step, claim.reading, claim.context.words
    if not reading.free:
        return None
    if counts_residues(words.document.source.text):
        return ANOTHER_ARITHMETIC
    span = words.document.formulas[step.formula].span
    sense = another_sense(words.before(span), words.after(span), "")
    if sense == INDEPENDENCE:  # the models of what is random know of it
        random = step.sign == FOLLOWS or any(map(mentions_chance, reading.stated or reading.sides))
        return None if random else sense
    return None if sense == ORTHOGONALITY and _of_matrices(reading) else sense


@reservation(
    "words-of-an-equation",
    "the text calls this an equation, so it need not hold for all values",
    "文中称它为方程，不必对所有值成立",
    slips=of_form,
).shown(
    "解方程 $x^2 + y^2 = x + y$，",
    passes="所以 $x^2 + y^2 = x + y$，",
)
def _asks_for_solutions(claim: Claim) -> bool:
    """Whether words call it an equation that is not found from another one."""
    step, words = claim.step, claim.context.words
    if not claim.reading.free or step.interior or step.found is not None or _sense(claim) is not None:
        return False
    span = words.document.formulas[step.formula].span
    return any(map(mentions_an_equation, (words.before(span), words.after(span))))


@reservation(
    "second-definition", "may be a second definition of {}", "也许是 {} 的第二个定义", slips=_varied
).shown(
    r"Consider the model $y = X\beta + u$ and the estimator $b = (X'X)^{-1}X'y$. Then $$b = \beta - (X'X)^{-1}X'u.$$",
    passes="2x + 3 = 2x - 3",
)
def _renamed(claim: Failure) -> str | None:
    return None if claim.step.sign in ORDERS else renamed(claim.step, claim.reading, claim.context)


def _of_one_world(reading: Reading, symbols: frozenset[str]) -> bool:
    """Whether `symbols` are random variables that a density names, and both sides mention the same laws."""
    if not uses(reading.sides, CHANCE):
        return False
    random = randomness(reading.sides)
    left, right = (randomness((side,)).laws for side in reading.sides)
    return symbols <= random.variables - random.guessed and bool(left) and left == right


@reservation(
    "set-by-words", "may be defined by the words before it", "也许由前面的文字定义", slips=_set
).shown(
    "设 $x^2 + y^2 = x + y$。",
    passes="于是 $x^2 + y^2 = x + y$。",
)
def _is_set(claim: Failure) -> bool:
    """Whether the words that lead into the formula set what follows: let ``x^2 + y^2 = x + y``."""
    lead = _lead(claim)
    return bool(claim.reading.free) and not claim.step.interior and cue(lead) == "define" and not cites(lead)


@reservation(
    "demanded-by-words", "may be required by the words before it", "也许是前面的文字所要求的", slips=of_form
).shown(
    "Let $f(x) = x^2$. Both ends satisfy $$3f(z) = z + 2$$",
    passes="Let $f(x) = x^2$. **Theorem.** Both ends satisfy $$3f(z) = z + 2$$",
)
def _is_demanded(claim: Failure) -> bool:
    """Whether words that may demand lead into the formula, and do not state it in general."""
    step, words = claim.step, claim.context.words
    lead = _lead(claim)
    if step.interior or step.sign not in EQUALITIES or not claim.reading.free or cue(lead) != "demand":
        return False
    end = words.document.formulas[step.formula].span.end
    return not states_in_general(lead) and not holds_for_all(first_sentence(words.text[end:]))


def _lead(claim: Failure) -> str:
    """The words between the formula before and that of a claim."""
    formulas, number = claim.context.words.document.formulas, claim.step.formula
    start = formulas[number].span.start
    end = formulas[number - 1].span.end if number else 0
    return claim.context.words.text[max(end, start - LEAD) : start]


def _of_other_laws(reading: Reading) -> bool:
    """Whether each side mentions one law only, and not of the same, or one of them of a law with an accent.

    A law may be set to another: ``p(x)`` and ``\\tilde{p}(x)`` are one where the accent marks the data.
    """
    left, right = (randomness((side,)).laws for side in reading.sides)
    marked = any(
        law.startswith("\\") and law.endswith("{" + other + "}")
        for law in left | right
        for other in left | right
    )
    return bool(left and right) and (marked or not left & right)


def _of_matrices(reading: Reading) -> bool:
    """Whether all arrays of a claim are matrices: then models have tried what orthogonality would change."""
    return bool(reading.shapes) and all(len(extents) == 2 for extents in reading.shapes.values())


@reservation("parameters-of-a-root", OF_PARAMETERS, "根还取决于别的符号", slips=OF_FORM).shown(
    r"- $\mathbb{P}(\{1\}) = \mathbb{P}(\{2\}) = x$"
    "\n\n"
    r"$$1 = \sum_{\omega = 1}^{2} \mathbb{P}(\{\omega\}) = 2x$$"
    "\n\n"
    r"So $x = \frac{1}{2}$",
    passes=r"$$1 = 2x$$ So $x = \frac{1}{3}$",
)
def _parameters_of_a_root(claim: Claim) -> Answer:
    """Whether the equation has other symbols, or asks a law of which models know nothing else."""
    return bool(claim.reading.free) or any(map(mentions_chance, claim.reading.sides))


@reservation("one-case", "states one case, not an identity", "说的是一种情形，不是恒等式").shown(
    r"1 - 2\mathbb{I}(x > y) = 1 - \mathbb{I}(x > y) - 3",
    passes="1 - 2x^2 = 1 - x^2",
)
def _one_case(claim: Claim) -> Answer:
    return is_a_case(claim.reading)


@reservation("known-field", "is conditional on what is known at that time", "以当时已知的信息为条件").shown(
    r"\mathbb{E}[Z_m | \mathcal{F}_{m-1}] = 2\mathbb{E}[Z_m | \mathcal{F}_{m-1}]",
    passes=r"\mathbb{E}[Z] = 2\mathbb{E}[Z]",
)
def _known_field(claim: Claim) -> Answer:
    return any(map(_conditions_on_a_field, claim.reading.sides))


@reservation("approximation", "the text calls this an approximation", "文中说这是近似", slips=GROSS).shown(
    "$(1+x)^2 = 1 + 2x$，因为 $x$ 很小。",
    passes="于是 $(1+x)^2 = 1 + 2x$。",
)
def _approximation(claim: Claim) -> Answer:
    return _sense(claim) == AN_APPROXIMATION


@reservation(
    "words-of-another-arithmetic",
    "may use modular or computer arithmetic",
    "也许是模运算或计算机运算",
    slips=of_form,
).shown(
    r"In $\mathbb{F}_2$ we have $(x+y)^2 = x^2 + y^2$.",
    passes="We have $(x+y)^2 = x^2 + y^2$.",
)
def _words_of_another_arithmetic(claim: Claim) -> Answer:
    return _sense(claim) == ANOTHER_ARITHMETIC


@reservation("words-of-orthogonality", "depends on orthogonality", "取决于正交性", slips=of_form).shown(
    "若 $x$ 与 $y$ 正交，则 $(x+y)^2 = x^2 + y^2$",
    passes="于是 $(x+y)^2 = x^2 + y^2$",
)
def _words_of_orthogonality(claim: Claim) -> Answer:
    return _sense(claim) == ORTHOGONALITY


@reservation("words-of-independence", "depends on independence", "取决于独立性", slips=of_form).shown(
    "若 $X$ 与 $Y$ 独立，则 $x^2 y = x + y + 1$",
    passes="则 $x y + 1 = x y$",
)
def _words_of_independence(claim: Claim) -> Answer:
    return _sense(claim) == INDEPENDENCE


OF_MEANINGS = tuple(
    row for subject in (of_letters, arrays, misreadings, branches, demands) for row in subject.YIELDING
)
OF_ROOTS = (_parameters_of_a_root,)
OF_WORDS = (
    _one_case,
    _known_field,
    _exponent,
    _approximation,
    _is_set,
    _is_demanded,
)
FREE_SYMBOL = _free_symbol
LEFT_OPEN = (
    _parts_by_letter,
    FREE_SYMBOL,
    Reason(
        "reservation",
        "condition",
        "may be a condition, not an identity",
        "也许是条件，不是恒等式",
        _is_condition,
        slips=explaining,
    ),
    _value,
    _of_the_law,
    _law_of_dependence,
    _random_parameter,
    _bound_of_the_law,
    *AMONG_LETTERS,
)
LAST = (
    _bound_of_some,
    _renamed,
    _words_of_another_arithmetic,
    _words_of_orthogonality,
    _words_of_independence,
    _asks_for_solutions,
)
