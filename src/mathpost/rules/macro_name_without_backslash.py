r"""A macro is defined under a name without its backslash: `\newcommand{sign}{…}`.

MathJax takes it for `\sign`; KaTeX and LaTeX refuse it, and with it every formula that uses the macro. It
is an error for those targets and a warning for the others.

    bad:  $\newcommand{sign}{\mathop{\text{sign}}} \sign(x)$
    good: $\newcommand{\sign}{\mathop{\text{sign}}} \sign(x)$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults, strict
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L015"
NAME = "macro-name-without-backslash"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    severity = Severity.ERROR if strict(subject) else SEVERITY
    for _, fault in faults(subject, CODE):
        written = subject.document.source.slice(fault.span)
        fix = None
        if written.startswith("{") and written[1:-1].isalpha() and written[1:-1].isascii():
            at = fault.span.start + 1
            fix = Fix("insert the backslash", (Edit(Span(at, at), "\\"),), Safety.SAFE)
        yield Diagnostic(CODE, NAME, severity, fault.span, fault.message, (), fix)
