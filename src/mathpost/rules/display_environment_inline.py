r"""A display environment is between single dollars.

MathJax draws it; KaTeX and LaTeX refuse it. Only reported for KaTeX and LaTeX.

    bad (katex):  $\begin{align} a &= b \end{align}$
    good (katex): $\begin{aligned} a &= b \end{aligned}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L104"
NAME = "display-environment-inline"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
