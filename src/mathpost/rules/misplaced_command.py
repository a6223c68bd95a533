r"""A command is where it has no meaning.

`\shoveleft` belongs to a row of `multline`, `\uproot` to the index of a root, `\hfill` to a cell. Elsewhere MathJax
refuses the formula.

    bad:  $a \hfill b$
    good: $a \qquad b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L024"
NAME = "misplaced-command"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
