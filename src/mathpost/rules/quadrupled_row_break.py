r"""A scraper made four backslashes of a row break: `\\\\[5pt]` stands for `\\[5pt]`.

Renderers read two row breaks: an empty row appears, which in an `align` gets a number of its own. The fix
undoes every doubled backslash of the formula.

    bad:  $\begin{matrix} a \\\\[5pt] b \end{matrix}$
    good: $\begin{matrix} a \\[5pt] b \end{matrix}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.rules.escapes import damaged
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L203"
NAME = "quadrupled-row-break"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, run, fix in damaged(subject, 4):
        message = "four backslashes instead of a row break: readers see an empty row"
        yield Diagnostic(CODE, NAME, SEVERITY, Span(run.start, run.end), message, (), fix)
