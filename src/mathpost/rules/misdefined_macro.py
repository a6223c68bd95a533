r"""A macro is defined in a way that the target refuses.

KaTeX and LaTeX refuse `\newcommand` for a name that exists and `\renewcommand` for one that does not. MathJax
accepts both, so this is only reported for KaTeX and LaTeX.

    bad (katex):  $\newcommand{\sum}{s} \sum$
    good (katex): $\renewcommand{\sum}{s} \sum$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L022"
NAME = "misdefined-macro"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
