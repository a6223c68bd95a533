r"""A number in programming notation: `1e-4` in a formula reads as one times e minus four.

Reported for a digit, an e, a sign and digits without spaces.

    bad:  $\eta = 1e-4$
    good: $\eta = 10^{-4}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "S003"
NAME = "number-as-printed"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_LETTERS = frozenset("eE")


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, expression in subject.rows:
        for span in _numbers(expression):
            message = "this reads as a multiple of e: write a power of ten"
            yield Diagnostic(CODE, NAME, SEVERITY, span, message)


def _numbers(expression: Expression) -> Iterator[Span]:
    if _LETTERS.isdisjoint(expression.texts):
        return
    atoms = expression.atoms
    for index in range(1, len(atoms) - 1):
        before, letter = atoms[index - 1], atoms[index]
        sign = 1 if atoms[index + 1].text in ("-", "+") else 0
        digits = atoms[index + 1 + sign : index + 3 + sign]
        if letter.text not in _LETTERS or letter.scripted or not before.text.isdigit() or not digits:
            continue
        tight = before.span.end == letter.span.start and digits[0].span.start == letter.span.end + sign
        if tight and digits[0].text.isdigit() and not before.scripted and (sign or letter.text == "e"):
            yield Span(before.span.start, digits[0].span.end)
