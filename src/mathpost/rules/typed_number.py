r"""An equation number is typed as text: `a = b \qquad (3)`.

Renderers do not treat it as a number: `\eqref` cannot link to it, its position varies, and `enhance run` does not
renumber it. `enhance check --unsafe-fixes` turns it into a `\tag`; then check whether the page also numbers other
equations automatically.

```markdown
$$ a = b \qquad (3) $$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.captions import typed_number
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "N017"
NAME = "typed-number"
SEVERITY = Severity.INFO


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each display that ends with a number in brackets after a wide space."""
    text = subject.document.source.text
    for formula in subject.document.formulas:
        typed = typed_number(text, formula)
        if typed is not None:
            message = f"the number ({typed.number}) is typed into the formula"
            fix = Fix("write it as a tag", (Edit(typed.span, rf"\tag{{{typed.number}}}"),), Safety.UNSAFE)
            yield Diagnostic(CODE, NAME, SEVERITY, typed.span, message, (), fix)
