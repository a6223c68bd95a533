"""A limit of processor time for the work on one post.

Where Python runs, the work is interrupted and what is known so far is kept. A library that does not return is not
interrupted: in a process of its own the system ends that process a little later, and the post counts as lost.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

try:
    import resource
except ImportError:  # Windows tells no processor time and has no such signals
    resource = None  # type: ignore[assignment]

_AGAIN = 1.0  # seconds until the next interrupt, where a finaliser swallowed the first
_GRACE = 10.0  # seconds more until the system ends the process


class OverTimeError(BaseException):
    """The time is used up; no `except Exception` on the way may take it for a fault of its own."""


class _Process:
    """Whether this process may be ended by the system without harm to another post."""

    disposable = False


def dispose() -> None:
    """Declare this process disposable: it works on posts for another one."""
    _Process.disposable = True


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """End the block with `OverTimeError` after `seconds` of processor time.

    No limit in a thread beside the main one, within another limit, and where the system has no such timer.
    """
    if resource is None or not _is_free():
        yield
        return
    before = signal.signal(signal.SIGPROF, _interrupt)
    limits = resource.getrlimit(resource.RLIMIT_CPU)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        if _Process.disposable:
            _end_after(seconds + _GRACE, limits)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if _Process.disposable:
            resource.setrlimit(resource.RLIMIT_CPU, limits)
        signal.signal(signal.SIGPROF, before)


def _is_free() -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getitimer(signal.ITIMER_PROF)[0] == 0


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise OverTimeError


def _end_after(seconds: float, limits: tuple[int, int]) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    last = int(used.ru_utime + used.ru_stime + seconds) + 1
    most = [limit for limit in (*limits, last) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_CPU, (min(most), limits[1]))
