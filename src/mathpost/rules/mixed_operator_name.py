r"""One operator has two names in a post: `\text{tr}` and `\text{Tr}`.

The finding is placed at the first use of the rarer name.

    bad:  $\text{tr}(A) + \text{tr}(B) = \text{Tr}(C)$
    good: $\text{tr}(A) + \text{tr}(B) = \text{tr}(C)$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "S004"
NAME = "mixed-operator-name"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=1, posts=1, read=1, right=1)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for found in subject.spellings:
        if found.notion.startswith("the operator "):
            for spelling in sorted(set(found.places) - {found.usual}):
                place = found.places[spelling][0]
                message = f"{found.notion} is written {spelling} here and {found.usual} elsewhere"
                notes = (Note(f"{found.usual} here", found.places[found.usual][0]),)
                yield Diagnostic(CODE, NAME, SEVERITY, place, message, notes)
