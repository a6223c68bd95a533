"""The snippet library: complete, clean, compiling; and the commands that hand it out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mathpost.cli import main
from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.publish import paper
from mathpost.snippets import FORMS, LANGUAGES, TEMPLATES, document, post, snippet, snippets, templates
from mathpost.snippets import paper as paper_text
from mathpost.text.source import Source

NAMES = [s.name for s in snippets()]
PASTED = [name for name in NAMES if name not in ("preamble", "title")]


def enhance(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_names_and_numbers_are_unique() -> None:
    numbers = [s.number for s in snippets()]
    assert len(NAMES) == 29
    assert numbers == list(range(1, 30))
    assert not set(NAMES) & set(TEMPLATES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hole_is_filled_and_every_word_is_used(name: str, language: str) -> None:
    found = snippet(name)
    assert found is not None
    for form in FORMS:
        assert "@" not in found.text(form, language)
        assert found.text(form, language).strip()
    holes = "".join(found.forms.values())
    assert [hole for hole in found.words[language].words if f"@{hole}@" not in holes] == []


def complaints(text: str) -> list[str]:
    result = examine(Source("a.md", text), Config(), verify=True)
    return [f"{d.code} {d.message}" for d in result.diagnostics]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_markdown_form_is_read_without_a_finding(name: str, language: str) -> None:
    found = snippet(name)
    assert found is not None
    assert complaints(found.text("markdown", language)) == []


@pytest.mark.parametrize("template", templates())
def test_a_new_post_is_read_without_a_finding(template: str) -> None:
    assert complaints(post(template, "zh")) == []


@pytest.mark.parametrize("written", [post, paper_text])
@pytest.mark.parametrize("template", templates())
def test_a_chinese_draft_is_set_as_chinese_is(template: str, written: Callable[[str, str], str]) -> None:
    text = written(template, "zh")
    assert re.findall(r".{4}[，。；：、！？）] +\S", text) == []
    assert re.findall(r"[\u4e00-\u9fff]\$[^$\n]+\$|(?<!\$)\$[^$\n]+\$[\u4e00-\u9fff]", text) == []
    assert re.findall(r"[\u4e00-\u9fff]\.\*\*", text) == []


@pytest.mark.oracle
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_latex_form_compiles(language: str) -> None:
    engines = [e for e in paper.engines(chinese=language == "zh") if e.name == "xelatex"]
    if not engines:
        pytest.skip("there is no xelatex")
    made = paper.compiled(engines[0], document(PASTED, language), (), 0)
    assert made.problem == ""
    assert made.data is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_draft_is_whole_and_says_something_of_its_own(language: str) -> None:
    drafts = [paper_text(name, language) for name in TEMPLATES]
    titles = {text[text.index("\\title{") :].partition("\n")[0] for text in drafts}
    abstracts = {text.partition("\\begin{abstract}")[2].partition("\\end{abstract}")[0] for text in drafts}
    assert len(titles) == len(abstracts) == len(drafts) == 4
    for text in drafts:
        assert text.count("\\section{") >= 7 and "\\appendix" in text and "\\begin{thebibliography}" in text


def test_every_word_of_a_draft_fills_a_hole() -> None:
    for draft in TEMPLATES.values():
        for language in LANGUAGES:
            for place in draft.words[language]:
                name, _, hole = place.partition(".")
                found = snippet(name)
                assert found is not None and hole in found.words[language].words, place
                assert name in (*draft.parts, "title", "preamble"), place


def test_the_holes_of_a_draft_are_findings_where_they_are_asked_for() -> None:
    result = examine(Source("a.md", post("failure", "zh")), Config(select=("W",)), verify=False)
    assert "[方法] is an unfilled placeholder of a template" in {d.message for d in result.diagnostics}


def test_the_list_is_lines_on_a_pipe() -> None:
    lines = enhance("snippets").stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == NAMES
    assert "带框的问题" in enhance("snippets", "--language", "zh").stdout


def test_a_snippet_is_shown_in_the_form_that_is_asked_for() -> None:
    assert "\\begin{lemma}[Exponential bound]" in enhance("snippets", "short-lemma", "--form", "latex").stdout
    shown = enhance("snippets", "short-lemma", "--form", "markdown", "--language", "zh").stdout
    assert shown.startswith("**引理")
    whole = enhance("snippets", "short-lemma").stdout
    assert "For every [range], [fact]." in whole
    assert "\\begin{lemma}" in whole
    assert "**Lemma" in whole


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    done = enhance("snippets", "short-lema")
    assert done.exit_code == 2
    assert "short-lemma" in done.stderr
    assert "mechanism" in enhance("new", "post", "--template", "mechanim").stderr


def test_the_ending_of_the_file_decides_the_form(tmp_path: Path) -> None:
    assert enhance("snippets", "short-lemma", "-o", str(tmp_path / "a.md")).exit_code == 0
    assert (tmp_path / "a.md").read_text("utf-8").startswith("**Lemma")
    assert enhance("snippets", "short-lemma", "-o", str(tmp_path / "a.tex")).exit_code == 0
    assert (tmp_path / "a.tex").read_text("utf-8").startswith("\\begin{lemma}")


@pytest.mark.parametrize("command", [("new", "post"), ("new", "paper"), ("snippets", "definition")])
def test_nothing_is_overwritten(tmp_path: Path, command: tuple[str, ...]) -> None:
    mine = tmp_path / "mine.md"
    mine.write_text("mine", encoding="utf-8")
    done = enhance(*command, "-o", str(mine))
    assert done.exit_code == 2
    assert "was not changed" in done.stderr
    assert mine.read_text("utf-8") == "mine"


def test_a_paper_is_a_whole_document(tmp_path: Path) -> None:
    place = tmp_path / "draft.tex"
    assert (
        enhance("new", "paper", "--template", "failure", "--language", "zh", "-o", str(place)).exit_code == 0
    )
    text = place.read_text("utf-8")
    assert text.startswith("\\documentclass[11pt,a4paper]{ctexart}")
    assert text.endswith("\\end{document}\n")
    assert "定位失败" in text


@pytest.mark.oracle
def test_a_preview_is_a_pdf(tmp_path: Path) -> None:
    if not paper.engines(chinese=False):
        pytest.skip("there is no TeX")
    place = tmp_path / "a.pdf"
    done = enhance("snippets", "boxed-question", "--preview", "-o", str(place))
    assert done.exit_code == 0, done.stderr
    assert place.read_bytes().startswith(b"%PDF")
