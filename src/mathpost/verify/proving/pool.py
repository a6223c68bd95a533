"""Work in processes that may hang, crash or use too much memory without harm to the rest.

Every worker has a limit of memory from the system and a deadline in its own processor time, kept by the
parent: code in C cannot be interrupted, a process can be killed. An item whose worker dies is tried once
more, alone in its process; if that dies too, its result is `Killed`. Results come in the order of the items.

Where the system has no limits of memory (Windows; macOS ignores them) the deadline alone protects; where it
does not tell the processor time of another process, the deadline is three times as long on the wall clock.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

PAUSE = 0.05  # seconds between two looks at the clocks
CLOCK = 3  # wall seconds per second of processor time, where only the clock on the wall can be read
STARVED = 60  # wall seconds per second allowed, after which even a sleeper is late
CHUNK = 64  # items given to a worker at once
START = 60.0  # seconds before a worker's first item: an import on a busy machine


class Killed(NamedTuple):
    """Both workers that tried this item had to be given up: too slow, too large, or dead by themselves."""

    reason: Literal["time", "memory", "crash"]


class Failed(NamedTuple):
    """The function raised: the name of the exception and what it said."""

    error: str
    message: str


class Helpers(NamedTuple):
    """How many processes this one may keep busy at once, and what each may take for one item."""

    processes: int = 1
    seconds_cpu: float = 0.0
    memory_bytes: int = 0


class _Process:
    """The helpers of this process: none, unless its parent allows them."""

    helpers = Helpers()


def allow(helpers: Helpers) -> None:
    """Let this process use `helpers`, since the other processors are idle."""
    _Process.helpers = helpers


def helpers() -> Helpers:
    """The processes that may help this one. None where the state of this process would have to be copied to them."""
    return _Process.helpers if _start_method() == "fork" else Helpers()


def run(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    seconds_cpu: float,
    memory_bytes: int,
    workers: int = 1,
    leaves: bool = True,
) -> Iterator[Result | Killed | Failed]:
    """`function` of every item, each within `seconds_cpu` of processor time and `memory_bytes` of memory.

    `function`, items and results must be picklable, `function` by its name where processes are spawned. Workers may
    have workers of their own unless they are `leaves`.
    """
    crew = _Crew(function, items, seconds_cpu, memory_bytes, max(1, min(workers, len(items))), leaves)
    try:
        yield from crew.results()
    finally:
        crew.dismiss()


_ENDS = (signal.SIGINT, signal.SIGTERM)
_PR_SET_PDEATHSIG = 1  # as linux/prctl.h names the signal that a child gets when its parent ends

# --- the worker -------------------------------------------------------------------------------------------

# what a worker tells at any moment without being asked: the number of its item, and when it began by its own
# processor time and by the clock on the wall
NUMBER, CPU, WALL = range(3)
IDLE = -1.0


def _serve(function: Callable[[Any], Any], pipe: Connection, mark: Any, memory_bytes: int) -> None:
    """Answer the chunks of numbered items that arrive until the pipe closes."""
    _die_with_the_parent()
    _limit(memory_bytes)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            chunk = pipe.recv()
            answers: list[tuple[int, bytes]] = []
            said = time.monotonic()
            for number, item in chunk:
                mark[CPU], mark[WALL] = time.process_time(), time.monotonic()
                mark[NUMBER] = number
                answers.append((number, _answer(function, item)))
                mark[NUMBER] = IDLE
                if time.monotonic() - said > PAUSE:
                    pipe.send(answers)
                    answers, said = [], time.monotonic()
            pipe.send(answers)


def _answer(function: Callable[[Any], Any], item: Any) -> bytes:
    """The pickled result: what cannot be pickled fails here and alone."""
    try:
        return pickle.dumps(function(item))
    except MemoryError:
        return pickle.dumps(Killed("memory"))
    except Exception as error:
        return pickle.dumps(Failed(type(error).__name__, str(error)[:200]))


def _die_with_the_parent() -> None:
    """Ignore interrupts, which the parent handles, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


def _limit(memory_bytes: int) -> None:
    """Room for `memory_bytes` beyond what the process has at its start."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        limit = _address_space() + memory_bytes
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _address_space() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


# --- the supervisor ---------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, its messages, the numbers of the items it has not answered, and whether it has worked before."""

    process: Any
    pipe: Connection
    mark: Any
    owed: dict[int, None] = field(default_factory=dict)
    given: float = 0.0
    used: bool = False

    @property
    def current(self) -> int | None:
        number = int(self.mark[NUMBER])
        return number if number in self.owed else None


