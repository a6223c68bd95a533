r"""A brace, bracket or group is opened and never closed.

The renderer gives up on the whole formula. The finding is placed at the opening brace. If several are open,
the one that closed too early may be the cause.

    bad:  $\frac{a}{b$
    good: $\frac{a}{b}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L001"
NAME = "unclosed-brace"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
