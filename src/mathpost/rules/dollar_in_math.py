r"""A dollar inside a formula, or a formula inside `\text` that never ends.

MathJax prints a lone dollar in mathematics; KaTeX and LaTeX stop there.

    bad:  $\text{if $x > 0}$
    good: $\text{if $x > 0$}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.dialect import is_damaged
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L013"
NAME = "dollar-in-math"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    escapes = is_damaged(subject.document)  # elsewhere Markdown may make a bracket of \[
    for _, fault in faults(subject, CODE):
        if escapes or subject.document.source.text[fault.span.start] != "\\":
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
