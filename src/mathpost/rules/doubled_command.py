r"""Two backslashes before the name of a command: `\\mathcal{L}` prints a line break and the letters "mathcal".

It is reported where no row can end, and also in rows if a command that takes arguments is followed by its brace. It is
not reported if the Markdown engine may remove one of the backslashes.

    bad:  $a + \\mathcal{L}$
    good: $a + \mathcal{L}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.latex.macros import macro
from mathpost.latex.tree import Command, Row
from mathpost.rules import Subject
from mathpost.rules.escapes import keeps_backslashes, safety
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L213"
NAME = "doubled-command"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    if not keeps_backslashes(subject):
        return
    for formula, span, in_row in _breaks(subject):
        name = _name_at(text, span.end, formula.body.end)
        if text[span.start : span.end] == r"\\" and _is_command(text, name, span.end, in_row):
            place = Span(span.start, span.end + len(name))
            message = rf"\\{name} is a row break and the letters {name}: write \{name}"
            how = Safety.UNSAFE if in_row else safety(subject.document)
            fix = Fix("remove one backslash", (Edit(Span(span.start, span.start + 1), ""),), how)
            yield Diagnostic(CODE, NAME, SEVERITY, place, message, (), fix)


def _breaks(subject: Subject) -> Iterator[tuple[Formula, Span, bool]]:
    """Every double backslash with its formula, and whether it ends a row."""
    for formula, row in subject.nodes(Row):
        if row.end.length:
            yield formula, row.end, True
    for formula, command in subject.nodes(Command):
        if command.name == r"\\":
            yield formula, command.span, False


def _name_at(text: str, start: int, end: int) -> str:
    stop = start
    while stop < end and text[stop].isascii() and text[stop].isalpha():
        stop += 1
    return text[start:stop]


def _is_command(text: str, name: str, at: int, in_row: bool) -> bool:
    entry = macro(f"\\{name}") if len(name) > 2 else None
    if entry is None:
        return False
    return not in_row or (bool(entry.arguments) and text[at + len(name) :].startswith("{"))
