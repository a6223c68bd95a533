r"""A formula is shown as an image whose address holds its LaTeX, as pages of Zhihu and CSDN paste it.

An image does not match the text size, cannot be searched or checked, and disappears with its server. `enhance
check --unsafe-fixes` writes the formula between dollars.

```markdown
当 ![[公式]](https://www.zhihu.com/equation?tex=x%5E2+%3D+1) 时
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document import damage
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "L219"
NAME = "formula-as-image"
SEVERITY = Severity.INFO
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for span, latex in damage.pictured(subject.document):
        fix = Fix("write the formula", (Edit(span, latex),), Safety.UNSAFE)
        yield Diagnostic(CODE, NAME, SEVERITY, span, "a formula is shown as an image", (), fix)
