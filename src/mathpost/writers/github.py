"""`--output-format github`: annotations on the lines of a pull request, and a table for the job summary.

GitHub keeps ten errors, ten warnings and ten notices of a step and silently drops the rest. So the most severe come
first, and the others are counted and printed as plain lines in the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mathpost.text.diagnostics import Severity
from mathpost.writers.post import PostResult
from mathpost.writers.terminal import printable
from mathpost.writers.totals import VERDICTS, Totals

NAME = "github"
_KEPT = 10
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


class Annotation(NamedTuple):
    """One finding, with the places GitHub asks for (columns count from 1, the last one is included)."""

    severity: Severity
    path: str
    start: tuple[int, int]
    end: tuple[int, int]
    title: str
    message: str


def post(result: PostResult, _color: bool = False) -> list[Annotation]:
    source = result.source
    return [
        Annotation(
            found.severity,
            source.path,
            source.position(found.span.start),
            source.position(max(found.span.start, found.span.end - 1)),
            f"{found.code} {found.name}",
            found.message,
        )
        for found in result.diagnostics
    ]


def page(posts: Iterable[list[Annotation]], _totals: Callable[[], Totals]) -> Iterator[str]:
    order = list(Severity)
    found = sorted((a for part in posts for a in part), key=lambda a: order.index(a.severity))
    said: Counter[Severity] = Counter()
    rest = []
    for annotation in found:
        said[annotation.severity] += 1
        if said[annotation.severity] <= _KEPT:
            yield command(annotation)
        else:
            rest.append(annotation)
    if rest:
        yield f"… and {len(rest)} more, which GitHub would not show beside the lines:\n"
        yield from (plain(annotation) for annotation in rest)


def command(annotation: Annotation) -> str:
    """The workflow command of one finding; with a range of columns only if it stays on one line."""
    (line, column), (last_line, last_column) = annotation.start, annotation.end
    properties = {"file": annotation.path, "line": line, "endLine": last_line, "col": column}
    if line == last_line:
        properties["endColumn"] = last_column
    properties["title"] = annotation.title
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{_COMMANDS[annotation.severity]} {listed}::{_data(annotation.message)}\n"


def plain(annotation: Annotation) -> str:
    line, column = annotation.start
    text = f"{annotation.path}:{line}:{column}: {annotation.title}: {annotation.message}"
    return printable(text) + "\n"


def summary(totals: Totals) -> str:
    """The summary of the job, as Markdown."""
    lines = ["## enhance", "", f"{totals.posts} posts, {totals.formulas.total()} formulas", ""]
    lines += ["| severity | findings |", "|---|---:|"]
    lines += [f"| {severity} | {totals.severities[severity]} |" for severity in Severity]
    if totals.verdicts:
        lines += ["", "| verdict | claims |", "|---|---:|"]
        lines += [f"| {verdict} | {totals.verdicts[verdict]} |" for verdict in VERDICTS]
    lines += ["", "| code | rule | severity | findings |", "|---|---|---|---:|"] if totals.codes else []
    lines += [
        f"| {code} | {name} | {severity} | {n} |"
        for (code, name, severity), n in sorted(totals.codes.items(), key=lambda item: (-item[1], item[0]))
    ]
    return "\n".join(lines) + "\n"


def _data(text: str) -> str:
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
