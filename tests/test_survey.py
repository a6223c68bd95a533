"""References from post to post, and numbers that go on from one to the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mathpost.cli import main
from mathpost.config import Config
from mathpost.document.index import Card, Index
from mathpost.survey import Manuscript, indexed
from mathpost.writers.enhanced import unstamped

VAE = (
    "---\ntitle: 变分自编码器\nslug: vae\nsource: https://spaces.ac.cn/archives/5253\n---\n\n"
    "$$a \\tag{3}$$\n\n$$b \\tag{7}\\label{eq:elbo}$$\n"
)
OTHER = "# 另一篇\n\n\\begin{equation}q\\end{equation}\n\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blogs_raw").mkdir()
    (tmp_path / "enhance.toml").write_text('number = "usual"\n', encoding="utf-8")
    return tmp_path


def run(*files: str) -> None:
    result = CliRunner().invoke(main, ["run", "-q", "--no-verify", "--jobs", "1", *(files or ("blogs_raw",))])
    assert result.exit_code in (0, 1), result.output


def raw(name: str, text: str) -> None:
    Path("blogs_raw", name).write_text(text, encoding="utf-8")


def output(name: str) -> str:
    return unstamped(Path("blogs_enhanced", name).read_text(encoding="utf-8"))[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[《变分自编码器》](/archives/5253)的式(3)", "[《变分自编码器》](/archives/5253)的式(1)"),
        ("[here](https://spaces.ac.cn/archives/5253)中的(3)式", None),
        ("《变分自编码器》式(3)", "《变分自编码器》式(1)"),
        ("[式(3)](vae.md)", "[式(1)](vae.md)"),
        ("[Eq. (3)](vae.md#x)", "[Eq. (1)](vae.md#x)"),
        ("Eq. (7) of [the post](vae.md)", "Eq. (2) of [the post](vae.md)"),
        ("式(3)（见[前文](vae.md)）", "式(1)（见[前文](vae.md)）"),
        ("[前文](vae.md)的式(3)和式(7)", "[前文](vae.md)的式(1)和式(2)"),
        ("by $\\eqref{vae:eq:elbo}$", "by [(2)](/archives/5253)"),
        ("by \\ref{vae:eq:elbo}", "by [(2)](/archives/5253)"),
        ("[another](https://example.org/archives/5253)的式(3)", "="),
        ("[另](/archives/9)的式(3)", "="),
        ("《别的书》式(3)", "="),
        ("[前文](vae.md)的式(5)", "="),
        ("参考[前文](vae.md)得式(1)", "="),
    ],
)
def test_references_to_another_post_follow_its_equations(
    folder: Path, before: str, after: str | None
) -> None:
    raw("vae.md", VAE)
    raw("a.md", f"{OTHER}{before}\n")
    run()
    wanted = before.replace("(3)", "(1)") if after is None else before if after == "=" else after
    assert output("a.md").rpartition("\n\n")[2] == f"{wanted}\n"
    run()
    assert output("a.md").rpartition("\n\n")[2] == f"{wanted}\n"


def test_an_equation_more_in_one_post_changes_what_the_others_say_of_it(folder: Path) -> None:
    raw("vae.md", VAE)
    raw("a.md", OTHER + "[前文](vae.md)的式(3)与 $\\eqref{vae:eq:elbo}$ 得式(1)\n")
    run()
    written = Path("blogs_enhanced/vae.md")
    written.write_text(written.read_text("utf-8").replace("$$a", "$$n \\label{n}$$\n\n$$a"), encoding="utf-8")
    run()
    assert output("a.md").endswith("[前文](vae.md)的式(2)与 [(3)](/archives/5253) 得式(1)\n")
    Path("blogs_enhanced/a.md").unlink()  # from the raw post, which knows the old numbers
    run()
    assert output("a.md").endswith("[前文](vae.md)的式(2)与 [(3)](/archives/5253) 得式(1)\n")


def test_a_new_equation_of_another_post_that_the_page_numbers_itself_is_no_candidate(folder: Path) -> None:
    raw("vae.md", VAE)
    raw("a.md", OTHER + "[前文](vae.md)的式(3)\n")
    run()
    written = Path("blogs_enhanced/vae.md")
    more = "\\begin{equation}n\\end{equation}\n\n$$a"
    written.write_text(written.read_text("utf-8").replace("$$a", more), encoding="utf-8")
    run()
    assert output("a.md").endswith("[前文](vae.md)的式(2)\n")


def test_a_series_goes_on_from_post_to_post(folder: Path) -> None:
    Path("enhance.toml").write_text('series = ["blogs_raw/b.md", "blogs_raw/a.md"]\n', encoding="utf-8")
    raw("b.md", "$$a \\tag{1}$$\n\n$$b \\tag{2}$$\n")
    raw("a.md", "$$c \\tag{1}$$\n\n由式(1)与[b](b.md)的式(2)\n")
    raw("c.md", "$$d \\tag{1}$$\n")
    run()
    assert output("a.md") == "$$c \\tag{3}$$\n\n由式(3)与[b](b.md)的式(2)\n"
    assert output("c.md") == "$$d \\tag{1}$$\n"
    before = {path: path.read_bytes() for path in Path("blogs_enhanced").iterdir()}
    run()
    run("blogs_raw/a.md")
    assert before == {path: path.read_bytes() for path in Path("blogs_enhanced").iterdir()}


def test_sections_of_a_series_go_on(folder: Path) -> None:
    text = "## 一\n\n$$a \\tag{1}$$\n\n## 二\n\n$$b \\tag{2}$$\n"
    posts = [Manuscript(name, name, text) for name in ("b.md", "a.md")]
    index = indexed(posts, Config(series=("b.md", "a.md"), number_by_section=True, jobs=1))
    assert index.starts == {"b.md": 1, "a.md": 3}
    assert [card.numbers for card in index.cards] == [{"1": "1.1", "2": "2.1"}, {"1": "3.1", "2": "4.1"}]


def test_what_two_posts_answer_to_is_answered_by_none() -> None:
    page = ("https://a.org/archives/1",)
    index = Index((Card("x/a.md", ("a",), "T", page), Card("y/b.md", ("a",), "T", page)), here="z.md")
    assert index.named("a") is index.titled("T") is index.leads_to("/archives/1") is None
    found = index.leads_to("x/a.md")
    assert found is not None and found.name == "x/a.md"
    assert index.at("x/a.md").leads_to("../y/b.md") is index.cards[1]
    assert index.at("x/a.md").leads_to("a.md") is None  # itself


def check(*files: str) -> list[str]:
    arguments = ["check", "-q", "--no-verify", "--jobs", "1", "--output-format", "concise", *files]
    found = CliRunner().invoke(main, arguments).stdout.splitlines()
    return [line for line in found if "N012" in line]


def test_numbers_and_files_that_are_not_there_are_reported(folder: Path) -> None:
    raw("vae.md", VAE)
    raw("a.md", OTHER + "[前文](vae.md)的式(5)，[又](lost.md)，[存](vae.md)，[站](/lost.md)，`[码](no.md)`\n")
    lines = check("blogs_raw")
    assert [line.split(":")[1] for line in lines] == ["5", "5"]
    assert "(5) in vae.md" in lines[0]
    assert "lost.md" in lines[1]
    assert len(check("blogs_raw/a.md")) == 1  # the other post is not asked; the file is looked for


def test_the_difference_names_old_and_new_numbers(folder: Path) -> None:
    raw("vae.md", VAE)
    shown = (
        CliRunner().invoke(main, ["run", "--diff", "-q", "--no-verify", "--jobs", "1", "blogs_raw"]).stdout
    )
    assert shown.startswith("blogs_raw/vae.md:7: (3) becomes (1)\nblogs_raw/vae.md:9: (7) becomes (2)\n--- ")
