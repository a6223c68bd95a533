"""A second subscript is on the same base.

LaTeX cannot know whether `x_a_b` is an index of an index or a list; braces make it clear.

    bad:  $x_a_b$
    good: $x_{a_b}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L006"
NAME = "double-subscript"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
