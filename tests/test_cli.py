"""The command line as a user meets it: what is written, what is said where, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mathpost.cli import main
from mathpost.cli.commands import check
from mathpost.cli.voice import Voice
from mathpost.config import Config
from mathpost.inputs import Post
from mathpost.inspection import Inspected, Order, inspected
from mathpost.writers import enhanced

POST = """\
# 标题

设 $x$ 为实数：
\\begin{equation}
a = b
\\end{equation}
由(1)得
\\begin{equation}c = d\\end{equation}
"""
NUMBERED = POST.replace("b\n\\end", "b\n\\tag{1}\n\\end").replace("d\\end", "d \\tag{2}\\end")
SETTINGS = """\
number = "usual"
output-dir = "site/blogs_enhanced"
report-dir = "site/reports"
cache-dir = "site/.enhance_cache"
"""
BROKEN = "坏的公式 $x_{1$ 。\n"
ESCAPED = "集合 $\\\\{1, 2\\\\}$ 有两个元素，$\\\\{3\\\\}$ 有一个。\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site whose project asks for a series of tags."""
    site = tmp_path / "site"
    raw = site / "blogs_raw"
    raw.mkdir(parents=True)
    (raw / "a.md").write_text(POST, "utf-8")
    (tmp_path / "enhance.toml").write_text(SETTINGS, "utf-8")
    monkeypatch.chdir(site)
    return site


def enhance(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, [*arguments], input=stdin)


def run(*arguments: str) -> Result:
    return enhance("run", "--no-verify", *arguments)


def body(path: Path) -> str:
    text, stamp = enhanced.unstamped(path.read_bytes().decode())
    assert stamp is not None
    assert stamp.is_of(text)
    return text


# --- run


def test_a_run_numbers_a_post_and_writes_a_report(folder: Path) -> None:
    done = run("blogs_raw/a.md")
    assert done.exit_code == 0, done.output
    assert done.stdout == ""
    assert "1 post: 1 written" in done.stderr
    assert body(folder / "blogs_enhanced" / "a.md") == NUMBERED
    assert (folder / "reports" / "progress.md").is_file()
    assert (folder / "blogs_raw" / "a.md").read_text("utf-8") == POST


def test_run_is_meant_where_no_command_is_named(folder: Path) -> None:
    assert enhance("--no-verify", "blogs_raw/a.md").exit_code == 0
    assert (folder / "blogs_enhanced" / "a.md").is_file()


def test_a_second_run_changes_no_byte(folder: Path) -> None:
    run("blogs_raw")
    before = written(folder)
    done = run("blogs_raw")
    assert "1 unchanged" in done.stderr
    assert written(folder) == before


def written(folder: Path) -> dict[Path, bytes]:
    """What stands in a folder, the memory of what was found out aside."""
    return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file() and ".enhance_cache" not in p.parts}


def test_a_stamped_output_given_as_input_comes_back_byte_for_byte(folder: Path) -> None:
    run("blogs_raw")
    output = folder / "blogs_enhanced" / "a.md"
    before = output.read_bytes()
    assert run("--output-dir", "again", "blogs_enhanced/a.md").exit_code == 0
    assert (folder / "again" / "a.md").read_bytes() == before
    assert run("blogs_enhanced/a.md").exit_code == 0
    assert output.read_bytes() == before


def test_an_output_edited_by_hand_is_the_text_that_is_worked_on(folder: Path) -> None:
    run("blogs_raw")
    output = folder / "blogs_enhanced" / "a.md"
    more = "\n\\begin{equation}e = f\\end{equation}\n"
    text = output.read_text("utf-8")
    stamp = text.index("<!-- enhance:stamp")
    output.write_text(text[:stamp] + more + text[stamp:], "utf-8")
    assert run("blogs_raw").exit_code == 0
    assert body(output) == NUMBERED + more.replace("f\\end", "f \\tag{3}\\end")
    progress = json.loads((folder / "reports" / "progress.json").read_text("utf-8"))
    assert progress["posts"][0]["original_lines"] == len(POST.splitlines())
    # and once more: the stamp now is of the edited text, which still is not overwritten from the raw post
    assert run("blogs_raw").exit_code == 0
    assert more.split(" = ")[0] in body(output)


