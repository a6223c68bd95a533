"""The enhanced post: numbers and repaired escapes, a stamp, and nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathpost.config import Config
from mathpost.document import oracle
from mathpost.document.numbering import plan
from mathpost.document.reader import read
from mathpost.pipeline import PostResult, examine
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Source, Span
from mathpost.writers.enhanced import enhance, fingerprint, is_repair, stamped, unstamped


def result(text: str) -> PostResult:
    """The post in a flavour whose formulas reach the renderer as they are."""
    return examine(Source("post.md", text), Config(number="usual", flavour="notebook"), False)


def written(text: str) -> str:
    """`text` after as many runs as it takes; each is confirmed by the oracle."""
    for _ in range(5):
        before = result(text)
        new = enhance(before)
        assert oracle.differences(before.document, read(Source("post.md", new)), before.numbering) == []
        if new == text:
            return text
        text = new
    raise AssertionError("the repairs do not converge")


def test_numbers_and_repairs_touch_one_formula() -> None:
    text = (
        "\\begin{align}\\left\\\\{a\\right\\\\} &= b \\\\\\\n"
        "c &= d\\\\\\\\[6pt]\ne &= f\n\\end{align}\n\n由\\eqref{x}\n"
    )
    expected = (
        "\\begin{align}\\left\\{a\\right\\} &= b \\tag{1} \\\\\n"
        "c &= d \\tag{2}\\\\[6pt]\ne &= f \\tag{3}\n\\end{align}"
    )
    assert written(text) == f"{expected}\n\n由\\eqref{{x}}\n"


def test_a_sound_post_stays_byte_for_byte() -> None:
    text = "---\r\ntitle: x\r\n---\r\n\r\n# 题 #  \r\n\t$x$ \u200b\r\n$$a\\tag{1}$$\n\n```\r\n\\\\{\r\n```"
    assert written(text) == text


def test_only_backslashes_and_white_space_count_as_repairs() -> None:
    source = Source("post.md", "$\\\\{a\\\\}$ $（x)$")

    def fix(start: int, end: int, text: str, safety: Safety = Safety.SAFE) -> Fix:
        return Fix("t", (Edit(Span(start, end), text),), safety)

    assert is_repair(source, fix(1, 4, "\\{"))
    assert not is_repair(source, fix(1, 4, "\\{", Safety.UNSAFE))
    assert not is_repair(source, fix(11, 12, "("))


def test_the_stamp() -> None:
    text = "正文\n"
    file = stamped(text, fingerprint("raw"))
    body, stamp = unstamped(file)
    assert body == text
    assert stamp is not None
    assert (stamp.source, stamp.edited, stamp.is_of(body)) == (fingerprint("raw"), False, True)
    assert (
        file.splitlines()[-1]
        == f"<!-- enhance:stamp source={fingerprint('raw')} self={fingerprint(text)} -->"
    )
    assert unstamped(file.replace("正", "反"))[1] is not None
    assert not stamp.is_of("反文\n")


@pytest.mark.parametrize(
    "text", ["", "x", "x\n", "x\r\n", "<!-- enhance:stamp source= self=1 -->\n", "a\n<!-- x -->"]
)
def test_a_stamp_comes_off_as_it_went_on(text: str) -> None:
    assert unstamped(text) == (text, None)
    body, stamp = unstamped(stamped(text, "0" * 64, edited=True))
    assert body.rstrip("\r\n") == text.rstrip("\r\n")
    assert stamp is not None
    assert stamp.edited
    assert unstamped(body) == (body, None)


def test_the_stamp_of_a_page_that_react_builds_is_no_html() -> None:
    file = stamped("x\n", "0" * 64, mdx=True)
    assert "<!--" not in file
    assert unstamped(file)[0] == "x\n"
    assert unstamped(file)[1] == unstamped(stamped("x\n", "0" * 64))[1]


# --- the oracle sees what must not happen ---------------------------------------------------------------

POST = "\\begin{equation}a\\label{x}\\end{equation}\n\n$$b\\tag{1}$$\n\n由式(1)与$\\eqref{x}$，$\\{c\\}$\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\\tag{2}", "\\tag{3}"),
        ("a\\label", "b\\label"),
        ("\\label{x}", "\\label{y}"),
        ("式(2)", "式(1)"),
        ("由式", "从式"),
        ("$$b\\tag{2}$$", ""),
        ("\\eqref{x}", "\\eqref{y}"),
        ("$\\{c\\}$", "$$\\{c\\}$$"),
        ("\\begin{equation}", "\\begin{equation*}"),
    ],
)
def test_the_oracle_objects(old: str, new: str) -> None:
    before = result(POST)
    text = enhance(before)
    assert oracle.differences(before.document, read(Source("post.md", text)), before.numbering) == []
    assert old in text
    damaged = read(Source("post.md", text.replace(old, new)))
    assert oracle.differences(before.document, damaged, before.numbering) != []


@pytest.mark.shared
def test_open_posts_come_out_whole(shared: Path) -> None:
    for file in sorted((shared / "corpus/kexue/raw").glob("*.md"))[::8]:
        text = written(file.read_text(encoding="utf-8"))
        assert plan(read(Source("post.md", text))).edits == ()


# --- renderers without labels ---------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["katex", "github"])
def test_labels_become_anchors_and_references_links(target: str) -> None:
    text = (
        "文\n\\begin{equation}\na \\label{eq:a}\n\\end{equation}\n\n> $$b\\label{b c}$$\n\n"
        "- x\n  \\begin{align}\n  c \\label{c}\\\\\n  d\n  \\label{d}\n  \\end{align}\n\n"
        "由$\\eqref{eq:a}$与\\ref{b c}、$x \\eqref{c}$、$\\eqref{none}$\n"
    )
    before = examine(Source("post.md", text), Config(target=target), False)
    new = enhance(before)
    after = examine(Source("post.md", new), Config(target=target), False)
    assert oracle.differences(before.document, after.document, before.numbering) == []
    assert enhance(after) == new
    assert new == (
        '文\n<a id="eq:a"></a>\n\\begin{equation}\na\n\\tag{1}\n\\end{equation}\n\n'
        '> <a id="b-c"></a>\n> $$b \\tag{2}$$\n\n'
        '- x\n  <a id="c"></a><a id="d"></a>\n'
        "  \\begin{align}\n  c \\tag{3}\\\\\n  d \\tag{4}\n  \\end{align}\n\n"
        "由[(1)](#eq:a)与[2](#b-c)、$x (3)$、$\\eqref{none}$\n"
    )


def test_a_display_with_nothing_but_a_label_keeps_it() -> None:
    text = "$$\\label{a}$$\n\n$$b \\label{b}$$\n"
    assert enhance(examine(Source("a.md", text), Config(target="katex"), False)).startswith("$$\\label{a}")


def test_a_builder_that_resolves_labels_keeps_them() -> None:
    text = r"$$x = \begin{aligned} x &= \tag{1} \\ &= \label{a} \end{aligned}$$" + "\n"
    assert enhance(examine(Source("a.md", text), Config(target="github", flavour="d2lbook"), False)) == text


def test_links_follow_their_equation() -> None:
    text = '$$o\\tag{1}$$\n\n$$n\\tag{9}$$\n\n<a id="x"></a>$$a \\tag{2}$$\n\n由[(2)](#x)得\n'
    assert written(text).endswith("由[(3)](#x)得\n")
