r"""`\limits` or `\nolimits` does not follow an operator.

They place the scripts of an operator and have no meaning elsewhere.

    bad:  $x\limits_a$
    good: $\mathop{x}\limits_a$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L019"
NAME = "misplaced-limits"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
