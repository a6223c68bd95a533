"""The settings between the two `---` at the head of the post cannot be read.

A site generator fails or ignores them. `enhance` ignores them and reads the post as usual.

    bad:  title: [a
    good: title: a
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L301"
NAME = "broken-front-matter"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The place at which the front matter stops being YAML."""
    for fault in subject.document.faults:
        if fault.code == CODE:
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