def test_where_both_texts_changed_nothing_is_written_without_force(folder: Path) -> None:
    run("blogs_raw")
    output, raw = folder / "blogs_enhanced" / "a.md", folder / "blogs_raw" / "a.md"
    edited = output.read_text("utf-8").replace("设", "若")
    output.write_text(edited, "utf-8")
    raw.write_text(POST + "\n后记\n", "utf-8")
    done = run("blogs_raw")
    assert done.exit_code == 3
    assert "edited by hand" in done.stderr
    assert output.read_text("utf-8") == edited
    assert run("--force", "blogs_raw").exit_code == 0
    assert body(output) == NUMBERED + "\n后记\n"


def test_hand_edits_are_remembered_when_the_raw_post_changes_later(folder: Path) -> None:
    run("blogs_raw")
    output, raw = folder / "blogs_enhanced" / "a.md", folder / "blogs_raw" / "a.md"
    output.write_text(output.read_text("utf-8").replace("设", "若"), "utf-8")
    assert run("blogs_raw").exit_code == 0
    stamped = output.read_bytes()
    raw.write_text(POST + "\n后记\n", "utf-8")
    assert run("blogs_raw").exit_code == 3
    assert output.read_bytes() == stamped


def test_a_changed_raw_post_replaces_an_untouched_output(folder: Path) -> None:
    run("blogs_raw")
    (folder / "blogs_raw" / "a.md").write_text(POST + "\n后记\n", "utf-8")
    assert run("blogs_raw").exit_code == 0
    assert body(folder / "blogs_enhanced" / "a.md") == NUMBERED + "\n后记\n"


def test_a_file_that_enhance_did_not_write_is_not_overwritten(folder: Path) -> None:
    output = folder / "blogs_enhanced" / "a.md"
    output.parent.mkdir()
    output.write_text("my own\n", "utf-8")
    done = run("blogs_raw")
    assert done.exit_code == 3
    assert "was not written by enhance" in done.stderr
    assert output.read_text("utf-8") == "my own\n"


def test_outputs_keep_their_path_below_the_common_folder(folder: Path) -> None:
    (folder / "blogs_raw" / "sub").mkdir()
    (folder / "blogs_raw" / "sub" / "a.md").write_text(POST, "utf-8")
    assert run("blogs_raw/a.md", "blogs_raw/sub/a.md").exit_code == 0
    assert (folder / "blogs_enhanced" / "sub" / "a.md").is_file()


def test_colliding_outputs_are_refused_before_anything_is_written(folder: Path) -> None:
    (folder / "blogs_raw" / "a.markdown").write_text(POST, "utf-8")
    assert run("blogs_raw/a.md", "blogs_raw/a.markdown", "--to", "tex").exit_code == 2
    assert not (folder / "blogs_enhanced").exists()


def test_a_raw_post_is_not_its_own_output(folder: Path) -> None:
    done = run("--output-dir", "blogs_raw", "blogs_raw/a.md")
    assert done.exit_code == 2
    assert (folder / "blogs_raw" / "a.md").read_text("utf-8") == POST


def test_in_place_is_asked_for_and_leaves_no_stamp(folder: Path) -> None:
    assert run("--in-place", "blogs_raw/a.md").exit_code == 0
    assert (folder / "blogs_raw" / "a.md").read_text("utf-8") == NUMBERED
    assert not (folder / "blogs_enhanced").exists()


def test_a_diff_writes_nothing(folder: Path) -> None:
    done = run("--diff", "blogs_raw")
    assert "+\\tag{1}" in done.stdout
    assert "stamp" not in done.stdout
    assert sorted(p.name for p in folder.rglob("*")) == ["a.md", "blogs_raw"]


