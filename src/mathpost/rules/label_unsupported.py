r"""`\label`, `\ref` or `\eqref`, but the target has no references.

KaTeX stops at them. `enhance run --target katex` writes plain numbers and anchors instead.

    bad (katex):  $a \label{x}$
    good (katex): $a$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.pages import is_built
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "N013"
NAME = "label-unsupported"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in (
        () if is_built(subject.document) else faults(subject, CODE)
    ):  # a builder reads labels itself
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
