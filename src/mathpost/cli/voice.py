"""What is said on standard error while a command works: talk, counts, a bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import click

T = TypeVar("T")


class Voice(NamedTuple):
    """How much is said on standard error: 0 only what went wrong, 1 a summary, 2 every post."""

    loudness: int

    def say(self, text: str, *, at: int = 1) -> None:
        if self.loudness >= at:
            click.echo(text, err=True)


@contextmanager
def progress(
    total: int, shown: bool, claims: Callable[[T], int]
) -> Iterator[Callable[[Iterable[T]], Iterator[T]]]:
    """A bar on standard error while posts come in: posts and claims done, and the time left.

    Nothing where standard error is no terminal. `claims` counts the claims of an answer.
    """
    if not shown or total < 2 or not sys.stderr.isatty():
        yield lambda items: iter(items)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("posts, {task.fields[claims]} claims"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, claims=0)

        def counted(items: Iterable[T]) -> Iterator[T]:
            done = 0
            for item in items:
                done += claims(item)
                bar.update(task, advance=1, claims=done)
                yield item

        yield counted


def many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def relative(path: Path) -> str:
    """`path` as a reader in this folder would name it."""
    near = os.path.relpath(path)
    return str(path.absolute()) if near.startswith("..") else near


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Rows of words: a table on a terminal, else a line each with tabs between."""
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(*head, box=None, pad_edge=False)
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    Console().print(shown)


def fresh(path: Path, content: str | bytes) -> None:
    """Write a file that does not exist yet; one that does is a usage error and stays as it is."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise click.UsageError(f"{relative(path)} exists and is left as it is") from None
