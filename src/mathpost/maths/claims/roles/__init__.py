"""The role of each step: it defines its symbols, or assumes or claims something about them.

A table decides: the first row that holds for a step gives its role. Each row has an example that it decides.
"""

from __future__ import annotations

from mathpost.maths.claims.roles import expressions, repetitions, signs, symbols
from mathpost.maths.claims.roles.before import before
from mathpost.maths.claims.roles.candidate import Before, Candidate, Lead, Row

ROWS: tuple[Row, ...] = (
    *signs.ROWS,
    *symbols.ROWS,
    *expressions.ROWS,
    *repetitions.ROWS,
    *expressions.LAST,
)


def decided(candidate: Candidate) -> Row:
    """The first row of the table that holds for a step."""
    return next(row for row in ROWS if row.holds(candidate))


__all__ = ["ROWS", "Before", "Candidate", "Lead", "Row", "before", "decided"]
