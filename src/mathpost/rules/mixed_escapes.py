r"""A formula mixes doubled and clean backslashes, so its meaning is unclear.

Nothing in such a formula is changed. The finding occurs once per post, at the first of them.

    bad: $\\_ + \{a\}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.dialect import is_damaged
from mathpost.latex.lexer import is_mixed
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "L204"
NAME = "mixed-escapes"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    source = subject.document.source
    if not is_damaged(subject.document):
        return
    mixed = [f for f in subject.document.formulas if is_mixed(source.slice(f.body))]
    if mixed:
        message = "this formula mixes doubled backslashes with clean ones"
        lines = ", ".join(str(source.line_of(f.span.start)) for f in mixed[1:20])
        notes = (Note(f"{len(mixed) - 1} more: lines {lines}"),) if lines else ()
        yield Diagnostic(CODE, NAME, SEVERITY, mixed[0].span, message, notes)
