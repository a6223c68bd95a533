"""A section occurs twice in the post, with the same headings and nearly the same lines.

Usually a derivation was pasted twice. Every number of the section is then on the page twice. Delete one copy before
you number the post.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "N015"
NAME = "doubled-section"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """At the heading of the second copy."""
    source = subject.document.source
    for first, second in subject.numbering.doubled:
        line = source.line_of(second.start)
        lines = source.line_of(max(second.end - 1, second.start)) - line + 1
        message = f"the next {lines} lines repeat an earlier section of this post"
        notes = (Note("the first copy", source.line_span(source.line_of(first.start))),)
        yield Diagnostic(CODE, NAME, SEVERITY, source.line_span(line), message, notes)
