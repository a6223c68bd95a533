r"""An `&` (or `\cr`) is outside of an alignment, or inside a brace of a cell.

Renderers refuse the formula. One finding per row. Inside the braces of an unknown command, only the command is reported.

    bad:  $a & b$
    good: $a \mathbin{\&} b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.latex.tree import Command, Group, walk
from mathpost.rules import Subject, faults
from mathpost.rules.entities import ENTITIES
from mathpost.rules.wrapping import wrapped
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Fix, Safety
from mathpost.text.source import Span

CODE = "L010"
NAME = "stray-ampersand"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for formula, fault in faults(subject, CODE):
        if any(text.startswith(entity, fault.span.start) for entity in ENTITIES):
            continue  # L210 says what it is
        if any(group.contains(fault.span) for group in _of_unknown(text, formula)):
            continue  # L003 is the cause: \xymatrix{A \ar[r] & B}
        fix = _wrapped(text, formula) if fault == formula.faults[0] else None
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, (), fix)


def _of_unknown(text: str, formula: Formula) -> list[Span]:
    """The groups after commands that no renderer knows, perhaps with settings between: ``\\xymatrix@C=1em{``."""
    ends = [fault.span.end for fault in formula.faults if fault.code == "L003"]
    groups = (
        [node.span for node in walk(formula.tree) if isinstance(node, Group) and node.braces] if ends else []
    )
    return [
        group
        for group in groups
        if any(_is_setting(text[end : group.start]) for end in ends if end <= group.start)
    ]


def _is_setting(between: str) -> bool:
    return not between.strip() or not (set(between) & set("\\{}$") or any(map(str.isspace, between)))


def _wrapped(text: str, formula: Formula) -> Fix | None:
    """Rows of an alignment that are between two ``$$`` without one."""
    rows = any(isinstance(node, Command) and node.name == "\\\\" for node in formula.tree.body)
    only = all(fault.code == CODE for fault in formula.faults)
    numbered = any(row.tags or row.labels for row in formula.rows)
    return wrapped(text, formula, "aligned", Safety.SAFE) if rows and only and not numbered else None
