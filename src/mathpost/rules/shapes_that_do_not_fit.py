r"""Vectors and matrices whose declared shapes do not match are added, multiplied or equated.

The step is not refuted, because a letter may mean something else here. The message shows both shapes, which the post
itself declares.

```markdown
Let $\boldsymbol{A} \in \mathbb{R}^{m \times n}$. Then

$$
\boldsymbol{A} + \boldsymbol{A}^{\top} = 2\boldsymbol{A}
$$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.verify.interpretation.verdict import Unchecked

CODE = "D006"
NAME = "shapes-that-do-not-fit"
SEVERITY = Severity.INFO


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Two declared shapes for which claims are unchecked, once at each place where they meet."""
    misfits = {
        (verdict.span, verdict.culprit)
        for verdict in subject.verdicts
        if isinstance(verdict, Unchecked) and verdict.declared and verdict.span is not None
    }
    for span, shapes in sorted(misfits):
        yield Diagnostic(CODE, NAME, SEVERITY, span, f"shapes that do not fit: {shapes}", ())
