r"""Several `\tag`s where one number has its place.

MathJax and LaTeX refuse the formula, KaTeX shows one of the numbers. In an `aligned` the rows share one
number: an `align` gives each row its own. `enhance run` leaves such numbers as they are, because nobody but
the author can say which row each belongs to.

```markdown
$$\begin{aligned} a &= b \tag{1} \\ c &= d \tag{2} \end{aligned}$$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "N006"
NAME = "several-tags"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Once for each display, at its second tag."""
    for formula in subject.document.formulas:
        found = _inside(formula) if formula.index in subject.numbering.left_alone else _faults(formula)
        if found:
            yield found


def _inside(formula: Formula) -> Diagnostic | None:
    """The display whose tags stand in one inner environment."""
    tags = next((row.tags for row in formula.rows if len(row.tags) > 1), None)
    if tags is None:
        return None
    message = f"{len(tags)} tags in one display that shows a single number"
    return Diagnostic(CODE, NAME, SEVERITY, tags[1].span, message, (Note("the first tag", tags[0].span),))


def _faults(formula: Formula) -> Diagnostic | None:
    fault = next((f for f in formula.faults if f.code == CODE), None)
    return None if fault is None else Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
