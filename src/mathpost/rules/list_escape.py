r"""A backslash before `+` or `-`: a scraper added it, so that the line does not become a list item.

MathJax and KaTeX stop at a command that they do not know.

    bad:  $a \- b$
    good: $a - b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.rules.escapes import damaged, safety
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix
from mathpost.text.source import Span

CODE = "L211"
NAME = "list-escape"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, run, whole in damaged(subject, 1):
        span = Span(run.start, run.end + 1)
        sign = subject.document.source.text[run.end]
        message = f"the backslash before {sign} belongs to Markdown"
        yield Diagnostic(CODE, NAME, SEVERITY, span, message, (), whole)
    how = safety(subject.document)
    for _, fault in faults(subject, CODE):
        start = fault.span.start
        fix = Fix("remove the backslash", (Edit(Span(start, start + 1), ""),), how)
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, (), fix)
