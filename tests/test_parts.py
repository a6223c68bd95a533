"""A part of a post, what changed since a revision, as much as there is time for: what is not judged is said to be so."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mathpost.cli import main

POST = """\
# 一

对实数 $x$ 有

$$(x+1)^2 = x^2+3x+1$$

# 二

对实数 $y$ 有

$$(y+1)^2 = y^2+2y+1$$
"""


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--jobs", "1", *arguments])


def verdicts(result: Result) -> list[Any]:
    (post,) = json.loads(result.stdout)["posts"]
    return [step["verdict"] for step in post["steps"] if step["role"] == "claim"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(POST, "utf-8")
    return tmp_path


def test_only_the_claims_of_the_lines_are_judged(folder: Path) -> None:
    result = check("--lines", "9-11", "--output-format", "json", "a.md")
    assert verdicts(result) == [None, "proved"]
    assert result.exit_code == 0
    assert "1 claim not judged" in result.stderr
    result = check("--lines", "5", "--output-format", "json", "a.md")
    assert verdicts(result) == ["refuted", None]
    assert result.exit_code == 1


@pytest.mark.parametrize("lines", ["0-3", "7-5", "x", "3-", "-"])
def test_lines_that_are_none_are_refused(folder: Path, lines: str) -> None:
    result = check("--lines", lines, "a.md")
    assert (result.exit_code, "not a range of lines" in result.stderr) == (
        (2, True) if lines != "3-" else (0, False)
    )


def test_lines_are_those_of_one_post(folder: Path) -> None:
    (folder / "b.md").write_text(POST, "utf-8")
    assert check("--lines", "1-2", "a.md", "b.md").exit_code == 2


def test_verdicts_of_a_part_are_not_taken_for_those_of_the_whole(folder: Path) -> None:
    check("--lines", "9-11", "--output-format", "json", "a.md")
    assert verdicts(check("--output-format", "json", "a.md")) == ["refuted", "proved"]
    assert verdicts(check("--lines", "9-11", "--output-format", "json", "a.md")) == [None, "proved"]


def test_claims_for_which_there_is_no_time_are_given_up_and_not_clean(folder: Path) -> None:
    result = check("--max-seconds", "0", "--output-format", "json", "a.md")
    assert verdicts(result) == ["unchecked", "unchecked"]
    assert result.exit_code == 1
    assert "2 claims given up for time" in result.stderr
    assert verdicts(check("--max-seconds", "600", "--output-format", "json", "a.md")) == ["refuted", "proved"]


def committed(folder: Path) -> None:
    for arguments in (
        ["init", "-q"],
        ["add", "a.md", "b.md"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "x"],
    ):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def test_only_what_changed_since_a_revision_is_judged(folder: Path) -> None:
    filler = "\n" + "这里没有公式。" * 400 + "\n\n"
    parts = [f"# {k}\n\n对实数 ${x}$ 有\n\n$$({x}+1)^2 = {x}^2+2{x}+1$$\n" for k, x in enumerate("xyzuvw")]
    (folder / "a.md").write_text(filler.join(parts), "utf-8")
    (folder / "b.md").write_text(POST, "utf-8")
    committed(folder)
    result = check("--changed-since", "HEAD", "a.md", "b.md")
    assert (result.exit_code, "0 of 2 posts changed" in result.stderr) == (0, True)
    parts[-1] = parts[-1].replace("2w", "3w")
    (folder / "a.md").write_text(filler.join(parts), "utf-8")
    result = check("--changed-since", "HEAD", "--no-cache", "--output-format", "json", "a.md", "b.md")
    found = verdicts(result)
    assert found[-1] == "refuted"
    assert found[0] is None
    assert found.count(None) >= 2
    assert "1 of 2 posts changed" in result.stderr
    assert f"{found.count(None)} claims not judged" in result.stderr
    assert result.exit_code == 1


def test_a_revision_that_is_none_is_refused(folder: Path) -> None:
    (folder / "b.md").write_text(POST, "utf-8")
    committed(folder)
    for revision in ("nowhere", "--output=x", "HEAD~7"):
        result = check("--changed-since", revision, "a.md")
        assert result.exit_code == 2
        assert "Traceback" not in result.output
