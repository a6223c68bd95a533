r"""One letter is bold in two ways in one post: `\mathbf{W}` upright and `\boldsymbol{W}` slanted.

A reader takes them for two symbols. The finding is placed at the first use of the rarer notation, once per
letter.

    bad:  $\mathbf{W} = \boldsymbol{W} + \boldsymbol{W}$
    good: $\boldsymbol{W} = \boldsymbol{W} + \boldsymbol{W}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "S006"
NAME = "mixed-bold"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=3, posts=3, read=3, right=3)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for found in subject.spellings:
        if found.notion.startswith("bold "):
            for spelling in sorted(set(found.places) - {found.usual}):
                place = found.places[spelling][0]
                message = f"{found.notion} is written {spelling} here and {found.usual} elsewhere"
                notes = (Note(f"{found.usual} here", found.places[found.usual][0]),)
                yield Diagnostic(CODE, NAME, SEVERITY, place, message, notes)
