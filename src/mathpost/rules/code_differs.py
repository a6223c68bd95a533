r"""Code below a formula does not compute it.

A fence of Python (NumPy) belongs to the last display before it, if its function or result is named like the left side
(`softmax`, `mu`, `kl_divergence` for $D_{KL}$). The code is read as a formula, never executed: expressions, assignments,
functions with `return`, loops over ranges, sums and means along axes, products of arrays. It is compared with the right
side in random finite models; the note shows one model in which they differ. What is not understood is not reported.

```markdown
The entropy of a distribution is

$$
H(p) = -\sum_{i=1}^{n} p_i \log p_i
$$

~~~python
def entropy(p):
    return -np.sum(p * np.log10(p))
~~~
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span
from mathpost.verify.interpretation.verdict import Refuted

CODE = "D007"
NAME = "code-differs"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Every fence that computes another value than its formula, at its first line."""
    text = subject.document.source.text
    for compared in subject.compared:
        verdict = compared.verdict
        if isinstance(verdict, Refuted):
            end = text.find("\n", compared.span.start, compared.span.end)
            place = Span(compared.span.start, end if end >= 0 else compared.span.end)
            values = f"{verdict.counterexample}: formula {verdict.left}, code {verdict.right}"
            formula = Note("the formula", subject.document.formulas[compared.formula].span)
            message = f"`{compared.name}` does not compute the formula above it"
            yield Diagnostic(CODE, NAME, SEVERITY, place, message, (Note(values), formula))
