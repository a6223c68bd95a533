r"""Two equations have the same label.

MathJax refuses the second formula ("Label multiply defined"); in LaTeX every reference leads to the last one.

```markdown
\begin{equation} a \label{eq} \end{equation}
\begin{equation} b \label{eq} \end{equation}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Label
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "N009"
NAME = "duplicate-label"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each label after the first one of its name, and what the parser met."""
    first: dict[str, Label] = {}
    for formula in subject.document.formulas:
        for row in formula.rows:
            for label in row.labels:
                earlier = first.setdefault(label.name, label)
                if earlier is not label:
                    message = f"a second equation with the label {label.name}"
                    notes = (Note("the first one", earlier.span),)
                    yield Diagnostic(CODE, NAME, SEVERITY, label.span, message, notes)
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
