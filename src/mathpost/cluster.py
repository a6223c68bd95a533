"""Posts checked on more than one machine, by the workers of a Dask scheduler.

A worker takes a few posts at a time and checks them in separate processes, as a run on one machine does. It needs the
same program, and the same files under the same paths. Its results come back with its answers and are cached here, so
that no two machines write to one cache.
"""

from __future__ import annotations

import logging
import pickle
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from mathpost import program
from mathpost.inputs import Post
from mathpost.inspection import Inspected, Order, inspected, lost, recalled
from mathpost.pipeline import apart
from mathpost.store import Store, store

SECONDS = 20  # for the scheduler to answer
MANY = 32  # posts that a worker takes at once
TURNS = 4  # as often does each worker come back for more, at least
_NAME = "python -m mathpost.cluster"


class ClusterError(Exception):
    """The scheduler cannot be used; the message says why."""


class Task(NamedTuple):
    """A few posts, and the folder that their paths are relative to."""

    order: Order
    posts: Sequence[Post]
    folder: str


class Done(NamedTuple):
    """The answers of a task, the data to cache for the next run, and the program version that made them."""

    answers: Sequence[Inspected]
    kept: dict[str, str]
    program: str


def each(address: str, order: Order, posts: Sequence[Post]) -> Iterator[Inspected]:
    """The results of each of `posts`, in order, from the workers of the scheduler at `address`.

    Cached answers are not computed again. If a worker dies, its posts go to another one.

    Raises:
        ClusterError: there is no such scheduler, it has no workers, or one of them is another program.
    """
    before = {post: known for post in posts if (known := recalled(order, post)) is not None}
    new = [post for post in posts if post not in before]
    answers = _asked(address, order, new) if new else iter(())
    for post in posts:
        yield before[post] if post in before else next(answers)


def _asked(address: str, order: Order, posts: Sequence[Post]) -> Iterator[Inspected]:
    client = _client(address)
    try:
        tasks = _tasks(order, posts, sum(client.nthreads().values()))
        for task, future in zip(tasks, client.map(done, tasks, pure=False), strict=True):
            yield from _answers(task, future)
    finally:
        client.close()


def _client(address: str) -> Any:
    """A connection to the scheduler."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            "--scheduler needs the extra `cluster`: run `pip install '.[cluster]'` in a checkout of mathpost"
        ) from None
    logging.getLogger("distributed").setLevel(logging.ERROR)
    connect: Any = Client
    try:
        place = urlsplit(address if "//" in address else f"//{address}")
        socket.create_connection((place.hostname or "", place.port or 0), SECONDS).close()
        client = connect(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no answer from a scheduler at {address}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        client.close()
        raise ClusterError(f"the scheduler at {address} has no workers") from None
    return client


def _tasks(order: Order, posts: Sequence[Post], workers: int) -> list[Task]:
    """`posts` in portions that are small enough to keep all workers busy to the end."""
    size = max(1, min(MANY, len(posts) // (TURNS * max(1, workers))))
    folder = str(Path.cwd())
    return [Task(order, posts[k : k + size], folder) for k in range(0, len(posts), size)]


def _answers(task: Task, future: Any) -> Sequence[Inspected]:
    """The answers of a task; their data is cached. A task that kills every worker is lost."""
    from distributed import KilledWorker

    try:
        found: Done = future.result()
    except KilledWorker:
        return [lost(task.order, post) for post in task.posts]
    except (OSError, subprocess.SubprocessError) as error:
        raise ClusterError(f"a worker cannot check {task.posts[0].path}: {error}") from None
    if found.program != program.digest():
        raise ClusterError("a worker runs another version of mathpost or of its libraries")
    folder = task.order.config.cache_dir
    if folder is not None:
        store(folder).keep(found.kept)
    return found.answers


def done(task: Task) -> Done:
    """A task done on a worker, in a separate process: threads of the worker get no signals and may not fork."""
    with TemporaryDirectory(prefix="enhance") as place:
        config, folder = task.order.config, Path(place) / "cache"
        order = task.order._replace(config=replace(config, cache_dir=config.cache_dir and folder))
        run = subprocess.run(
            [sys.executable, "-m", "mathpost.cluster"],
            input=pickle.dumps((order, task.posts)),
            capture_output=True,
            cwd=task.folder,
        )
        if run.returncode:
            raise OSError(run.stderr.decode(errors="replace").strip().rpartition("\n")[2] or _NAME)
        answers, found = pickle.loads(run.stdout)  # noqa: S301 - our own process wrote it
        kept = Store(folder)
        texts = kept.all()
        kept.close()
        return Done(answers, texts, found)


def main() -> None:
    """Check the posts given on stdin; called by `done`."""
    order, posts = pickle.load(sys.stdin.buffer)  # noqa: S301 - `done` wrote it
    answers = apart(partial(inspected, order), partial(lost, order), posts, 1, order.config.limits)
    sys.stdout.buffer.write(pickle.dumps(([*answers], program.digest())))


if __name__ == "__main__":
    main()
