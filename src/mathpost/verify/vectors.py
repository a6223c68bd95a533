"""Vectors that may belong to eigenvalues or singular values: a claim that fails of any vector may hold of those."""

from __future__ import annotations

from mathpost.maths.notation import is_bold
from mathpost.maths.term import Apply, Number, free_variables, occurrences
from mathpost.verify.hearing import ORDERS, Reading

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


__all__ = ["beside_their_values"]
