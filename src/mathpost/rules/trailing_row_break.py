r"""A row break before the end of an environment starts an empty row.

In an `align`, LaTeX gives that row a number of its own. MathJax omits the row, KaTeX leaves a gap.

    bad:  $\begin{aligned} a &= b \\ c &= d \\ \end{aligned}$
    good: $\begin{aligned} a &= b \\ c &= d \end{aligned}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Environment
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "L107"
NAME = "trailing-row-break"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=159, posts=81, read=18, right=18)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, node in subject.nodes(Environment):
        if len(node.rows) > 1:
            last = node.rows[-1].end
            if last.length:
                fix = Fix("drop it", (Edit(last, ""),), Safety.UNSAFE)
                message = "nothing follows this row break"
                yield Diagnostic(CODE, NAME, SEVERITY, last, message, (), fix)
