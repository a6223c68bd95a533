"""What a run adds to a post: what its readers gain from, the same at every run, gone where it is not wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from mathpost.cli import main
from mathpost.config import Config
from mathpost.document.document import authored
from mathpost.document.reader import read
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Reason, Unchecked
from mathpost.verify.repair.examples import Example
from mathpost.writers import additions, enhanced
from mathpost.writers.facts import facts
from mathpost.writers.folds import illuminates, worth_reading
from mathpost.writers.glossary import glossary
from mathpost.writers.grounds import grounds
from mathpost.writers.orders import orders

APPENDIX, STEPS = "<!-- enhance:begin appendix -->", "<!-- enhance:begin steps -->"
POST = """\
# 平方

设 $x$、$y$ 为实数，其中 $n$ 是样本的个数，$\\boldsymbol{W}$ 表示权重矩阵，记 $\\eta$ 为学习率。

\\begin{equation}
(x + y)^2 = x^2 + 2xy + y^2
\\end{equation}

\\begin{equation}
\\sum_{k=1}^{n} (a_k + c b_k) = \\sum_{k=1}^{n} a_k + c \\sum_{k=1}^{n} b_k
\\end{equation}
这里用了线性。

\\begin{equation}
1 - \\left(\\frac{x - y}{x + y}\\right)^2 = \\frac{4xy}{(x + y)^2}
\\end{equation}

