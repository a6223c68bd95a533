r"""An argument is not what the command takes: a size, a colour, a number, column types.

The renderer rejects the formula. Valid sizes and colours depend on the target.

    bad:  $a \hspace{abc} b$
    good: $a \hspace{1em} b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L020"
NAME = "invalid-argument"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
