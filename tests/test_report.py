"""The progress report: every figure can be counted again, and every status follows from the text."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from mathpost.cli import main
from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.writers.facts import Facts, facts
from mathpost.writers.phrases import ZH
from mathpost.writers.progress import task
from mathpost.writers.report import growth
from mathpost.writers.tasks import Task, todo_lines

RAW = """\
---
title: 熵
status: pending
---

## 记号 #

\\begin{equation}
a\\label{eq:a}
\\end{equation}
"""
ADDED = """
## 细节

**定理1（名）**：有 $x$。

\\begin{equation}b\\end{equation}

由 $\\eqref{eq:a}$ 和 $\\eqref{eq:a}$。
"""
LONG = "\n".join(["", *["说明"] * 300, ""])


def known(text: str, raw: str | None = RAW) -> Facts:
    result = examine(Source("a.md", text), Config(), False)
    return facts(result, raw, "a.md")


@pytest.mark.parametrize(
    ("added", "original", "percent"),
    [
        (539, 115, 469),
        (538, 116, 464),
        (1, 2, 50),
        (1, 200, 1),
        (0, 3, 0),
        (-1, 3, -33),
        (3, 0, None),
        (3, None, None),
    ],
)
def test_growth_is_rounded_to_whole_percent(added: int, original: int | None, percent: int | None) -> None:
    assert growth(added, original) == percent


def test_counts() -> None:
    post = known(RAW + ADDED)
    assert post.original_lines == len(RAW.splitlines())
    assert post.enhanced_lines == len((RAW + ADDED).splitlines())
    assert post.added_lines == len(ADDED.splitlines())
    assert (post.displays, post.inline, post.tagged_rows, post.automatic_rows) == (2, 3, 0, 2)
    assert post.statements == {"theorem": 1}
    assert [(s.title, s.displays, s.inline) for s in post.sections] == [("记号", 1, 0), ("细节", 1, 3)]
    assert post.title == "熵"
    assert post.chinese
    assert not known("some words of English, and more of them than 中\n").chinese


def test_a_display_that_stands_twice_is_counted_once_among_the_distinct() -> None:
    post = known("$$x = 1 \\tag{1}$$\n\n$$x=1 \\tag{2}$$\n")
    assert (post.displays, post.distinct_displays, post.tagged_rows) == (2, 1, 2)


def test_numbers_are_judged_as_they_are_printed() -> None:
    doubled = known("\\begin{equation}a\\end{equation}\n$$b \\tag{1}$$\n")
    assert (doubled.shown_twice, doubled.series, doubled.settled) == (1, False, False)
    sound = known("$$a \\tag{1}$$\n\n$$b \\tag{2}$$\n")
    assert (sound.shown_twice, sound.series, sound.settled) == (0, True, True)


@pytest.mark.parametrize(
    ("text", "status", "because"),
    [
        (RAW, "waiting", "not-grown"),
        (RAW + ADDED, "waiting", "short"),
        (RAW + ADDED + LONG, "finished", "grown"),
        (RAW + ADDED + LONG + "TODO: 添加推导\n", "waiting", "todo"),
        (RAW.replace("pending", "completed"), "finished", "declared"),
        (RAW.replace("pending", "completed") + "- **TODO**：补图\n", "waiting", "todo"),
        (RAW.replace("\\end{eq", "\\tag{1}\n\\end{eq"), "waiting", "not-grown"),
        (
            RAW.replace("\n\\end{eq", "\\end{eq").replace("\\end{eq", "\n\\tag{1}\n\\end{eq"),
            "waiting",
            "not-grown",
        ),
    ],
)
def test_the_status_follows_from_the_text(text: str, status: str, because: str) -> None:
    post = known(text)
    assert (post.status, post.because) == (status, because)


def test_a_todo_in_code_or_in_a_word_is_none() -> None:
    text = "```\nTODO: x\n```\n\nTODOs are many\n\n> TODO later\n"
    assert todo_lines(examine(Source("a.md", text), Config(), False).document) == [7]


def test_generated_lines_are_not_growth() -> None:
    generated = "<!-- enhance:begin notation -->\n| a | b |\n<!-- enhance:end notation -->\n"
    post = known(RAW + generated)
    assert (post.generated_lines, post.added_lines) == (3, 0)
    assert post.status == "waiting"


def test_what_to_do_next_is_a_fact_of_the_post() -> None:
    tasks = {task.kind: task for task in known(RAW + ADDED + "\nTODO: 补充\n").tasks}
    assert tasks["todo"].line == len((RAW + ADDED).splitlines()) + 2
    assert tasks["proof"].text == "theorem 1 名"
    assert (tasks["derive"].text, tasks["derive"].times) == ("1", 2)
    assert tasks["short"].times == 300 - len((RAW + ADDED + "\nTODO: 补充\n").splitlines())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\ndescription: What a limit of sums is.\n---\n\nSums.\n", "What a limit of sums is."),
        ("# T\n\n![x](y)\n\nWe show that $a. b$ has a limit. It is 0.\n", "We show that $a. b$ has a limit."),
        (
            "# T\n\n> 引文不算。\n\n本文给出熵的一个上界，并说明何时取等号。然后推广。\n",
            "本文给出熵的一个上界，并说明何时取等号。",
        ),
        ("See [this post](a.md) for what came before. More.\n", ""),
        ("A line that ends before its display $$x = 1$$ and goes on.\n", ""),
    ],
)
def test_a_post_is_about_what_its_author_says_first(text: str, said: str) -> None:
    assert known(text).about == said


def test_a_finished_post_has_tasks_where_something_is_wrong() -> None:
    assert not known(RAW + ADDED + LONG + "\\(x_1\\)").tasks[1:]
    (error,) = known(RAW + LONG + "$$\\frac{1}$$\n").tasks
    assert error.kind == "error"


# --- the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("blogs_raw/a.md", RAW),
        ("blogs_raw/b.md", RAW),
        ("blogs_enhanced/a.md", RAW + ADDED + LONG),
        ("blogs_enhanced/c.md", "words\n"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def report(*options: str) -> Result:
    return CliRunner().invoke(main, ["report", "--no-verify", "-q", *options])


def progress(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "reports" / "progress.json").read_text("utf-8"))  # type: ignore[no-any-return]


def test_the_report_compares_raw_and_enhanced_posts(folder: Path) -> None:
    assert report().exit_code == 0
    found = progress(folder)
    assert found["schema"] == "mathpost-progress/1"
    assert found["verified"] is False
    assert [(p["path"], p["status"]) for p in found["posts"]] == [
        ("a.md", "finished"),
        ("b.md", "waiting"),
        ("c.md", "waiting"),
    ]
    grown, alone = found["posts"][0], found["posts"][2]
    assert grown["added_lines"] == grown["enhanced_lines"] - grown["original_lines"]
    assert grown["growth_percent"] == growth(grown["added_lines"], grown["original_lines"])
    assert alone["original_lines"] is alone["growth_percent"] is None


def test_totals_are_sums_of_what_is_printed(folder: Path) -> None:
    report()
    found = progress(folder)
    for block, chosen in (
        ("finished", ["a.md"]),
        ("waiting", ["b.md", "c.md"]),
        ("all", ["a.md", "b.md", "c.md"]),
    ):
        posts = [p for p in found["posts"] if p["path"] in chosen]
        sums = found["totals"][block]
        assert sums["posts"] == len(posts)
        for field in (
            "enhanced_lines",
            "displays",
            "inline",
            "tagged_rows",
            "automatic_rows",
            "original_lines",
        ):
            assert sums[field] == sum(p[field] or 0 for p in posts), field
        assert sums["findings"] == {
            s: sum(p["findings"][s] for p in posts) for s in ("error", "warning", "info")
        }
        assert sums["growth_percent"] == growth(sums["added_lines"], sums["original_lines"])


def test_the_same_inputs_give_the_same_report(folder: Path) -> None:
    report()
    before = {path: path.read_bytes() for path in (folder / "reports").rglob("*.*")}
    report()
    assert {path: path.read_bytes() for path in (folder / "reports").rglob("*.*")} == before


def test_what_changed_since_the_last_report(folder: Path) -> None:
    report()
    (folder / "blogs_enhanced" / "b.md").write_text(RAW + ADDED + LONG, "utf-8")
    report()
    assert [entry["finished"] for entry in progress(folder)["history"]] == [1, 2]
    assert "| 已完成 | 1 | 2 | +1 |" in (folder / "reports" / "progress.md").read_text("utf-8")


def test_a_date_stands_in_it_only_when_it_was_given(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report()
    assert "日期" not in (folder / "reports" / "progress.md").read_text("utf-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1763424000")
    report()
    assert progress(folder)["date"] == "2025-11-18"
    report("--date", "2026-01-02")
    assert "日期：2026-01-02" in (folder / "reports" / "progress.md").read_text("utf-8")


def test_fail_under(folder: Path) -> None:
    assert report("--fail-under", "33").exit_code == 0
    assert report("--fail-under", "34").exit_code == 1


def test_the_language_is_that_of_the_posts_or_the_chosen_one(folder: Path) -> None:
    report()
    assert (folder / "reports" / "progress.md").read_text("utf-8").startswith("# 博客数学推导进度报告\n")
    (folder / "enhance.toml").write_text('language = "en"\n', "utf-8")
    report()
    assert (folder / "reports" / "progress.md").read_text("utf-8").startswith("# Progress of the posts\n")


def test_the_markdown_says_what_the_json_says(folder: Path) -> None:
    report()
    text = (folder / "reports" / "progress.md").read_text("utf-8")
    for post in progress(folder)["posts"]:
        assert f"`{post['path']}`" in text
        if post["status"] == "finished":
            assert f"{post['growth_percent']}%（增加 {post['added_lines']} 行）" in text
    assert "| 推导 | — | 未检查 |" in text


def test_a_title_of_a_post_stays_text(folder: Path) -> None:
    (folder / "blogs_raw" / "b.md").write_text(RAW.replace("熵", "'a | <script>b</script>'"), "utf-8")
    report()
    text = (folder / "reports" / "progress.md").read_text("utf-8")
    assert "<script" not in text
    assert "a \\| &lt;script>b" in text


def test_both_languages_have_the_same_sentences() -> None:
    from string import Formatter

    from mathpost.writers.phrases import EN, ZH

    assert EN.keys() == ZH.keys()
    for key in EN:
        fields = [
            {field for _, field, _, _ in Formatter().parse(phrases[key]) if field} for phrases in (EN, ZH)
        ]
        assert fields[0] == fields[1], key


@pytest.mark.shared
def test_the_post_of_the_first_report(shared: Path) -> None:
    """The figures that were counted by hand: 654 lines, 63 rows with a tag, 4 numbered by the page."""
    name = "听说attention与softmax更配哦.md"
    raw, text = (
        (shared / "corpus" / "kexue" / kind / name).read_bytes().decode() for kind in ("raw", "enhanced")
    )
    post = known(text, raw)
    assert (post.original_lines, post.enhanced_lines, post.added_lines) == (115, 654, 539)
    assert growth(post.added_lines, post.original_lines) == 469
    assert (post.tagged_rows, post.automatic_rows) == (63, 4)
    assert post.series is False
    assert post.shown_twice == 4


# --- the published schema, thresholds, the badge, the page of a job


def schema() -> dict[str, Any]:
    return json.loads((Path(__file__).parent.parent / "docs" / "progress.schema.json").read_text("utf-8"))  # type: ignore[no-any-return]


def test_the_json_is_what_the_published_schema_says(folder: Path) -> None:
    report()
    jsonschema.validate(progress(folder), schema())
    (folder / "blogs_enhanced" / "b.md").write_text(RAW + ADDED, "utf-8")
    report()
    found = progress(folder)
    jsonschema.validate(found, schema())
    assert found["history"][-1]["changed"][0]["path"] == "b.md"
    for harm in ({"schema": "else"}, {"totals": {}}, {"posts": [{}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**found, **harm}, schema())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ("finished=33", 0),
        ("finished=34", 1),
        ("errors=0", 0),
        ("finished=33,damaged=0 growth=100", 0),
        ("growth=100000", 1),
        ("nonsense=3", 2),
        ("finished=many", 2),
        ("claims-decided=60", 2),
        ("refuted=0", 2),
    ],
)
def test_what_a_report_must_reach(folder: Path, wish: str, code: int) -> None:
    assert report("--fail-under", wish).exit_code == code


def test_thresholds_of_claims(folder: Path) -> None:
    (folder / "blogs_enhanced" / "c.md").write_text("故 $1 + 1 = 3$，而且 $2 + 2 = 4$。\n", "utf-8")

    def missed(wish: str) -> str:
        done = CliRunner().invoke(main, ["report", "-q", "--no-cache", "--fail-under", wish])
        assert done.exit_code == (1 if done.stderr else 0)
        return done.stderr

    assert missed("refuted=0") == "refuted: 1, at most 0 wanted\n"
    assert missed("refuted=1,claims-decided=100") == ""
    badge = json.loads((folder / "reports" / "badge.json").read_text("utf-8"))
    assert badge["message"] == "100 % of 2 claims, 1 refuted"
    assert badge["message"] in (folder / "reports" / "badge.svg").read_text("utf-8")


def test_a_badge_of_claims_that_were_not_judged_says_so(folder: Path) -> None:
    report()
    assert "not checked" in (folder / "reports" / "badge.svg").read_text("utf-8")
    ET.fromstring((folder / "reports" / "badge.svg").read_text("utf-8"))


def test_a_job_on_github_gets_a_summary(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    report()
    text = (folder / "summary.md").read_text("utf-8")
    assert "共 3 篇文章" in text
    assert "| a.md |" in text


# --- what is missing, and what is assured


def kinds(text: str) -> dict[str, Task]:
    return {task.kind: task for task in known(text).tasks}


def test_what_is_missing_is_found_and_nothing_else() -> None:
    bare = kinds("## 一\n\n$$q = r$$\n\n$$u = v$$\n")
    assert (bare["bare"].line, bare["unexplained"].line) == (3, 5)
    assert (bare["symbols"].line, bare["symbols"].text) == (3, "r v")
    assert "example" in bare
    assert (
        not {"complexity", "comparison"} & bare.keys()
    )  # nothing is run in it, and no methods are spoken of
    methods = kinds("## 一\n\n" + "这个算法的模型，训练与推理的时间。" * 5 + "\n")
    assert {"complexity", "comparison"} <= methods.keys()
    full = kinds(
        "## 一\n\n设 $q, r, u, v$ 为实数：\n\n$$q = r$$\n\n复杂度是 $O(n)$，与前者相比：\n\n$$u = v$$\n\n如 $1 + 2 = 3$。\n"
    )
    assert full.keys() == {"short"}


def test_a_symbol_that_a_display_defines_is_introduced() -> None:
    assert kinds("令\n$$q := 2$$\n则\n$$q + 1 = 3$$\n").get("symbols") is None


def test_nothing_is_asked_of_what_the_program_wrote() -> None:
    authored = "## 一\n\n设 $q$ 为实数：\n\n$$q = 1$$\n"
    appended = "<!-- enhance:begin steps -->\n## 附录\n\n$$w = z$$\n\n$$u = v$$\n<!-- enhance:end steps -->\n"
    assert kinds(authored + "\n" + appended).keys() == kinds(authored).keys()
    assert {"bare", "symbols", "unexplained"} <= kinds(
        authored + "\n" + appended.splitlines()[1] + "\n\n$$w = z$$\n\n$$u = v$$\n"
    ).keys()


def test_key_results_are_the_equations_referred_to_most() -> None:
    text = "$$a = b \\tag{1}$$\n\n$$c = d \\tag{2}$$\n\n由式(2)和式(1)，式(2)又给出\n\n$$e = f \\tag{3}$$\n"
    (key,) = known(text).key_results
    assert (key.number, key.line, key.times, key.latex) == ("2", 3, 2, "c = d")


def test_a_status_that_the_front_matter_only_claims_is_said(folder: Path) -> None:
    (folder / "blogs_enhanced" / "c.md").write_text("---\nstatus: completed\n---\nTODO: x\n", "utf-8")
    report()
    text = (folder / "reports" / "progress.md").read_text("utf-8")
    assert "front matter 写的是“completed”，与正文不符" in text


def test_a_post_may_have_a_target_of_its_own(folder: Path) -> None:
    (folder / "blogs_enhanced" / "c.md").write_text(
        "---\nenhance:\n  target-lines: [10, 20]\n---\nwords\n", "utf-8"
    )
    report()
    (post,) = [post for post in progress(folder)["posts"] if post["path"] == "c.md"]
    assert post["target_lines"] == [10, 20]
    assert {"kind": "short", "line": 5, "text": "", "times": 5, "number": ""} in post["missing"]


def test_a_rule_that_is_switched_off_assures_nothing(folder: Path) -> None:
    report("--ignore", "L,undefined-reference")
    text = (folder / "reports" / "progress.md").read_text("utf-8")
    assert "| 公式语法 | — | 未检查 |" in text
    assert "条规则未启用）" in text


def test_a_rule_that_must_be_asked_for_assures_nothing_unasked(folder: Path) -> None:
    report()
    text = (folder / "reports" / "progress.md").read_text("utf-8")
    assert "| 公式周围的文字 | — | 未检查 |" in text
    assert "| 记号与风格 | 5 条规则（S 组） |" in text


SOUND = """\
# 平方

