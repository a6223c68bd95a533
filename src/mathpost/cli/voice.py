"""Messages and progress on stderr, tables on stdout."""

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
    """How much is printed to stderr: 0 errors only, 1 a summary, 2 a line per post."""

    loudness: int

    def say(self, text: str, *, at: int = 1) -> None:
        if self.loudness >= at:
            click.echo(text, err=True)


@contextmanager
def progress(
    total: int, shown: bool, claims: Callable[[T], int]
) -> Iterator[Callable[[Iterable[T]], Iterator[T]]]:
    """A progress bar on stderr: posts and claims done, remaining time.

    It is shown only on a terminal. `claims` counts the claims of an answer.
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
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as bar:
        task = bar.add_task("", total=total, claims=0)

        def counted(items: Iterable[T]) -> Iterator[T]:
            done = 0
            for item in items:
                done += claims(item)
                bar.update(task, advance=1, claims=done)
                bar.stop()  # whoever takes the item may print
                yield item
                bar.start()

        yield counted


def many(count: int, noun: str, nouns: str = "") -> str:
    """`1 post`, `2 posts`; `nouns` is the plural if it is irregular."""
    return f"{count} {noun}" if count == 1 else f"{count} {nouns or noun + 's'}"


def relative(path: Path) -> str:
    """`path` relative to the working directory if it is below it, else absolute."""
    near = os.path.relpath(path)
    return str(path.absolute()) if near.startswith("..") else near


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows: a table on a terminal, tab-separated lines elsewhere."""
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
    """Create a file; an existing one is a usage error and is not changed."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise click.UsageError(f"{relative(path)} exists already and was not changed") from None
