"""What other programs read of a check: SARIF, GitLab, JUnit; and what is known from one run to the next."""

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
from mathpost.writers.fingerprint import fingerprints

SCHEMAS = Path(__file__).parent / "schemas"
POST = """\
# 标题

好的 $x$，坏的 $x_{1$ 。

\\begin{equation}a = b \\tag{1}\\end{equation}

\\begin{equation}c = d \\tag{1}\\end{equation}

集合 $\\\\{1\\\\}$，又一个坏的 $y_{1$ 。
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    (tmp_path / "a 帖.md").write_text(POST, "utf-8")
    (tmp_path / "clean.md").write_text("$x$\n", "utf-8")
    return tmp_path


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--no-verify", *arguments])


def answer(format_: str) -> Any:
    return json.loads(check("--output-format", format_, ".").stdout)


def marks(text: str) -> list[str]:
    result = examine(Source("a.md", text), Config(), False)
    assert result.diagnostics
    return fingerprints(result)


# --- fingerprints


def test_a_fingerprint_outlives_shifts_of_lines_and_new_numbers() -> None:
    before = marks(POST)
    assert len(set(before)) == len(before)
    assert marks("新的一段\n\n" + POST.replace("# 标题", "# 另一个标题")) == before
    moved = POST.replace("c = d \\tag{1}", "c  =  d\n\\tag{7}").replace("a = b \\tag{1}", "a = b \\tag{7}")
    assert set(marks(moved)) & set(before)
    assert len(set(before) - set(marks(moved))) <= 1  # the finding that is the tag itself


def test_a_fingerprint_is_of_the_text_at_fault() -> None:
    assert set(marks(POST)) - set(marks(POST.replace("x_{1$", "z_{1$")))


def test_equal_findings_are_told_apart() -> None:
    twice = marks("坏 $x_{1$ 。\n\n坏 $x_{1$ 。\n")
    assert len(set(twice)) == len(twice) == 2


# --- formats


def test_sarif_is_valid_and_says_what_json_says(folder: Path) -> None:
    log = answer("sarif")
    jsonschema.validate(log, json.loads((SCHEMAS / "sarif.json").read_text("utf-8")))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    expected = [found for post in answer("json")["posts"] for found in post["diagnostics"]]
    assert len(run["results"]) == len(expected) >= 4
    for result, found in zip(run["results"], expected, strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "a%20%E5%B8%96.md"
        region = place["region"]
        assert [region["startLine"], region["startColumn"]] == found["start"]
        assert [region["endLine"], region["endColumn"]] == found["end"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == found["code"]
        assert ("fixes" in result) == (found["fix"] is not None)
    assert len({r["partialFingerprints"]["enhanceFinding/v1"] for r in run["results"]}) == len(expected)


def test_the_schema_refuses_what_is_not_sarif(folder: Path) -> None:
    schema = json.loads((SCHEMAS / "sarif.json").read_text("utf-8"))
    for harm in (
        lambda log: log["runs"][0]["results"][0].update(level="fatal"),
        lambda log: log["runs"][0]["results"][0].pop("message"),
        lambda log: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"].update(
            startLine=0
        ),
        lambda log: log.update(version="2.0"),
        lambda log: log["runs"][0].pop("tool"),
    ):
        log = answer("sarif")
        harm(log)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(log, schema)


def test_gitlab_gets_what_it_reads(folder: Path) -> None:
    entries = answer("gitlab")
    found = [found for post in answer("json")["posts"] for found in post["diagnostics"]]
    assert len(entries) == len(found)
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)
    for entry, expected in zip(entries, found, strict=True):
        assert entry["location"]["path"] == "a 帖.md"
        assert entry["location"]["lines"]["begin"] == expected["start"][0]
        assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert entry["check_name"] == expected["name"]


def test_junit_counts_its_cases_and_failures(folder: Path) -> None:
    suites = ET.fromstring(check("--output-format", "junit", ".").stdout)
    assert suites.get("tests") == str(len(suites.findall(".//testcase")))
    assert suites.get("failures") == str(len(suites.findall(".//failure")))
    broken, clean = suites
    assert broken.get("name") == "a 帖.md"
    assert int(broken.get("failures", "0")) > 0
    assert (clean.get("tests"), clean.get("failures")) == ("1", "0")


def test_no_post_breaks_the_xml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path('a"<&.md').write_bytes(b'bad $\\foo\x00\x0b]]> & <b>" {$\n')
    suites = ET.fromstring(check("--output-format", "junit", ".").stdout)
    assert suites[0].get("name") == 'a"<&.md'


@pytest.mark.parametrize("format_", ["sarif", "gitlab", "junit"])
def test_an_unreadable_file_and_no_finding_at_all_have_their_form(folder: Path, format_: str) -> None:
    done = check("--output-format", format_, "nowhere.md")
    assert done.exit_code == 2
    assert "nowhere.md" in done.stdout
    clean = check("--output-format", format_, "clean.md")
    assert clean.exit_code == 0
    if format_ == "junit":
        ET.fromstring(clean.stdout)
    else:
        json.loads(clean.stdout)


# --- the baseline


def test_only_findings_that_are_not_in_the_baseline_count(folder: Path) -> None:
    first = check("--baseline", "known.json", ".")
    assert (first.exit_code, first.stdout) == (0, "")
    again = check("--baseline", "known.json", "--output-format", "concise", ".")
    assert (again.exit_code, again.stdout) == (0, "")
    assert "known findings not shown" in again.stderr
    (folder / "a 帖.md").write_text("前言\n\n" + POST + "\n新的 $z_{2$ 。\n", "utf-8")
    new = check("--baseline", "known.json", "--output-format", "concise", ".")
    assert new.exit_code == 1
    assert [line.split(":")[1] for line in new.stdout.splitlines()] == ["13"]


def test_a_baseline_holds_no_text_of_a_post_and_names_files_from_its_own_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "sub").mkdir()
    check("--baseline", "sub/known.json", ".")
    stored = json.loads((folder / "sub" / "known.json").read_text("utf-8"))
    assert list(stored["findings"]) == ["../a 帖.md"]
    monkeypatch.chdir(folder / "sub")
    assert check("--baseline", "known.json", "..").exit_code == 0


def test_the_answer_of_an_earlier_check_is_a_baseline(folder: Path) -> None:
    (folder / "known.json").write_text(check("--output-format", "json", ".").stdout, "utf-8")
    assert check("--baseline", "known.json", ".").exit_code == 0


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "else"}', '{"schema": "mathpost-baseline/1"}'])
def test_what_is_no_baseline_is_a_usage_error(folder: Path, text: str) -> None:
    (folder / "known.json").write_text(text, "utf-8")
    done = check("--baseline", "known.json", ".")
    assert done.exit_code == 2
    assert "known.json" in done.stderr


def test_in_ci_a_missing_baseline_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert check("--baseline", "known.json", ".").exit_code == 2
    assert not (folder / "known.json").exists()


# --- settings of some posts


def test_settings_of_some_posts_hold_for_them_alone(folder: Path) -> None:
    (folder / "drafts").mkdir()
    (folder / "drafts" / "b.md").write_text(POST, "utf-8")
    (folder / "enhance.toml").write_text('[files."drafts/*"]\nignore = ["L", "N"]\n', "utf-8")
    posts = {post["path"]: post["diagnostics"] for post in answer("json")["posts"]}
    assert {found["code"][0] for found in posts["a 帖.md"]} >= {"L", "N"}
    assert not {found["code"][0] for found in posts["drafts/b.md"]} & {"L", "N"}


@pytest.mark.parametrize(
    "text",
    [
        '[files."a*"]\njobs = 2\n',
        '[files."a*"]\nnonsense = 2\n',
        '[files."a*"]\nignore = ["ZZZ"]\n',
        "files = 3\n",
    ],
)
def test_a_setting_of_some_posts_that_means_nothing_is_refused(folder: Path, text: str) -> None:
    (folder / "enhance.toml").write_text(text, "utf-8")
    assert check(".").exit_code == 2
