"""A limit of processor time for the work on one post.

Python code is interrupted, and the results so far are kept: in the main thread by a system timer, in another thread (a
language server) by a watching thread. A library call that does not return is not interrupted; in a separate process the
system kills that process a little later, and the post counts as lost.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from types import FrameType
from typing import TypeVar

try:
    import resource
except ImportError:  # Windows tells no processor time and has no such signals
    resource = None  # type: ignore[assignment]

_LOOK = 0.1  # seconds between two looks at the clock of another thread, at least
_AGAIN = 1.0  # seconds until the next interrupt, where a finaliser swallowed the first
_SOON = 0.001  # seconds until an interrupt that is due
_GRACE = 10.0  # seconds more until the system ends the process


class OverTimeError(BaseException):
    """The time is used up; it is not an `Exception`, so that no handler takes it for an error of its own."""


T = TypeVar("T")


class _Process:
    """Whether the system may kill this process without harm to another post."""

    disposable = False


def dispose() -> None:
    """Mark this process as disposable: it works on posts for another process."""
    _Process.disposable = True


@contextmanager
def deadline(seconds: float, *, beside: bool = False) -> Iterator[None]:
    """End the block with `OverTimeError` after `seconds` of processor time, or when the time of a block around it is over.

    `beside`: the block has its own time; a block around it waits.
    """
    if resource is None or threading.current_thread() is not threading.main_thread():
        with _watched(seconds, beside=beside):
            yield
        return
    around, begun = signal.getitimer(signal.ITIMER_PROF)[0], time.process_time()
    if around and not beside:
        if around <= _SOON:
            raise OverTimeError
        seconds = min(seconds, around)
    before = signal.signal(signal.SIGPROF, _interrupt)
    limits = resource.getrlimit(resource.RLIMIT_CPU)
    signal.setitimer(signal.ITIMER_PROF, max(seconds, _SOON), _AGAIN)
    try:
        if _Process.disposable:
            _end_after(seconds + _GRACE, limits[1:] if around else limits)
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_PROF, 0)
        finally:  # an interrupt in the line before; the next one is a second away
            signal.setitimer(signal.ITIMER_PROF, 0)
            spent = time.process_time() - begun
            if _Process.disposable:
                _put_back(limits, spent if beside else 0.0)
            signal.signal(signal.SIGPROF, before)
            if around:
                signal.setitimer(signal.ITIMER_PROF, max(around - (0 if beside else spent), _SOON), _AGAIN)


def left() -> float | None:
    """The processor time that is left for this block; None without a limit, or in a thread beside the main one."""
    if resource is None or threading.current_thread() is not threading.main_thread():
        return None
    return signal.getitimer(signal.ITIMER_PROF)[0] or None


def charge(seconds: float) -> None:
    """Take the processor time that another program used for this block from what is left for it.

    Raises:
        OverTimeError: nothing is left.
    """
    rest = left()
    if rest is None:
        return
    if rest <= seconds:
        raise OverTimeError
    signal.setitimer(signal.ITIMER_PROF, rest - seconds, _AGAIN)


def within(seconds: float, work: Callable[[], T], otherwise: Callable[[], T], *, beside: bool = False) -> T:
    """The result of `work`, or of `otherwise` if `work` takes too long; `beside` as for a `deadline`."""
    try:
        with deadline(seconds, beside=beside):
            return work()
    except OverTimeError:
        return otherwise()


class _Watch:
    """When the blocks of a thread must end, the innermost last; `wake` tells the watcher that they changed."""

    def __init__(self) -> None:
        self.ends: list[float] = []
        self.wake = threading.Event()
        self.turn = threading.Lock()


class _Watched(threading.local):
    """The watch over this thread, if there is one."""

    now: _Watch | None = None


_here = _Watched()


@contextmanager
def _watched(seconds: float, *, beside: bool) -> Iterator[None]:
    """The same for a thread that receives no signals."""
    thread, watch = threading.get_ident(), _here.now or _Watch()
    clock, depth = _clock(thread), len(watch.ends)
    begun = clock()
    end = begun + seconds
    if depth and not beside:
        if watch.ends[-1] <= begun:
            raise OverTimeError
        end = min(end, watch.ends[-1])

    def leave() -> None:
        with watch.turn:
            _raise_in(thread, None)  # an exception that was not delivered yet is for nobody
            if beside and len(watch.ends) > depth:
                watch.ends[:depth] = [other + clock() - begun for other in watch.ends[:depth]]
            del watch.ends[depth:]
            _here.now = watch if depth else None
            watch.wake.set()

    watch.ends.append(end)
    watch.wake.set()
    if not depth:
        _here.now = watch
        threading.Thread(target=_look, args=(watch, thread, clock), daemon=True).start()
    try:
        yield
    finally:
        try:
            leave()
        finally:  # an interrupt in the line before; the next one is a second away
            leave()


def _look(watch: _Watch, thread: int, clock: Callable[[], float]) -> None:
    """Interrupt a thread whenever its innermost block must end, until it has none."""
    pause = 0.0
    while True:
        watch.wake.wait(pause)
        watch.wake.clear()
        with watch.turn:
            if not watch.ends:
                return
            pause = max(_LOOK, watch.ends[-1] - clock())
            if watch.ends[-1] <= clock():
                _raise_in(thread, ctypes.py_object(OverTimeError))
                pause = _AGAIN


def _clock(thread: int) -> Callable[[], float]:
    """The processor time of a thread; the wall clock if the system does not report it."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: object) -> None:
    """Raise `error` in `thread` at its next instruction; None cancels an error that was not raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise OverTimeError


def _end_after(seconds: float, limits: tuple[int, ...]) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    last = int(used.ru_utime + used.ru_stime + seconds) + 1
    most = [limit for limit in (*limits, last) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_CPU, (min(most), limits[-1]))


def _put_back(limits: tuple[int, int], longer: float) -> None:
    """The limits of the system before this block, `longer` by a time that does not count."""
    last, most = limits
    if last != resource.RLIM_INFINITY:
        last += ceil(longer)
        last = last if most == resource.RLIM_INFINITY else min(last, most)
    resource.setrlimit(resource.RLIMIT_CPU, (last, most))
