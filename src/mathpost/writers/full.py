"""`--output-format full`: findings with their source lines; the default for people.

A warning that a post repeats is shown once, with the lines of the others; the other formats list each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Source
from mathpost.writers import terminal
from mathpost.writers.post import PostResult
from mathpost.writers.totals import Totals

NAME = "full"
_FEW = 3  # repetitions that are still shown one by one
_LINES = 12  # of the repetitions, before an ellipsis


def post(result: PostResult, color: bool) -> list[str]:
    """One block of text per finding, or per group of repeated warnings."""
    paint = terminal.Paint(color)
    return [terminal.full(result.source, found, paint) for found in _grouped(result)]


def _grouped(result: PostResult) -> Iterator[Diagnostic]:
    """The findings; of warnings with the same message about the same text, the first with the lines of the others."""
    groups: dict[tuple[str, ...], list[Diagnostic]] = {}
    for k, found in enumerate(result.diagnostics):
        marked = result.source.text[slice(*found.span)]
        alone = (str(k),) if found.severity is Severity.ERROR or found.notes else ()
        groups.setdefault((found.code, found.message, marked, *alone), []).append(found)
    together = {id(found): group for group in groups.values() if len(group) > _FEW for found in group}
    for found in result.diagnostics:
        group = together.get(id(found), [found])
        if found is group[0]:
            yield found._replace(notes=(_elsewhere(result.source, group[1:]),)) if group[1:] else found


def _elsewhere(source: Source, others: list[Diagnostic]) -> Note:
    lines = [*dict.fromkeys(source.position(found.span.start).line for found in others)]
    shown = ", ".join(map(str, lines[:_LINES])) + (", …" if lines[_LINES:] else "")
    return Note(f"and in {len(others)} more places: line{'s' if lines[1:] else ''} {shown}")


def page(posts: Iterable[list[str]], _totals: Callable[[], Totals]) -> Iterator[str]:
    for blocks in posts:
        for block in blocks:
            yield block + "\n"
