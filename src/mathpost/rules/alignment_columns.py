r"""A row has more cells than its environment has columns.

MathJax draws the extra columns, KaTeX those of `cases`. Elsewhere KaTeX refuses the formula, and LaTeX always does. Only
reported for KaTeX and LaTeX.

    bad (latex):  $\begin{cases} a & b & c \end{cases}$
    good (latex): $\begin{cases} a & b \end{cases}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L102"
NAME = "alignment-columns"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