先看和的平方：

\\begin{equation}
(x + y)^2 = x^2 + 2xy + y^2 \\tag{1}
\\end{equation}

再看平方差：

\\begin{equation}
(x - y)(x + y) = x^2 - y^2 \\tag{2}
\\end{equation}

由式(1)与式(2)可得结论。

**定理 1** 平方和非负：$x^2 + y^2 \\ge 0$。

**证明** 两个平方都非负。
"""


def assured() -> dict[str, str]:
    assert CliRunner().invoke(main, ["report", "-q", "--jobs", "1"]).exit_code == 0
    rows = Path("reports/progress.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.count("|") == 4]
    return {name: result for name, _, result in cells}


@pytest.mark.parametrize(
    ("sound", "planted", "items"),
    [
        ("2xy + y^2", "2xy + y^{2", {"公式语法"}),
        ("x^2 - y^2", "x^2 - \\foo", {"公式语法"}),
        (
            "\\tag{2}",
            "\\tag{1}",
            {"编号", "编号与标签的写法", "引用"},
        ),  # so it does where 式(2) names no equation
        ("\\tag{2}", "\\tag{3}", {"编号", "编号与标签的写法", "引用"}),  # a run leaves a gap alone
        ("\\tag{2}", "\\tag{2}\\label{a}\\label{a}", {"编号与标签的写法"}),
        ("2xy", "3xy", {"推导"}),
        ("式(2)", "式(7)", {"引用"}),
        ("由式(1)与式(2)", "由 \\eqref{eq:none} ", {"引用"}),
        ("**证明** 两个平方都非负。", "", {"定理的证明"}),
    ],
)
def test_a_planted_defect_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: str, planted: str, items: set[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("blogs_enhanced").mkdir()
    Path("blogs_enhanced/a.md").write_text(SOUND, "utf-8")
    before = assured()
    Path("blogs_enhanced/a.md").write_text(SOUND.replace(sound, planted, 1), "utf-8")
    after = assured()
    assert items <= {name for name in before if after[name] != before[name]}


@pytest.mark.shared
def test_every_pair_is_counted_right(shared: Path) -> None:
    """Lines, tags and growth of the open pairs, counted here once more and by other means."""
    folder = shared / "corpus" / "kexue"
    for raw in sorted((folder / "raw").glob("*.md"))[::9]:
        enhanced = folder / "enhanced" / raw.name
        if not enhanced.exists():
            continue
        before, after = (path.read_bytes().decode().replace("\r\n", "\n") for path in (raw, enhanced))
        post = known(after, before)
        assert post.original_lines == before.count("\n") + (not before.endswith("\n"))
        assert post.enhanced_lines == after.count("\n") + (not after.endswith("\n"))
        assert post.added_lines == post.enhanced_lines - post.original_lines


def test_the_table_of_waiting_posts_says_what_is_lacking(folder: Path) -> None:
    report()
    text = (folder / "reports" / "progress.md").read_text("utf-8")
    table = text[text.index("### 待完成", text.index("统计总结")) :].split("\n\n")[1].splitlines()
    assert [cell.strip() for cell in table[0].strip("|").split("|")][1:4] == [
        "当前行数",
        "目标行数",
        "需要增加",
    ]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in table[2:]]
    waiting = [post for post in progress(folder)["posts"] if post["status"] == "waiting"]
    assert len(cells) == len(waiting) + 1
    for row, post in zip(cells, waiting, strict=False):
        lines = post["enhanced_lines"] - post["generated_lines"]
        assert row[1] == str(lines)
        assert row[3] == "-".join(str(max(0, aim - lines)) for aim in post["target_lines"])
    assert int(cells[-1][1]) == sum(int(row[1]) for row in cells[:-1])


def test_a_key_result_is_told_without_marks_of_alignment() -> None:
    text = "\\begin{align}\na &= b \\& c \\tag{1}\\\\\nd &= e \\tag{2}\n\\end{align}\n\n由式(1)与式(1)，再看式(1)。\n"
    (key,) = facts(examine(Source("a.md", text), Config(), False), None, "a.md").key_results
    assert key.latex == "a = b \\& c"


def test_a_long_post_without_a_raw_twin_is_finished() -> None:
    text = "---\nenhance:\n  target-lines: [3, 20]\n---\n甲\n\n乙\n"
    long = facts(examine(Source("a.md", text), Config(), False), None, "a.md")
    assert (long.status, long.because) == ("finished", "long")
    left = facts(examine(Source("a.md", text + "TODO 丙\n"), Config(), False), None, "a.md")
    assert (left.status, left.because) == ("waiting", "todo")


def test_an_open_step_is_named_with_what_it_follows_from() -> None:
    text = "$$a = 1 \\tag{1}$$\n\n$$b = 2 \\tag{2}$$\n\n由式(1)和式(2)得\n\n$$\\zeta(a, b) = \\operatorname{foo}(b) \\tag{3}$$\n"
    found = facts(examine(Source("a.md", text), Config(), True), text, "a.md").tasks
    (task,) = (task for task in found if task.kind == "follows")
    assert (task.number, task.text) == ("(3)", "(1), (2)")


def test_the_same_figures_are_one_row_of_the_history(folder: Path) -> None:
    report()
    once = progress(folder)["history"]
    post = next((folder / "blogs_enhanced").glob("*.md"))
    post.write_text(post.read_text("utf-8").replace("的", "之"), "utf-8")
    report()
    again = progress(folder)["history"]
    assert len(again) == len(once)


@pytest.mark.parametrize(
    ("matter", "status", "because"),
    [
        ("title: A\n", "finished", "complete"),
        ("title: A\ndraft: true\n", "waiting", "short"),
        ("title: A\nstatus: In progress\n", "waiting", "short"),
        ("title: A\nstatus: [Code samples]\n", "finished", "complete"),
        ("title: A\nstatus: pending\n", "waiting", "short"),
        ("title: A\nenhance:\n  target-lines: [10, 20]\n", "waiting", "short"),
    ],
)
def test_a_post_of_a_project_without_raw_posts_is_finished_unless_it_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, matter: str, status: str, because: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("posts").mkdir()
    Path("posts/a.md").write_text(f"---\n{matter}---\nWords.\n", "utf-8")
    for command in (["run", "posts"], ["report"]):
        assert CliRunner().invoke(main, [*command, "--no-verify"]).exit_code == 0
        (post,) = json.loads(Path("reports/progress.json").read_text("utf-8"))["posts"]
        assert (post["status"], post["because"], post["growth_percent"]) == (status, because, None)


def test_an_error_of_a_chinese_post_is_told_in_chinese() -> None:
    post = known(RAW + "\n公式 $\\undefinedcommand$ 与说明。\n")
    (error,) = (each for each in post.tasks if each.kind == "error")
    assert task(error, ZH) == f"第 {error.line} 行：L003 未定义的命令：\\undefinedcommand"


def test_a_result_that_was_verified_or_defined_is_not_to_be_derived() -> None:
    text = "---\nstatus: pending\n---\nLet $a = b$.\n\n$$(a+b)^2 = a^2 + 2ab + b^2 \\tag{1}$$\n\nBy (1), and again Eq. (1), and Eq. (1).\n"
    found = facts(examine(Source("a.md", text), Config(), True), text, "a.md")
    assert [key.number for key in found.key_results] == ["1"]
    assert not any(each.kind == "derive" for each in found.tasks)
