r"""A scraper made three backslashes of a row break: `\\\` at the end of a line stands for `\\`.

Renderers read a row break and a space; before `\hline` the formula fails, and at the end of an `align`
one more row gets a number. The fix undoes every doubled backslash of the formula.

    bad:  $\begin{matrix} a \\\ b \end{matrix}$
    good: $\begin{matrix} a \\ b \end{matrix}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.rules.escapes import damaged
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L202"
NAME = "tripled-row-break"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, run, fix in damaged(subject, 3):
        message = "three backslashes instead of a row break"
        yield Diagnostic(CODE, NAME, SEVERITY, Span(run.start, run.end), message, (), fix)
