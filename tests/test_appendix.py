"""What a run adds behind a post: facts of the author's part, the same at every run, gone where not wanted."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner, Result

from mathpost.cli import main
from mathpost.config import Config
from mathpost.document.document import authored
from mathpost.document.reader import read
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Reason, Unchecked
from mathpost.writers import appendix, enhanced
from mathpost.writers.facts import facts
from mathpost.writers.glossary import glossary
from mathpost.writers.grounds import grounds
from mathpost.writers.orders import orders

POST = """\
# 平方

设 $x$、$y$ 为实数，其中 $n$ 是样本的个数，$\\boldsymbol{W}$ 为权重矩阵。

\\begin{equation}
(x + y)^2 = x^2 + 2xy + y^2
\\end{equation}

\\begin{equation}
(x - y)(x + y) = x^2 - y^2
\\end{equation}

朴素算法的时间复杂度是 $O(n^2)$，占用内存 $O(n)$；近似的误差是 $O(h)$。
"""


def result(text: str, **settings: bool) -> str:
    return appendix.renewed(examine(Source("a.md", text), Config(**settings), True), "zh")  # type: ignore[arg-type]


def rows(text: str) -> list[list[str]]:
    lines = text[text.index(appendix.BEGIN) :].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def test_it_tells_verdicts_notation_examples_and_complexities() -> None:
    found = rows(result(POST))
    assert ["(1)", "1", "已证明", "标准形"] in found
    assert ["(2)", "1", "已证明", "标准形"] in found
    assert ["$n$", "", "样本的个数", ""] in found
    assert ["$\\boldsymbol{W}$", "向量或矩阵", "权重矩阵", ""] in found
    assert ["平方", "时间", "$O(n^2)$"] in found
    assert ["平方", "空间", "$O(n)$"] in found
    assert not [row for row in found if "$O(h)$" in row]
    assert not [row for row in found if row[0] in ("$x$", "$y$")]


def test_an_example_is_true() -> None:
    """The values that it prints are put into the equation here once more."""
    found = [row for row in rows(result(POST)) if row[0] == "(1)" and row[1].startswith("`")]
    assert len(found) == 1
    values = dict(part.split(" = ") for part in found[0][1].strip("`").split(", "))
    x, y = float(values["x"]), float(values["y"])
    assert float(found[0][2]) == pytest.approx((x + y) ** 2, rel=1e-3)


def test_a_refuted_claim_is_no_example_and_is_told() -> None:
    text = result(POST.replace("2xy", "3xy"))
    found = rows(text)
    assert ["(1)", "1", "被否定", "随机有限模型"] in found
    assert not [row for row in found if row[0] == "(1)" and row[1].startswith("`")]
    assert "被否定 1" in text


def test_it_is_a_fixed_point_and_leaves_the_author_alone() -> None:
    once = result(POST)
    assert once.startswith(POST)
    assert result(once) == once
    shorter = once.replace("\\begin{equation}\n(x - y)(x + y) = x^2 - y^2\n\\end{equation}\n\n", "")
    assert rows(result(shorter)) != rows(once)
    assert result(shorter).count(appendix.BEGIN) == 1


def test_it_is_gone_where_it_is_not_wanted() -> None:
    once = result(POST)
    assert result(POST, appendix=False) == POST
    assert result(once, appendix=False) == POST
    own = "---\nenhance:\n  appendix: false\n---\n" + POST
    assert result(own) == own
    assert result("没有论断。\n") == "没有论断。\n"


@pytest.mark.parametrize("end", ["", "\r\n", "\n\n\n"])
def test_the_ends_of_lines_are_those_of_the_post(end: str) -> None:
    post = POST.rstrip("\n") + end
    if end == "\r\n":
        post = POST.replace("\n", "\r\n")
    once = result(post)
    assert once.startswith(post)
    assert ("\r\n" in once) == ("\r\n" in post)
    assert "\n" not in once.replace("\r\n", "") or end != "\r\n"
    assert result(once) == once


def test_what_stands_in_it_is_no_formula_of_the_author() -> None:
    once = result(POST)
    before, after = (
        facts(examine(Source("a.md", text), Config(), False), POST, "a.md") for text in (POST, once)
    )
    assert (after.displays, after.inline, after.sections) == (before.displays, before.inline, before.sections)
    assert after.generated_lines == len(once.splitlines()) - len(POST.splitlines())
    assert after.added_lines == 0
    own = authored(read(Source("a.md", enhanced.stamped(once, "0"))))
    assert own.source.text == POST


def test_an_unclosed_fence_at_the_end_is_not_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(POST + "\n```\ncode", "utf-8")
    assert run("a.md").exit_code == 0
    once = Path("blogs_enhanced/a.md").read_bytes()
    run("--in-place", "blogs_enhanced/a.md")
    assert Path("blogs_enhanced/a.md").read_bytes() == once


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["run", "-q", *arguments])


def test_a_run_writes_it_and_a_second_one_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("blogs_raw").mkdir()
    Path("blogs_raw/a.md").write_text(POST, "utf-8")
    assert run("blogs_raw").exit_code == 0
    place = Path("blogs_enhanced/a.md")
    once = place.read_text("utf-8")
    assert once.count(appendix.BEGIN) == once.count(appendix.END) == 1
    assert once.index("\\tag{2}") < once.index(appendix.BEGIN) < once.index("<!-- enhance:stamp")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()}
    run("blogs_raw")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()} == before
    place.write_text(once.replace("# 平方", "# 平方差"), "utf-8")
    run("blogs_raw")
    assert ["平方差", "时间", "$O(n^2)$"] in rows(place.read_text("utf-8"))
    run("--no-verify", "blogs_raw")
    assert appendix.BEGIN in place.read_text("utf-8")


@pytest.mark.parametrize("touched", [False, True])
def test_a_stale_one_is_renewed_where_the_author_left_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, touched: bool
) -> None:
    """An older program wrote other words there; the stamp says that nobody touched the output since."""
    monkeypatch.chdir(tmp_path)
    Path("blogs_raw").mkdir()
    Path("blogs_raw/a.md").write_text(POST, "utf-8")
    run("blogs_raw")
    place = Path("blogs_enhanced/a.md")
    if touched:
        place.write_text(place.read_text("utf-8").replace("# 平方", "# 平方差"), "utf-8")
        run("blogs_raw")
    fresh = place.read_text("utf-8")
    body, stamp = enhanced.unstamped(fresh)
    assert stamp is not None
    assert stamp.edited == touched
    stale = body.replace("已证明", "没有判定")
    place.write_text(enhanced.stamped(stale, stamp.source, edited=stamp.edited), "utf-8")
    run("--no-verify", "blogs_raw")
    assert "没有判定" in place.read_text("utf-8")
    run("blogs_raw")
    assert place.read_text("utf-8") == fresh


def test_an_intact_output_without_one_gets_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("blogs_raw").mkdir()
    Path("blogs_raw/a.md").write_text(POST, "utf-8")
    run("--no-verify", "blogs_raw")
    once = Path("blogs_enhanced/a.md").read_bytes()
    run("blogs_raw")
    assert Path("blogs_enhanced/a.md").read_bytes() == once


def test_only_symbols_that_the_words_explain_are_told() -> None:
    def told(text: str) -> list[tuple[str, str]]:
        return [(e.latex, e.meaning) for e in glossary(examine(Source("a.md", text), Config(), False))]

    assert told("其中 $d$ 是维度，$h$ 为头数。") == [("d", "维度"), ("h", "头数")]
    assert told("where $d$ is the width, and so on.") == [("d", "the width")]
    assert told("$\\lambda$ 表示学习率。") == [("\\lambda", "学习率")]
    assert told("显然 $d$ 是偶数。") == []
    assert told("其中 $a$、$b$ 是两个常数。") == []
    assert told("其中 $a + b$ 是和。") == []


def test_an_order_is_a_complexity_where_the_words_say_so() -> None:
    def told(text: str) -> list[tuple[str, str]]:
        return [(o.kind, o.latex) for o in orders(read(Source("a.md", text)))]

    assert told("时间复杂度为 $\\mathcal{O}(n\\log n)$。") == [("time", "\\mathcal{O}(n\\log n)")]
    assert told("复杂度 $O(n)$，误差 $O(h)$。")[0] == ("", "O(n)")
    assert told("误差是 $O(h)$。") == []
    assert told("复杂度 $O(n) + O(m)$。") == []
    assert told("space complexity of $O(1)$") == [("space", "O(1)")]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_reason_has_its_words(language: str) -> None:
    for reason in get_args(Reason):
        assert grounds([Unchecked(reason, "x")], language) != reason


def test_grounds_are_told_once_in_the_language_of_the_post() -> None:
    verdicts = [
        Proved("normal form"),
        Agrees(8, "exact models"),
        Proved("normal form"),
        Unchecked("unread", "x"),
    ]
    assert grounds(verdicts, "zh") == "标准形、精确随机模型、记法未读懂"
    assert grounds(verdicts, "en") == "normal form, exact models, notation not read"
