r"""No reference in the post uses this label.

It is harmless, and another post may use it (`\eqref{slug:label}`). Often the reference was deleted or typed as a number.
Reported only if most labels of the post are used, because some authors label every equation.

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
