r"""A `\tag` in an environment that has no numbers, such as `aligned`.

MathJax refuses the whole formula, and LaTeX stops. The number belongs behind the inner environment, or the
rows into an `align`.

```markdown
$$\begin{aligned} a &= b \tag{1} \end{aligned}$$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "N005"
NAME = "tag-in-inner-environment"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Where the parser met one; a display with several of them is one finding of `several-tags`."""
    for formula, fault in faults(subject, CODE):
        if formula.index not in subject.numbering.left_alone:
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
