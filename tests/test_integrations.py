"""Hook, Action and watch as their users run them: pre-commit, a runner's shell, a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from mathpost.cli.watching import interrupts, rounds

ROOT = Path(__file__).parent.parent
BROKEN = "坏的公式 $x_{1$ 。\n"
ESCAPED = "集合 $\\\\{1, 2\\\\}$ 有两个元素。\n"


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a broken post, a clean one, and something else."""
    folder = tmp_path / "posts"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "broken.md").write_text(BROKEN, "utf-8")
    (folder / "clean.md").write_text("好的公式 $x_{1}$ 。\n", "utf-8")
    (folder / "other.txt").write_text(BROKEN, "utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "posts")
    return folder


def hook(repository: Path, name: str, *files: str) -> subprocess.CompletedProcess[str]:
    """`pre-commit try-repo`: this checkout, committed, is installed as a user's hook would be."""
    command = [
        sys.executable,
        "-m",
        "pre_commit",
        "try-repo",
        str(ROOT),
        name,
        "--verbose",
        "--files",
        *files,
    ]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run(command, cwd=repository, capture_output=True, text=True, env=environment)


@pytest.mark.oracle
def test_the_hooks_check_and_fix_the_posts_of_a_commit(repository: Path) -> None:
    done = hook(repository, "enhance-check", "broken.md", "clean.md", "other.txt")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "broken.md:1:9: L001" in done.stdout
    assert "other.txt" not in done.stdout
    assert hook(repository, "enhance-check", "clean.md").returncode == 0
    (repository / "escaped.md").write_text(ESCAPED, "utf-8")
    (repository / "enhance.toml").write_text(
        'flavour = "pandoc"\n', "utf-8"
    )  # an engine that keeps backslashes
    git(repository, "add", ".")
    fixed = hook(repository, "enhance-fix", "escaped.md")
    assert "files were modified by this hook" in fixed.stdout
    assert (repository / "escaped.md").read_text("utf-8") == ESCAPED.replace("\\\\", "\\")


# --- the Action


def action() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    return loaded


def expression(text: str, inputs: dict[str, str]) -> str:
    """An expression of a workflow with its value; every other one would be a mistake of ours."""
    values = {f"${{{{ inputs.{name} }}}}": value for name, value in inputs.items()}
    values["${{ github.action_path }}"] = str(ROOT)
    return values.get(text, text)


def steps(repository: Path, runner: Path, **given: str) -> list[subprocess.CompletedProcess[str]]:
    """Run the Action's steps one after the other as a runner does, until one fails."""
    inputs = {name: spec["default"] for name, spec in action()["inputs"].items()}
    inputs |= {name.replace("_", "-"): value for name, value in given.items()}
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    environment |= {"CI": "true", "GITHUB_ACTIONS": "true", "RUNNER_TEMP": str(runner)}
    environment |= {"GITHUB_WORKSPACE": str(repository), "GITHUB_STEP_SUMMARY": str(runner / "summary.md")}
    done = []
    for step in action()["runs"]["steps"]:
        if "uses" in step:
            continue  # the action of somebody else, which keeps the cache
        assert step["shell"] == "bash"
        if "if" in step:
            name = step["if"].removeprefix("inputs.").removesuffix(" != ''")
            if not inputs[name]:
                continue
        script = runner / "step.sh"
        script.write_text(step["run"], "utf-8")
        own = {key: expression(value, inputs) for key, value in step["env"].items()}
        assert not any("${{" in value for value in [*own.values(), step["run"]])
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        env = environment | own
        done.append(subprocess.run(command, cwd=repository, capture_output=True, text=True, env=env))
        if done[-1].returncode:
            break
    return done


@pytest.mark.oracle
def test_the_action_annotates_summarises_and_fails(repository: Path, tmp_path: Path) -> None:
    runner = tmp_path / "runner"
    runner.mkdir()
    failed = steps(repository, runner, sarif_file="found.sarif", arguments="--no-verify")
    assert [done.returncode for done in failed] == [0, 0, 1], failed[-1].stderr
    assert "::error file=broken.md,line=1,endLine=1,col=9" in failed[-1].stdout
    assert "| L001 | unclosed-brace | error | 1 |" in (runner / "summary.md").read_text("utf-8")
    assert '"version": "2.1.0"' in (repository / "found.sarif").read_text("utf-8")
    clean = steps(repository, runner, files="clean.md", arguments="--no-verify")
    assert [done.returncode for done in clean] == [0, 0], clean[-1].stderr


def test_the_action_lets_no_text_of_a_workflow_into_its_shell() -> None:
    for step in action()["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


# --- --watch


def test_watch_checks_again_what_changes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("$x$\n", "utf-8")
    (tmp_path / "b.md").write_text("$x$\n", "utf-8")
    command = [
        sys.executable,
        "-m",
        "mathpost",
        "check",
        "--watch",
        "--no-verify",
        "--output-format",
        "concise",
    ]
    out = tmp_path / "out.txt"
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    with out.open("w") as file:
        watching = subprocess.Popen([*command, "."], cwd=tmp_path, stdout=file, stderr=file, env=environment)
    try:
        until(out, "watching", 1)
        (tmp_path / "b.md").write_text(BROKEN, "utf-8")
        until(out, "watching", 2)
        assert "b.md:1:9: L001" in out.read_text("utf-8")
        (tmp_path / "c.md").write_text(BROKEN, "utf-8")
        until(out, "c.md:1:9: L001", 1)
        (tmp_path / "enhance.toml").write_text("nonsense = 1\n", "utf-8")
    finally:
        watching.send_signal(signal.SIGINT)
        code = watching.wait(10)
    assert code == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_only_reports_ends_the_watch() -> None:
    class Finalised:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    with interrupts() as ended:
        Finalised()
        assert ended()
        assert list(rounds(["."], None, ended)) == []


def until(file: Path, text: str, times: int) -> None:
    """Wait till `text` stands so often in `file`."""
    for _ in range(150):
        if file.read_text("utf-8").count(text) >= times:
            return
        time.sleep(0.1)
    raise AssertionError(file.read_text("utf-8"))


def test_watch_changes_nothing_and_reads_no_pipe(tmp_path: Path) -> None:
    for arguments in (["--fix", "."], ["-"]):
        command = [sys.executable, "-m", "mathpost", "check", "--watch", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 2


# --- the bar


def terminal(command: list[str], folder: Path) -> str:
    """What a terminal of 100 columns gets to see of a command."""
    import pty
    import struct
    from fcntl import ioctl
    from termios import TIOCSWINSZ

    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "TERM": "xterm"}
    done = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # the other end was closed
        pass
    done.wait(30)
    os.close(ours)
    return shown.decode()


def test_a_terminal_shows_posts_and_claims_done_and_a_pipe_nothing(tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("故 $1 + 1 = 2$。\n", "utf-8")
    command = [sys.executable, "-m", "mathpost", "check", "--jobs", "1", "."]
    shown = terminal(command, tmp_path)
    assert "2/2" in shown
    assert "posts, 2 claims" in shown
    done = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )
    assert done.stderr.count("\n") == 1
    assert "2/2" not in done.stderr
