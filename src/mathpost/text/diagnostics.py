"""Diagnostics: an error, its place, and its fix."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from mathpost.text.edits import Fix
from mathpost.text.source import Span


class Severity(StrEnum):
    """The severity of a finding; `ERROR` is only for errors that are visible on the page, in LaTeX or in the numbering."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Note(NamedTuple):
    """An additional sentence of a diagnostic, with its place if it has one."""

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