def test_standard_input_goes_to_standard_output(folder: Path) -> None:
    done = CliRunner().invoke(main, ["run", "--no-verify", "-"], input=POST.replace("\n", "\r\n").encode())
    assert done.exit_code == 0
    assert done.stdout_bytes == NUMBERED.replace("\n", "\r\n").encode()
    assert not (folder / "blogs_enhanced").exists()


def test_line_ends_and_marks_of_the_file_are_kept(folder: Path) -> None:
    raw = b"\xef\xbb\xbfa\r\n$$x$$\r\n```\r\ncode\n```\r\nno end"
    (folder / "blogs_raw" / "a.md").write_bytes(raw)
    run("blogs_raw")
    assert body(folder / "blogs_enhanced" / "a.md").rstrip("\r\n").encode() == raw


def test_a_folder_of_a_project_is_searched_without_its_outputs(folder: Path) -> None:
    run("blogs_raw")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "b.md").write_text(POST, "utf-8")
    done = run(".", "--output-dir", "blogs_enhanced")
    assert "1 post" in done.stderr


@pytest.mark.parametrize(
    ("file", "settings"),
    [
        ("_quarto.yml", "project:\n  type: website\n  output-dir: docs  # for GitHub\n"),
        ("_bookdown.yml", 'output_dir: "docs"\n'),
        ("hugo.toml", 'publishDir = "docs"\n'),
    ],
)
def test_the_folder_that_a_site_is_built_into_holds_no_posts(folder: Path, file: str, settings: str) -> None:
    for site in ("built", "loose"):
        (folder / site / "docs").mkdir(parents=True)
        (folder / site / "docs" / "b.md").write_text(BROKEN, "utf-8")
    (folder / "built" / file).write_text(settings, "utf-8")
    assert check_lines("--no-verify", "built") == []
    assert len(check_lines("--no-verify", "loose")) == 1


def test_a_vault_finds_a_file_by_its_name(folder: Path) -> None:
    for site in ("vault", "loose"):
        (folder / site / "tags").mkdir(parents=True)
        (folder / site / "a.md").write_text("See [all](b.md) and [none](c.md): $x$", "utf-8")
        (folder / site / "tags" / "b.md").write_text("$x$", "utf-8")
    (folder / "vault" / ".obsidian").mkdir()
    assert [line.rpartition("file ")[2][:4] for line in check_lines("--no-verify", "vault")] == ["c.md"]
    assert len(check_lines("--no-verify", "loose")) == 2


def test_a_folder_that_cannot_be_written_is_said_in_a_line(folder: Path) -> None:
    (folder / "out").write_text("a file", "utf-8")
    done = run("--output-dir", "out/below", "blogs_raw")
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert "out" in done.stderr


def test_one_unreadable_post_does_not_stop_the_others(folder: Path) -> None:
    (folder / "blogs_raw" / "b.md").write_bytes("中文".encode("gbk"))
    done = run("blogs_raw")
    assert done.exit_code == 1
    assert "not UTF-8" in done.stderr
    assert body(folder / "blogs_enhanced" / "a.md") == NUMBERED
    assert not (folder / "blogs_enhanced" / "b.md").exists()


def test_no_readable_post_at_all_is_a_usage_error(folder: Path) -> None:
    (folder / "blogs_raw" / "a.md").write_bytes(b"\xff")
    assert run("blogs_raw").exit_code == 2
    assert enhance("check", "blogs_raw").exit_code == 2
    assert run("nothing.md").exit_code == 2


def test_a_scraped_post_is_repaired_where_the_engine_is_known(folder: Path) -> None:
    (folder / "blogs_raw" / "a.md").write_text(ESCAPED, "utf-8")
    (folder / "enhance.toml").write_text('flavour = "pandoc"\n', "utf-8")  # an engine that keeps backslashes
    assert run("blogs_raw").exit_code == 0
    assert body(folder / "blogs_enhanced" / "a.md") == ESCAPED.replace("\\\\", "\\")


