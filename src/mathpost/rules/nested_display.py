r"""A numbered environment is inside another one.

`equation`, `align`, `gather` and similar environments are displays. Inside a display, use `aligned`, `gathered` or
`split`.

    bad:  $\begin{equation} \begin{align} a &= b \end{align} \end{equation}$
    good: $\begin{equation} \begin{aligned} a &= b \end{aligned} \end{equation}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L112"
NAME = "nested-display"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
