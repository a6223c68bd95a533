r"""A Markdown escape inside a formula, before a sign that needs none in LaTeX: `\*`.

A formatter or a careful author escaped the sign for Markdown. If Markdown keeps the backslash, MathJax stops at a
command that it does not know. Not reported if the Markdown engine is unknown.

    bad:  $\mu^{\*}$
    good: $\mu^{*}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.dialect import is_damaged
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L205"
NAME = "escaped-in-math"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    if not is_damaged(subject.document):
        return
    for _, fault in faults(subject, CODE):
        start = fault.span.start
        fix = Fix("remove the backslash", (Edit(Span(start, start + 1), ""),), Safety.UNSAFE)
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, (), fix)
