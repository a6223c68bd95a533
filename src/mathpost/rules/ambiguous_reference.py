r"""A number in words could mean several equations, so it is not changed.

Several equations have that number, the sentence names another document, or a range would change its meaning. After
renumbering, the number may point to the wrong equation: pick one of the candidates, preferably with `\eqref`.

```markdown
$$ a \tag{1} $$

$$ b \tag{1} $$

由式(1)得
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.numbering import Resolution
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span

CODE = "N014"
NAME = "ambiguous-reference"
SEVERITY = Severity.WARNING
_REASONS = {
    "ambiguous": "({0}) may mean several equations",
    "statement": "{0} may mean several statements",
    "foreign": "({0}) seems to mean another document; the ({0}) of this post gets another number",
    "half a sentence": "({0}) is not changed, because another number in its sentence cannot be updated",
    "broken range": "the equations of this range are no longer consecutive: ({0}) is not changed",
}


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each number in words that is not updated although it may refer to a renumbered equation."""
    plan = subject.numbering
    reported: set[Span] = set()
    for resolution in (*plan.resolutions, *plan.statements.resolutions):
        of_statement = resolution in plan.statements.resolutions and resolution.status == "ambiguous"
        reason = _REASONS.get("statement" if of_statement else resolution.status)
        number = resolution.reference.target
        moves = any(c.new != number for c in resolution.candidates)
        if reason and (moves or resolution.status == "ambiguous"):
            severity = Severity.INFO if resolution.status == "foreign" else SEVERITY
            span = resolution.reference.target_span
            reported.add(span)
            yield Diagnostic(CODE, NAME, severity, span, reason.format(number), _candidates(resolution))
    for number, span in plan.left_behind:
        if span not in reported:
            message = f"({number}) may refer to an equation whose number changes; the text does not say so"
            yield Diagnostic(CODE, NAME, Severity.INFO, span, message)


def _candidates(resolution: Resolution) -> tuple[Note, ...]:
    return tuple(
        Note(f"this equation: now ({c.old}), then ({c.new or c.old})", c.tag.span if c.tag else c.span)
        for c in resolution.candidates[:6]
    )
