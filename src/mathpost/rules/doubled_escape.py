r"""A scraper doubled the backslash before a brace or another sign: `\\{` stands for `\{`.

Renderers read a row break and a group: the brace is lost, often without any error. One finding per formula; its fix
undoes every doubled backslash of the formula. If the Markdown engine of a post is unknown, this is reported only if a
scraper left other traces in the post: GitHub and many Hexo sites need the two backslashes.

    bad:  $\\{0, 1\\}$
    good: $\{0, 1\}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.rules.escapes import damaged
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L201"
NAME = "doubled-escape"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, run, fix in damaged(subject, 2):
        after = subject.document.source.text[run.end : run.end + 1]
        message = f"the backslash before {after} is doubled: readers see a line break and no {after}"
        yield Diagnostic(CODE, NAME, SEVERITY, Span(run.start, run.end), message, (), fix)
