r"""A `\left` without its `\right`, the reverse, or a `\middle` outside of both.

The pair must be in one cell and one group: a row break or an `&` between them breaks it. `\right.` closes
without drawing anything.

    bad:  $\left( a + b$
    good: $\left( a + b \right)$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L007"
NAME = "left-right-unbalanced"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
