r"""The transpose is written in two ways in one post: `X^T` and `X^\top`.

A plain T is read as a transpose only after a bold letter; elsewhere it may be a power. The finding is placed at
the first use of the rarer notation.

    bad:  $\boldsymbol{A}^T \boldsymbol{B}^\top + \boldsymbol{C}^\top$
    good: $\boldsymbol{A}^\top \boldsymbol{B}^\top + \boldsymbol{C}^\top$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "S005"
NAME = "mixed-transpose"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=6, posts=6, read=6, right=6)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for found in subject.spellings:
        if found.notion == "the transpose":
            for spelling in sorted(set(found.places) - {found.usual}):
                place = found.places[spelling][0]
                message = f"the transpose is written {spelling} here and {found.usual} elsewhere"
                notes = (Note(f"{found.usual} here", found.places[found.usual][0]),)
                yield Diagnostic(CODE, NAME, SEVERITY, place, message, notes)
