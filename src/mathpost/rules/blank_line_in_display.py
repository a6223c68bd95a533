r"""A blank line inside a display.

LaTeX stops at it with an error. In Markdown it ends the paragraph, so an engine without support for mathematics splits
the display there. It is not reported if the builder of the site is known to keep the display whole. If no builder is
known, it is reported as one hint.

```markdown
$$
a + b

+ c
$$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.rules import Measured, Subject, as_hint
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Source, Span

CODE = "L109"
NAME = "blank-line-in-display"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=2, posts=2, read=2, right=2)


def find(subject: Subject) -> Iterator[Diagnostic]:
    found = _found(subject)
    yield from found if subject.in_a_site or subject.target == "latex" else as_hint(found)


def _found(subject: Subject) -> Iterator[Diagnostic]:
    source = subject.document.source
    severity = Severity.ERROR if subject.target == "latex" else SEVERITY
    if subject.document.flavour.blank_lines and subject.target != "latex":
        return
    for formula in subject.document.formulas:
        blank = list(_blank(source, formula)) if formula.opener != "math" else []
        if blank:
            edits = tuple(
                Edit(Span(line.start, source.line_starts[source.line_of(line.start)]), "") for line in blank
            )
            fix = Fix("remove the blank lines", edits, Safety.SAFE)
            yield Diagnostic(CODE, NAME, severity, blank[0], "a blank line inside a display", (), fix)


def _blank(source: Source, formula: Formula) -> Iterator[Span]:
    """The blank lines between the first and the last line of a formula."""
    first, last = source.line_of(formula.span.start), source.line_of(formula.span.end - 1)
    for line in range(first + 1, last):
        span = source.line_span(line)
        if not source.slice(span).strip():
            yield span
