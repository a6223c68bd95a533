r"""`\hline` or `\hdashline` is inside a row.

It is allowed only where a row begins: directly after `\\` or at the start of the table.

    bad:  $\begin{array}{c} a \hline b \end{array}$
    good: $\begin{array}{c} a \\ \hline b \end{array}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L103"
NAME = "misplaced-hline"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
