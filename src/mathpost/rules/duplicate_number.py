r"""The page shows the same equation number twice.

A reader who follows a reference to (3) finds two equations (3), and the link leads to the first one. The usual cause:
`\tag` does not advance the counter of the page, neither in MathJax nor in LaTeX. If the first part of a post is
numbered automatically and a later part is tagged from 1, every number appears twice.

`enhance run` gives the post one series; numbers in words and `\eqref` follow.

```markdown
\begin{equation} a \end{equation}

$$ b \tag{1} $$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.numbering import Equation
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Fix, Safety
from mathpost.text.source import Span

CODE = "N001"
NAME = "duplicate-number"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Once for each number, at the second equation that shows it."""
    plan = subject.numbering
    fix = Fix("number the post in one series", plan.series, Safety.SAFE) if plan.series else None
    for flaw in plan.flaws:
        if flaw.kind == "twice":
            message = f"a second equation with the number ({flaw.equation.old})"
            note = Note(f"the first one {_how(flaw.earlier)}", _place(flaw.earlier))
            yield Diagnostic(CODE, NAME, SEVERITY, _place(flaw.equation), message, (note,), fix)


def _how(equation: Equation) -> str:
    return "is numbered by its tag" if equation.tag else "is numbered by the page itself"


def _place(equation: Equation) -> Span:
    return equation.tag.span if equation.tag else Span(equation.span.start, equation.span.start + 1)
