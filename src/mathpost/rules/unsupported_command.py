r"""A command or environment that the target does not have, though other renderers do.

The message says where it works. MathJax loads some packages automatically: their commands are supported. Commands
that need `\require` or a setting of the site are reported, unless a `\require` comes before them. A command that is
used often is reported once, at its first use. If the target is a guess, it is only a hint.

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
    for _, fault in faults(subject, CODE):
        more = times[fault.message] - 1
        often = more >= _FEW  # its author has seen the page
        if fault.message not in told:
            severity = Severity.INFO if often and not subject.target_is_known else SEVERITY
            notes = (Note(f"and in {more} more places"),) if often else ()
            yield Diagnostic(CODE, NAME, severity, fault.span, fault.message, notes)
        if often:
            told.add(fault.message)
