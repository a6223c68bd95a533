"""What is said on standard error while a command works: talk, counts, a bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
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
def progress(total: int, shown: bool) -> Iterator[Callable[[Iterable[T]], Iterator[T]]]:
    """A bar on standard error while posts come in; nothing where it is no terminal."""
    if not shown or total < 2 or not sys.stderr.isatty():
        yield lambda items: iter(items)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield lambda items: iter(bar.track(items, total=total, description="posts"))


def many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def relative(path: Path) -> str:
    """`path` as a reader in this folder would name it."""
    near = os.path.relpath(path)
    return str(path.absolute()) if near.startswith("..") else near
