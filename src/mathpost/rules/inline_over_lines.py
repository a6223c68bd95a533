r"""An inline formula continues on the next line of the file.

MathJax draws it. Engines that look for formulas line by line show the dollars, and a formatter that wraps
lines may turn its second half into a list or a heading (a line that begins with `+` or `=`). Environments may
span lines.

```markdown
the sum $a
+ b$ is
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.document import Formula
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "P009"
NAME = "inline-over-lines"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=11, posts=5, read=11, right=11)


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for formula in subject.document.formulas:
        body = text[slice(*formula.body)]
        if formula.opener == "$" and "\n" in body.strip() and r"\begin" not in body:
            fix = None if "%" in body else _joined(text, formula)
            message = "this inline formula continues on the next line of the file"
            yield Diagnostic(CODE, NAME, SEVERITY, formula.span, message, (), fix)


def _joined(text: str, formula: Formula) -> Fix:
    """One space for each line end, with the white space and quote marks around it."""
    edits = []
    at = text.find("\n", *formula.body)
    ends = [*(Span(a.end, b.start) for a, b in pairwise(formula.segments))]
    while at >= 0:
        start, end = at, at + 1
        end = next((gap.end for gap in ends if gap.start <= end <= gap.end), end)
        while start > formula.body.start and text[start - 1] in " \t\r":
            start -= 1
        while end < formula.body.end and text[end] in " \t":
            end += 1
        edits.append(Edit(Span(start, end), " "))
        at = text.find("\n", end, formula.body.end)
    return Fix("write it on one line", tuple(edits), Safety.SAFE)
