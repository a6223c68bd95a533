"""`--output-format junit`: findings as failed tests, one suite per post, in JUnit's XML.

Errors and warnings fail; an information is a passing case with its message. A post without a finding is one passing
case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Source
from mathpost.writers.json import note_text
from mathpost.writers.places import relative
from mathpost.writers.post import PostResult
from mathpost.writers.terminal import printable
from mathpost.writers.totals import Totals

NAME = "junit"


class Suite(NamedTuple):
    """One post: its cases, those that failed, and the XML."""

    cases: int
    failed: int
    text: str


def post(result: PostResult, _color: bool = False) -> Suite:
    path = relative(result.source.path)
    cases = [_case(result.source, path, found) for found in result.diagnostics] or [_passed(path)]
    failed = sum(found.severity is not Severity.INFO for found in result.diagnostics)
    head = f'<testsuite name={_quoted(path)} tests="{len(cases)}" failures="{failed}" errors="0">'
    return Suite(len(cases), failed, "\n".join([head, *cases, "</testsuite>"]))


def page(posts: Iterable[Suite], _totals: Callable[[], Totals]) -> Iterator[str]:
    suites = list(posts)
    tests, failed = sum(suite.cases for suite in suites), sum(suite.failed for suite in suites)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="enhance" tests="{tests}" failures="{failed}" errors="0">\n'
    for suite in suites:
        yield suite.text + "\n"
    yield "</testsuites>\n"


def _passed(path: str) -> str:
    return f'<testcase name="enhance" classname={_quoted(path)} file={_quoted(path)}/>'


def _case(source: Source, path: str, found: Diagnostic) -> str:
    line, column = source.position(found.span.start)
    name = f"{found.code} {found.name} ({line}:{column})"
    notes = [note_text(source, note) for note in found.notes]
    text = escape(printable(f"{path}:{line}:{column}: {found.message}") + "".join(map(_note, notes)))
    head = f'<testcase name={_quoted(name)} classname={_quoted(path)} file={_quoted(path)} line="{line}">'
    if found.severity is Severity.INFO:
        return f"{head}<system-out>{text}</system-out></testcase>"
    kind = f"message={_quoted(found.message)} type={_quoted(found.severity)}"
    return f"{head}<failure {kind}>{text}</failure></testcase>"


def _note(text: str) -> str:
    return f"\nnote: {printable(text)}"


def _quoted(text: str) -> str:
    return quoteattr(printable(text))
