r"""The numbers of a post leave some out: (4) is followed by (6).

A reader looks for the missing equation. Often its number was lost: MathJax and LaTeX show one number for an
`aligned`, so a second `\tag` in it disappears. `enhance run` keeps a gap that the author wrote, and closes a gap in a
series that it wrote itself. `number = "usual"` closes all gaps.

```markdown
$$ a \tag{1} $$

$$ b \tag{3} $$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.consistency import Flaw
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Fix, Safety

CODE = "N002"
NAME = "number-gap"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each gap in the whole numbers that the author wrote, at the equation after it."""
    plan = subject.numbering
    fix = Fix("number the post in one series", plan.series, Safety.SAFE) if plan.series else None
    for flaw in plan.flaws:
        if flaw.kind == "gap":
            yield Diagnostic(CODE, NAME, SEVERITY, flaw.equation.place, _message(flaw), (), fix)


def _message(flaw: Flaw) -> str:
    missing = flaw.missing
    lost = (
        f"the number ({missing[0]})"
        if len(missing) == 1
        else f"a number from ({missing[0]}) to ({missing[-1]})"
    )
    return f"({flaw.earlier.old}) is followed by ({flaw.equation.old}): no equation has {lost}"
