r"""An environment is not ended, ended by another name, or does not exist.

Renderers refuse the formula. Environments close in the reverse order of their opening.

    bad:  $\begin{pmatrix} a & b \end{bmatrix}$
    good: $\begin{pmatrix} a & b \end{pmatrix}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L101"
NAME = "environment-mismatch"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
    for unended in subject.document.faults:
        if unended.code == CODE:
            yield Diagnostic(CODE, NAME, SEVERITY, unended.span, unended.message)
