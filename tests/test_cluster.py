"""Checks on the workers of a scheduler: the same bytes as on one machine, whatever becomes of a worker."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

POSTS = 8
PATIENCE = 120  # seconds that a busy machine is given
POST = r"""# Post {k}

$$\sum_{{i=1}}^n i^{k} + (x + {k})^2 = x^2 + {d} x + {q} + \sum_{{j=1}}^n j^{k} \tag{{1}}$$

By (1), $\int_0^1 x^{k} dx = \frac{{1}}{{{n}}}$ and $(a + b)^2 = a^2 + b^2$.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for k in range(1, POSTS + 1):
        text = POST.format(k=k, d=2 * k, q=k * k, n=k + 1)
        (tmp_path / f"post{k}.md").write_text(text, encoding="utf-8")
    return tmp_path


def command(folder: Path, *options: str) -> subprocess.Popen[str]:
    names = [f"post{k}.md" for k in range(1, POSTS + 1)]
    arguments = [sys.executable, "-m", "mathpost", "check", "--output-format", "json", *options, *names]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(arguments, cwd=folder, text=True, **pipes)


def output(run: subprocess.Popen[str]) -> str:
    written, said = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1, said  # the last claim of every post is false
    return written


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler on loopback with its workers: its address, and the processes of the workers."""
    log = folder / "scheduler.log"
    silent: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    program = [sys.executable, "-m"]
    started = []
    with log.open("wb") as told:
        start = [*program, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
        started.append(subprocess.Popen([*start, "--no-dashboard"], stdout=told, stderr=told))
    try:
        address = _until(lambda: re.search(r"tcp://127\.0\.0\.1:\d+", log.read_text("utf-8")))[0]
        worker = [*program, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
        own = ["--no-dashboard", "--local-directory", str(folder / "workers")]
        started += [subprocess.Popen([*worker, *own], **silent) for _ in range(workers)]
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def _until(found: Callable[[], Any]) -> Any:
    """What `found` finds, as soon as it finds anything."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.1)
    raise TimeoutError


def test_workers_say_what_one_machine_says_and_their_verdicts_are_kept(folder: Path) -> None:
    alone = output(command(folder, "--no-cache"))
    with cluster(folder) as (address, _):
        assert output(command(folder, "--scheduler", address)) == alone
    again = command(folder, "--verbose", "--jobs", "1")
    written, said = again.communicate(timeout=PATIENCE)
    assert written == alone
    assert said.count("unchanged") == POSTS  # without any worker: the cache has come back


def test_a_worker_that_is_killed_loses_nothing(folder: Path) -> None:
    alone = output(command(folder, "--no-cache"))
    with cluster(folder) as (address, workers):
        run = command(folder, "--no-cache", "--scheduler", address)
        _until(lambda: _children(workers[0].pid))  # it has begun with a post
        os.kill(workers[0].pid, signal.SIGKILL)
        assert output(run) == alone


def _children(process: int) -> list[str]:
    tasks = Path(f"/proc/{process}/task")
    return [c for t in tasks.iterdir() for c in (t / "children").read_text("ascii").split()]


def test_an_address_without_a_scheduler_is_a_usage_error(folder: Path) -> None:
    for address in ("tcp://127.0.0.1:1", "nonsense://"):
        run = command(folder, "--no-cache", "--scheduler", address)
        _, said = run.communicate(timeout=PATIENCE)
        assert run.returncode == 2
        assert "scheduler" in said
        assert "Traceback" not in said
