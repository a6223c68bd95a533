r"""A `\tag` in a formula inside a line.

MathJax drops the number without a word; KaTeX and LaTeX report an error. A formula with a number is a
display: write `$$`.

```markdown
see $a = b \tag{1}$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "N007"
NAME = "tag-inline"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Where the parser met one."""
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
