r"""A command, a `^` or a `_` has nothing to work on.

The finding is at the command. A brace that closes too early, or a command in the place of an
argument, has the same effect.

    bad:  $\frac{a}$
    good: $\frac{a}{b}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L004"
NAME = "missing-argument"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
