r"""A `\tag` in a formula inside a line.

MathJax silently drops the number; KaTeX and LaTeX report an error. A formula with a number must be a display: write
`$$`.

```markdown
see $a = b \tag{1}$
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Fault
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "N007"
NAME = "tag-inline"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each one; all displays of the post that are between single dollars on their own lines are one finding."""
    found = list(faults(subject, CODE))
    fenced = [(f, fault) for f, fault in found if _is_fence(subject.document, f)]
    if fenced:
        yield _fences([f for f, _ in fenced], fenced[0][1])
    for formula, fault in found:
        if not _is_fence(subject.document, formula):
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)


def _is_fence(document: Document, formula: Formula) -> bool:
    """Whether the dollars are alone on their lines."""
    body = document.source.slice(formula.body)
    return body[:1] in ("\n", "\r") and body.rstrip(" \t>")[-1:] in ("\n", "\r")


def _fences(formulas: Sequence[Formula], first: Fault) -> Diagnostic:
    edits = tuple(
        Edit(Span(at, at), "$") for f in formulas for at in (f.span.start, f.span.end) if f.opener == "$"
    )
    count = f"{len(formulas)} displays are" if len(formulas) > 1 else "a display is"
    message = f"{count} between single dollars: the number is lost"
    fix = Fix("write $$ around displays", edits, Safety.SAFE)
    return Diagnostic(CODE, NAME, SEVERITY, first.span, message, (), fix)
