r"""Two `\label` are in one row, but a row has only one number.

MathJax refuses the formula.

    bad:  $a \label{x} \label{y}$
    good: $a \label{x}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "N016"
NAME = "several-labels"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
