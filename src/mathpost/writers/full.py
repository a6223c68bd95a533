"""`--output-format full`: every finding with its source line; the default for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mathpost.writers import terminal
from mathpost.writers.post import PostResult
from mathpost.writers.totals import Totals

NAME = "full"


def post(result: PostResult, color: bool) -> list[str]:
    """One block of text per finding."""
    paint = terminal.Paint(color)
    return [terminal.full(result.source, found, paint) for found in result.diagnostics]


def page(posts: Iterable[list[str]], _totals: Callable[[], Totals]) -> Iterator[str]:
    for blocks in posts:
        for block in blocks:
            yield block + "\n"