class _Crew(Generic[Item, Result]):
    """Workers for one sequence of items."""

    def __init__(
        self,
        function: Callable[[Item], Result],
        items: Sequence[Item],
        seconds_cpu: float,
        memory_bytes: int,
        size: int,
        leaves: bool,
    ) -> None:
        self.function = function
        self.items = items
        self.seconds = seconds_cpu
        self.memory = memory_bytes
        self.size = size
        self.leaves = leaves
        self.waiting = deque(range(len(items)))
        self.suspects: deque[int] = deque()  # killed once: to be tried alone
        self.tried: set[int] = set()
        self.done: dict[int, Any] = {}
        self.workers: list[_Worker] = []
        self.context: Any = multiprocessing.get_context(_start_method())

    def results(self) -> Iterator[Any]:
        for number in range(len(self.items)):
            while number not in self.done:
                self.step()
            yield self.done.pop(number)

    def step(self) -> None:
        """Hand out work, collect results, and kill workers that are late."""
        self.hand_out()
        ready = wait([w.pipe for w in self.workers], timeout=PAUSE)
        for worker in tuple(self.workers):
            if worker.pipe in ready:
                self.receive(worker)
            elif self.late(worker):
                self.lose(worker, "time")

    def hand_out(self) -> None:
        while len(self.workers) < self.size and (self.waiting or self.suspects):
            with _uninterrupted():
                self.workers.append(self.hire())
        for place, worker in enumerate(self.workers):
            if worker.owed or not (self.waiting or self.suspects):
                continue
            if worker.used and not self.waiting:  # a suspect gets a process of its own
                with _uninterrupted():
                    _end(worker)
                    self.workers[place] = worker = self.hire()
            self.give(worker, self.chunk())

    def chunk(self) -> list[int]:
        if self.waiting:
            share = max(1, len(self.waiting) // (4 * self.size))
            return [self.waiting.popleft() for _ in range(min(CHUNK, share))]
        return [self.suspects.popleft()]

    def hire(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        mark = self.context.RawArray("d", (IDLE, 0.0, 0.0))
        arguments = (self.function, theirs, mark, self.memory)
        process = self.context.Process(target=_serve, args=arguments, daemon=self.leaves)
        _flush()
        process.start()
        theirs.close()
        return _Worker(process, ours, mark)

    def give(self, worker: _Worker, chunk: list[int]) -> None:
        worker.owed = dict.fromkeys(chunk)
        worker.used, worker.given = True, time.monotonic()
        with contextlib.suppress(OSError):  # a dead worker is noticed when its answer is awaited
            worker.pipe.send([(number, self.items[number]) for number in chunk])

    def receive(self, worker: _Worker) -> None:
        try:
            answers = worker.pipe.recv()
        except (EOFError, OSError):
            self.lose(worker, "crash")
            return
        for number, pickled in answers:
            del worker.owed[number]
            result = pickle.loads(pickled)  # noqa: S301 - our own worker wrote it
            if isinstance(result, Killed):
                self.blame(number, result)
            else:
                self.done[number] = result

    def blame(self, number: int, verdict: Killed) -> None:
        """Try an item that killed its worker once more, alone; if that fails too, it is `Killed`."""
        if number in self.tried:
            self.done[number] = verdict
        else:
            self.tried.add(number)
            self.suspects.append(number)

    def late(self, worker: _Worker) -> bool:
        """Whether the present item, or the way to it, has taken too long."""
        if not worker.owed:
            return False
        if worker.current is None:
            return time.monotonic() - worker.given > START
        wall = time.monotonic() - float(worker.mark[WALL])
        used = _processor_seconds(worker.process.pid)
        if used is None:
            return wall > CLOCK * self.seconds
        return used - float(worker.mark[CPU]) > self.seconds or wall > STARVED * self.seconds

    def lose(self, worker: _Worker, why: Literal["time", "crash"]) -> None:
        """Kill a worker, retry its current item alone, and give the other items to other workers."""
        with _uninterrupted():
            self.workers.remove(worker)
            _end(worker)
        culprit = worker.current if worker.current is not None else next(iter(worker.owed), None)
        for number in reversed(tuple(worker.owed)):
            if number != culprit:
                self.waiting.appendleft(number)
        if culprit is not None:
            self.blame(culprit, Killed(why))

    def dismiss(self) -> None:
        with _uninterrupted():
            for worker in self.workers:
                _end(worker)
            self.workers.clear()


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Inside the block Ctrl-C and SIGTERM wait: every running worker is on the list, and a new one ignores signals
    in time.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()


def _start_method() -> str:
    """Fork where it is cheap and safe: on Linux, from a process with one thread; else start clean."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "spawn"


def _flush() -> None:
    """What is buffered for the terminal is written once, not once per process."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()


def _processor_seconds(pid: int) -> float | None:
    """Processor time of another process, or None where the system does not tell."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid(3) names the clock of a process
    except OSError:
        return None


def processors() -> int:
    """How many processors this process may use."""
    counted = getattr(os, "sched_getaffinity", None)
    return len(counted(0)) if counted else os.cpu_count() or 1
