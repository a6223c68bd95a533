r"""Two infix commands (`\over`, `\choose`, `\atop` …) in one group.

LaTeX cannot know which of them comes first; braces make it clear.

    bad:  $1 \over 2 \over 3$
    good: ${1 \over 2} \over 3$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L016"
NAME = "double-infix"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
