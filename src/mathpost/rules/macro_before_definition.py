r"""A macro is used before the post defines it.

MathJax, KaTeX and LaTeX read a page from top to bottom. Where the macro is used, its name is unknown and shows in red
or not at all. Move the definition up.

    bad:  $\sign(x)$ with $\newcommand{\sign}{\mathrm{sign}} \sign(0) = 0$
    good: $\newcommand{\sign}{\mathrm{sign}} \sign(x)$ with $\sign(0) = 0$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.rules.unknown_command import unknown
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span

CODE = "L018"
NAME = "macro-before-definition"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for fault, cause, name in unknown(subject):
        if cause == "later":
            place = _definition(subject, name, fault.span.end)
            notes = () if place is None else (Note("it is defined here", place),)
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, f"{name} is used before its definition", notes)


def _definition(subject: Subject, name: str, start: int) -> Span | None:
    """The first formula after `start` that defines `name`."""
    formulas = subject.document.formulas
    return next((f.span for f in formulas if f.span.end > start and name in f.definitions), None)