def test_a_target_without_labels_gets_anchors_and_is_settled_after_one_run(folder: Path) -> None:
    post = "\\begin{equation}\na = b \\label{eq:a}\n\\end{equation}\n由 $\\eqref{eq:a}$ 得\n"
    (folder / "blogs_raw" / "a.md").write_text(post, "utf-8")
    assert run("--target", "katex", "blogs_raw").exit_code == 0
    once = body(folder / "blogs_enhanced" / "a.md")
    assert "\\label" not in once
    assert "[(1)](#eq:a)" in once
    (folder / "again.md").write_text(once, "utf-8")
    assert run("--target", "katex", "--in-place", "again.md").exit_code == 0
    assert (folder / "again.md").read_text("utf-8") == once


# --- check


def test_check_says_where_and_what(folder: Path) -> None:
    (folder / "b.md").write_text(BROKEN, "utf-8")
    done = enhance("check", "--no-verify", "--output-format", "concise", "b.md")
    assert done.exit_code == 1
    place, _, rest = done.stdout.splitlines()[0].partition(": ")
    assert place == "b.md:1:9"
    assert rest.startswith("L001")
    assert "Found 1 error" in done.stderr


def test_a_warning_that_a_post_repeats_is_shown_once_with_the_lines_of_the_others(folder: Path) -> None:
    dots, costs, broken = "Let $x_1, ..., x_n$ be real.\n\n", "And $cost(x)$.\n\n", "And $x_{1$.\n\n"
    Path("dots.md").write_text(dots * 5 + costs * 2 + broken * 5, "utf-8")
    shown = enhance("check", "--no-verify", "dots.md").stdout
    assert shown.count("S002") == 1 and "= note: and in 4 more places: lines 3, 5, 7, 9\n" in shown
    assert shown.count("S001") == 2  # too few
    assert shown.count("L001") == 5  # each error is shown
    listed = enhance("check", "--no-verify", "--output-format", "concise", "dots.md").stdout
    assert listed.count("S002") == 5


def test_the_mark_stands_under_the_fault_in_a_line_of_wide_characters(folder: Path) -> None:
    from mathpost.writers.terminal import cells

    (folder / "b.md").write_text(BROKEN, "utf-8")
    lines = enhance("check", "--no-verify", "b.md").stdout.splitlines()
    source = next(line for line in lines if line.startswith("1 |"))
    mark = next(line for line in lines if "^" in line)
    assert cells(source[: source.index("{")]) == mark.index("^")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 1),
        (("--exit-zero",), 0),
        (("--ignore", "L"), 0),
        (("--select", "N"), 0),
        (("--select", "L001"), 1),
    ],
)
def test_what_counts_is_chosen(folder: Path, options: tuple[str, ...], code: int) -> None:
    (folder / "b.md").write_text(BROKEN, "utf-8")
    assert enhance("check", "--no-verify", "b.md", *options).exit_code == code


def test_fail_on_warning(folder: Path) -> None:
    (folder / "b.md").write_text("---\nenhance:\n  jobs: 3\n---\n$x$\n", "utf-8")
    assert enhance("check", "--no-verify", "b.md").exit_code == 0
    done = enhance("check", "--no-verify", "--fail-on", "warning", "b.md")
    assert done.exit_code == 1
    assert "X003" in done.stdout


def test_fixes_are_made_in_place_and_only_if_asked_for(folder: Path) -> None:
    post = folder / "b.md"
    post.write_text(ESCAPED, "utf-8")
    (folder / "enhance.toml").write_text('flavour = "pandoc"\n', "utf-8")  # an engine that keeps backslashes
    strict = ("check", "--no-verify", "--fail-on", "warning", "b.md")
    assert enhance(*strict).exit_code == 1
    diff = enhance("check", "--no-verify", "--diff", "b.md").stdout
    assert "-集合 $\\\\{1" in diff
    assert "+集合 $\\{1" in diff
    assert post.read_text("utf-8") == ESCAPED
    assert enhance(*strict, "--fix").exit_code == 0
    assert post.read_text("utf-8") == ESCAPED.replace("\\\\", "\\")


