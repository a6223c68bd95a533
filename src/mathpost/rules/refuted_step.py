r"""A step of a derivation is not true.

The two sides differ by more than rounding in several random models, under every reading of the notation that the post
leaves open, with its definitions and conditions in force. The note shows one model. If a small change of the right
side makes the step true, it is offered as an unsafe fix: it is never applied unless you ask.

The program reads conditions in words if they are plain and near the formula ("for positive $x$", 设 $n$ 为偶数). If a
correct step is refuted, state its condition in front of it, or mark it as a condition or an approximation ("suppose",
满足, `\approx`); docs/verification.md shows how.

```markdown
We have

$$
(a + b)^2 = a^2 + b^2
$$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.notation.relations import ORDERS
from mathpost.maths.notation.step import Step
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.verify.interpretation.verdict import Refuted

CODE = "D001"
NAME = "refuted-step"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Every claim whose verdict is `refuted`, at its right side."""
    for step, verdict in subject.judged:
        if isinstance(verdict, Refuted):
            notes = (Note(f"{verdict.counterexample}: left {verdict.left}, right {verdict.right}"),)
            sign = step.relation
            why = f"{sign} does not hold" if step.sign in ORDERS else f"the sides of {sign} differ"
            message = f"this step is not true: {why}"
            yield Diagnostic(CODE, NAME, SEVERITY, step.right.span, message, notes, _suggested(step, verdict))


def _suggested(step: Step, verdict: Refuted) -> Fix | None:
    if verdict.suggestion is None:
        return None
    edit = Edit(step.right.span, verdict.suggestion)
    return Fix(f"did you mean {verdict.suggestion}?", (edit,), Safety.UNSAFE)
