"""SIGINT and SIGTERM as exceptions, so that files and workers are cleaned up."""

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
    """Inside the block SIGTERM raises `TerminatedError`, and Ctrl-C `KeyboardInterrupt` unless it is ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT), signal.signal(signal.SIGTERM, _terminate)
    if before[0] is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGTERM, before[1])


def _terminate(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second signal must not interrupt the clean-up
    raise TerminatedError
