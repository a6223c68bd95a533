"""A polite request to end: everything that was begun is put in order on the way out."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TerminatedError(BaseException):
    """Somebody asked the program to end; no `except Exception` on the way may take it for a fault."""


@contextmanager
def terminable() -> Iterator[None]:
    """Within the block, a request to end (SIGTERM) is an exception like the user's interrupt."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second request must not disturb the way out
    raise TerminatedError
