r"""What the signs of a claim may stand for that are not numbers: cycles of permutations, units of quaternions, coefficients of
series, counts of partitions. They look like products and columns but are neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Environment, Node, walk
from mathpost.maths import notation
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.senses import mentions_groups
from mathpost.maths.notation import Digits, Item
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import operators, uses
from mathpost.verify.reasons.reason import Claim, Failure, objection

PAIRS = frozenset(["matrix"])
CURVES = ("elliptic curve", "elliptic-curve", "椭圆曲线")
BEFORE = frozenset(["+", "-", "(", "[", "/", r"\cdot", r"\times"])
STIRLING = ("stirling", "斯特林")
PERMUTATIONS = ("permutation", "置换", "排列", "逆序")
SIGN = frozenset(["sign", "sgn"])
UNITS = frozenset(
    [r"\text{i}", r"\text{j}", r"\text{k}", r"\mathbf{i}", r"\mathbf{j}", r"\mathbf{k}"]
)  # as the notation names them


@objection("permutation-cycles", "may be cycles of a permutation", "也许是置换的轮换").shown(
    "(12)(3) = (21)(3)",
    passes="(12)(3) = 37",
)
def _of_cycles(claim: Failure) -> bool:
    sides = _nodes(claim)
    return all(map(_is_cycles, sides)) and any(_is_cycles(side, long=True) for side in sides)


@objection("stirling-numbers", "may be Stirling numbers", "也许是斯特林数").shown(
    r"\begin{Bmatrix} 4 \\ 2 \end{Bmatrix} = \begin{Bmatrix} 2 \\ 4 \end{Bmatrix}",
    passes=r"\begin{pmatrix} 4 \\ 2 \end{pmatrix} = \begin{pmatrix} 2 \\ 4 \end{pmatrix}",
)
def _of_stirling_numbers(claim: Failure) -> bool:
    """Whether one number is above another in braces, or in brackets of a post that mentions such."""
    sides = _nodes(claim)
    named = any(word in claim.context.words.text.lower() for word in STIRLING)
    return any(_stacks(side, "Bmatrix") or (named and _stacks(side, "bmatrix")) for side in sides)


@objection("points-of-a-curve", "may be points of an elliptic curve", "也许是椭圆曲线上的点").shown(
    "Let $P = (x, y)$ be a point of the elliptic curve. Then $$-P = (x, -y)$$",
    passes="Let $P = (x, y)$ be a point of the plane. Then $$-P = (x, -y)$$",
)
def _of_points(claim: Failure) -> bool:
    """Whether a post that mentions elliptic curves writes a pair: sums and negatives of points are not those of columns."""
    pairs = uses(claim.reading.stated or claim.reading.sides, PAIRS)
    return pairs and any(word in claim.context.words.text.lower() for word in CURVES)


@objection("permutation-sign", "may be the sign of a permutation", "也许是置换的符号").shown(
    r"对置换 $\sigma$，有 $\operatorname{sgn}(\sigma) = \operatorname{sgn}(-\sigma)$",
    passes=r"对实数 $\sigma$，有 $\operatorname{sgn}(\sigma) = \operatorname{sgn}(-\sigma)$",
)
def _of_a_permutation(claim: Failure) -> bool:
    sides = claim.reading.stated or claim.reading.sides
    return uses(sides, SIGN) and _near(claim.step, claim.context, PERMUTATIONS)


def _nodes(claim: Claim) -> tuple[Sequence[Node], Sequence[Node]]:
    return claim.step.left.nodes, claim.step.right.nodes


def _near(step: Step, context: Context, words: Sequence[str]) -> bool:
    place = step.span.start
    said = context.words.text[max(0, place - 400) : place].lower()
    return any(word in said for word in words)


def _items(side: Sequence[Node]) -> list[Item]:
    try:
        return notation.items(side)
    except notation.UnreadError:
        return []


def _brackets(side: Sequence[Node]) -> Iterator[list[Item]]:
    """The contents of the brackets of a side that is nothing but brackets; an empty one at the first other sign."""
    inside: list[Item] | None = None
    for item in _items(side):
        shown = notation.latex(item)
        if inside is None:
            if shown != "(":
                yield []
                return
            inside = []
        elif shown == ")":
            yield inside
            inside = None
        else:
            inside.append(item)


def _is_cycles(side: Sequence[Node], *, long: bool = False) -> bool:
    r"""Whether a side is ``(126)(35)(4)``: brackets with nothing in them but a number without a sign; `long`: of several digits."""
    found = [
        inside[0].text if len(inside) == 1 and isinstance(inside[0], Digits) else ""
        for inside in _brackets(side)
    ]
    return bool(found) and all(map(str.isdigit, found)) and (not long or any(len(t) > 1 for t in found))


def _stacks(side: Sequence[Node], name: str) -> bool:
    """Whether one thing is above another in an environment of that name."""
    stacks = (n for outer in side for n in walk(outer) if isinstance(n, Environment) and n.name == name)
    return any(len(n.rows) == 2 and all(len(row.cells) == 1 for row in n.rows) for n in stacks)


@objection(
    "elements-of-a-group", "letters may be elements of a group or ring", "字母也许是群或环的元素"
).shown(
    "Let $N$ be a normal subgroup of a group, and $aN$ a coset. Then $(aN)(bN) = (ab)N$.",
    passes="Let $N$ be a number. Then $(aN)(bN) = (ab)N$.",
)
def _of_a_group(claim: Failure) -> bool:
    """Sums, products, powers and orders of letters in a post about groups or ideals, where they are those of its elements."""
    text = claim.around.document.source.text
    words = {name for side in claim.reading.sides for name in operators(side)}
    return words <= OF_GROUPS and bool(claim.reading.free) and mentions_groups(text)


OF_GROUPS = frozenset(["multiply", "power", "abs", "index", "negate", "inverse", "add"])
