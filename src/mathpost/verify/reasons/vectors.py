"""Vectors that may belong to eigenvalues or singular values: a claim that fails of any vector may hold of those; and vectors
that are multiplied as if they were numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.rewriting import with_parts
from mathpost.maths.terms.term import TWO, Apply, Number, Term, Variable, free_variables, occurrences
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.planning.plan import plan

SPECTRAL = frozenset(["eigenvalue", "singular_value"])


def beside_their_values(reading: Reading, sign: str) -> str | None:
    """An array that stands beside eigenvalues or singular values of another one: perhaps their vectors, ``Av = \\lambda_i v``.

    A bound by the largest or the smallest value may hold for all arrays.
    """
    for term in (t for side in reading.sides for t in occurrences(side, SPECTRAL)):
        if not isinstance(term, Apply) or (sign in ORDERS and isinstance(term.arguments[1], Number)):
            continue
        others = sorted(filter(is_bold, reading.free - free_variables(term.arguments[0])))
        if others:
            return f"{others[0]}, perhaps of {', '.join(sorted(free_variables(term.arguments[0])))}"
    return None


def like_numbers(reading: Reading, sign: str, context: Context) -> str | None:
    """Columns whose squares and products without a transpose, ``(x - x')^2`` and ``xx'``, make a claim true as inner products."""
    if reading.arrays.written is None or sign != "=":
        return None
    left, right = (_in_products(side, reading.shapes) for side in reading.arrays.written)
    if (left, right) == reading.arrays.written:
        return None
    read = reading._replace(left=left, right=right)
    found = accord(left, right, sign, plan(read, sign, context))
    return "columns multiplied like numbers" if found.kind == "together" and not found.nothing else None


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


__all__ = ["beside_their_values", "like_numbers"]
