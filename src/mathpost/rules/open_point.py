"""An item of a checklist is open: its box is not ticked.

    bad:  - [ ] Each caption says what is tested.
    good: - [x] Each caption says what is tested.

The checklists of `enhance snippets` hold what a program cannot check; open items are listed until they are
ticked.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "W010"
NAME = "open-point"
SEVERITY = Severity.INFO
OPT_IN = True
_BOXES = ("- [ ] ", "* [ ] ", "+ [ ] ")


def find(subject: Subject) -> Iterator[Diagnostic]:
    text, code = subject.document.source.text, [c.span for c in subject.document.code]
    start = 0
    for line in text.splitlines(keepends=True):
        words = line.strip()
        span = Span(start + line.index(words), start + line.index(words) + len(words))
        start += len(line)
        if words.startswith(_BOXES) and not any(c.contains(span) for c in code):
            yield Diagnostic(CODE, NAME, SEVERITY, span, f"open point: {words[6:]}")
