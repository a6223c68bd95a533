r"""An equation in brackets is added or multiplied: `a + (b = c)`.

An operator was mistyped. Conditions (`P(X = x)`), ranges (`(i = 1, \dots, n)`) and indicator brackets (`[x = y]`) are
not reported.

    bad:  $(a + b) + c = a + (b = c)$
    good: $(a + b) + c = a + (b + c)$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L409"
NAME = "relation-as-operand"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)
_OPERATORS = frozenset(["+", "-", r"\cdot", r"\times", r"\pm"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, expression in subject.rows:
        for span in _brackets(expression):
            message = "an equation in brackets is used as an operand"
            yield Diagnostic(CODE, NAME, SEVERITY, span, message)


def _brackets(expression: Expression) -> Iterator[Span]:
    """Brackets after an operator whose content, without brackets of its own, has one equals sign."""
    if "(" not in expression.texts:
        return
    atoms = expression.atoms
    for index in range(1, len(atoms) - 2):
        if atoms[index].text != "(" or atoms[index - 1].text not in _OPERATORS:
            continue
        end = index + 1
        while end < len(atoms) and atoms[end].kind not in (
            "open",
            "close",
            "punctuation",
            "bar",
            "dots",
            "words",
        ):
            end += 1
        inside = atoms[index + 1 : end]
        if end < len(atoms) and atoms[end].text == ")" and sum(atom.text == "=" for atom in inside) == 1:
            yield Span(atoms[index].span.start, atoms[end].span.end)
