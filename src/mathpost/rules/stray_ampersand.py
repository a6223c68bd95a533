r"""An `&` (or `\cr`) stands outside of an alignment, or inside a brace of a cell.

Renderers refuse the formula. One finding per row.

    bad:  $a & b$
    good: $a \mathbin{\&} b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L010"
NAME = "stray-ampersand"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
