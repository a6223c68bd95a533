"""The repository's own posts: what is committed is what a run writes, and a run changes nothing in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mathpost.cli import main
from mathpost.writers import enhanced

ROOT = Path(__file__).parent.parent
FOLDERS = ("blogs_raw", "blogs_enhanced", "reports")


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for name in FOLDERS
        for path in sorted((folder / name).rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["run", *arguments])


def went_on(path: Path) -> bool:
    """Whether the author went on writing in this output: then it is the text itself, and not made from the raw post."""
    stamp = enhanced.unstamped(path.read_bytes().decode())[1]
    return stamp is not None and stamp.edited


def test_the_committed_posts_and_reports_are_what_a_run_writes(copy: Path) -> None:
    committed = files(ROOT)
    assert [name for name in committed if name.startswith("blogs_enhanced/")]
    for path in (copy / "blogs_enhanced").rglob("*.md"):
        if not went_on(path):
            path.unlink()
    done = run("blogs_raw")
    assert done.exit_code == 0, done.output
    assert files(copy) == committed
    again = run("blogs_raw")
    assert "0 written" not in again.stderr
    assert "unchanged" in again.stderr
    assert files(copy) == committed


def test_the_committed_posts_as_input_come_back_byte_for_byte(copy: Path) -> None:
    assert run("--no-verify", "--output-dir", "out", "--report-dir", "rep", "blogs_enhanced").exit_code == 0
    for path in sorted((copy / "blogs_enhanced").rglob("*.md")):
        assert (copy / "out" / path.relative_to(copy / "blogs_enhanced")).read_bytes() == path.read_bytes()


def test_without_its_stamp_a_committed_post_is_a_fixed_point(copy: Path) -> None:
    for path in sorted((copy / "blogs_enhanced").rglob("*.md")):
        text = enhanced.unstamped(path.read_bytes().decode())[0]
        path.write_bytes(text.encode())
        assert run("--no-verify", "--in-place", str(path)).exit_code == 0
        assert path.read_bytes().decode() == text
