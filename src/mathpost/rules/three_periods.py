r"""Three periods are in a formula for an ellipsis.

They are set as punctuation: too narrow, and not centred between operators. A formula of periods alone, `$...$`, stands
for any formula and is not reported.

    bad:  $x_1, ..., x_n$
    good: $x_1, \dots, x_n$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "S002"
NAME = "three-periods"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=37, posts=9, read=37, right=37)


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for formula, expressions in subject.expressions:
        for expression in expressions if "..." in text[slice(*formula.span)] else ():
            for span in _ellipses(expression):
                fix = Fix(r"write \dots", (Edit(span, r"\dots "),), Safety.UNSAFE)
                yield Diagnostic(CODE, NAME, SEVERITY, span, "three periods for an ellipsis", (), fix)


def _ellipses(expression: Expression) -> Iterator[Span]:
    """Runs of exactly three periods without a space between them, except after the digits of a number."""
    if all(atom.text == "." for atom in expression.atoms):
        return
    run: list[Atom] = []
    digit = False
    for atom, behind in pairwise((*expression.atoms, None)):
        if atom is None or atom.text != ".":
            digit = atom is not None and atom.text.isdigit()
            continue
        run.append(atom)
        if behind is None or behind.text != "." or atom.span.end != behind.span.start:
            if len(run) == 3 and not digit:
                yield Span(run[0].span.start, run[-1].span.end)
            run = []
