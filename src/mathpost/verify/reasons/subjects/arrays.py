"""Vectors that may belong to eigenvalues or singular values: a claim that fails of any vector may hold of those; and vectors
that are multiplied as if they were numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from mathpost.maths.terms.term import (
    TWO,
    Apply,
    Term,
    Variable,
    with_parts,
)
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons import vacuity
from mathpost.verify.reasons.reason import Answer, Claim, objection

SPECTRAL = frozenset(["eigenvalue", "singular_value"])


@objection("columns-like-numbers", "multiplies column vectors like numbers", "把列向量像数一样相乘").shown(
    r"对于向量 $w, x \in \mathbb{R}^n$，有 $$\exp(-(w-x)^2) = \exp(-w^2)\exp(2wx)\exp(-x^2)$$",
    passes=r"对于向量 $u, v \in \mathbb{R}^n$，有 $$\exp(-(u-v)^2) = \exp(-u^2)\exp(uv)\exp(-v^2)$$",
)
def _like_numbers(claim: Claim) -> bool:
    """Columns whose squares and products without a transpose, ``(x - x')^2`` and ``xx'``, make a claim true as inner products."""
    reading, sign, context = claim.reading, claim.step.sign, claim.context
    if reading.arrays.written is None or sign != "=":
        return False
    left, right = (_in_products(side, reading.shapes) for side in reading.arrays.written)
    if (left, right) == reading.arrays.written:
        return False
    read = reading._replace(left=left, right=right)
    found = accord(left, right, sign, plan(read, sign, context))
    return found.kind == "together" and not found.nothing


def _in_products(term: Term, shapes: Mapping[str, tuple[Term, ...]]) -> Term:
    """`term` with the inner products that its squares and products of columns may mean."""
    term = with_parts(term, lambda part: _in_products(part, shapes))
    match term:
        case Apply(operator="power", arguments=(base, exponent)) if exponent == TWO and _is_column(
            base, shapes
        ):
            return Apply("inner", (base, base), term.origin)
        case Apply(operator="multiply", arguments=factors):
            columns = [f for f in factors if _is_column(f, shapes)]
            if len(columns) == 2:
                rest = tuple(f for f in factors if f not in columns)
                inner = Apply("inner", tuple(columns), term.origin)
                return Apply("multiply", (*rest, inner), term.origin) if rest else inner
    return term


def _is_column(term: Term, shapes: Mapping[str, tuple[Term, ...]]) -> bool:
    match term:
        case Variable(name=name):
            return len(shapes.get(name, ())) == 1
        case Apply(operator="negate", arguments=(inner,)):
            return _is_column(inner, shapes)
        case Apply(operator="add", arguments=summands):
            return all(_is_column(each, shapes) for each in summands)
    return False


@objection("added-to-an-array", "{} may be an array", "{} 也许是数组", inherent=True).shown(
    r"\sigma(\boldsymbol{X}\boldsymbol{w}) + \beta = \beta - \sigma(\boldsymbol{X}\boldsymbol{w})",
    passes=r"\boldsymbol{X}\boldsymbol{w} = 2 \boldsymbol{X}\boldsymbol{w}",
)
def _added_to_an_array(claim: Claim) -> Answer:
    return vacuity.added_to_an_array(claim.reading)


@objection("conjugated", "{} may be a matrix", "{} 也许是矩阵", inherent=True).shown(
    r"The symmetry is $\mathcal{P} = \tau \mathcal{K}$. We have $$\mathcal{P} H \mathcal{P}^{-1} = -H$$",
    passes="H + P = P - H",
)
def _conjugated(claim: Claim) -> Answer:
    return vacuity.conjugated(claim.reading)


@objection("transposed-number", "transposes what was read as a number", "对读作数的量取了转置").shown(
    r"$$\exp(\phi)^{-1} = \exp(\phi)^\top$$",
    passes=r"$$\exp(\phi)^{-1} = \exp(\phi)$$",
)
def _transposed_number(claim: Claim) -> bool:
    """A matrix by its use that models take for a number: the exponential of an element of a Lie algebra."""
    return vacuity.of_a_number(claim.reading)
