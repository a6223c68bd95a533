r"""A command or environment that the target does not have, though other renderers do.

The message says where it works. For MathJax, packages that load themselves count; what needs `\require` or a
setting of the site does not, unless a `\require` stands before.

    bad:  $a \coloneqq b$
    good: $a := b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "P001"
NAME = "unsupported-command"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
