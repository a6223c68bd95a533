r"""The numbers that the author wrote are not in order: (7) stands before (4).

A reader who looks for (7) turns the page on. The equations were moved and kept their numbers, or two parts of
the text were written apart. `enhance run` gives the post one series; numbers in words follow.

```markdown
$$ a \tag{2} $$

$$ b \tag{1} $$
```
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Fix, Safety

CODE = "N003"
NAME = "number-order"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each whole number that is smaller than the one before it; numbers that stand twice are another rule's."""
    plan = subject.numbering
    times = Counter(e.old for e in plan.equations)
    tagged = [
        (e.tag, int(e.old))
        for e in plan.equations
        if e.tag and e.old.isdigit() and times[e.old] == 1 and e.formula not in plan.left_alone
    ]
    fix = Fix("number the post in one series", plan.edits, Safety.SAFE) if plan.edits else None
    for (before, larger), (after, smaller) in pairwise(tagged):
        if smaller < larger:
            message = f"({smaller}) stands behind ({larger})"
            notes = (Note(f"({larger})", before.span),)
            yield Diagnostic(CODE, NAME, SEVERITY, after.span, message, notes, fix)