def test_statistics_count_by_rule(folder: Path) -> None:
    (folder / "b.md").write_text(BROKEN * 2, "utf-8")
    done = enhance("check", "--no-verify", "--statistics", "b.md")
    assert done.stdout.startswith("2  L001")


def test_statistics_name_what_stopped_claims_and_where_first(folder: Path) -> None:
    (folder / "b.md").write_text(
        "Both hold:\n\n$$a + a = 2a, \\qquad \\oddity{a} + a = a$$\n\n$$a + \\oddity{a} = a$$\n", "utf-8"
    )
    done = enhance("check", "--statistics", "b.md")
    lines = done.stdout.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("3 claims: 1 proved"))
    assert lines[at + 1].startswith("2  unchecked: not-mathematics")
    assert lines[at + 2].split() == ["2", "\\oddity", "is", "not", "known", "b.md:3:22"]
    assert "2 formulas, 3 claims: 1 proved" in done.stderr


def test_github_annotations_are_escaped_limited_and_worst_first(folder: Path) -> None:
    (folder / "b,c.md").write_text(BROKEN * 12, "utf-8")
    lines = enhance("check", "--no-verify", "--output-format", "github", "b,c.md").stdout.splitlines()
    assert lines[0].startswith("::error file=b%2Cc.md,line=1,endLine=1,col=9,")
    assert sum(line.startswith("::error") for line in lines) == 10
    assert "… and 2 more" in lines[10]


def test_a_job_summary_is_written_where_github_asks_for_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    (folder / "b.md").write_text(BROKEN, "utf-8")
    enhance("check", "--no-verify", "--output-format", "github", "b.md")
    assert "| L001 |" in (folder / "summary.md").read_text("utf-8")


def test_comments_silence_the_block_below_or_their_line(folder: Path) -> None:
    silenced = f"<!-- enhance: ignore L001 -->\n{BROKEN}\n{BROKEN}"
    (folder / "b.md").write_text(silenced, "utf-8")
    done = enhance("check", "--no-verify", "--output-format", "concise", "b.md")
    assert done.stdout.count("L001") == 1
    assert done.stdout.startswith("b.md:4:")
    (folder / "b.md").write_text(f"{BROKEN[:-1]} <!-- enhance: ignore unclosed-brace -->\n{BROKEN}", "utf-8")
    done = enhance("check", "--no-verify", "--output-format", "concise", "b.md")
    assert done.stdout.startswith("b.md:2:")


def test_a_comment_that_means_nothing_is_a_finding(folder: Path) -> None:
    (folder / "b.md").write_text("<!-- enhance: ignore L9999 -->\n\n$x$\n", "utf-8")
    assert "X004" in enhance("check", "--no-verify", "b.md").stdout


# --- usage


def test_an_unknown_key_of_the_settings_is_a_usage_error(folder: Path) -> None:
    (folder / "enhance.toml").write_text('targt = "katex"\n', "utf-8")
    done = enhance("check", "blogs_raw")
    assert done.exit_code == 2
    assert "unknown key `targt` (did you mean `target`?)" in done.stderr


def test_an_unknown_rule_is_a_usage_error(folder: Path) -> None:
    done = enhance("check", "--select", "L0001", "blogs_raw")
    assert done.exit_code == 2
    assert "L0001" in done.stderr


def test_a_mistyped_command_is_recognised(folder: Path) -> None:
    done = enhance("chek", "blogs_raw")
    assert done.exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [["check"], ["run"], ["report", "--date", "soon"], ["check", "--output-format", "xml", "blogs_raw"]],
)
def test_usage_errors(folder: Path, arguments: list[str]) -> None:
    assert enhance(*arguments).exit_code == 2


def test_settings_of_the_project_hold(folder: Path) -> None:
    (folder / "enhance.toml").write_text('output-dir = "out"\nreport-dir = "rep"\nnumber = "keep"\n', "utf-8")
    assert run("blogs_raw").exit_code == 0
    assert body(folder / "out" / "a.md") == POST
    assert (folder / "rep" / "progress.json").is_file()


