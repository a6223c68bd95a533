"""A hang, a crash or a flood of memory costs its own item and no other."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import Any

import pytest

from mathpost.verify.proving.pool import Failed, Killed, run

LINUX = sys.platform == "linux"
MEMORY = 400 * 2**20


def square(item: int) -> int:
    return item * item


def hang_in_c() -> Any:
    return 7 ** (10**8)  # one call of the interpreter's own C code: no signal handler runs before it ends


def hang_in_python() -> Any:
    while True:
        pass


def flood() -> Any:
    return sum(len(block) for block in [bytearray(2**30) for _ in range(10**3)])


def abort() -> Any:
    os.abort()


def segfault() -> Any:
    os.kill(os.getpid(), signal.SIGSEGV)


def leave() -> Any:
    os._exit(3)


def exit_politely() -> Any:
    raise SystemExit(1)


def unpicklable() -> Any:
    return threading.Lock()


def complain() -> Any:
    raise ValueError("no")


def perform(item: int | str) -> Any:
    return square(item) if isinstance(item, int) else globals()[item]()


def results(items: list[int | str], **limits: Any) -> list[Any]:
    limits = {"seconds_cpu": 0.3, "memory_bytes": MEMORY, "workers": 2, **limits}
    return list(run(perform, items, **limits))


def test_results_come_in_the_order_of_the_items() -> None:
    assert results(list(range(500))) == [square(n) for n in range(500)]


def test_no_items_need_no_worker() -> None:
    assert results([]) == []


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("hang_in_c", "time"),
        ("hang_in_python", "time"),
        pytest.param("flood", "memory", marks=pytest.mark.skipif(not LINUX, reason="no limit of memory")),
        ("abort", "crash"),
        ("segfault", "crash"),
        ("leave", "crash"),
        ("exit_politely", "crash"),
    ],
)
def test_a_fatal_item_is_killed_and_the_rest_answered(fault: str, reason: str) -> None:
    items: list[int | str] = [*range(100), fault, *range(100, 200)]
    expected = [square(n) for n in range(200)]
    found = results(items)
    assert found[100] == Killed(reason)  # type: ignore[arg-type]
    assert found[:100] + found[101:] == expected


def test_many_faults_among_many_items() -> None:
    faults = {70: "hang_in_python", 400: "abort", 401: "abort", 777: "leave", 1500: "segfault"}
    items: list[int | str] = [faults.get(n, n) for n in range(2000)]
    found = results(items)
    assert [n for n, result in enumerate(found) if isinstance(result, Killed)] == sorted(faults)
    assert all(found[n] == square(n) for n in range(2000) if n not in faults)


@pytest.mark.parametrize(("fault", "error"), [("complain", "ValueError"), ("unpicklable", "TypeError")])
def test_an_exception_is_a_result(fault: str, error: str) -> None:
    found = results([1, fault, 2])
    assert found[0::2] == [1, 4]
    assert isinstance(found[1], Failed)
    assert found[1].error == error


def test_a_worker_that_waits_is_not_late() -> None:
    assert list(run(time.sleep, [0.5], seconds_cpu=0.2, memory_bytes=MEMORY, workers=1)) == [None]


def test_an_innocent_item_is_tried_again(tmp_path: Any) -> None:
    """Killed once by bad luck, answered when it is tried alone."""
    assert list(run(unlucky, [str(tmp_path / "tried")], seconds_cpu=1, memory_bytes=MEMORY)) == ["second"]


def unlucky(path: str) -> str:
    if not os.path.exists(path):  # noqa: PTH110
        open(path, "w").close()  # noqa: PTH123
        os.abort()
    return "second"


def test_stopping_early_leaves_no_process() -> None:
    answers = run(perform, list(range(10_000)), seconds_cpu=1, memory_bytes=MEMORY, workers=2)
    assert next(answers) == 0
    answers.close()  # type: ignore[attr-defined]
    assert not [p for p in _children() if p.name.startswith("Process-") and p.is_alive()]


def _children() -> list[Any]:
    import multiprocessing

    return multiprocessing.active_children()


def test_spawned_workers_serve_a_process_with_threads() -> None:
    """Where a fork would copy the locks of other threads the workers start clean."""
    gate = threading.Event()
    thread = threading.Thread(target=gate.wait)
    thread.start()
    try:
        assert results([3, "abort", 4], workers=1, seconds_cpu=2) == [9, Killed("crash"), 16]
    finally:
        gate.set()
        thread.join()


def test_many_small_items_are_answered_in_their_order() -> None:
    assert results(list(range(20_000)), workers=1) == [n * n for n in range(20_000)]
