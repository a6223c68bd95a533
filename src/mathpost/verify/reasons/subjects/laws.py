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
from mathpost.maths.lexicon.senses import mentions_symmetric_matrices
from mathpost.maths.notation import is_bold
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
    replaced,
    subterms,
    uses,
)
from mathpost.maths.typing.integers import SLOPES
from mathpost.maths.typing.randomness import law_name
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.models.model import plain
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Answer, Claim, objection

SUMS = frozenset(["sum", "integral"])
HEADS, CONDITIONS, POWER = frozenset(["heads"]), frozenset(["given"]), frozenset(["power"])
EVENTS = frozenset(["equal", "less", "greater", "less_equal", "greater_equal", "both"])
DENSITIES = frozenset(["density"])
INDEXED = frozenset(["index"])


def _of_a_law(reading: Reading) -> bool:
    """A law on one side and a sum over its outcomes on the other: perhaps the average under that law, written out."""
    for one, other in (reading.sides, reading.sides[::-1]):
        if mentions_chance(one) and not mentions_chance(other) and _outcomes(one) & _summed(other):
            return True
    return False


def _of_an_average(reading: Reading) -> str | None:
    """A variable that an average of one side alone names and mentions: what its law is may make the claim true."""
    named = [
        frozenset[str]().union(*(_named(t) for t in subterms(side) if isinstance(t, Apply)))
        for side in reading.sides
    ]
    for own, other in (named, named[::-1]):
        elsewhere = other | free_variables(reading.sides[named.index(other)])
        if own > other and other and (more := own - elsewhere):
            return min(more)
    return None


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


@objection("symmetric-matrix", "{} may be symmetric", "{} 也许是对称的").shown(
    r"二次型的导数是 $$\frac{\partial}{\partial \boldsymbol{x}} \boldsymbol{x}^\top \boldsymbol{A}\boldsymbol{x} = 2\boldsymbol{A}\boldsymbol{x}$$",
    passes=r"二次型的导数是 $$\frac{\partial}{\partial \boldsymbol{x}} \boldsymbol{x}^\top \boldsymbol{A}\boldsymbol{x} = 3\boldsymbol{A}\boldsymbol{x}$$",
)
def _of_symmetry(claim: Claim) -> str | None:
    """A derivative that is right of symmetric matrices, in a post that mentions such: whoever writes that of ``x^\\top A x``
    as ``2Ax`` has one of these in mind.
    """
    reading, sign, context = claim.reading, claim.step.sign, claim.context
    if sign != "=" or not uses(reading.sides, SLOPES):
        return None
    if not mentions_symmetric_matrices(context.words.document.source.text):
        return None
    slopes = (t for side in reading.stated or reading.sides for t in occurrences(side, SLOPES))
    if any(isinstance(t, Apply) and is_bold(_head(t.arguments[0])) for t in slopes):
        return None  # of a column: a transpose too many in its Jacobian is not a habit of forms
    models = plan(reading, sign, context)
    free = [
        name
        for name, axes in reading.shapes.items()
        if len(axes) == 2
        and axes[0] == axes[1]
        and name in reading.free
        and name not in models.arrays.structures
    ]
    if not free:
        return None
    symmetric = {**models.arrays.structures, **dict.fromkeys(free, frozenset(["symmetric"]))}
    found = accord(*reading.sides, sign, models.but(structures=symmetric))
    names = ", ".join(map(plain, sorted(free)))
    return names if found.kind == "together" and not found.nothing else None


