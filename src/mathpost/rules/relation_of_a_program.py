r"""A relation is written as in source code: `<=`, `>=`.

Readers see two signs with the spacing of two relations; use `\leq`, `\geq`.

    bad:  $P(X <= x)$
    good: $P(X \leq x)$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "S011"
NAME = "relation-of-a-program"
SEVERITY = Severity.INFO
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_COMMANDS = {"<": r"\leq", ">": r"\geq"}


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, row in subject.rows:
        if "=" not in row.texts or _COMMANDS.keys().isdisjoint(row.texts):
            continue
        for first, second in zip(row.atoms[1:], row.atoms[2:], strict=False):
            if first.text in _COMMANDS and second.text == "=" and first.span.end == second.span.start:
                command = _COMMANDS[first.text]
                span = Span(first.span.start, second.span.end)
                fix = Fix(f"write {command}", (Edit(span, f"{command} "),), Safety.UNSAFE)
                message = f"{first.text}= is program code: write {command}"
                yield Diagnostic(CODE, NAME, SEVERITY, span, message, (), fix)
