r"""A percent sign after a number: LaTeX reads it as a comment and drops the rest of the line.

No renderer warns: the reader sees neither the sign nor the rest of the line. Inside `\text{50%}` MathJax
prints it; KaTeX and LaTeX do not.

    bad:  $50% + x$
    good: $50\% + x$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L012"
NAME = "comment-swallows"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        start = fault.span.start
        fix = Fix(r"write \%", (Edit(Span(start, start), "\\"),), Safety.UNSAFE)
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, (), fix)
