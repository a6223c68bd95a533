r"""An argument is not what the command takes: a size, a colour, a number, columns.

The renderer refuses the formula; what is read as a size or a colour depends on the target.

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
