"""What breaks down is one finding of one post; processes give the same answers in the same order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mathpost import pipeline, rules
from mathpost.config import Config
from mathpost.document.document import Document
from mathpost.document.numbering import Numbering
from mathpost.pipeline import each, examine, load
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Proved

POST = "$x_{1$ 和\n\n\\begin{equation}(a+b)^2 = a^2+2ab+b^2\\end{equation}\n"


def fail(*_: object, **__: object) -> None:
    raise ZeroDivisionError("planted")


def codes(text: str = POST, *, verify: bool = False) -> list[str]:
    return [d.code for d in examine(Source("a.md", text), Config(), verify).diagnostics]


def test_a_post_is_read_numbered_judged_and_checked() -> None:
    result = examine(Source("a.md", POST), Config(), True)
    assert result.numbering.planned == ((), ("1",))
    assert [type(v) for v in result.verdicts if v is not None] == [Proved]
    assert [d.code for d in result.diagnostics] == ["L001"]
    assert result.failed == ()


@pytest.mark.parametrize(
    ("stage", "place", "written"),
    [
        ("reading", "_read", False),
        ("numbering", "_plan", False),
        ("claims", "_steps", True),
        ("verification", "_judge", True),
    ],
)
def test_a_stage_that_breaks_down_is_one_finding(
    monkeypatch: pytest.MonkeyPatch, stage: str, place: str, written: bool
) -> None:
    monkeypatch.setattr(pipeline, place, fail)
    result = examine(Source("a.md", POST), Config(), True)
    (found,) = [d for d in result.diagnostics if d.code == "X001"]
    assert found.message == f"{stage} crashed: ZeroDivisionError: planted"
    assert (result.failed == ()) is written
    assert isinstance(result.numbering, Numbering)


def test_claims_are_looked_for_where_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = "$$\n\\begin{aligned}f(x) &= (x + 1)^2 - y_1 \\\\ &= (x + 1)^2 - y_1\\end{aligned}\n$$\n"

    looked: list[Document] = []
    steps = pipeline._steps
    monkeypatch.setattr(pipeline, "_steps", lambda document: (looked.append(document), steps(document))[1])
    result = examine(Source("a.md", twice), Config(), False)
    assert (result.verdicts, looked) == ((), [])
    assert (len(result.steps), len(result.steps), len(looked)) == (2, 2, 1)
    found = examine(Source("a.md", twice), Config(extend_select=("D002",)), False)
    assert ([d.code for d in found.diagnostics], len(looked)) == (["D002"], 2)


def test_a_rule_that_breaks_down_silences_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = next(rule for rule in rules.registry() if rule.CODE == "L002")
    monkeypatch.setattr(broken, "find", fail)
    assert codes() == ["X001", "L001"]


def test_settings_of_a_post_that_mean_nothing_are_a_finding() -> None:
    assert codes("---\nenhance:\n  targt: katex\n---\n") == ["X003"]


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"ok\nno \xff\n")
    loaded = load(str(tmp_path / "a.md"))
    assert loaded.refusal is not None
    assert loaded.refusal.message == "not UTF-8: byte 0xff in line 2"
    absent = load(str(tmp_path / "b.md")).refusal
    assert absent is not None
    assert absent.message == "No such file or directory"
    folder = load(str(tmp_path)).refusal
    assert folder is not None
    assert folder.code == "X002"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "utf-32-le", "gb18030"])
def test_another_encoding_is_named(encoding: str) -> None:
    refusal = load("a.md", "# 标题\n\nwords $x = y$ and more words\n".encode(encoding)).refusal
    assert refusal is not None
    family = {"gb18030": "GB 18030"}.get(encoding, encoding[:6].upper())
    assert refusal.message.startswith(f"not UTF-8, perhaps {family}: byte ")


# --- processes


def work(item: int) -> int:
    if item == 3:
        os._exit(1)
    return item * item


def lost(item: int) -> int:
    return -item


def test_a_process_that_dies_costs_one_item() -> None:
    assert list(each(work, lost, [1, 2, 3, 4, 5], 2)) == [1, 4, -3, 16, 25]


@pytest.mark.parametrize("jobs", [0, 1, 2, 8])
def test_answers_come_in_the_order_of_the_items(jobs: int) -> None:
    items = [1, 2, 4, 5, 6, 7]
    assert list(each(work, lost, items, jobs)) == [item * item for item in items]
    assert list(each(work, lost, [], jobs)) == []


def test_a_text_is_read_once_for_all_that_is_asked_of_it() -> None:
    document = examine(Source("a.md", POST), Config(), False).document
    assert examine(Source("a.md", POST), Config(), False).document is document
    assert examine(Source("a.md", POST + "\n"), Config(), False).document is not document
    assert examine(Source("b.md", POST), Config(), False).document.source.path == "b.md"
