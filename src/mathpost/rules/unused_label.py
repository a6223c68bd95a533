r"""A label that nothing in the post refers to.

It does no harm, and another post may use it (`\eqref{slug:label}`); often it is left from a reference that is
gone, or that was written as a number. Said only where most labels of the post are used, since some authors
label every equation.

```markdown
\begin{equation} a \label{eq:a} \end{equation}
\begin{equation} b \label{eq:b} \end{equation}

\begin{equation} c \label{eq:c} \end{equation}

By \eqref{eq:a} and \eqref{eq:c} we are done.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "N011"
NAME = "unused-label"
SEVERITY = Severity.INFO


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each label without a reference, where most others have one."""
    used = {reference.target for reference in subject.document.references if reference.form != "words"}
    labels = [x for f in subject.document.formulas for row in f.rows for x in row.labels]
    unused = [label for label in labels if label.name not in used | subject.pointed]
    if 2 * len(unused) < len(labels):
        for label in unused:
            yield Diagnostic(CODE, NAME, SEVERITY, label.span, f"nothing refers to {label.name}")
