r"""An `&` (or `\cr`) stands outside of an alignment, or inside a brace of a cell.

Renderers refuse the formula. One finding per row.

    bad:  $a & b$
    good: $a \mathbin{\&} b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.rules.hidden_characters import ENTITIES
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L010"
NAME = "stray-ampersand"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for _, fault in faults(subject, CODE):
        if any(text.startswith(entity, fault.span.start) for entity in ENTITIES):
            continue  # L210 says what it is
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