@objection("symmetric-blocks", "{} may be symmetric", "{} 也许是对称的").shown(
    r"The covariance has $\beta = \Sigma_{12}\Sigma_{22}^{-1}$, so that $$\Sigma_{11} - \Sigma_{12} \Sigma_{22}^{-1} \Sigma_{21} = \Sigma_{11} - \beta \Sigma_{22} \beta^\top$$",
    passes=r"The covariance has $\beta = \Sigma_{12}\Sigma_{22}^{-1}$, so that $$\Sigma_{11} - \Sigma_{12} \Sigma_{22}^{-1} \Sigma_{21} = \Sigma_{11} + \beta \Sigma_{22} \beta^\top$$",
)
def _of_blocks(claim: Claim) -> str | None:
    """Blocks of a symmetric matrix: ``\\Sigma_{21}`` is the transpose of ``\\Sigma_{12}`` though no sentence says so."""
    reading, sign, context = claim.reading, claim.step.sign, claim.context
    blocks = {p: t for side in reading.sides for t in occurrences(side, INDEXED) if (p := _block(t))}
    mirrored = [
        (t, blocks[m])
        for (head, place), t in blocks.items()
        if (m := (head, place[::-1])) in blocks and place < m[1]
    ]
    if sign != "=" or not mirrored or not mentions_symmetric_matrices(context.words.document.source.text):
        return None
    left, right = reading.sides
    for block, mirror in mirrored:
        turned = Apply("transpose", (block,), mirror.origin)
        left, right = replaced(left, mirror, turned), replaced(right, mirror, turned)
    found = accord(left, right, sign, plan(reading._replace(left=left, right=right), sign, context))
    names = ", ".join(sorted(plain(_head(block)) for block, _ in mirrored))
    return names if found.kind == "together" and not found.nothing else None


def _block(term: Term) -> tuple[Term, str] | None:
    """The matrix and the two digits of a block or an entry, ``\\Sigma_{12}``."""
    match term:
        case Apply(operator="index", arguments=(head, Number(value=value))) if value in range(11, 100):
            return head, str(value)
    return None


def _head(term: Term) -> str:
    head = term.arguments[0] if isinstance(term, Apply) and term.operator == "index" else term
    return head.name if isinstance(head, Variable) else ""


@objection(
    "events-compared", "depends on a distribution that the post does not state", "取决于文中没有写明的分布"
).shown(
    "P(X = 1) = P(X = 2)",
    passes="P(X = 1) = 2 P(X = 1)",
)
def _of_two_events(claim: Claim) -> bool:
    """Probabilities of two events compared under a law that is not said: a fair die makes ``P(X = 1) = P(X = 2)`` true, a
    table ``p(a) > p(c)``. An event that is part of the other has no larger one under any law.
    """
    reading, sign = claim.reading, claim.step.sign
    left, right = reading.sides
    if left == right or not (_of_densities(left) and _of_densities(right)):
        return False
    if sign in ORDERS:
        return not _is_nested(left, right)
    events = frozenset(e for side in (left, right) for e in _parts(side))
    alone = _is_density(left) and _is_density(right)
    return alone and all(map(_is_numbered, events))


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


def _of_densities(side: Term) -> bool:
    """Whether a side is a probability, or a product of several."""
    product = isinstance(side, Apply) and side.operator == "multiply"
    return all(map(_is_density, side.arguments)) if product and isinstance(side, Apply) else _is_density(side)


def _is_nested(left: Term, right: Term) -> bool:
    """Whether all that one side mentions the other does, under the same conditions."""
    events = [frozenset(_parts(side)) for side in (left, right)]
    given = [
        {d.arguments[2] for d in occurrences(side, DENSITIES) if isinstance(d, Apply)}
        for side in (left, right)
    ]
    return given[0] == given[1] and (events[0] <= events[1] or events[1] <= events[0])


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


def _is_density(side: Term) -> bool:
    return isinstance(side, Apply) and side.operator == "density"


def _outcomes(side: Term) -> frozenset[Term]:
    """What the laws of a side are laws of."""
    heads = (t for t in occurrences(side, HEADS) if isinstance(t, Apply))
    return frozenset(outcome for head in heads for outcome in head.arguments)


def _summed(side: Term) -> frozenset[Term]:
    """What a side is summed over, all of it."""
    sums = (t for t in occurrences(side, SUMS) if isinstance(t, Bind) and not t.bounds)
    return frozenset(t.variable for t in sums)


