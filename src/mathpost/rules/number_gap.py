r"""The numbers of a post leave some out: (4) is followed by (6).

A reader looks for the missing equation. Often its number was lost: MathJax and LaTeX show one number for an
`aligned`, so a second `\tag` in it disappears. `enhance run` closes the gap.

```markdown
$$ a \tag{1} $$

$$ b \tag{3} $$
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.numbering import Equation
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Fix, Safety

CODE = "N002"
NAME = "number-gap"
SEVERITY = Severity.WARNING
_WIDEST = 20
_LETTERS = "abcdefghijklmnopqrstuvwxyz'"


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each gap in the whole numbers that the author wrote, at the equation behind it."""
    plan = subject.numbering
    used = {int(e.old.rstrip(_LETTERS)) for e in plan.equations if e.old.rstrip(_LETTERS).isdigit()}
    tagged = [e for e in plan.equations if e.tag and e.old.isdigit() and e.formula not in plan.left_alone]
    fix = Fix("number the post in one series", plan.edits, Safety.SAFE) if plan.edits else None
    for before, after in pairwise(tagged):
        missing = [n for n in range(int(before.old) + 1, int(after.old)) if n not in used]
        if after.tag and 0 < len(missing) <= _WIDEST:
            yield Diagnostic(CODE, NAME, SEVERITY, after.tag.span, _message(before, after, missing), (), fix)


def _message(before: Equation, after: Equation, missing: list[int]) -> str:
    lost = f"({missing[0]})" if len(missing) == 1 else f"({missing[0]}) to ({missing[-1]})"
    return f"({before.old}) is followed by ({after.old}): no equation has the number {lost}"
