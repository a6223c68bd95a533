"""SIGTERM as an exception, so that files and workers are cleaned up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TerminatedError(BaseException):
    """The process received SIGTERM; not an `Exception`, so that no handler swallows it."""


@contextmanager
def terminable() -> Iterator[None]:
    """Inside the block SIGTERM raises `TerminatedError`, as Ctrl-C raises `KeyboardInterrupt`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second signal must not interrupt the clean-up
    raise TerminatedError
