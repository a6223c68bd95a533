"""What is wrong and where; the fix is in the fix."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from mathpost.text.edits import Fix
from mathpost.text.source import Span


class Severity(StrEnum):
    """`ERROR` only for what a reader of the page, LaTeX or the numbering would really see broken."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Note(NamedTuple):
    """A further sentence of a diagnostic, with the place that it points at, if there is one."""

    message: str
    span: Span | None = None


class Diagnostic(NamedTuple):
    """One finding: `code` (``L001``) and `name` (``unclosed-brace``) come from the rule that made it."""

    code: str
    name: str
    severity: Severity
    span: Span
    message: str
    notes: tuple[Note, ...] = ()
    fix: Fix | None = None
