"""External programs (TeX, pandoc): each in a session of its own, with limits set by the operating system.

Such a program always ends: when its time is up, or when the process that called it ends.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple

from mathpost.text.limits import NORMAL, WRITTEN_BY_OTHERS

try:
    import resource
except ImportError:  # Windows has no such limits: there the clock alone ends a program
    resource = None  # type: ignore[assignment]


def _endless() -> float | None:
    return None


def _free(_seconds: float) -> None:
    return


class Allowance:
    """The seconds for one post, all passes of a program together, and the megabytes of memory for each process.

    `left` is the processor time that is left for the post; `charge` takes what a program used from it.
    """

    seconds = NORMAL.external
    memory = NORMAL.memory
    left: ClassVar[Callable[[], float | None]] = _endless
    charge: ClassVar[Callable[[float], None]] = _free


class Ended(NamedTuple):
    """The exit code of a program, and its stderr."""

    code: int
    said: bytes


class TooSlowError(RuntimeError):
    """The program used up its time and was killed, with all processes that it had started."""


def run(
    command: Sequence[str],
    *,
    seconds: float,
    text: bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    charged: bool = False,
) -> Ended:
    """Run `command` on `text` in `folder`.

    `charged`: its processor time counts as that of this process, so that the limit of the block around holds for both.

    Raises:
        TooSlowError: it took more than `seconds`.
        OverTimeError: it used up what was left for the block.
        OSError: there is no such program.
    """
    most = min(seconds, (Allowance.left() if charged else None) or seconds)
    before = _of_children()
    process = subprocess.Popen(  # noqa: S603 - a program that we found, our own arguments, no shell
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
        preexec_fn=None if resource is None else lambda: _limit(most),
    )
    try:
        _, said = process.communicate(text, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise TooSlowError from None
    finally:
        _end(process)
    if charged:
        Allowance.charge(_of_children() - before)
    return Ended(process.returncode, said)


def _of_children() -> float:
    """The processor time of the programs that this process has started and that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def _limit(seconds: float) -> None:
    """Memory and sizes of files; processor time for the case that we cannot end the program ourselves."""
    memory = Allowance.memory * 2**20
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN_BY_OTHERS, WRITTEN_BY_OTHERS))
    resource.setrlimit(
        resource.RLIMIT_DATA, (memory, memory)
    )  # not RLIMIT_AS: pandoc reserves a terabyte and uses little
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program with all that it started."""
    if process.poll() is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
