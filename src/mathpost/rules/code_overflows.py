r"""Code divides by a sum of exponentials, or takes its logarithm, without subtracting the maximum first.

In exact arithmetic the code is right. In floating point `np.exp(1000)` is infinite, and the result is `nan`. A shift by the
maximum changes nothing in the formula and keeps all exponentials at most 1.

```markdown
$$
\text{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}}
$$

~~~python
def softmax(x):
    e = np.exp(x)
    return e / e.sum()
~~~
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span

CODE = "D008"
NAME = "code-overflows"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Every fence that agrees with its formula and overflows for large numbers, at its first line."""
    text = subject.document.source.text
    for compared in subject.compared:
        if compared.overflows:
            end = text.find("\n", compared.span.start, compared.span.end)
            place = Span(compared.span.start, end if end >= 0 else compared.span.end)
            message = (
                f"`{compared.name}` agrees with the formula, but its exponentials overflow for large numbers"
            )
            yield Diagnostic(CODE, NAME, SEVERITY, place, message, (Note("subtract the maximum first"),))
