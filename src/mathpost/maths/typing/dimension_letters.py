"""The letter of a dimension that nothing declares: ``d`` in ``-\\frac{d}{2}\\log(2\\pi\\sigma^2)`` beside a column ``\\boldsymbol{x}``.

In a claim with a determinant or an identity on the other side it can only be the length of the columns, beside the mean over a column
that of this one; what is inferred so confirms.
"""

from __future__ import annotations

from mathpost.maths.notation import is_bold, letter
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    operators,
    replaced,
    subterms,
)

LETTERS = frozenset("dnDkmNp")


def with_length(sides: tuple[Term, Term]) -> tuple[tuple[Term, Term], tuple[str, str]] | None:
    """`sides` with the one letter that only one of them has as the length of a column, and the names of both."""
    left, right = map(free_variables, sides)
    missing = LETTERS & (left ^ right)
    averaged = {
        t.variable.name
        for s in sides
        for t in subterms(s)
        if isinstance(t, Bind) and t.operator == "column_mean"
    }
    shared = left & right if any(map(_speaks_of_size, sides)) else frozenset()
    columns = sorted(
        n for n in averaged or shared if is_bold(n) and letter(n).rpartition("\\")[2][:1].islower()
    )
    if len(missing) != 1 or not columns:
        return None
    name, column = min(missing), Variable(columns[0])
    nothing = Apply("add", (column, Apply("negate", (column,))))
    sized = Apply("multiply", (nothing, Apply("transpose", (nothing,))))
    length = Apply("trace", (Apply("add", (Apply("identity", ()), sized)),))
    put = replaced(sides[0], Variable(name), length), replaced(sides[1], Variable(name), length)
    return put, (name, column.name)


def _speaks_of_size(side: Term) -> bool:
    """Whether a side has a determinant, or an identity: what depends on the length of the columns."""
    return not operators(side).isdisjoint(("determinant", "identity"))
