r"""Mathematics inside text: `_`, `^`, `&` or a math command inside `\text`.

MathJax prints it as it is; KaTeX and LaTeX refuse the formula. Only reported for KaTeX and LaTeX.

    bad (katex):  $\text{one_hot}$
    good (katex): $\text{one\_hot}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L014"
NAME = "text-mode-violation"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
