"""Programs of others end with their time, with all that they started."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from mathpost.config import Config
from mathpost.deadline import OverTimeError, charge, deadline, left
from mathpost.inputs import Post
from mathpost.publication import Wish, published
from mathpost.publish import external, pandoc, paper
from mathpost.text.limits import Limits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no sessions")


def test_what_a_program_says_is_heard() -> None:
    ended = external.run(
        [sys.executable, "-c", "import sys; sys.exit(sys.stdin.read())"], seconds=30, text=b"no"
    )
    assert ended == (1, b"no\n")


def test_a_program_that_runs_for_ever_is_ended_with_its_children(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = (
        "import subprocess, sys, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(note)!r}).write_text(str(child.pid))\n"
        "while True: pass\n"
    )
    with pytest.raises(external.TooSlowError):
        external.run([sys.executable, "-c", code], seconds=1.5)
    child = int(note.read_text())
    for _ in range(100):
        if not _runs(child):
            return
        time.sleep(0.05)
    raise AssertionError("its child still runs")


def _runs(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False


def test_a_typesetter_that_never_ends_is_a_reason_and_no_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "xelatex"
    program.write_text("#!/bin/sh\nwhile :; do :; done\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(external.Allowance, "seconds", 1)
    made = paper.compiled(paper.engines(chinese=True)[0], "text", (), 0)
    assert made[:2] == (None, "took more than 1 seconds (`external` of the limits)")


def test_a_program_that_is_charged_ends_with_the_time_of_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external.Allowance, "left", left)
    monkeypatch.setattr(external.Allowance, "charge", charge)
    spin = [sys.executable, "-c", "while True: pass"]
    with pytest.raises(OverTimeError), deadline(1):
        external.run(spin, seconds=60, charged=True)
    short = [sys.executable, "-c", "import time\nwhile time.process_time() < 0.5: pass"]
    done = []
    with pytest.raises(OverTimeError), deadline(1.2):
        for _ in range(50):
            done.append(external.run(short, seconds=60, charged=True).code)
    assert len(done) < 4
    with deadline(1):
        external.run(short, seconds=60)
        external.run(short, seconds=60)
        external.run(short, seconds=60)


def test_an_export_for_which_pandoc_takes_too_long_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "pandoc"
    program.write_text("#!/bin/sh\nwhile :; do :; done\n")
    program.chmod(0o755)
    monkeypatch.setattr(pandoc, "_program", lambda: str(program))
    config = Config(limits=Limits(seconds=2))
    done = published(config, Wish("html"), Post("a.md", "a.md", b"# Title\n\n$x$\n"))
    assert (done.data, done.exit_code) == (None, 1)
    assert done.reasons == ("the output was not ready after 2 seconds of CPU time (`seconds` of the limits)",)
