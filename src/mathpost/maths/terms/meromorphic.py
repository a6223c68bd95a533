"""Terms that are meromorphic in their symbols: an identity between them on an open set holds everywhere.

An identity that fails for real numbers therefore also fails for positive ones, and between 0 and 1. Roots, logarithms, absolute
values and other functions with branches may satisfy an identity on one side of a branch only: they are excluded.
"""

from __future__ import annotations

from collections.abc import Collection

from mathpost.maths.terms.term import Apply, Number, Term, Variable, occurrences, operators
from mathpost.maths.terms.traversal import leaves

# by their values; their arguments are examined separately. An infinite sum has an `infinity` in its bounds. Averages are sums
# over the outcomes of finite worlds, whose weights are the same in all domains.
MEROMORPHIC = frozenset(
    "add multiply negate divide power exp sin cos tan cot sec csc sinh cosh tanh coth sech csch sigmoid softmax "
    "sum product index call delta factorial binomial derivative jacobian differential differentiate at pi euler_constant "
    "transpose trace determinant dot inner hadamard kronecker vectorised diagonal matrix identity ones entrywise "
    "symmetric_part skew_part expectation variance covariance comoment column_mean".split()
)
WHOLE = frozenset(["add", "multiply", "negate"])
POWER = frozenset(["power"])


def is_meromorphic(term: Term, integers: Collection[str]) -> bool:
    """Whether `term` is meromorphic in its symbols, where `integers` are the names of the integer symbols."""
    if not operators(term) <= MEROMORPHIC:
        return False
    powers = occurrences(term, POWER)
    return all(_is_whole(p.arguments[1], integers) for p in powers if isinstance(p, Apply))


def _is_whole(term: Term, integers: Collection[str]) -> bool:
    return all(
        part.name in integers if isinstance(part, Variable) else _is_integer(part)
        for part in leaves(term, WHOLE)
    )


def _is_integer(term: Term) -> bool:
    return isinstance(term, Number) and term.value.denominator == 1
