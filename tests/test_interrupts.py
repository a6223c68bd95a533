"""Whoever ends the program finds every file whole, no worker alive, and the exit code that says so."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from mathpost.files import write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
POST = (
    "# 题\n\n设 $x$ 为实数，\n\n" + "$$(x+{k})^2 = x^2+2\\cdot {k} x+{k}^2$$\n\n由 (1) 得 $x = x$。\n\n" * 12
)


@pytest.fixture
def posts(tmp_path: Path) -> Path:
    for number in range(4):
        (tmp_path / f"{number}.md").write_text(POST.replace("{k}", str(number + 2)), "utf-8")
    return tmp_path


def begun(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "mathpost", *arguments, "0.md", "1.md", "2.md", "3.md"]
    return subprocess.Popen(
        command,
        cwd=folder,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hears_interrupts,
    )


def hears_interrupts() -> None:
    """A shell that starts a job in the background has it ignore interrupts, and so would the run."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def alive(session: int) -> list[str]:
    """The processes of a session that still run."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            said = place.read_text("utf-8", "replace")
        except OSError:
            continue
        fields = said.rsplit(")", 1)[1].split()
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(said)
    return found


def gone(session: int) -> bool:
    for _ in range(100):
        if not alive(session):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("whole_group", [True, False], ids=["terminal", "process"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_ended_says_so_and_leaves_no_worker(
    posts: Path, number: signal.Signals, code: int, whole_group: bool
) -> None:
    run = begun(posts, "run", "--no-cache")
    until = time.monotonic() + 30
    while len(alive(run.pid)) == 1 and time.monotonic() < until:
        pass  # without a pause: a worker is hit while it starts
    (os.killpg if whole_group and number == signal.SIGINT else os.kill)(run.pid, number)
    _, said = run.communicate(timeout=60)
    assert (run.returncode, b"Traceback" in said) == (code, False)
    assert gone(run.pid)


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_run_leaves_whole_files_and_no_worker(posts: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    run = begun(posts, "run", "--no-verify")
    time.sleep(chance.uniform(0.3, 1.5))
    run.kill()
    run.communicate(timeout=60)
    assert gone(run.pid)
    for place in posts.rglob("*"):
        if place.parent.name == ".enhance_cache":
            continue  # a database, its journals with it: whole, if it can be read again
        assert place.suffix in (".md", ".json", ".html", ".css", ".svg", "") or place.is_dir()
        if place.parent.name == "blogs_enhanced":
            assert place.read_text("utf-8").rstrip().endswith("-->")
    answers = posts / ".enhance_cache" / "answers.sqlite3"
    if answers.exists():
        with closing(sqlite3.connect(answers)) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    whole = begun(posts, "run", "--no-verify")
    whole.communicate(timeout=120)
    assert whole.returncode == 0


def test_who_reads_no_further_sees_no_traceback(posts: Path) -> None:
    check = begun(posts, "check", "--no-verify", "--output-format", "json")
    assert check.stdout is not None and check.stderr is not None
    check.stdout.close()
    said = check.stderr.read()
    assert b"Traceback" not in said
    check.wait(timeout=60)


def test_a_write_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.md"
    write(file, "old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space") as told:
        write(file, "new")
    assert told.value.filename == str(file)
    assert ([p.name for p in tmp_path.iterdir()], file.read_text()) == (["a.md"], "old")


def test_a_file_has_no_name_before_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr("os.fchmod", lambda *_: seen.append(sorted(tmp_path.iterdir())))
    write(tmp_path / "a.md", "text")
    assert seen == [[]]
    assert [p.name for p in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_the_program_loads_ends_it_without_a_traceback(number: int, code: int) -> None:
    loading = f"""
import os, sys
from mathpost.__main__ import main

class Signal:
    def find_spec(self, name, *_):
        if name == "mathpost.cli":
            os.kill(os.getpid(), {int(number)})

sys.meta_path.insert(0, Signal())
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", loading],
        capture_output=True,
        check=False,
        preexec_fn=hears_interrupts,
    )
    assert (done.returncode, done.stderr) == (code, b"")