朴素算法的时间复杂度是 $O(n^2)$，占用内存 $O(n)$；近似的误差是 $O(h)$。
"""
VERDICTS = "verdicts"


def result(text: str, **settings: Any) -> str:
    """`text` as a run leaves it, its numbers aside."""
    own = Source("a.md", additions.bare(text))
    return additions.renewed(examine(own, Config(**settings), True), "zh")


def rows(text: str) -> list[list[str]]:
    lines = text[text.index(APPENDIX) :].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def test_readers_get_the_notation_and_steps_where_an_equation_jumps() -> None:
    text = result(POST)
    assert ["$n$", "样本的个数", "整数"] in rows(text)
    assert ["$\\boldsymbol{W}$", "权重矩阵", "矩阵"] in rows(text)
    assert ["$\\eta$", "学习率", ""] in rows(text)
    assert not [row for row in rows(text) if row[0] in ("$x$", "$y$")]
    assert not [word for word in ("已证明", "未判定", "标准形", "复杂度 |") if word in text.replace(POST, "")]
    block = text[text.index(STEPS) :]
    assert text.index("\\frac{4xy}") < text.index(STEPS) < text.index("朴素算法")
    assert block.startswith(
        f"{STEPS}\n<details><summary>（3）的中间步骤</summary>\n\n$$\n\\begin{{aligned}}\n1 - "
    )


def test_a_display_without_a_number_has_its_steps_too() -> None:
    formula = "1 - \\left(\\frac{x - y}{x + y}\\right)^2 = \\frac{4xy}{(x + y)^2}"
    assert "<summary>上式的中间步骤</summary>" in result(f"# 平方\n\n$$\n{formula}\n$$\n")


SLOPE = "\\frac{d}{dx} g(x) = 3 x^2 \\sin x + x^3 \\cos x"


def test_a_function_with_two_meanings_is_not_unfolded() -> None:
    once = f"# 一\n\n设 $g(x) = x^3 \\sin x$。\n\n# 二\n\n于是\n\n$$\n{SLOPE}\n$$\n"
    twice = once.replace("于是", "设 $g(x) = x^3 \\sin x$。于是").replace(
        "设 $g(x) = x^3 \\sin x$。\n\n# 二", "设 $g(x) = x^2$。\n\n# 二"
    )
    mixed = once + "\n# 三\n\n设 $g(x) = e^x$。\n"
    assert STEPS in result(once)
    assert STEPS in result(twice)
    assert STEPS not in result(mixed)


def test_no_bracket_is_multiplied_out_and_put_together_again() -> None:
    lines = ["a", "b (m - c)^{2}", "b m^{2} - 2 b m c + b c^{2}", "d + b (m - c)^2"]
    assert worth_reading(lines, defined=True) == [lines[0], lines[1], lines[3]]


def test_verdicts_stand_in_the_post_where_they_are_asked_for() -> None:
    found = rows(result(POST, appendix=VERDICTS))
    assert ["(1)", "1", "已证明", "标准形"] in found
    assert ["平方", "时间", "$O(n^2)$"] in found
    assert ["平方", "空间", "$O(n)$"] in found
    assert not [row for row in found if "$O(h)$" in row]
    refuted = result(POST.replace("2xy", "3xy"), appendix=VERDICTS)
    assert ["(1)", "1", "被否定", "随机有限模型"] in rows(refuted)
    assert "被否定 1" in refuted


def test_it_is_a_fixed_point_and_leaves_the_author_alone() -> None:
    once = result(POST)
    assert additions.bare(once) == POST
    assert result(once) == once
    shorter = once.replace("记 $\\eta$ 为学习率", "如此")
    assert APPENDIX not in result(shorter)
    assert result(shorter).count(STEPS) == 1


def test_it_is_gone_where_it_is_not_wanted() -> None:
    once = result(POST)
    assert result(POST, appendix="none") == POST
    assert result(once, appendix="none") == POST
    own = "---\nenhance:\n  appendix: false\n---\n" + POST
    assert result(own) == own
    assert result("没有论断。\n") == "没有论断。\n"


@pytest.mark.parametrize("before", ["- ", "> ", "  ", "1. 甲\n   "])
def test_no_block_breaks_a_list_or_a_quote(before: str) -> None:
    display = "$$1 - \\left(\\frac{x - y}{x + y}\\right)^2 = \\frac{4xy}{(x + y)^2} \\tag{1}$$"
    assert STEPS in result(f"甲\n\n{display}\n\n乙\n")
    assert STEPS not in result(f"甲\n\n{before}{display}\n\n乙\n")


def test_only_steps_that_a_person_would_write_are_shown() -> None:
    def shown(*lines: str) -> bool:
        return bool(worth_reading(lines))

    assert shown("2 p (1 - p)", "2 p - 2 p^2", r"\frac{1}{2} - 2 (p - \frac{1}{2})^2")
    assert not shown(r"-c (a - b)", "c b - c a", r"c (b - a)")  # a sign between the sides
    assert not shown(
        "ℤ a / c + ℤ b", "(ℤ a + ℤ c b) / c", r"\frac{1}{c} (ℤ a + ℤ b c)"
    )  # sets are no numbers
    assert not shown("-(a - b)", "- a + b", "b - a")  # a sign moves
    assert not shown(
        r"\sum_i \frac{1}{2} (a_i)", r"\frac{\sum_i a_i}{2}", r"\frac{1}{2} \sum_i a_i c"
    )  # a factor
    assert not shown("x - t", "t y + x - t y - t", "t y + (x - t y) - t")  # in and out again
    assert not shown("a", r"\frac{\partial f}{\partial x} + b", "c")  # comes back
    assert not shown(r"\lim_{h \to 0} f(h) g(h)", "f(h) g(h)", r"\lim_{h \to 0} f(h) g(h) + a - a")
    assert not shown(r"\sum_{k=1}^n k", r"\frac{n^2 + n}{2}", r"\frac{n(n+1)}{2}")  # says nothing of the sum
    assert worth_reading(["u + v", "v + u", "u v w", "z"]) == ["u + v", "u v w", "z"]


def test_an_example_has_whole_numbers_and_shows_something() -> None:
    assert illuminates(Example(0, "n = 4", "10"))
    assert illuminates(Example(0, "m = 3, n = 4", "35"))
    assert not illuminates(Example(0, "T = 0.354", "2.5"))
    assert not illuminates(Example(0, "i = 1, j = 1", "5"))
    assert not illuminates(Example(0, "m = 4, n = 4", "218.4"))
    assert not illuminates(Example(0, "n = 4", "0"))


@pytest.mark.parametrize("end", ["", "\r\n", "\n\n\n"])
def test_the_ends_of_lines_are_those_of_the_post(end: str) -> None:
    post = POST.rstrip("\n") + end
    if end == "\r\n":
        post = POST.replace("\n", "\r\n")
    once = result(post)
    assert additions.bare(once).startswith(post)
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
    assert additions.bare(own.source.text) == POST


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
    Path("enhance.toml").write_text('number = "usual"\n', "utf-8")
    assert run("blogs_raw").exit_code == 0
    place = Path("blogs_enhanced/a.md")
    once = place.read_text("utf-8")
    assert once.count(APPENDIX) == once.count(STEPS) == 1
    assert once.index("\\tag{2}") < once.index(APPENDIX) < once.index("<!-- enhance:stamp")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.md")}
    run("blogs_raw")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.md")} == before
    place.write_text(once.replace("# 平方", "# 平方差"), "utf-8")
    run("blogs_raw")
    assert place.read_text("utf-8").count(STEPS) == 1
    run("--no-verify", "blogs_raw")
    assert APPENDIX in place.read_text("utf-8")


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
    stale = body.replace("**记号**", "没有判定")
    place.write_text(
        enhanced.stamped(stale, stamp.source, edited=stamp.edited, kept=stamp.kept, untagged=stamp.untagged),
        "utf-8",
    )
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
    assert told("其中 $d$ 是系数。") == told("其中 $d$ 表示在第 $t$ 个位置。") == []
    assert told("其中 $a$、$b$ 是两个常数。") == []
    assert told("其中 $a + b$ 是和。") == []
    assert told("其中 $f$ 是检测一个人脸的位置。") == told("$f_i$ 表示考虑到第 $i$ 个数。") == []
    assert told("设 $q$ 为询问次数．另一种做法是利用线性基．") == [("q", "询问次数")]
    assert told("其中 $S_n$ 是指长度为 $n$ 的排列的集合。") == [("S_n", "长度为 $n$ 的排列的集合")]
    assert told("设 $v$ 是 $T$ 的一个特征值。") == [("v", "$T$ 的一个特征值")]
    assert told("其中 $S$ 表示了状态的集合。") == [("S", "状态的集合")]
    assert told("设 $X$ 是代数闭域 $k$（例如复数域）上的曲线。") == told("假设 $h$ 为真的概率。") == []
    assert told("For example, if we let $A$ be the identity matrix, it is.") == []
    assert told("设 $I$ 是个区间。") == [("I", "区间")] and told("假设 $e$ 是代数数。") == []
    assert told("设 $k$ 是代数闭域（例如复数域）。") == [("k", "代数闭域")]
    assert told("where $T$ is the tree and $r$ is the root.") == told("let $E$ be a set of _edges, x.") == []
    assert told("where $n$ is the number of points in that\nbin.") == []
    assert told("let $L$ be the subspace of $V$ spanned.") == []
    assert told("where $e$ is a vector of zeros, with a $1$ at $i$.") == []
    assert told("其中 $e$ 是一个 $n$ 维向量，且各项的和为 $1$。") == []
    assert told("其中 $I$ 是指示函数。") == [("I", "指示函数")] and told("其中 $k$ 为个体的总数。") == [
        ("k", "个体的总数")
    ]
    assert told("其中 $E$ 表示的是总体的期望。") == [("E", "总体的期望")]
    assert told("下标 $k$ 表示参数属于 $k$ 空间。") == told("上标 $i$ 代表第 $i$ 个样本。") == []
    assert told("例如，假设 $l$ 是罕见的标签。") == []
    assert told("有的文章用 $x$ 表示一个列向量。") == told("1-$H$ 代表未命中率。") == []
    assert told("where $a$ is a constant and set to 0.01 here.") == []
    assert told("where $a$ is the weight in model 2.1 of them.") == [("a", "the weight in model 2.1 of them")]
    assert told("其中 $n_c$ 是特征 $x_i$ 为 $c$ 的样本数量，等等。") == [
        ("n_c", "特征 $x_i$ 为 $c$ 的样本数量")
    ]


def test_a_symbol_that_another_section_uses_is_not_told() -> None:
    def told(text: str) -> list[str]:
        return [e.latex for e in glossary(examine(Source("a.md", text), Config(), False))]

    setting = "## A\n\n其中 $n$ 是样本数。\n\n"
    assert told(setting + "## B\n\n于是 $n > 1$。") == ["n"]  # the first part is the setting
    assert told("## A\n\n由 $n > 1$。\n\n## B\n\n其中 $n$ 是面的法向量。") == []
    assert told("## A\n\n由 $x > 1$。\n\n## B\n\n其中 $n$ 是样本数。\n\n## C\n\n由 $n > 1$。") == []
    assert told("## A\n\n由 $x > 1$。\n\n## B\n\n其中 $n$ 是样本数，$n_i > 1$。\n\n## C\n\n由 $n_i$。") == [
        "n"
    ]
    assert told(setting + "设 $n \\in B$ 是任意的。") == []
    assert told(setting + "给定两个整数 $m$ 和 $n$，它们互素。") == []
    assert told(setting + "Given two numbers $m$ and $n$, add them.") == []
    assert told("## A\n\n其中 $j$ 表示键的位置。\n\n设第 $j$ 个键归入此。") == ["j"]
    assert told(setting + "模型的温度 $n$ 升高。") == told(setting + "切成 batch size $n$ 份。") == []
    assert told(setting + "其中 $a$ 是到达量，$n$ 是泄露或处理速率。") == []
    assert told(setting + "样本数 $n$ 很大。") == told(setting + "$n$ 是样本数。") == ["n"]
    assert told(setting + "取第 $n$ 个。") == told(setting + "$\\sum_{n=1}^m a_n$") == []
    assert told(setting + "权重是 $n^{[l]}$。") == [] and told(setting + "于是 $n^2 > 1$。") == ["n"]
    assert told("## A\n\n其中 $t$ 是时间。\n\n取 $\\sum_{t=1}^m a_t$。") == ["t"]
    assert told(setting + "给定 $n$ 个样本。") == told(setting + "已知样本的个数是 $n$。") == ["n"]


def test_an_index_in_brackets_stays_above_in_folded_steps() -> None:
    lines = worth_reading(
        [
            "\\sum_{i=1}^n (y^{(i)}(1 - z^{(i)}) - (1 - y^{(i)}) z^{(i)}) x_j^{(i)}",
            "\\sum_{i=1}^{n} (y^{()}_{i} x^{()}_{j, i} - z^{()}_{i} x^{()}_{j, i})",
            "\\sum_{i=1}^n (y^{(i)} - z^{(i)}) x_j^{(i)}",
        ]
    )
    assert lines[1] == "\\sum_{i=1}^{n} (y^{(i)} x_{j}^{(i)} - z^{(i)} x_{j}^{(i)})"


def test_the_kind_of_a_thing_is_that_of_its_head() -> None:
    text = "Let $D$ be a distribution on a finite set $X$. Let $S$ be a finite set."
    assert [e.kind for e in glossary(examine(Source("a.md", text), Config(), False))] == [
        "distribution",
        "set",
    ]


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


BEGIN, END = "<!-- enhance:begin steps -->", "<!-- enhance:end steps -->"


@pytest.mark.parametrize(
    "text",
    [
        f"```html\n{BEGIN}\nmine\n{END}\n```\n",
        f"`{BEGIN} mine {END}`\n",
        f"    {BEGIN}\n    mine\n    {END}\n",
        f"{BEGIN}\nmine\n",
        f"mine\n{END}\n",
    ],
    ids=["fence", "code", "indented", "no end", "no begin"],
)
def test_markers_that_an_author_shows_are_the_authors(text: str) -> None:
    assert additions.bare(text) == text


def test_what_stands_behind_a_begin_without_its_end_is_the_authors() -> None:
    text = f"{BEGIN}\nmine\n\n$$y = z$$\n\n{BEGIN}\nold\n{END}\n"
    assert additions.bare(text) == f"{BEGIN}\nmine\n\n$$y = z$$\n"
    shown = examine(Source("a.md", text), Config(), False).document
    assert [shown.source.slice(f.body) for f in authored(shown).formulas] == ["y = z"]
