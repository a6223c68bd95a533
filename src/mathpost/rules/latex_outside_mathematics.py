r"""LaTeX appears among the words, outside of any formula: its dollars are missing or were stripped.

Readers see the source. One finding per paragraph.

    bad:  代入 \frac{w_k}{W_{k:T}} 得 $x$
    good: 代入 $\frac{w_k}{W_{k:T}}$ 得 $x$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document import damage
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L214"
NAME = "latex-outside-mathematics"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=5, posts=1, read=5, right=5)


def find(subject: Subject) -> Iterator[Diagnostic]:
    odd = [fault.span for fault in subject.document.faults]
    for span in damage.bare_latex(subject.document, subject.prose):
        if not any(_same_paragraph(subject, span.start, fault.start) for fault in odd):
            yield Diagnostic(
                CODE, NAME, SEVERITY, span, "LaTeX outside of any formula: its dollars are missing"
            )


def _same_paragraph(subject: Subject, place: int, fault: int) -> bool:
    """Whether an odd dollar is in the same paragraph: it is the cause, and is reported itself."""
    start, end = sorted((place, fault))
    return "\n\n" not in subject.document.source.text[start:end]
