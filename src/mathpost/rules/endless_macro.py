r"""A macro calls itself, so its expansion never ends or exceeds the limits of every renderer.

The renderer gives up on the formula: MathJax at 5,120 characters, KaTeX at 1,000 calls. To extend a command that exists, keep it under another name first.

    bad:  $\newcommand{\vek}{\vek} \vek$
    good: $\let\old=\phi \renewcommand{\phi}{\old_0} \phi$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L025"
NAME = "endless-macro"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
