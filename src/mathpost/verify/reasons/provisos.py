"""Unstated conditions under which a claim that fails in its models would hold.

Weights that add up to 1, arrays of a structure or a size that the post has words for, a letter that is the length of an array, a sum
that leaves out the index beside it: a claim that holds under one of them is not refuted, and the verdict names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.named_sizes import named_sizes, size_of_the_sentence
from mathpost.maths.lexicon.senses import mentions_parity
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.rewriting import rewrite_everywhere, rule
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    substitute,
    subterms,
    uses,
)
from mathpost.maths.terms.traversal import transform
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import Finding, examine, never
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan, down
from mathpost.verify.planning import fitting
from mathpost.verify.reasons.reason import Raised, Reason, proviso
from mathpost.verify.reasons.registry import first_raised

EIGENVECTORS = frozenset(["eigenvector"])
UNIT_EIGENVECTORS = [rule("eigenvector(of___)", "unit_eigenvector(of___)")]
DETERMINANTS, POWERS = frozenset(["determinant"]), frozenset(["power"])
SIZES = (2, 3)  # of the matrices whose size an exponent may be
FAILS = ("apart", "undefined", "sorts")


def first_proviso(
    step: Step, reading: Reading, sign: str, models: Plan, context: Context, fuel: Fuel
) -> Raised | None:
    """What the claim would hold under, or None."""
    place, letters = step.span.start, {bare_letter(key.partition("[")[0]) for key in reading.shapes}
    case = _Case(reading, sign, models, fuel, context, context.mentioned_arrays(place, letters))
    remote = replace(case, spoken=context.mentioned_arrays(place))  # words about other arrays
    return first_raised(NEAR, case) or first_raised(REMOTE if letters else (), remote)


@dataclass(frozen=True)
class _Case:
    """A claim that fails, the models it fails in, and the structures of arrays that the post mentions."""

    reading: Reading
    sign: str
    models: Plan
    fuel: Fuel
    context: Context
    spoken: frozenset[str]

    def tried(self, models: Plan, sides: tuple[Term, Term] | None = None) -> Finding:
        """What other models show, or other sides in them."""
        return examine(*(sides or self.reading.sides), self.sign, models, refuting=never, fuel=self.fuel)


@proviso("adding-up", "holds if {} add up to 1", "当 {} 之和为 1 时成立").shown(
    r"\sum_i p_i (x_i - c) = \sum_i p_i x_i - c",
    passes=r"\sum_i p_i (x_i - c) = \sum_i p_i x_i + \sum_i p_i c",
)
def _adding_up(case: _Case) -> str | None:
    """The families whose entries must add up to 1 for the claim to hold; a post may say so only in words."""
    tables = _tables(case.reading)
    families = (integers.families(case.reading.sides) | tables) - case.models.families.normalised
    if not families:
        return None
    for said in (families, frozenset(map(down, families))) if tables else (families,):
        found = case.tried(case.models.but(normalised=said | case.models.families.normalised))
        if found.kind not in ("apart", "coincident"):
            return ", ".join(sorted(families))
    return None


def _tables(reading: Reading) -> frozenset[str]:
    """The families with two indices, whose columns may add up to 1 as well as their rows."""
    indexed = (t for side in reading.sides for t in occurrences(side, integers.INDEX) if isinstance(t, Apply))
    return frozenset(
        t.arguments[0].name
        for t in indexed
        if len(t.arguments) == 3 and isinstance(t.arguments[0], Variable) and not is_bold(t.arguments[0].name)
    )


def _structured(case: _Case) -> str | None:
    """A structure of arrays that the post mentions and under which the claim may hold."""
    if not case.reading.shapes:
        return None
    return fitting.exceptional(
        case.reading, case.models, case.spoken, lambda special: case.tried(special).kind in FAILS
    )


@proviso("unit-eigenvectors", "may hold if eigenvectors have length 1", "特征向量长度为 1 时也许成立").shown(
    r"设 $\boldsymbol{v}$ 是 $\boldsymbol{A}$ 的特征向量，则 $\boldsymbol{v}\boldsymbol{v}^\top\boldsymbol{v} = \boldsymbol{v}$",
    passes=r"\boldsymbol{v}\boldsymbol{v}^\top\boldsymbol{v} = -\boldsymbol{v}\boldsymbol{v}^\top\boldsymbol{v}",
)
def _of_unit_vectors(case: _Case) -> bool:
    """Whether eigenvectors must have length 1 for the claim to hold, though the post does not say so."""
    if not uses(case.reading.sides, EIGENVECTORS):
        return False
    left, right = (_of_length_one(side) for side in case.reading.sides)
    return case.tried(case.models, (left, right)).kind not in FAILS


def _of_length_one(term: Term) -> Term:
    return rewrite_everywhere(UNIT_EIGENVECTORS, term)


@proviso("named-size", "holds if arrays have size {}", "当数组大小为 {} 时成立").shown(
    r"Let $B$ be a $2 \times 2$ matrix. $$\det(3\boldsymbol{A}) = 9\det(\boldsymbol{A})$$",
    passes=r"$$\det(3\boldsymbol{A}) = 2\det(3\boldsymbol{A})$$",
)
def _of_a_size(case: _Case) -> str | None:
    """A size that the post names somewhere, and of which all axes must be for the claim to hold."""
    text = case.context.words.document.source.text if case.reading.shapes else ""
    for size in sorted({named.size for named in named_sizes(text)}):
        if case.tried(case.models.but(size=size)).kind == "together":
            return str(size)
    return None


def at_its_size(
    step: Step, reading: Reading, sign: str, models: Plan, context: Context, fuel: Fuel
) -> tuple[Reading, Plan, Finding] | None:
    """What models show of a claim that fails in general, for arrays of the size that its sentence names: it mentions these."""
    size = size_of_the_sentence(context.words, step.span) if reading.shapes else None
    if size is None:
        return None
    sized = models.but(size=size)
    finding = examine(*reading.sides, sign, sized, fuel=fuel)
    if finding.kind == "together":
        reading = reading._replace(given=Given("size", (str(size),)))
    return reading, sized, finding


@proviso("sum-over-others", "may hold if the sum excludes {}", "求和不含 {} 时也许成立")
def _without_itself(case: _Case) -> str | None:
    """A sum without bounds that must leave out an index of the claim: ``\\sum_j`` beside ``x_i`` may be over the others."""
    for index in case.models.indices:
        left, right = (_over_others(side, index) for side in case.reading.sides)
        if (left, right) == case.reading.sides:
            continue
        found = case.tried(case.models, (left, right))
        if found.kind not in FAILS or found.held:
            return index
    return None


@proviso("sum-to-the-end", "may hold if the sum continues to the end", "求和延续到末尾时也许成立").shown(
    r"\frac{\sum_{i=1}^n x_i - \mu}{n} = \frac{1}{n}\sum_{i=1}^n (x_i - \mu)",
    passes=r"\frac{\sum_{i=1}^n x_i}{n} = \frac{2}{n}\sum_{i=1}^n x_i",
)
def _going_on(case: _Case) -> bool:
    """A sum over a bar that must take in what follows it, ``\\frac{\\sum_i x_i - \\mu}{n}`` for ``\\sum_i (x_i - \\mu)``:
    the bar holds it together, and many mean it so.
    """
    left, right = map(_with_all_above, case.reading.sides)
    changed = (left, right) != case.reading.sides
    return changed and case.tried(case.models, (left, right)).kind == "together"


@proviso("of-one-parity", "holds only for odd or only for even {}", "只对奇数或只对偶数的 {} 成立").shown(
    "If $k$ is odd, the terms of a lattice cancel. It is a sum for even $k > 2$, in which $$(-x)^k + 1 = 1 - x^k$$",
    passes="If $k$ is odd, the terms of a lattice cancel. It is a sum for even $k > 2$, in which $$(-x)^k + 1 = 1 - 2x^k$$",
)
def _of_one_parity(case: _Case) -> str | None:
    """A whole number that must be odd, or even, for the claim to hold, in a post that has words for that."""
    if not mentions_parity(case.context.words.document.source.text):
        return None
    for name in (*case.models.sizes, *case.models.indices):
        for shift in (ZERO, ONE):
            value = Apply("add", (Apply("multiply", (TWO, Variable(name))), shift))
            left, right = (substitute(side, {name: value}) for side in case.reading.sides)
            if case.tried(case.models, (left, right)).kind == "together":
                return name
    return None


def _differences(one: Term, other: Term) -> Iterator[tuple[Term, Term]]:
    """The parts at the same places of two terms that are not the same."""
    if one == other:
        return
    match one, other:
        case Apply(operator=a, arguments=first), Apply(operator=b, arguments=second) if a == b and len(
            first
        ) == len(second):
            for part, counterpart in zip(first, second, strict=True):
                yield from _differences(part, counterpart)
        case _:
            yield one, other


@proviso("exponent-as-size", "holds if {} is the size of the matrix", "当 {} 是矩阵的阶数时成立").shown(
    r"Let $\boldsymbol{A}$ be square. We scale: $\det(m \boldsymbol{A}) = m^m \det(\boldsymbol{A})$",
    passes=r"Let $\boldsymbol{A}$ be square. We scale: $\det(m \boldsymbol{A}) = m^m \det(\boldsymbol{A}) + m$",
)
def _exponent_as_size(case: _Case) -> str | None:
    """An exponent beside a determinant that must be the size of its matrix: ``|cA| = c^n |A|``."""
    if not uses(case.reading.sides, DETERMINANTS):
        return None
    powers = (t for side in case.reading.sides for t in occurrences(side, POWERS) if isinstance(t, Apply))
    for exponent in {t.arguments[1] for t in powers if free_variables(t.arguments[1])}:
        if all(_holds_at_size(case, exponent, size) for size in SIZES):
            return min(free_variables(exponent))
    return None


def _holds_at_size(case: _Case, exponent: Term, size: int) -> bool:
    """Whether the claim holds of arrays of one size if `exponent` is that number."""

    def number(part: Term) -> Term:
        return Number(Fraction(size)) if part == exponent else part

    left, right = (transform(side, number) for side in case.reading.sides)
    return case.tried(case.models.but(size=size), (left, right)).kind == "together"


def _with_all_above(term: Term) -> Term:
    """`term` with what follows a sum above a bar, and has nothing of its index, as part of what is summed."""
    match term:
        case Apply(
            operator="divide",
            arguments=(
                Apply(operator="add", arguments=(Bind(operator="sum") as total, last)) as above,
                below,
            ),
            origin=origin,
        ) if not isinstance(last, Bind) and total.variable.name not in free_variables(last):
            whole = replace(total, body=Apply("add", (total.body, last), above.origin))
            return Apply("divide", (whole, below), origin)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(map(_with_all_above, arguments)), origin)
    return term


def _over_others(term: Term, index: str) -> Term:
    """`term` with the sums without bounds whose body mentions `index` too without that index."""

    def without(part: Term) -> Term:
        match part:
            case Bind(operator="sum", variable=own, bounds=(), body=body) if (
                index in free_variables(body) and not is_bold(own.name) and _is_place(own.name, body)
            ):
                apart = Apply("unequal", (own, Variable(index)))
                return replace(part, body=Apply("cases", (body, apart, ZERO)))
        return part

    return transform(term, without)


def _is_place(name: str, body: Term) -> bool:
    """Whether a bound letter is an index in what it runs over."""
    return any(Variable(name) == place for place in _places(body))


def _places(body: Term) -> Iterator[Term]:
    for term in subterms(body):
        if isinstance(term, Apply) and term.operator == "index":
            yield from term.arguments[1:]


NEAR = (
    _adding_up,
    Reason(
        "proviso", "structured", "may hold if arrays are {}", "数组具有结构 {} 时也许成立", _structured
    ).shown(
        r"权重都是对称的。因为 $$\boldsymbol{x}^\top \boldsymbol{W}\boldsymbol{y} = \boldsymbol{y}^\top\boldsymbol{W}\boldsymbol{x}$$",
        passes=r"$$\boldsymbol{x}^\top \boldsymbol{W}\boldsymbol{y} = -\boldsymbol{y}^\top\boldsymbol{W}^\top\boldsymbol{x}$$",
    ),
    _of_unit_vectors,
    _of_a_size,
    _without_itself,
    _going_on,
    _of_one_parity,
    _exponent_as_size,
)
REMOTE = (
    Reason(
        "doubt",
        "structured-elsewhere",
        "may hold if arrays are {}",
        "数组具有结构 {} 时也许成立",
        _structured,
    ),
)
