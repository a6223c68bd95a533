"""`--output-format concise`: one line per finding, like a compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mathpost.writers import terminal
from mathpost.writers.post import PostResult
from mathpost.writers.totals import Totals

NAME = "concise"


def post(result: PostResult, color: bool) -> list[str]:
    paint = terminal.Paint(color)
    return [terminal.heading(result.source, found, paint) for found in result.diagnostics]


def page(posts: Iterable[list[str]], _totals: Callable[[], Totals]) -> Iterator[str]:
    for lines in posts:
        for line in lines:
            yield line + "\n"
