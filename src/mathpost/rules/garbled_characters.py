r"""Characters decoded with the wrong encoding: the replacement character �, `â€™`, `锟斤拷`.

The original text is lost or disguised; restore it from the source.

    bad:  Gr��nwall: $a \leq b$
    good: Grönwall: $a \leq b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document import damage
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L215"
NAME = "garbled-characters"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=1, posts=1, read=1, right=1)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for span in damage.garbled(subject.document):
        yield Diagnostic(CODE, NAME, SEVERITY, span, "these characters were read in a wrong encoding")
