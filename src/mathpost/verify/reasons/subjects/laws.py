"""What a claim may mean and does not say: a law that it writes out, a state that stays, one case of several, a law with fewer
conditions than the rules of probability give it.

``p(x, z | y) = p(x | z) p(z | y)`` holds where x depends on y through z alone. Whoever writes so describes a model, in
words that may be anywhere in the post; a claim that no choice of conditions makes true is no such description.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.maths.hypotheses import kinds
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import mentions_chance, named_by
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
)
from mathpost.maths.typing.randomness import law_name
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.reasons.reason import Answer, Claim, objection

SUMS = frozenset(["sum", "integral"])
HEADS, CONDITIONS, POWER = frozenset(["heads"]), frozenset(["given"]), frozenset(["power"])
EVENTS = frozenset(["equal", "less", "greater", "less_equal", "greater_equal", "both"])
DENSITIES = frozenset(["density"])
AVERAGES = frozenset(["average"])
DEVIATIONS = frozenset(["s", "S", r"\hat{\sigma}"])


def _of_a_law(reading: Reading) -> bool:
    """A law on one side and a sum over its outcomes on the other: perhaps the average under that law, written out."""
    for one, other in (reading.sides, reading.sides[::-1]):
        if mentions_chance(one) and not mentions_chance(other) and _outcomes(one) & _summed(other):
            return True
    return False


def _named(average: Apply) -> frozenset[str]:
    """The symbols that an average names, of which what it averages speaks."""
    match average:
        case Apply(operator="average", arguments=(body, _, Apply(arguments=heads), _)):
            named = heads
        case Apply(operator="expectation", arguments=(body, *listed)):
            named = tuple(listed)
        case _:
            return frozenset()
    return frozenset(n for part in named for n in named_by(part)) & free_variables(body)


def _block(term: Term) -> tuple[Term, str] | None:
    """The matrix and the two digits of a block or an entry, ``\\Sigma_{12}``."""
    match term:
        case Apply(operator="index", arguments=(head, Number(value=value))) if value in range(11, 100):
            return head, str(value)
    return None


def _head(term: Term) -> str:
    head = term.arguments[0] if isinstance(term, Apply) and term.operator == "index" else term
    return head.name if isinstance(head, Variable) else ""


@objection("law-in-capitals", "{} and {} may be the same distribution", "{} 与 {} 也许是同一个分布").shown(
    r"p(s,t|m) = \frac{p(s,m,t)}{p(m)} = \frac{p(s,m)P(t|s,m)}{p(m)}",
    passes=r"p(s,t|m) = \frac{p(s,m,t)}{p(m)} = \frac{2p(s,m)p(t|s,m)}{p(m)}",
)
def _in_capitals(claim: Claim) -> tuple[str, ...] | None:
    """``p`` and ``P`` in one claim: who mixes them means one distribution."""
    densities = (
        d for side in claim.reading.sides for d in occurrences(side, DENSITIES) if isinstance(d, Apply)
    )
    names = sorted({law_name(d.arguments[0]) for d in densities})
    return next(((a, b) for a in names for b in names if a != b and a.lower() == b), None)


def _parts(side: Term) -> Iterator[Term]:
    """The events and outcomes that the probabilities of a side are of."""
    for density in occurrences(side, DENSITIES):
        heads = density.arguments[1] if isinstance(density, Apply) else density
        yield from heads.arguments if isinstance(heads, Apply) else ()


def _is_numbered(event: Term) -> bool:
    """Whether an event compares one variable with a number, ``X = 1``."""
    if not isinstance(event, Apply) or event.operator not in EVENTS:
        return False
    first, *others = event.arguments
    variable = first.arguments[0] if isinstance(first, Apply) and first.operator == "index" else first
    return isinstance(variable, Variable) and not any(map(free_variables, others))


def _outcomes(side: Term) -> frozenset[Term]:
    """What the laws of a side are laws of."""
    heads = (t for t in occurrences(side, HEADS) if isinstance(t, Apply))
    return frozenset(outcome for head in heads for outcome in head.arguments)


def _summed(side: Term) -> frozenset[Term]:
    """What a side is summed over, all of it."""
    sums = (t for t in occurrences(side, SUMS) if isinstance(t, Bind) and not t.bounds)
    return frozenset(t.variable for t in sums)


def _equation(claim: Claim) -> bool:
    return claim.step.sign not in ORDERS


COMPARED = frozenset(
    ["p", "q"]
)  # laws of the same variables, of which one may stand for the other by mistake


class Factor(NamedTuple):
    """One law of a product: what it is a law of, and under which conditions."""

    law: Term
    heads: frozenset[Term]
    given: frozenset[Term]


def _product(side: Term) -> tuple[tuple[Factor, ...] | None, frozenset[Term]]:
    """The laws that a side multiplies, and the variables that it sums them over; no laws where it is anything else."""
    summed = frozenset[Term]()
    while isinstance(side, Bind) and side.operator in SUMS and not side.bounds:
        summed |= {side.variable}
        side = side.body
    return _factors(side), summed


def _factors(side: Term) -> tuple[Factor, ...] | None:
    """The laws that a side multiplies; None where it is anything else."""
    product = isinstance(side, Apply) and side.operator == "multiply"
    parts = side.arguments if product and isinstance(side, Apply) else (side,)
    found = tuple(_factor(part) for part in parts)
    return None if None in found else tuple(f for f in found if f is not None)


def _factor(term: Term) -> Factor | None:
    match term:
        case Apply(operator="density", arguments=(law, Apply(arguments=heads), *given)):
            return Factor(law, frozenset(heads), frozenset(_conditions(given)))
    return None


def _conditions(given: Sequence[Term]) -> Iterator[Term]:
    for each in given:
        yield from each.arguments if isinstance(each, Apply) and each.operator == "given" else (each,)


def _heads(factors: Sequence[Factor]) -> frozenset[Term]:
    return frozenset[Term]().union(*(f.heads for f in factors))


def _outer(factors: Sequence[Factor]) -> frozenset[Term]:
    """The conditions that none of the laws is a law of."""
    return frozenset[Term]().union(*(f.given for f in factors)) - _heads(factors)


def _in_order(factors: Sequence[Factor]) -> list[Factor]:
    """The laws, each after those of its conditions; as many as can be put so."""
    heads, known = _heads(factors), frozenset[Term]()
    left, ordered = list(factors), list[Factor]()
    while left:
        following = next((f for f in left if f.given & heads <= known), None)
        if following is None:
            break
        left.remove(following)
        ordered.append(following)
        known |= following.heads
    return ordered


@objection(
    "law-written-out",
    "one side may write out the distribution on the other",
    "一边也许写出了另一边的分布",
    inherent=True,
)
def _law_written_out(claim: Claim) -> Answer:
    return _equation(claim) and _of_a_law(claim.reading)


@objection("history", "{} may stand for everything observed so far", "{} 也许表示到那时为止的全部观测").shown(
    r"\mathbb{P}(A \mid w^t) = \frac12\mathbb{P}(A \mid w^{t-1}) + \frac12\mathbb{P}(A \mid w^t)",
    passes=r"\mathbb{P}(A \mid w^t) = 2\mathbb{P}(A \mid w^t)",
)
def _history(claim: Claim) -> str | None:
    """A variable with several letters above it in conditions, ``P(A | w^t)`` and ``P(A | w^{t-1})``: no powers are known then."""
    given = (t for side in claim.reading.sides for t in occurrences(side, CONDITIONS))
    powers = {t for condition in given for t in occurrences(condition, POWER)}
    bases = Counter(t.arguments[0] for t in powers if isinstance(t, Apply) and free_variables(t.arguments[1]))
    return next((b.name for b, times in bases.items() if isinstance(b, Variable) and times > 1), None)


EXPECTATIONS = frozenset(["expectation"])


@objection(
    "average-of-a-recurrence", "averages {}, which a recurrence defines", "对由递推定义的 {} 求期望"
).shown(
    r"A walk is $X_t = X_{t-1} + Z_t$ with $Z_t \sim \mathcal{N}(\mu, \sigma^2)$. Starting at $X_0 = 0$, we have: $$X_2 = Z_1 + Z_2$$ "
    r"Since $Z_t \sim \mathcal{N}(\mu, \sigma^2)$, each $E[Z_t] = \mu$. Therefore, the expected value is: "
    r"$$E[X_t] = E\left[\sum_{i=1}^{t} Z_i\right]$$",
    passes="Let $a_t = a_{t-1} + 2$ and $a_0 = 0$. Then $$a_t = 3t$$",
)
def _average_of_a_recurrence(claim: Claim) -> str | None:
    """A mean over a family whose members are built from others: what is random are those others."""
    made = {bare(recurrence.family) for recurrence in claim.reading.recurrences}
    averaged = (t for side in claim.reading.sides for t in occurrences(side, EXPECTATIONS))
    over = (
        bare(a.name) for t in averaged if isinstance(t, Apply) for a in t.arguments if isinstance(a, Variable)
    )
    return next((name for name in over if name in made), None)


GIVEN = frozenset(["given"])


def _conditions_on_a_field(side: Term) -> bool:
    """Whether something is averaged given all that is known at a time: ``\\mathbb{E}[Z_m | \\mathcal{F}_{m-1}]``."""
    given = (t for t in occurrences(side, GIVEN) if isinstance(t, Apply))
    names = frozenset[str]().union(*(free_variables(a) for t in given for a in t.arguments))
    return any(r"\mathcal{" in name for name in names)


@objection("known-field", "is conditional on what is known at that time", "以当时已知的信息为条件").shown(
    r"\mathbb{E}[Z_m | \mathcal{F}_{m-1}] = 2\mathbb{E}[Z_m | \mathcal{F}_{m-1}]",
    passes=r"\mathbb{E}[Z] = 2\mathbb{E}[Z]",
)
def _known_field(claim: Claim) -> Answer:
    return any(map(_conditions_on_a_field, claim.reading.sides))


SUPPOSING = frozenset(["independent", "markov", "network"])


@objection(
    "dropped-condition", "the distribution may not depend on this condition", "分布也许不依赖这个条件"
).shown(
    "生成模型假设在话题 $z$ 给定的条件下，单词 $w$ 与文本 $d$ 条件独立，即 $$P(w,z|d) = P(z|d) P(w|z)$$",
    passes="$$P(w,z|d) = 2 P(z|d) P(w|z,d)$$",
)
def _drops_a_condition(claim: Claim) -> bool:
    """Products of laws of the same variables, one of which has fewer conditions: of a model, if the post mentions
    independence or only parameters are left out, ``p(x | z, \\beta) = p(x | z)``. Of single laws no word need tell it.
    """
    reading, context = claim.reading, claim.context
    left, right = reading.stated or reading.sides
    if left == right:
        return False
    (one, summed), (other, also_summed) = _product(left), _product(right)
    if one is None or other is None:
        return False
    if len(one) == len(other) == 1 and summed == also_summed and one[0][:2] == other[0][:2]:
        return True
    if not (_is_joint(one, summed) and _is_joint(other, also_summed)):
        return False
    if _heads(one) - summed != _heads(other) - also_summed:
        return False
    if len(COMPARED & {bare(law_name(factor.law)) for factor in (*one, *other)}) > 1:
        return False
    supposed = bool(SUPPOSING & context.known.subjects(kinds.CHANCE))
    return supposed or _leaves_out(one, other, freely=summed != also_summed)


def _leaves_out(one: Sequence[Factor], other: Sequence[Factor], *, freely: bool) -> bool:
    """Whether each law has all the variables before it as conditions, and lacks no more than parameters, or is that of some,
    or of data where these are known; or whatever follows bars alone, if `freely`.
    """
    sides = (one, other)
    outer = _outer(one) | _outer(other)
    return all(map(_is_complete, sides)) and all(
        freely
        or all(map(_is_parameter, factor.heads))
        or any(map(_is_parameter, factor.given))
        or all(map(_is_parameter, outer - factor.given))
        for side in sides
        for factor in side
    )


def _is_joint(factors: Sequence[Factor], summed: frozenset[Term]) -> bool:
    """Whether the laws may be multiplied to one of all their variables, the `summed` ones among them: each is of others, and
    follows those that it rests on.
    """
    heads = _heads(factors)
    if len(heads) < sum(len(f.heads) for f in factors) or not summed <= heads:
        return False
    return len(_in_order(factors)) == len(factors)


def _is_complete(factors: Sequence[Factor]) -> bool:
    known = frozenset[Term]()
    for factor in _in_order(factors):
        if not known <= factor.given:
            return False
        known |= factor.heads
    return True


def _is_parameter(term: Term) -> bool:
    """Whether a condition is a Greek letter, as the parameters of laws are."""
    head = term.arguments[0] if isinstance(term, Apply) and term.operator == "index" else term
    return isinstance(head, Variable) and bare(head.name).startswith("\\") and bare(head.name).islower()


@objection("averaged-on-one-side", "{} may be random on both sides", "{} 也许在两边都是随机的").shown(
    r"$$\mathbb{E}_{\tau \sim p}\left[-V(S_0) + \sum_{t=0}^{n} \gamma^t R_t\right] = -\mathbb{E}_{S_0 \sim q}[V(S_0)] "
    r"+ \mathbb{E}_{\tau \sim p}\left[\sum_{t=0}^{n} \gamma^t R_t\right]$$",
    passes=r"$$\mathbb{E}_{s_0 \sim q}[V(s_0) + a] = \mathbb{E}_{s_0 \sim q}[V(s_0)] + 2a$$",
)
def _averaged_on_one_side(claim: Claim) -> Answer:
    """A symbol that one side averages, inside an average over something that names none of its symbols: over trajectories."""
    averages = [[t for t in occurrences(s, AVERAGES) if isinstance(t, Apply)] for s in claim.reading.sides]
    for one, other in (averages, averages[::-1]):
        named = frozenset[str]().union(*map(_named, one))
        over_others = [t.arguments[0] for t in other if not _named(t)]
        found = named & frozenset[str]().union(*map(free_variables, over_others))
        if found:
            return min(found)
    return None


@objection("estimated-deviation", "{} may be estimated from the same sample", "{} 也许由同一样本估计").shown(
    r"Let $\bar X \sim \mathcal N(\mu, \frac{\sigma^2}{n})$. Then $$\frac{\bar X-\mu}{s/\sqrt{n}} \sim t_{n-1}$$",
    passes=r"Let $\bar X \sim \mathcal N(\mu, \frac{\sigma^2}{n})$. Then $$\frac{\bar X-\mu}{\sigma/\sqrt{n}} \sim \mathcal{N}(0, 2)$$",
)
def _estimated_deviation(claim: Claim) -> Answer:
    """A deviation in what has the law of Student: it is no constant there."""
    student = claim.step.sign == FOLLOWS and claim.step.right.text.lstrip().startswith("t")
    return min(claim.reading.free & DEVIATIONS, default=None) if student else None
