"""Verdicts are kept between runs, by post and program, and never get in the way."""

from __future__ import annotations

import multiprocessing
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mathpost import cache, pipeline, progression, store
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


def damaged(folder: Path, content: str | bytes) -> None:
    """Write `content` in the place of every text that is kept in `folder`."""
    with closing(sqlite3.connect(folder / store.FILE)) as file, file:
        file.execute("UPDATE kept SET content = ?", (content,))


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
    damaged(tmp_path, damage)
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

    monkeypatch.setattr(pipeline, "_judged", refuse)
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
    damaged(tmp_path / "cache", damage)
    assert progression.compared(order, pair) == first


def test_a_page_of_somebody_else_in_the_cache_is_made_anew(tmp_path: Path) -> None:
    post = tmp_path / "a.md"
    post.write_text(REPORTED, "utf-8")
    order = progression.Order(Config(cache_dir=tmp_path / "cache"), verify=False)
    pair = progression.Pair("a.md", None, str(post))
    first = progression.compared(order, pair)
    with closing(sqlite3.connect(tmp_path / "cache" / store.FILE)) as file, file:
        changed = file.execute(
            "UPDATE kept SET content = replace(content, '<head>', '<head><script>alert(1)</script>')"
        )
        assert changed.rowcount > 0
    assert progression.compared(order, pair) == first


def test_a_cache_of_binary_noise_is_as_good_as_none(tmp_path: Path) -> None:
    entry = cache.key("text")
    cache.keep(tmp_path, entry, VERDICTS)
    for damage in ("[" * 100_000, '[["proved", "x", "y", "z"]]', b"\xff\xfe\x00"):
        damaged(tmp_path, damage)
        assert cache.found(tmp_path, entry) is None


def test_a_file_that_is_no_database_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / store.FILE).write_bytes(b"no database at all, but long enough to be taken for one" * 50)
    entry = cache.key("text")
    assert cache.found(tmp_path, entry) is None
    cache.keep(tmp_path, entry, VERDICTS)
    assert cache.found(tmp_path, entry) == VERDICTS


def test_a_cache_that_leads_elsewhere_is_left_alone(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "cache"
    outside.mkdir()
    inside.symlink_to(outside)
    cache.keep(inside, cache.key("text"), VERDICTS)
    assert list(outside.iterdir()) == []


def test_a_store_does_not_grow_beyond_its_bound(tmp_path: Path) -> None:
    kept = store.Store(tmp_path, most=200_000)
    for number in range(100):
        kept.keep({f"text {number}": "x" * 10_000})
    names = [f"text {number}" for number in range(100)]
    found = kept.found(names)
    assert 5 <= len(found) <= 20
    assert set(found) == set(names[-len(found) :])


def _written(folder: Path, number: int) -> None:
    for k in range(50):
        store.store(folder).keep({f"{number} {k}": "x" * 100})


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_written, args=(tmp_path, number)) for number in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    names = [f"{number} {k}" for number in range(3) for k in range(50)]
    assert set(store.Store(tmp_path).found(names)) == set(names)
