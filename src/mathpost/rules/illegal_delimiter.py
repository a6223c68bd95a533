r"""What follows `\left`, `\right`, `\middle` or `\big` is not a delimiter.

Brackets, bars, arrows and `.` (nothing) are allowed. In scraped posts it is often `\\{` for `\{`.

    bad:  $\left x + y \right)$
    good: $\left( x + y \right)$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L008"
NAME = "illegal-delimiter"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
