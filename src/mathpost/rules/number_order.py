r"""The numbers that the author wrote are not in order: (7) comes before (4).

A reader expects (7) after (6). The equations were moved and kept their numbers, or two parts of the text were
written apart. `enhance run` gives the post one series; numbers in words follow.

```markdown
$$ a \tag{2} $$

$$ b \tag{1} $$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Fix, Safety

CODE = "N003"
NAME = "number-order"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each whole number that is smaller than the one before it; numbers that are twice are another rule's."""
    plan = subject.numbering
    fix = Fix("number the post in one series", plan.series, Safety.SAFE) if plan.series else None
    for flaw in plan.flaws:
        if flaw.kind == "order":
            message = f"({flaw.equation.old}) comes after ({flaw.earlier.old})"
            notes = (Note(f"({flaw.earlier.old})", flaw.earlier.place),)
            yield Diagnostic(CODE, NAME, SEVERITY, flaw.equation.place, message, notes, fix)