@objection("one-of-its-cases", "holds in only one of the cases", "只在其中一种情形成立").shown(
    r"\begin{cases} y^2 & y > 1 \\ 5 & y \le 1 \end{cases} = y^2",
    passes="y^2 = y^2 + 1",
)
def _in_one_case(claim: Claim) -> bool:
    """Cases on one side, of which one is the other side: what is stated about the rest is not meant there.

    A density is written as its formula and as zero outside of its support.
    """
    reading, context = claim.reading, claim.context
    for one, other in (reading.sides, reading.sides[::-1]):
        values = one.arguments[::2] if isinstance(one, Apply) and one.operator == "cases" else ()
        for value in values:
            chosen = reading._replace(left=value, right=other)
            if accord(value, other, "=", plan(chosen, "=", context)).kind == "together":
                return True
    return False


def _equation(claim: Claim) -> bool:
    return claim.step.sign not in ORDERS


COMPARED = frozenset(
    ["p", "q"]
)  # laws of the same variables, of which one may stand for the other by mistake
SUPPOSING = frozenset(["independent", "markov", "network"])


class Factor(NamedTuple):
    """One law of a product: what it is a law of, and under which conditions."""

    law: Term
    heads: frozenset[Term]
    given: frozenset[Term]


@objection(
    "dropped-condition", "the distribution may not depend on this condition", "分布也许不依赖这个条件"
).shown(
    r"p(x | z, \beta) = p(x | z)",
    passes="p(x | z) = 2 p(x | z)",
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


@objection("mixture-of-two-laws", "{} may be defined by this mixture", "{} 也许由这个混合分布定义").shown(
    r"For the data $\mathbb{E}_{x \sim p(x)}[x] = \int p(x) x\, dx$ and $$q(z) = \int p(x) q(z | x)\, dx$$",
    passes=r"$$q(z) = 2\int q(x) q(z | x)\, dx$$",
)
def _is_mixture(claim: Claim) -> str | None:
    """A marginal whose conditional law has the same letter and whose weights have another one: ``q(z) = \\int p(x) q(z | x) dx``."""
    left, right = claim.reading.stated or claim.reading.sides
    (whole, _), (parts, summed) = _product(left), _product(right)
    if whole is None or parts is None or len(whole) != 1 or len(parts) != 2 or whole[0].given:
        return None
    own = [f for f in parts if f.law == whole[0].law and f.heads == whole[0].heads]
    weights = [f for f in parts if f.law != whole[0].law and not f.given and f.heads <= summed]
    mixed = len(own) == len(weights) == 1 and own[0].given == weights[0].heads
    return law_name(whole[0].law) if mixed else None


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


def _is_joint(factors: Sequence[Factor], summed: frozenset[Term]) -> bool:
    """Whether the laws may be multiplied to one of all their variables, the `summed` ones among them: each is of others, and
    follows those that it rests on.
    """
    heads = _heads(factors)
    if len(heads) < sum(len(f.heads) for f in factors) or not summed <= heads:
        return False
    return len(_in_order(factors)) == len(factors)


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


@objection(
    "law-written-out",
    "one side may write out the distribution on the other",
    "一边也许写出了另一边的分布",
    inherent=True,
)
def _law_written_out(claim: Claim) -> Answer:
    return _equation(claim) and _of_a_law(claim.reading)


@objection("law-of-an-average", "the distribution of {} is unknown", "{} 的分布未知", inherent=True).shown(
    r"\mathbb{E}_{x}[\exp(\lambda x)] = \mathbb{E}_{x, s}[\exp(\lambda s x)]",
    passes=r"\mathbb{E}_{x, s}[\exp(\lambda x)] = \mathbb{E}_{x, s}[\exp(\lambda s x)]",
)
def _law_of_an_average(claim: Claim) -> Answer:
    return _of_an_average(claim.reading) if _equation(claim) else None


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
