r"""Some equations of the post are numbered by hand, others automatically.

`\tag` does not advance the counter of the page, so the two series run into each other as soon as an
equation is added. `enhance run` writes one series for all of them.

```markdown
$$ a \tag{7} $$

\begin{equation} b \end{equation}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.numbering import is_number
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Fix, Safety
from mathpost.text.source import Span

CODE = "N004"
NAME = "mixed-numbering"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Once for a post, at the first equation that is numbered in the other way."""
    plan = subject.numbering
    shown = [e for e in plan.equations if e.old and e.formula not in plan.left_alone]
    tagged = [e for e in shown if e.tag and is_number(e.old)]
    automatic = [e for e in shown if not e.tag]
    if not tagged or not automatic or tagged[0].tag is None:
        return
    fix = Fix("number the post in one series", plan.series, Safety.SAFE) if plan.series else None
    typed = "1 number is" if len(tagged) == 1 else f"{len(tagged)} numbers are"
    message = f"{typed} written by hand and {len(automatic)} made by the page"
    start = automatic[0].span.start
    note = Note("the first equation that the page numbers", Span(start, start + 1))
    yield Diagnostic(CODE, NAME, SEVERITY, tagged[0].tag.span, message, (note,), fix)
