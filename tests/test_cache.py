"""Verdicts are kept between runs, by post and program, and never get in the way."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mathpost import cache, pipeline, progression
from mathpost.config import Config
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict

VERDICTS: tuple[Verdict | None, ...] = (
    None,
    Proved("SymPy", "时间"),
    Agrees(8, "finite models", None),
    Refuted("x = 1", "1", "2", "finite models", "2x"),
    Unchecked("unread", "\\foo", Span(3, 7)),
)


def test_what_was_kept_is_found(tmp_path: Path) -> None:
    entry = cache.key("text", "mathjax")
    assert cache.found(tmp_path, entry) is None
    cache.keep(tmp_path, entry, VERDICTS)
    assert cache.found(tmp_path, entry) == VERDICTS


def test_a_verdict_that_hung_on_the_machine_is_not_kept(tmp_path: Path) -> None:
    entry = cache.key("text")
    cache.keep(tmp_path, entry, (*VERDICTS, Unchecked("limit", "time")))
    assert cache.found(tmp_path, entry) is None
    cache.keep(tmp_path, entry, (*VERDICTS, Unchecked("limit", "size of the formula")))
    assert cache.found(tmp_path, entry) is not None


def test_another_text_or_setting_is_another_entry() -> None:
    keys = {cache.key("text", "mathjax"), cache.key("text", "katex"), cache.key("text ", "mathjax")}
    assert len(keys) == 3


@pytest.mark.parametrize("damage", ["", "[", '[["proved"]]', '[["guessed", "x"]]', "3"])
def test_a_damaged_entry_is_as_good_as_none(tmp_path: Path, damage: str) -> None:
    entry = cache.key("text")
    cache.keep(tmp_path, entry, VERDICTS)
    next(tmp_path.rglob("*.json")).write_text(damage, "utf-8")
    assert cache.found(tmp_path, entry) is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    cache.keep(tmp_path / "file", cache.key("text"), VERDICTS)


def test_a_post_is_judged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, config = Source("a.md", "$$(x+1)^2 = x^2+2x+1$$\n"), Config(cache_dir=tmp_path)
    first = pipeline.examine(source, config, True)
    assert [type(v) for v in first.verdicts] == [Proved]

    def refuse(*_: object) -> None:
        raise AssertionError("judged twice")

    monkeypatch.setattr(pipeline, "_court", refuse)
    assert pipeline.examine(source, config, True).verdicts == first.verdicts
    anew = pipeline.examine(source, replace(config, cache_dir=None), True)
    assert [d.code for d in anew.diagnostics] == ["X001"]


REPORTED = """\
# 题

设 $x$ 为实数，$$(x+1)^2 = x^2+2x+1 \\tag{1}$$

**定理 1** 由 (1) 得 $x + x = 3x$。

TODO: 续
"""


def test_a_report_says_again_what_it_said_of_the_same_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = tmp_path / "a.md"
    post.write_text(REPORTED, "utf-8")
    order = progression.Order(Config(cache_dir=tmp_path / "cache"), verify=True)
    pair = progression.Pair("a.md", None, str(post))
    first = progression.compared(order, pair)
    assert first.facts.rules
    assert first.facts.tasks
    monkeypatch.setattr(progression, "examine", None)
    assert progression.compared(order, pair) == first
    post.write_text(REPORTED + "\n", "utf-8")
    with pytest.raises(TypeError):
        progression.compared(order, pair)


@pytest.mark.parametrize("damage", ["{}", "[1, 2]", '[{"path": "a"}, ""]', "null"])
def test_a_damaged_record_is_as_good_as_none(tmp_path: Path, damage: str) -> None:
    post = tmp_path / "a.md"
    post.write_text(REPORTED, "utf-8")
    order = progression.Order(Config(cache_dir=tmp_path / "cache"), verify=False)
    pair = progression.Pair("a.md", None, str(post))
    first = progression.compared(order, pair)
    for kept in (tmp_path / "cache").rglob("*.json"):
        kept.write_text(damage, "utf-8")
    assert progression.compared(order, pair) == first


def test_a_page_of_somebody_else_in_the_cache_is_made_anew(tmp_path: Path) -> None:
    post = tmp_path / "a.md"
    post.write_text(REPORTED, "utf-8")
    order = progression.Order(Config(cache_dir=tmp_path / "cache"), verify=False)
    pair = progression.Pair("a.md", None, str(post))
    first = progression.compared(order, pair)
    kept = [place for place in (tmp_path / "cache").rglob("*.json") if "<html" in place.read_text("utf-8")]
    assert kept
    for place in kept:
        facts, page = json.loads(place.read_text("utf-8"))
        page = page.replace("<head>", "<head><script>alert(1)</script>")
        place.write_text(json.dumps([facts, page]), "utf-8")
    assert progression.compared(order, pair) == first


def test_a_cache_of_binary_noise_is_as_good_as_none(tmp_path: Path) -> None:
    entry = cache.key("text")
    cache.keep(tmp_path, entry, VERDICTS)
    for damage in (b"\xff\xfe\x00", b"[" * 100_000, b'[["proved", "x", "y", "z"]]'):
        next(tmp_path.rglob("*.json")).write_bytes(damage)
        assert cache.found(tmp_path, entry) is None
        if damage != b'[["proved", "x", "y", "z"]]':
            assert cache.told(tmp_path, entry) is None


def test_a_folder_of_the_cache_that_leads_elsewhere_is_left_alone(tmp_path: Path) -> None:
    entry = cache.key("text")
    outside, inside = tmp_path / "outside", tmp_path / "cache"
    outside.mkdir()
    inside.mkdir()
    (inside / entry[:2]).symlink_to(outside)
    cache.keep(inside, entry, VERDICTS)
    assert list(outside.iterdir()) == []
