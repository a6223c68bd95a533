r"""A `\tag` in a display between `$$`: LaTeX refuses it there, MathJax and KaTeX print it.

Only for the target LaTeX. `equation` and `equation*` accept a tag everywhere.

    bad (latex):  $$a = b \tag{1}$$
    good (latex): \begin{equation}a = b \tag{1}\end{equation}
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "P002"
NAME = "tag-in-dollars"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    if subject.target != "latex":
        return
    for formula in subject.document.formulas:
        for row in formula.rows:
            if formula.opener in ("$$", "\\[") and row.tags and len(formula.rows) == 1:
                message = r"LaTeX does not allow \tag between $$: use equation"
                yield Diagnostic(CODE, NAME, SEVERITY, row.tags[0].span, message)
