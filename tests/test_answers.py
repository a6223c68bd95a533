"""A check of posts that have not changed says again what it said, and looks only at those that have."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mathpost import inspection, site
from mathpost.cli import main
from mathpost.pipeline import examine

HOLDS = "设 $x$ 为实数，则\n\n$$(x+1)^2 = x^2+2x+1 \\tag{1}$$\n"
FAILS = "设 $x$ 为实数，则\n\n$$(x+1)^2 = x^2+3x+1 \\tag{1}$$\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "holds.md").write_text(HOLDS, "utf-8")
    (tmp_path / "fails.md").write_text(FAILS, "utf-8")
    return tmp_path


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The posts that were verified: what needs no verdicts is found before that."""
    seen: list[str] = []

    def counted(source, config, verify, *rest, **named):  # type: ignore[no-untyped-def]
        if verify:
            seen.append(Path(source.path).name)
        return examine(source, config, verify, *rest, **named)

    monkeypatch.setattr(inspection, "examine", counted)
    return seen


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--jobs", "1", *arguments, "holds.md", "fails.md"])


def said(result: Result) -> tuple[int, str, str]:
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("format_", ["full", "json", "github", "junit", "sarif"])
def test_an_unchanged_check_says_the_same_without_a_look(
    folder: Path, examined: list[str], format_: str
) -> None:
    first = check("--output-format", format_)
    assert first.exit_code == 1
    assert examined == ["holds.md", "fails.md"]
    assert said(check("--output-format", format_)) == said(first)
    assert examined == ["holds.md", "fails.md"]


def test_only_a_post_that_changed_is_looked_at(folder: Path, examined: list[str]) -> None:
    check()
    (folder / "fails.md").write_text(HOLDS, "utf-8")
    assert check().exit_code == 0
    assert examined == ["holds.md", "fails.md", "fails.md"]


def test_other_settings_are_another_check(folder: Path, examined: list[str]) -> None:
    assert check().exit_code == 1
    assert check("--exit-zero").exit_code == 0
    assert "D004" not in check("--ignore", "D").stdout
    assert len(examined) == 4


def test_a_file_that_a_link_leads_to_may_vanish(folder: Path, examined: list[str]) -> None:
    (folder / "other.txt.md").write_text("x\n", "utf-8")
    (folder / "holds.md").write_text(HOLDS + "\n由[另一篇](other.txt.md)的 (1) 得。\n", "utf-8")
    check()
    (folder / "other.txt.md").unlink()
    check()
    assert examined.count("holds.md") == 2


def test_the_macros_of_the_site_are_part_of_the_question(folder: Path, examined: list[str]) -> None:
    check()
    (folder / "macros.txt").write_text("\\R:\\mathbb{R}\n", "utf-8")
    site._nearest.cache_clear()  # as another process would see it
    check()
    assert len(examined) == 4


def test_verbose_names_the_posts_that_are_unchanged(folder: Path, examined: list[str]) -> None:
    assert "unchanged" not in check("-v").stderr
    (folder / "fails.md").write_text(HOLDS, "utf-8")
    lines = check("-v").stderr.splitlines()
    assert [line.endswith("unchanged") for line in lines[:2]] == [True, False]


def test_without_a_cache_everything_is_looked_at(folder: Path, examined: list[str]) -> None:
    check("--no-cache")
    check("--no-cache")
    assert len(examined) == 4
