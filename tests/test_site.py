"""Macros of a site are known in every post below their file."""

from __future__ import annotations

from pathlib import Path

from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.source import Source


def codes(post: Path, config: Config = Config()) -> list[str]:  # noqa: B008 - frozen
    return [
        d.code for d in examine(Source(str(post), "$\\family{x} \\in \\Rset$\n"), config, False).diagnostics
    ]


def test_a_file_above_the_post_is_found(tmp_path: Path) -> None:
    post = tmp_path / "a" / "b" / "post.md"
    assert codes(post) == ["L003", "L003"]
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "macros.txt").write_text(
        "# sets\n\\Rset:{\\mathbb{R}}\n\\newcommand{\\family}[1]{#1}\n", "utf-8"
    )
    post = tmp_path / "a" / "c" / "post.md"
    assert codes(post) == []


def test_a_file_may_be_named_in_the_settings(tmp_path: Path) -> None:
    (tmp_path / "site.tex").write_text("\\family:{\\{#1\\}}\n\\Rset:{\\mathbb{R}}\n", "utf-8")
    assert codes(tmp_path / "post.md", Config(macros=tmp_path / "site.tex")) == []
