r"""A command or environment that the target does not have, though other renderers do.

The message says where it works. For MathJax, packages that load themselves count; what needs `\require` or a
setting of the site does not, unless a `\require` is before. A command that is used again and again is one
finding, at its first place.

    bad:  $a \coloneqq b$
    good: $a := b$
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "P001"
NAME = "unsupported-command"
SEVERITY = Severity.ERROR


_FEW = 2


def find(subject: Subject) -> Iterator[Diagnostic]:
    times = Counter(fault.message for _, fault in faults(subject, CODE))
    told: set[str] = set()
    drawn = subject.target == subject.document.flavour.renderer  # its author has seen the page
    for _, fault in faults(subject, CODE):
        more = times[fault.message] - 1
        if fault.message not in told and not (drawn and more >= _FEW):
            notes = (Note(f"and in {more} more places"),) if more >= _FEW else ()
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, notes)
        if more >= _FEW:
            told.add(fault.message)
