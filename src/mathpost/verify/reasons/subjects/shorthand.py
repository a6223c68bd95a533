"""Shorthand in the notation of a claim: notes under braces, indices set beside their letters, classes in brackets,
numbers of outcomes, sums in another letter than their bodies or without a range.

Such a claim may be true as it is meant and false as it is written; it is not refuted.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.open_ranges import is_open
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, occurrences, subterms
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.reading import ORDERS
from mathpost.verify.reasons.reason import Claim, objection

BRACES = frozenset([r"\underbrace", r"\overbrace"])
EVENTS = frozenset(["heads", "given"])


def _rows(nodes: tuple[Node, ...]) -> Iterator[list[notation.Item]]:
    pending = [notation.legible(nodes)]
    while pending:
        row = pending.pop()
        yield row
        pending += [notation.legible(inner) for item in row for inner in notation.inside(item)]


@objection("sizes-of-arrays", "may state the sizes of arrays", "也许写的是数组的大小").shown(
    r"(1024 \times 1024) \times (1024 \times 64) = 1024 \times 64",
    passes=r"(1024 \times 1024) \times (1024 \times 64) = 1024 \times 1024",
)
def _of_sizes(claim: Claim) -> bool:
    """``(n \\times m) \\times (m \\times k) = n \\times k``: the sizes of two arrays, and that of their product."""
    sides = (claim.step.left, claim.step.right)
    left, right = (
        notation.latex_row(side.nodes).replace(r"\left(", "(").replace(r"\right)", ")").split(r"\times")
        for side in sides
    )
    if len(left) != 4 or len(right) != 2:
        return False
    n, m, also, k = (piece.strip("()") for piece in left)
    return left == [f"({n}", f"{m})", f"({also}", f"{k})"] and m == also and right == [n, k]


@objection("numbered-outcomes", "{} is the index of an outcome", "{} 是结果的序号").shown(
    r"对 $k = 1, \dots, K-1$ 有 $P(Y=k|x) = P(Y=K|x)\exp(w_k x)$。于是 $$1 - \sum_{j=1}^{K-1} P(Y=j|x) = 1 - P(Y=K|x)\sum_{j=1}^{K-1}\exp(w_j x)$$",
    passes="P(Y=1|x) = 2P(Y=1|x)",
)
def _numbered_outcomes(claim: Claim) -> str | None:
    """The last outcome as their number: ``P(Y = K)`` beside a sum up to K - 1; models do not count outcomes so."""
    reading = claim.reading
    terms = [t for side in reading.stated or reading.sides for t in subterms(side)]
    ends = frozenset[str]().union(
        *(free_variables(b) for t in terms if isinstance(t, Bind) for b in t.bounds)
    )
    for term in terms:
        if isinstance(term, Apply) and term.operator in EVENTS:
            for event in term.arguments:
                match event:
                    case Apply(operator="equal", arguments=(_, Variable(name=name))) if name in ends:
                        return name
    return None


@objection(
    "sum-in-another-letter",
    "the sum runs over {}, but the summand uses another letter",
    "求和的字母 {} 与被加项中的不同",
).shown(
    r"\frac{P(Y|X)P(X)}{P(Y)} = \frac{P(Y|X)P(X)}{\sum_x P(Y|X)P(X)}",
    passes=r"\frac{P(Y|X)P(X)}{P(Y)} = \frac{2P(Y|X)P(X)}{P(Y)}",
)
def _in_another_letter(claim: Claim) -> str | None:
    """A sum over ``x`` of what is stated about ``X``: it may run over the outcomes of that."""
    reading = claim.reading
    for side in reading.stated or reading.sides:
        for term in subterms(side):
            if isinstance(term, Bind) and term.operator == "sum" and not term.bounds:
                letter, free = term.variable.name, free_variables(term.body)
                if letter not in free and letter.upper() != letter and letter.upper() in free:
                    return f"{letter} of what is stated about {letter.upper()}"
    return None


SUMS = frozenset(["sum"])


def _head(term: Term) -> str:
    """The family of which a term is a member; empty if it is none."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name
    return ""


@objection("open-range", "the range of a sum is not stated", "没有写明求和范围").shown(
    r"\sum_n \frac{1}{2^n} = 1",
    passes=r"\sum_{i=1}^k a_i = 2\sum_{i=1}^k a_i",
)
def _is_left_open(claim: Claim) -> bool:
    """A sum whose range is not said: of numbers, or over members of families in an inequality beside an index that it may leave out."""
    step, reading = claim.step, claim.reading
    ranges = (t for side in reading.stated or reading.sides for t in occurrences(side, integers.RANGES))
    if any(isinstance(t, Bind) and is_open(t) for t in ranges):
        return True
    if any(_loses_its_column(t) for side in reading.stated or reading.sides for t in subterms(side)):
        return True
    sums = (t for side in reading.sides for t in occurrences(side, SUMS) if isinstance(t, Bind))
    places = frozenset(integers.integers(reading.sides).indices)
    beside = [s.body for s in sums if not s.bounds and free_variables(s.body) & places]
    alone = frozenset[str]().union(*map(_single_members, reading.sides))
    summed = {_head(t) for body in beside for t in occurrences(body, integers.INDEX)}
    return step.sign in ORDERS and bool(alone & summed)


def _loses_its_column(term: Term) -> bool:
    """Whether a sum runs over a column of which its body has the entries, in the letter of the column: ``\\sum_{\\boldsymbol{\\theta}}
    \\prod_i \\theta_i``.
    """
    if not isinstance(term, Bind) or term.bounds or not is_bold(term.variable.name):
        return False
    plain = bare(term.variable.name)
    return any(_head(t) == plain for t in occurrences(term.body, integers.INDEX))


def _single_members(side: Term) -> frozenset[str]:
    """The families of which a member is in a side that no sum runs over: ``a`` of ``|a_{ii}| > \\sum_j |a_{ij}|``."""
    if name := _head(side):
        return frozenset((name,))
    match side:
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_single_members, arguments))
    return frozenset()