def test_a_post_may_set_its_own_target_and_numbering(folder: Path) -> None:
    own = "---\nenhance:\n  number: keep\n---\n" + POST
    (folder / "blogs_raw" / "a.md").write_text(own, "utf-8")
    run("blogs_raw")
    assert body(folder / "blogs_enhanced" / "a.md") == own


def test_a_missing_file_leaves_no_output_and_names_none(folder: Path) -> None:
    done = run("nosuch.md")
    assert done.exit_code == 2
    assert "nosuch.md" in done.stderr
    assert "blogs_enhanced" not in done.stderr
    assert "progress.md" not in done.stderr
    assert not (folder / "blogs_enhanced").exists()
    assert not (folder / "reports").exists()


def test_a_diff_writes_nothing_and_says_so(folder: Path) -> None:
    done = run("--diff", "blogs_raw/a.md")
    assert "1 to be written" in done.stderr
    assert "\\tag{1}" in done.stdout
    assert not (folder / "blogs_enhanced").exists()


def test_unsafe_fixes_put_in_what_was_probably_meant(folder: Path) -> None:
    post = folder / "b.md"
    post.write_text("For real $a$ and $b$, $(a+b)^2 = a^2 + 2ab - b^2$.\n", "utf-8")
    assert enhance("check", "--fix", "b.md").exit_code == 1
    assert "- b^2" in post.read_text("utf-8")
    assert enhance("check", "--unsafe-fixes", "b.md").exit_code == 0
    assert "a^2+2ab+b^2" in post.read_text("utf-8")


