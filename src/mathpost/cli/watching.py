"""`--watch`: yields the posts that changed, until Ctrl-C."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from mathpost.inputs import STDIN, Inputs, Post, expanded

State: TypeAlias = tuple[int, int] | None
_PAUSE = 0.4  # seconds between two polls: fast enough for a save, cheap for the disk


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Whether the user has interrupted.

    An interrupt that arrives where Python only reports it (a finaliser, a callback of the garbage collector) is kept.
    """
    came = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: came
    finally:
        signal.signal(signal.SIGINT, before)


def rounds(
    files: Sequence[str], settings: Path | None, ended: Callable[[], bool]
) -> Iterator[tuple[Inputs, frozenset[Post]]]:
    """The posts that `files` name and those of them that changed; first all, then after every change, until it `ended`.

    A change of the settings file changes every post.
    """
    seen: dict[Post, State] = {}
    known: State = None
    while not ended():
        inputs = expanded(files)
        states = {post: _state(post.path) for post in inputs.posts}
        now = None if settings is None else _state(str(settings))
        changed = frozenset(p for p in states if p not in seen or states[p] != seen[p] or now != known)
        if changed or states.keys() != seen.keys():
            yield inputs, changed
        seen, known = states, now
        time.sleep(_PAUSE)


def _state(path: str) -> State:
    """Modification time and size of a file; None if it does not exist."""
    if path == STDIN:
        return None
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
