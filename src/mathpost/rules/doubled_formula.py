r"""The same display occurs twice, one directly below the other.

Copied pages often contain a formula twice, as drawn and as source; here both became formulas.

```markdown
$$
a = b
$$

$$
a = b
$$
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.document import Formula
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "L217"
NAME = "doubled-formula"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for first, second in pairwise(subject.document.formulas):
        between = text[first.span.end : second.span.start]
        near = first.kind == second.kind == "display" or "\n" not in between
        if near and not between.strip() and _written(text, first) == _written(text, second):
            message = "the same formula is directly above"
            notes = (Note("the first one", first.span),)
            yield Diagnostic(CODE, NAME, SEVERITY, second.span, message, notes)


def _written(text: str, formula: Formula) -> str:
    return "".join("".join(text[slice(*segment)] for segment in formula.segments).split())
