r"""A heading skips a level (below the title of the post), or a section is empty.

bad:  ## Setup, then #### Data
good: ## Setup, then ### Data
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.document import authored
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "W002"
NAME = "jumping-section"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=15, posts=11, read=15, right=15)


def find(subject: Subject) -> Iterator[Diagnostic]:
    document = authored(subject.document)
    text = document.source.text
    for heading, following in pairwise(document.headings):
        if 1 < heading.level < following.level - 1:
            message = f"a heading of level {following.level} right under one of level {heading.level}"
            yield Diagnostic(CODE, NAME, SEVERITY, following.span, message)
        elif following.level <= heading.level and not text[heading.span.end : following.span.start].strip():
            yield Diagnostic(CODE, NAME, SEVERITY, heading.span, "no text follows this heading")