def test_init_names_only_an_origin_that_it_was_given(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    from mathpost import scaffold

    monkeypatch.setattr(scaffold, "installed_from", lambda: None)
    done = enhance("init")
    assert "--from" in done.stderr
    assert not (folder / ".github").exists()
    assert "mathpost" not in (folder / ".pre-commit-config.yaml").read_text("utf-8")
    (folder / ".pre-commit-config.yaml").unlink()
    assert enhance("init", "--from", "git+https://example.org/a/mathpost.git@v0.1.0").exit_code == 0
    workflow = yaml.safe_load((folder / ".github" / "workflows" / "enhance.yml").read_text("utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    assert commands[0] == 'pip install "mathpost @ git+https://example.org/a/mathpost.git@v0.1.0"'
    hook = yaml.safe_load((folder / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]
    assert (hook["repo"], hook["rev"]) == ("https://example.org/a/mathpost.git", "v0.1.0")


@pytest.mark.parametrize(
    "reference", ["mathpost", "https://example.org/m.git", "https://x/m@a b", "git@host:m@v1"]
)
def test_init_refuses_an_origin_that_is_not_pinned(folder: Path, reference: str) -> None:
    assert enhance("init", "--from", reference).exit_code == 2
    assert not (folder / ".github").exists()


def test_init_knows_where_it_was_installed_from(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import metadata

    from mathpost import scaffold

    record = {"url": "https://example.org/m.git", "vcs_info": {"vcs": "git", "commit_id": "abc123"}}

    class Installed:
        def read_text(self, name: str) -> str | None:
            return json.dumps(record) if name == "direct_url.json" else None

    monkeypatch.setattr(metadata, "distribution", lambda name: Installed())
    assert scaffold.installed_from() == ("https://example.org/m.git", "abc123")
    record["url"] = "file:///home/me/mathpost"
    del record["vcs_info"]
    assert scaffold.installed_from() is None


def test_init_overwrites_nothing(folder: Path) -> None:
    (folder / "enhance.toml").write_text("jobs = 1\n", "utf-8")
    assert enhance("init").exit_code == 0
    assert (folder / "enhance.toml").read_text("utf-8") == "jobs = 1\n"
    assert "enhance-check" in (folder / ".pre-commit-config.yaml").read_text("utf-8")


def test_the_settings_that_init_writes_are_the_defaults(folder: Path) -> None:
    from mathpost.config import _KEYS, Config, from_file

    enhance("init")
    file = folder / "enhance.toml"
    text = file.read_text("utf-8")
    settings = [line[2:] for line in text.splitlines() if line.startswith("# ") and " = " in line]
    file.write_text("\n".join(settings), "utf-8")
    (folder / "macros.txt").write_text("", "utf-8")
    config = from_file(file)
    assert {line.partition(" = ")[0] for line in settings} == set(_KEYS)
    assert (config.target, config.number, config.jobs) == (Config().target, Config().number, 0)


def test_explain_knows_every_code_and_reason(folder: Path) -> None:
    from mathpost import manual

    for page in manual.pages():
        done = enhance("explain", page.code)
        assert done.exit_code == 0
        assert page.name in done.stdout
        assert len(page.text.split()) > 5, page
    assert enhance("explain", "L0O1").exit_code == 2


def test_rules_lists_every_rule_once(folder: Path) -> None:
    codes = [line.split()[0] for line in enhance("rules").stdout.splitlines()]
    assert "L001" in codes
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("view", ["tokens", "tree", "steps", "terms"])
def test_debug_views_speak_of_the_formulas_on_a_line(folder: Path, view: str) -> None:
    done = enhance("debug", view, "blogs_raw/a.md:8")
    assert done.exit_code == 0
    assert "8:" in done.stdout
    assert "3:" not in done.stdout


def test_the_trace_shows_what_decided_and_the_verdict_without_it(folder: Path) -> None:
    (folder / "c.md").write_text("$$2x = x + a$$\n", encoding="utf-8")
    done = enhance("debug", "verdicts", "c.md:1")
    assert done.exit_code == 0, done.output
    assert "applies: free-symbol (doubt): a is on one side only" in done.stdout
    assert "without free-symbol: unchecked (context): no slip explains the difference" in done.stdout
    assert "只在一边出现" in enhance("explain", "free-symbol").stdout


def test_export_writes_latex(folder: Path) -> None:
    done = enhance("export", "--to", "tex", "--output-dir", "tex", "blogs_raw/a.md")
    assert done.exit_code == 0, done.output
    assert "由\\eqref{eq:1}得" in (folder / "tex" / "a.tex").read_text("utf-8")
    assert enhance("export", "--to", "tex", "--tags", "blogs_raw/a.md").exit_code == 0
    assert "\\tag{2}" in (folder / "a.tex").read_text("utf-8")
    assert enhance("export", "--to", "odt", "blogs_raw/a.md").exit_code == 2


def test_export_binds_a_book(folder: Path) -> None:
    (folder / "b.md").write_text("# B\n\n见 [甲](blogs_raw/a.md)。\n", "utf-8")
    done = enhance("export", "--to", "html,epub", "--book", "两篇", "blogs_raw/a.md", "b.md")
    assert done.exit_code == 0, done.output
    assert 'href="#c1-chapter"' in (folder / "两篇.html").read_text("utf-8")
    assert (folder / "两篇.epub").read_bytes().startswith(b"PK")
    assert enhance("export", "--to", "html", "--book", "..", "b.md").exit_code == 2


def test_a_check_of_standard_input(folder: Path) -> None:
    done = enhance("check", "--no-verify", "--output-format", "json", "-", "blogs_raw", stdin=BROKEN.encode())
    assert [post["path"] for post in json.loads(done.stdout)["posts"]] == ["-", "blogs_raw/a.md"]
    assert done.exit_code == 1
    assert enhance("check", "--fix", "-", stdin=BROKEN.encode()).exit_code == 2


def test_jobs_do_not_change_the_answer(folder: Path) -> None:
    for name in "bcdef":
        (folder / "blogs_raw" / f"{name}.md").write_text(POST + BROKEN, "utf-8")
    one = enhance("check", "--no-verify", "--jobs", "1", "--output-format", "json", "blogs_raw")
    two = enhance("check", "--no-verify", "--jobs", "2", "--output-format", "json", "blogs_raw")
    assert one.stdout == two.stdout


def test_processes_that_share_the_claims_of_a_post_do_not_change_the_answer(folder: Path) -> None:
    rows = [f"$$(x + {k})^2 = x^2 + {2 * k}x + {k * k + k % 2}$$\n\n" for k in range(14)]
    (folder / "blogs_raw" / "long.md").write_text("".join(rows), "utf-8")
    command = [sys.executable, "-m", "mathpost", "check", "--no-cache", "--output-format", "json"]
    runs = [
        subprocess.run([*command, "--jobs", jobs, "blogs_raw/long.md"], capture_output=True, cwd=folder)
        for jobs in ("1", "3")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert b"refuted" in runs[0].stdout


def test_the_module_is_the_command(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "mathpost", "--version"], capture_output=True, check=True)
    assert done.stdout.startswith(b"enhance, version ")


@pytest.mark.parametrize("key", ["output-dir", "report-dir", "cache-dir"])
@pytest.mark.parametrize("by", ["a path", "a link"])
def test_settings_of_a_repository_send_nothing_out_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, by: str
) -> None:
    repository, outside = tmp_path / "repository", tmp_path / "outside"
    repository.mkdir()
    outside.mkdir()
    (repository / "a.md").write_text("$$a = b \\tag{1}$$\n", "utf-8")
    (repository / "link").symlink_to(outside)
    place = "../outside" if by == "a path" else "link"
    (repository / "enhance.toml").write_text(f'{key} = "{place}"\n', "utf-8")
    monkeypatch.chdir(repository)
    refused = CliRunner().invoke(main, ["run", "a.md", "--no-verify"])
    assert refused.exit_code == 2
    assert "leads out of" in refused.output
    assert list(outside.iterdir()) == []
    allowed = CliRunner().invoke(main, ["run", "a.md", "--no-verify", f"--{key}", str(outside)])
    assert allowed.exit_code == 0


def test_findings_are_printed_before_the_next_post_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = Config(cache_dir=None)
    wish = check.Wish("concise", False, False, False, "never", None, Voice(1))
    first, second = (Post(str(tmp_path / name), name, BROKEN.encode()) for name in ("a.md", "b.md"))
    printed: list[str] = []

    def answers() -> Iterator[Inspected]:
        order = Order(config, False, "concise", False)
        yield inspected(order, first)
        printed.append(capsys.readouterr().out)
        yield inspected(order, second)

    assert check.print_answers(wish, config, (first, second), answers()) == 1
    assert "a.md:1:" in printed[0] and "b.md:1:" in capsys.readouterr().out


# --- the order of findings


def test_findings_that_need_no_verdicts_come_first(folder: Path) -> None:
    raw = folder / "blogs_raw"
    (raw / "a.md").write_text("$$(a+b)^2 = a^2+b^2$$\n\nText $log(x) = 1$\n", "utf-8")
    (raw / "b.md").write_text("$\\frac{1}$, <!-- enhance: ignore L404 -->\n", "utf-8")
    both = [check_lines("blogs_raw"), check_lines("blogs_raw"), check_lines("--no-cache", "blogs_raw")]
    assert both[0] == both[1] == both[2]
    assert [line.split()[:2] for line in both[0]] == [
        ["blogs_raw/a.md:3:7:", "L401"],
        ["blogs_raw/b.md:1:2:", "L004"],
        ["blogs_raw/a.md:1:13:", "D001"],
        ["blogs_raw/b.md:1:13:", "X005"],
    ]
    alone = [line for name in ("a.md", "b.md") for line in check_lines(f"blogs_raw/{name}")]
    assert sorted(alone) == sorted(both[0])
    assert [line.split()[1] for line in alone][:2] == ["D001", "L401"]  # one post: in the order of places


def check_lines(*arguments: str) -> list[str]:
    return enhance("check", "--output-format", "concise", "--exit-zero", *arguments).stdout.splitlines()
