r"""A `\tag` in an environment that has no numbers, such as `aligned`.

MathJax refuses the whole formula, and LaTeX stops. Put the number after the inner environment, as `enhance
run` does, or use an `align`.

```markdown
$$\begin{aligned} a &= b \tag{1} \end{aligned}$$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.document.equations import takes_tag
from mathpost.document.tagging import moved
from mathpost.latex.tree import Fault
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Fix, Safety

CODE = "N005"
NAME = "tag-in-inner-environment"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The places where the parser found one; a display with several of them is one finding of `several-tags`."""
    for formula, fault in faults(subject, CODE):
        if formula.index not in subject.numbering.left_alone:
            fix = _fix(subject, formula, fault)
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, (), fix)


def _fix(subject: Subject, formula: Formula, fault: Fault) -> Fix | None:
    """The tag after its environment, where the formula is whole."""
    source = subject.document.source
    for index, row in enumerate(formula.rows):
        for tag in row.tags:
            if tag.span.contains(fault.span) and takes_tag(subject.document, formula, index):
                edits = moved(source, formula, index, tag, tag.text)
                return Fix("put the number after the inner environment", edits, Safety.SAFE)
    return None
