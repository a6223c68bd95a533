"""A second superscript, or a prime after a superscript, is on the same base.

LaTeX cannot know whether `x^a^b` is a tower or a list; braces make it clear.

    bad:  $x^a^b$
    good: $x^{a^b}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L005"
NAME = "double-superscript"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
