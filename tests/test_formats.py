"""Every format holds every formula, number and reference of a post, as its own reader counts them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mathpost import inputs
from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.publish import figures, fonts, formats, notebook, pandoc, paper, readers, running, symbols
from mathpost.publish.computing import Computation
from mathpost.publish.formats import LostFormulaError, Wish
from mathpost.publish.translation import UncarriedError
from mathpost.text.source import Source
from mathpost.writers.post import PostResult

POST = r"""---
title: 题 & 目
author: 某
source: https://a.org/x/1
---

**定理 1（名 $t$）**：设 $\newcommand{\E}{\mathbb{E}}\E x$。

$$a = b\tag{1}$$

\begin{align}c &= d\label{eq:c}\\ e &= f\notag\\ g &= h\tag{*}\end{align}

由式(1)、$\eqref{eq:c}$ 与定理 1 得，见[一节](#一节)、[无](#没有)、[外](/b)。坏的 $\frac{a}{b$。

| 列 $$x\tag{7}$$ | $y$ |
|---|---|
| 一 | 二 |

<div class="note-box">

盒 $z$

</div>

## 一节

- 表 $$\begin{cases}1 & x>0\\0\end{cases}$$

```python
print("$no$")
```

![图](a.png) 注[^1]

[^1]: 脚注 $w$
"""
FORMULAS = 11


def result(text: str = POST, path: str = "post.md") -> PostResult:
    return examine(Source(path, text), Config(), False)


def written(ending: str, text: str = POST) -> bytes:
    return formats.write([result(text)], ending, Wish("post")).data


def test_all_endings_have_a_format() -> None:
    assert tuple(formats.FORMATS) == inputs.ENDINGS


def test_html() -> None:
    data = written("html")
    found = readers.html(data)
    assert found.formulas == len(result().document.formulas)
    assert found.numbers == ("(1)", "(2)", "(*)", "(3)")
    text = data.decode()
    assert '<a href="#eq-1" class="reference">(1)</a>' in text and 'href="#eq-c"' in text
    assert 'id="theorem-1"' in text and 'href="#theorem-1"' in text
    assert 'href="#一节"' in text and "#没有" not in text and 'href="https://a.org/b"' in text
    assert "<script" not in text and 'src="http' not in text.replace('<img src="https://a.org/', "")


def test_epub() -> None:
    data = written("epub")
    assert readers.epub(data).formulas == len(result().document.formulas)
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        package = next(book.read(n).decode() for n in book.namelist() if n.endswith(".opf"))
    assert 'properties="mathml"' in package


def test_an_epub_declares_the_formulas_of_its_contents() -> None:
    with zipfile.ZipFile(io.BytesIO(written("epub", "# 题\n\n## 节 $x$\n\n文\n"))) as book:
        package = next(book.read(n).decode() for n in book.namelist() if n.endswith(".opf"))
        assert (
            book.infolist()[0].filename == "mimetype"
            and book.infolist()[0].compress_type == zipfile.ZIP_STORED
        )
    assert 'properties="nav mathml"' in package


def test_an_epub_leads_to_no_file_outside() -> None:
    data = written("epub", "# 题\n\n[甲](/x/1)、[乙](b.md#c)、[丙](https://a.org/d)\n")
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        text = "".join(book.read(n).decode() for n in book.namelist() if "/text/ch" in n)
    assert "甲、乙、" in text and 'href="https://a.org/d"' in text


def test_docx() -> None:
    data = written("docx")
    assert readers.docx(data).numbers == ("1", "2", "3")
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        tree = ElementTree.fromstring(file.read("word/document.xml"))
    text = ElementTree.tostring(tree, "unicode")
    assert 'instr=" REF equation_1 \\h "' in text and 'name="equation_1"' in text
    assert "SEQ Equation \\* ARABIC " in text and "openxml-display" not in text


@pytest.mark.parametrize("ending", ["tex", "html", "epub", "docx"])
def test_same_input_same_bytes(ending: str) -> None:
    assert written(ending) == written(ending)


@pytest.mark.parametrize("ending", sorted(formats.FORMATS.keys() - {"pdf"}))
def test_what_is_no_environment_is_no_target(ending: str) -> None:
    assert written(ending, "**结论 1**：甲。\n\n由结论 1 得，[乙](b.md#x)。\n")


@pytest.mark.parametrize("ending", sorted(formats.FORMATS.keys() - {"pdf"}))
def test_references_of_the_author_that_lead_nowhere_are_told(ending: str) -> None:
    done = formats.write([result("$$a\\label{x}$$\n\n见 \\eqref{y}。\n")], ending, Wish("post"))
    assert [note.message for note in done.warnings[0]] == [
        "no equation has the label y, which a reference points to"
    ]


def test_a_reference_to_an_equation_without_a_number_is_told() -> None:
    post = "\\begin{equation}a\\label{x}\\notag\\end{equation}\n\n见 \\eqref{x}。\n"
    done = formats.write([result(post)], "html", Wish("post"))
    assert [note.message for note in done.warnings[0]] == [
        "the equation with the label x, which a reference points to, has no number"
    ]


@pytest.mark.parametrize("ending", ["html", "epub", "docx"])
def test_what_a_format_loses_is_refused(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = pandoc.document
    monkeypatch.setattr(pandoc, "document", lambda blocks, *rest: document(blocks[:1], *rest))
    with pytest.raises(LostFormulaError):
        written(ending)


@pytest.mark.parametrize("ending", ["tex", "html", "epub", "docx"])
@pytest.mark.parametrize(
    "post", ["", "$$", "# $x$\n", "> " * 30 + "$a$\n", "\x02\x03\x05$a$", "<details>\n$a$\n"]
)
def test_odd_posts_are_published(ending: str, post: str) -> None:
    assert written(ending, post)


# --- books ------------------------------------------------------------------------------------------------

FIRST = "---\ntitle: 甲\nsource: https://a.org/1\n---\n\n$$a\\label{eq:a}$$\n\n由式(1)。\n"
SECOND = "# 乙\n\n$$b\\tag{1}$$\n\n见 $\\eqref{eq:a}$、\\eqref{eq:a}、[甲](a.md#eq:a)、[网](https://a.org/1)。\n\n由式(1)得。\n"


def book(ending: str) -> bytes:
    posts = [result(FIRST, "x/a.md"), result(SECOND, "x/b.md")]
    return formats.write(posts, ending, Wish("书"), "书").data


def test_a_book_resolves_references_across_its_posts() -> None:
    text = book("html").decode()
    assert text.count('href="#c1-eq-a"') == 4 and 'href="#c1-chapter"' in text
    assert 'id="c1-eq-a"' in text and 'id="c2-eq-1"' in text and 'href="#c2-eq-1"' in text
    assert readers.epub(book("epub")).dangling == ()


def test_a_book_in_latex_has_chapters_and_one_space_of_labels() -> None:
    text = book("tex").decode()
    assert "{ctexbook}" in text and text.count("\\chapter{") == 2
    assert "\\label{c1-eq:a}" in text and "\\(\\eqref{c1-eq:a}\\)、\\eqref{c1-eq:a}" in text
    assert (
        "\\label{c2-eq:1}" in text and "式\\eqref{c2-eq:1}" in text and "\\hyperref[c1-chapter]{网}" in text
    )


def test_a_book_numbers_by_chapter_and_counts_its_titles_itself() -> None:
    first = result("---\ntitle: 第3章 甲\nauthor: 张三\n---\n\n$$a\\tag{1}$$\n\n由式(1)得。\n", "a.md")
    posts = [first, result(SECOND, "b.md")]
    page = formats.write(posts, "html", Wish("书"), "书").data.decode()
    assert (
        "(1.1)" in page and "(2.1)" in page and "第 1 章" in page and "第3章" not in page and "张三" in page
    )
    text = formats.write(posts, "tex", Wish("书"), "书").data.decode()
    assert r"\chapter{甲}" in text and r"\author{张三}" in text and r"\thechapter.\arabic{equation}" in text
    assert formats.write(posts, "docx", Wish("书"), "书").data


@pytest.mark.parametrize(
    ("title", "left"),
    [
        ("3. 梯度", "梯度"),
        ("3.1 梯度", "梯度"),
        ("3、梯度", "梯度"),
        ("3 种梯度", "3 种梯度"),
        ("3D 图形", "3D 图形"),
    ],
)
def test_a_chapter_has_one_number(title: str, left: str) -> None:
    first = result(f"---\ntitle: {title}\n---\n\n## 引言\n\n$$a$$\n\n## 3.1 起点\n\n## 结语\n", "a.md")
    text = formats.write([first, result(SECOND, "b.md")], "tex", Wish("书"), "书").data.decode()
    chapter = text[text.index(r"\chapter{") :]
    assert chapter.startswith(rf"\chapter{{{left}}}")
    assert r"\setcounter{secnumdepth}{0}" in text[: text.index(r"\chapter{")]  # 3.1 is the author's


def test_a_heading_that_names_a_chapter_is_not_its_first_section() -> None:
    first = result("# 甲\n\n文字。\n\n# 乙\n\n$$a$$\n", "a.md")
    text = formats.write([first, result(SECOND, "b.md")], "tex", Wish("书"), "书").data.decode()
    assert r"\chapter{甲}" in text and r"\section{乙}" in text and r"\section{甲}" not in text


def test_a_formula_and_the_mark_behind_it_are_on_one_line() -> None:
    page = formats.write(
        [result("# 甲\n\n参数（$x$），$y$的和$z$。\n", "p.md")], "html", Wish("p")
    ).data.decode()
    assert page.count('<span class="tied">') == 2 and '<span class="tied">（<span class="formula">' in page
    assert page.count('class="formula"') == 3


def test_an_index_lists_what_the_chapters_introduce() -> None:
    post = "# T\n\n其中$n$是序列长度，其中$d$是向量维度，其中$T$是总步数。\n"
    source = symbols.index([result(post, "x/a b.md")])
    assert source is not None and "| $n$ | 序列长度 | [1](a%20b.md) |" in source.text
    assert symbols.index([result("# T\n\n其中$n$是序列长度。\n", "a.md")]) is None


# --- images, fonts, programs ------------------------------------------------------------------------------


def test_images_are_found_beside_the_post_and_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "posts").mkdir()
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "b.png").write_bytes(b"x")
    (tmp_path / "posts" / "a b.png").write_bytes(b"x")
    (tmp_path / "posts" / "secret.txt").write_bytes(b"x")
    post = str(tmp_path / "posts" / "p.md")
    assert figures.local("a%20b.png", post) == (tmp_path / "posts" / "a b.png").resolve()
    assert figures.local("/b.png", post) == (tmp_path / "static" / "b.png").resolve()
    assert figures.local("{{site.base_url}}/b.png", post) == (tmp_path / "static" / "b.png").resolve()
    assert figures.local("%7B%7B%20site.baseurl%20%7D%7D/b.png", post) is not None
    assert figures.local("secret.txt", post) is None and figures.local("https://a.org/b.png", post) is None


def test_images_are_found_up_to_the_root_of_the_site(tmp_path: Path) -> None:
    """``src/content/blog/a/b`` is deep below ``public``; what no file marks as the root is searched three levels up."""
    post = str(tmp_path / "src" / "content" / "blog" / "a" / "b" / "post.md")
    (tmp_path / "public" / "images").mkdir(parents=True)
    (tmp_path / "public" / "images" / "b.png").write_bytes(b"")
    assert figures.local("/images/b.png", post) is None
    (tmp_path / "package.json").write_text("{}", "utf-8")
    assert figures.local("/images/b.png", post) == (tmp_path / "public" / "images" / "b.png").resolve()
    assert figures.local("images/b.png", post) is not None


def test_a_local_image_is_part_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    post = result("![图](a.png)\n", str(tmp_path / "p.md"))
    assert b'src="data:image/png;base64,' in formats.write([post], "html", Wish("p")).data
    done = formats.write([post], "tex", Wish("p"))
    assert done.files == (("p-figures/1.png", (tmp_path / "a.png").resolve()),)
    assert "\\postfigure{p-figures/1.png}{\\captionof{figure}{图}}".encode() in done.data
    page = formats.write([post], "html", Wish("p")).data.decode()
    assert "<figcaption" in page and "图 1：图" in page


def test_an_image_without_words_has_a_name_for_those_who_cannot_see_it(tmp_path: Path) -> None:
    assert b'alt="badge"' in written("html", "[![](https://a.org/badge.svg)](https://a.org)\n")
    assert b'alt=""' in written("html", "![](https://a.org/svg.image?x)\n")


def test_the_words_for_an_image_of_html_are_no_caption(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    post = result(
        '<img src="a.png" alt="a cat"> ![](img\\b.png)\n'.replace("img\\", ".\\"), str(tmp_path / "p.md")
    )
    done = formats.write([post], "tex", Wish("p"))
    assert len(done.files) == 2
    assert b"a cat" not in done.data and b"a cat" in formats.write([post], "html", Wish("p")).data


@pytest.mark.parametrize(
    ("words", "shown"),
    [("a-b", False), ("A_B.png", False), ("image-12", False), ("在这里插入图片描述", False), ("a cat", True)],
)
def test_the_name_of_a_file_is_no_caption(tmp_path: Path, words: str, shown: bool) -> None:
    (tmp_path / "a_b.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    page = formats.write([result(f"![{words}](a_b.png)\n", str(tmp_path / "p.md"))], "html", Wish("p")).data
    assert (b"<figcaption" in page) is shown and b"<img" in page


@pytest.mark.parametrize("post", ["x ![$a$](a.png) y\n", "![$a$](a.png){ width=50% }\n"])
def test_a_formula_in_the_words_for_an_image_is_kept(tmp_path: Path, post: str) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    page = formats.write([result(post, str(tmp_path / "p.md"))], "html", Wish("p")).data.decode()
    assert page.count('class="formula"') == 1 and "width=50" not in page


def test_without_tex_and_typst_the_message_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setattr(paper, "engines", lambda chinese: [])
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(paper.MissingTypesetterError, match="pip install typst"):
        written("pdf")


TECTONIC = """#!/bin/sh
echo "$@" > "{seen}"
grep -c . post.tex >> "{seen}"
ls figures >> "{seen}"
printf 'mathpost: formula %s\\n' {formulas} > post.log
printf '%%PDF-1.5' > post.pdf
"""


@pytest.mark.parametrize(("formulas", "problem"), [(2, ""), (1, "2 formulas became 1")])
def test_tectonic_is_called_once_and_its_log_is_read(
    formulas: int, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in on the path: what it is asked, and that its word is not taken for the result."""
    program, seen = tmp_path / "tectonic", tmp_path / "seen"
    program.write_text(TECTONIC.format(seen=seen, formulas=formulas))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    engine = next(e for e in paper.engines(chinese=True) if e.name == "tectonic")
    made = paper.compiled(engine, "$a$ $b$", [("figures/a.png", program)], 2)
    assert (made.problem, made.data) == (problem, None if problem else b"%PDF-1.5")
    assert seen.read_text().split() == [*engine.arguments, "1", "a.png"]


def test_a_log_tells_of_lost_formulas_and_glyphs() -> None:
    log = "mathpost: formula 1\nmathpost: formula 2\nMissing character: There is no 飏 (U+98CF) in font x\n"
    assert readers.log(log) == 2 and readers.missing_glyphs(log) == ("飏",)


def test_a_font_is_asked_for_its_characters(tmp_path: Path) -> None:
    assert fonts.lacking("a≤𝔼", []) == set()
    assert fonts.lacking("中", [(str(tmp_path / "none.ttf"), 0)]) == {"中"}


def test_a_page_has_its_numbers_at_their_rows_and_flush_columns() -> None:
    post = "\\begin{align}\na &= b + c \\\\\nd &= 2\\log e\n\\end{align}\n"
    text = written("html", post).decode()
    grid = text[text.index("grid-template-columns: 1fr repeat(2, auto) 1fr") :]
    assert grid.index(">(1)<") < grid.index("<mi>d</mi>") < grid.index(">(2)<")
    assert grid.count('class="r"') == grid.count('class="l"') == 2
    assert '<mn>2</mn><mspace width="0.167em"/><mi>log</mi><mspace width="0.167em"/><mi>e</mi>' in text
    cell = written("html", "$$\\begin{array}{rl} a & b \\end{array}$$\n").decode()
    assert "text-align:right;text-align:-webkit-right" in cell


def test_a_page_knows_its_language_the_dark_and_its_contents() -> None:
    english = written("html", "# T\n\n## A\n\nx\n\n## B\n\ny\n\n## C\n\nz\n").decode()
    assert "prefers-color-scheme: dark" in english and 'lang="en"' in english and 'id="TOC"' in english
    fonts = english[english.index("body:lang(en)") : english.index("body:lang(zh)")]
    assert "CJK" not in fonts and "Songti" not in fonts
    assert 'id="TOC"' not in written("html", "# T\n\n## A\n\nx\n").decode()


def test_formulas_of_a_page_are_heard_in_its_language() -> None:
    assert 'aria-label="x squared plus one half"' in written("html", "so $x^2 + \\frac12$ holds\n").decode()
    assert 'aria-label="x 的平方加 2 分之 1"' in written("html", "于是 $x^2 + \\frac12$ 成立\n").decode()
    rows = written("html", "\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}\n").decode()
    assert [found in rows for found in ('"a"', '"equals b"', '"c"', '"equals d"')] == [True] * 4
    with zipfile.ZipFile(io.BytesIO(written("epub", "so $x^2$ holds\n"))) as book:
        pages = b"".join(book.read(name) for name in book.namelist() if name.endswith(".xhtml"))
    assert b'alttext="x squared"' in pages and b"aria-label=" not in pages[pages.index(b"<math") :]


def test_a_long_formula_in_a_line_scrolls_by_itself() -> None:
    long = " + ".join(f"a_{n}" for n in range(30))
    assert 'class="formula wide"' in written("html", f"x ${long}$ y $a$\n").decode()
    assert 'class="formula wide"' not in written("html", "x $a + b$ y\n").decode()


def test_images_of_the_web_stay_where_they_are_on_a_page(tmp_path: Path) -> None:
    post = "---\nsource: https://a.org/x/1\n---\n甲 ![乙](https://b.org/c.png)\n\n![](/d.png)\n"
    done = formats.write([result(post, str(tmp_path / "p.md"))], "html", Wish("p"))
    text = done.data.decode()
    assert 'src="https://b.org/c.png"' in text and 'src="https://a.org/d.png"' in text
    assert 'class="missing-image"' not in text and not done.warnings[0]
    boxed = formats.write([result(post, str(tmp_path / "p.md"))], "docx", Wish("p"))
    assert [note.message for note in boxed.warnings[0]] == [
        "2 images without a local copy are replaced by a box with their address: https://b.org/c.png"
    ]


def test_figures_are_counted_and_keep_the_numbers_of_their_post(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    post = result("x\n\n![one](a.png)\n\n![Figure 7: two](a.png)\n\n![](a.png)\n", str(tmp_path / "p.md"))
    text = formats.write([post], "html", Wish("p")).data.decode()
    assert re.findall(r"<figcaption[^>]*>(?:<p>)?([^<]*)", text) == ["Figure 1: one", "Figure 7: two"]
    latex = formats.write([post], "tex", Wish("p")).data.decode()
    assert "\\captionof{figure}{one}" in latex and "\\caption*{Figure 7: two}" in latex


def test_a_page_without_a_title_is_called_after_its_file(tmp_path: Path) -> None:
    path = str(tmp_path / "2024-05-01-two-sums.md")
    page = formats.write([result("Let $x = 1$.\n", path)], "html", Wish("p")).data.decode()
    assert '<h1 class="title">two sums</h1>' in page and "<title>two sums</title>" in page
    headed = formats.write([result("# Sums\n\n$x$\n\n# More\n", path)], "html", Wish("p")).data.decode()
    assert "two sums</h1>" not in headed and "<title>two sums</title>" in headed


def test_a_book_counts_what_its_files_count(tmp_path: Path) -> None:
    posts = [
        result("# 07 Coupons\n\n$x$\n", str(tmp_path / "07-coupons.md")),
        result("# 12 Gamblers\n\n$y$\n", str(tmp_path / "12-gamblers.md")),
        result("# 2 sums\n\n$z$\n", str(tmp_path / "13-sums.md")),
    ]
    page = formats.write(posts, "html", Wish("b"), "Book").data.decode()
    titles = re.findall(r"<h1>\d\. (.*?)</h1>", page)
    assert titles == ["Coupons", "Gamblers", "2 sums"]


CODECOGS, ZHIHU = "https://latex.codecogs.com/svg.latex?", "https://www.zhihu.com/equation?tex="


@pytest.mark.parametrize(
    ("image", "latex"),
    [
        (f"a ![x]({ZHIHU}x+%3D+a%2Bb) b", r"a \(x = a+b\) b"),
        (f"a ![x]({CODECOGS}\\color{{white}}P(1&space;\\leq&space;c)) b", r"a \(P(1 \leq c)\) b"),
        (f"![x]({CODECOGS}a&plus;b)", "\\[\na+b\n\\]"),
        (f'<p align="center">\n  <img src="{CODECOGS}a&plus;b">\n</p>', "\\[\na+b\n\\]"),
        (f"| a | ![]({ZHIHU}%7CA%7C) |\n|---|---|\n| b | c |", r"\(\vert A\vert\)"),
        (f"![[x]]({ZHIHU}x+%3D+1%5C%5C)", "\\[\nx = 1\n\\]"),
        (f"![]({ZHIHU}%5Cbegin%7Bequation%7Dx%5Ctag%7B4%7D%5Cend%7Bequation%7D)", "x"),
        (f"`![]({ZHIHU}y)`", r"equation?tex="),
        (f"![]({ZHIHU}%5Cfrac%7B)", r"\missingimage"),
    ],
)
def test_images_of_formulas_are_formulas(image: str, latex: str) -> None:
    assert latex in written("tex", f"Let $z$ be.\n\n{image}\n").decode()


# --- citations ------------------------------------------------------------------------------------------

BIB = """\
@article{kingma, title={Adam}, author={Kingma, Diederik P. and Ba, Jimmy}, year={2015}, journal={ICLR}}
@book{lee, title={Smooth Manifolds}, author={Lee, John M.}, year={2013}, publisher={Springer}}
"""
CITING = "# T\n\nA [@lee; @kingma, p. 3], [see @lee], @kingma, {cite}`lee`, \\citet{lee}, a@lee, `@lee`.\n"


def cited(tmp_path: Path, ending: str, post: str = CITING) -> str:
    (tmp_path / "references.bib").write_text(BIB, "utf-8")
    return formats.write([result(post, str(tmp_path / "p.md"))], ending, Wish("p")).data.decode()


def test_citations_are_numbered_links_into_a_list(tmp_path: Path) -> None:
    text = cited(tmp_path, "html")
    one, two = (
        f'<a href="#work-{key}" class="reference">{n}</a>' for n, key in enumerate(("lee", "kingma"), 1)
    )
    assert f"A [{one}, {two}, p. 3], [see {one}], Kingma and Ba [{two}], [{one}], Lee [{one}]" in text
    assert "a@lee, <code>@lee</code>" in text
    assert '<span id="work-lee">[1]</span> Lee, John M. 2013. <em>Smooth Manifolds</em>. Springer.' in text
    assert text.count("<h1>References</h1>") == 1


def test_citations_in_latex_are_natbibs(tmp_path: Path) -> None:
    text = cited(tmp_path, "tex")
    assert (
        "A \\citep[p. 3]{lee,kingma}, \\citep[see][]{lee}, \\citet{kingma}, \\citep{lee}, \\citet{lee}"
        in text
    )
    assert "\\bibitem[{Kingma and Ba(2015)}]{kingma} Kingma" in text
    assert text.index("\\bibitem[{Lee(2013)}]") < text.index("\\bibitem[{Kingma")


DISTILLED = """\
---
layout: distill
title: T
bibliography: works.bib
---

A <d-cite key="lee, kingma"></d-cite> and {% cite lee --file works %}, `<d-cite key="lee"></d-cite>`.

{% bibliography --cited %}
"""


def test_posts_of_jekyll_cite_the_works_of_their_site(tmp_path: Path) -> None:
    site = tmp_path / "assets" / "bibliography"
    site.mkdir(parents=True)
    (site / "works.bib").write_text(BIB, "utf-8")
    path = str(tmp_path / "_posts" / "2020-01-01-p.md")
    post = examine(Source(path, DISTILLED), Config(flavour="jekyll"), False)
    text = formats.write([post], "html", Wish("p")).data.decode()
    one, two = (
        f'<a href="#work-{key}" class="reference">{n}</a>' for n, key in enumerate(("lee", "kingma"), 1)
    )
    assert f"A [{one}, {two}] and [{one}]" in text
    assert "<code>&lt;d-cite" in text and "cited %" not in text and "Smooth Manifolds" in text


def test_a_citation_that_no_bibliography_has_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UncarriedError, match=r"p\.md:3: the citation \[see @lee\]"):
        formats.write([result(CITING, str(tmp_path / "p.md"))], "tex", Wish("p"))


def test_a_list_stands_under_the_heading_of_its_post(tmp_path: Path) -> None:
    text = cited(tmp_path, "html", CITING + "\n## References\n")
    assert text.count(">References<") == 1 and text.index(">References<") < text.index('id="work-lee"')


@pytest.mark.oracle
def test_a_bundle_for_arxiv_is_clean_and_compiles(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(
        bytes.fromhex(
            "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d7"
        )
        + bytes.fromhex("63f8ffff3f0005fe02fedccc59e70000000049454e44ae426082")
    )
    (tmp_path / "references.bib").write_text(BIB, "utf-8")
    post = CITING + "\n**Theorem 3.** $x$.\n\n![One](a.png)\n\n$$a = b \\tag{7}$$\n"
    data = formats.write([result(post, str(tmp_path / "p.md"))], "arxiv", Wish("p")).data
    folder = tmp_path / "bundle"
    with tarfile.open(fileobj=io.BytesIO(data)) as packed:
        assert not [name for name in packed.getnames() if name.startswith("/") or ".." in name]
        packed.extractall(folder)  # noqa: S202 - names are looked at above; Python 3.11.3 has no filters
    main = (folder / "main.tex").read_text("utf-8")
    assert not [word for word in ("countformula", "mathpost", "tcolorbox", "listings") if word in main]
    assert "\\includegraphics" in main and (folder / "main-figures/1.png").exists()
    assert "\\bibitem" in (folder / "main.bbl").read_text("utf-8") and "\\bibliography{references}" in main
    for _ in range(2):
        command = ["latexmk", "-xelatex", "-interaction=nonstopmode", "main.tex"]
        assert subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
    assert "undefined" not in (folder / "main.log").read_text("utf-8", "replace").lower().replace(
        "font shape", ""
    )


# --- notebooks ------------------------------------------------------------------------------------------

NUMBERED = "# T\n\n$$(x + 1)^2 = x^2 + 2x + 1$$\n\n$$x^2 - 1 = (x - 1)(x + 1)$$\n"


def computed(text: str) -> formats.Output:
    return formats.write([examine(Source("p.md", text), Config(), True)], "ipynb", Wish("p"))


def test_a_notebook_holds_what_its_cells_print() -> None:
    pytest.importorskip("numpy")
    cells = [cell for cell in json.loads(computed(NUMBERED).data)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == [1, 2, 3]
    said = ["".join(out["text"]) for cell in cells[1:] for out in cell["outputs"] if "text" in out]
    assert len(said) == 2 and all("agree: True" in text for text in said)


WITH_CODE = """# T

$$s(x) = x^2 + 1$$

```python
def s(x):
    return x ** 2 + 1
```

Its value at 2:

```python
print(s(2))
```

> ```python
> print("quoted")
> ```

```python
1 / 0
```

```console
$ ls
```
"""


def own_cells(done: formats.Output) -> list[tuple[str, str]]:
    cells = [cell for cell in json.loads(done.data)["cells"] if cell["cell_type"] == "code"]
    told = [
        ("".join(c["source"]), "".join(t for o in c["outputs"] for t in o.get("text", ()))) for c in cells
    ]
    return [(code, said) for code, said in told if "import" not in code]


def test_the_python_of_a_post_is_cells_that_nobody_ran() -> None:
    cells = own_cells(computed(WITH_CODE))
    assert cells == [("def s(x):\n    return x ** 2 + 1", ""), ("print(s(2))", ""), ("1 / 0", "")]


def test_a_sketch_that_is_no_python_stays_text() -> None:
    done = formats.write(
        [examine(Source("p.md", "# A\n\n```python\nIf x > 1:\n  return cat;\n```\n"), Config(), True)],
        "ipynb",
        Wish("p"),
    )
    assert "code" not in [cell["cell_type"] for cell in json.loads(done.data)["cells"]]


def test_an_equation_whose_sides_are_one_by_definition_has_no_cell() -> None:
    post = (
        "# A\n\n记 $C = A A^T$，其中 $A$ 是 $n\\times n$ 矩阵。定义\n\n$$\\Lambda = P^T C P$$\n\n于是\n\n"
        "$$\\frac1{n-1} P^T C P = \\frac1{n-1}\\Lambda$$\n"
    )
    done = formats.write([examine(Source("p.md", post), Config(), True)], "ipynb", Wish("p"))
    assert "left = " not in done.data.decode()


def test_a_post_without_code_has_nothing_to_run() -> None:
    done = formats.write(
        [examine(Source("p.md", "# A\n\nLet $x$.\n"), Config(), True)], "ipynb", Wish("p", run_code=True)
    )
    assert done.warnings == ((),)


def test_the_python_of_a_post_is_run_where_that_is_asked_for() -> None:
    pytest.importorskip("numpy")
    done = formats.write(
        [examine(Source("p.md", WITH_CODE), Config(), True)], "ipynb", Wish("p", run_code=True)
    )
    assert own_cells(done)[1:] == [("print(s(2))", "5\n"), ("1 / 0", "")]
    assert [note.message for note in done.warnings[0]] == [
        "a cell of the post fails: ZeroDivisionError: division by zero"
    ]
    assert "quoted" in next(
        "".join(c["source"]) for c in json.loads(done.data)["cells"] if "quoted" in str(c)
    )


def test_a_cell_that_fails_or_disagrees_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    cells = [Computation(0, "show(1, 1)"), Computation(0, "1 / 0"), Computation(1, "show(1, 2)")]
    monkeypatch.setattr(notebook, "computations", lambda *_: iter(cells))
    done = computed(NUMBERED)
    assert b"1 / 0" not in done.data and b"show(1, 2)" not in done.data and b"show(1, 1)" in done.data
    assert [n.message for n in done.warnings[0]] == [
        "2 computations are left out: ZeroDivisionError: division by zero"
    ]


def test_cells_that_cannot_be_run_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_RUNNER", "raise SystemExit(1)")
    done = computed(NUMBERED)
    assert all(
        cell["cell_type"] == "markdown" or "import numpy" in "".join(cell["source"])
        for cell in json.loads(done.data)["cells"]
    )
    assert "could not be run" in done.warnings[0][0].message


def test_sums_over_a_whole_family_are_sums_of_an_array() -> None:
    pytest.importorskip("numpy")
    text = r"# T" + "\n\n" + r"$$\sum_i \frac{e^{x_i + c}}{\sum_j e^{x_j + c}} = 1$$" + "\n"
    code = "".join(
        "".join(c["source"]) for c in json.loads(computed(text).data)["cells"] if c["cell_type"] == "code"
    )
    assert "left = (np.exp(x + c) / np.exp(x + c).sum()).sum()" in code
    assert "def product" not in code


def test_formulas_of_headings_stand_in_the_contents_as_well() -> None:
    text = "# T\n\n## The $x$\n\na\n\n## The $y$\n\nb\n\n## $z$\n\nc\n"
    page = formats.write([examine(Source("p.md", text), Config(), False)], "html", Wish("p")).data.decode()
    assert page.count('href="#section-') == 3


def test_a_row_break_between_braces_does_not_stop_a_paper() -> None:
    text = "a $\\begin{aligned}{x\\\\y}\\end{aligned}$ b\n\n```latex\nx\n```\n"
    done = formats.write([examine(Source("p.md", text), Config(), False)], "tex", Wish("p")).data.decode()
    assert r"{x{}y}" in done
    assert r"language={[LaTeX]TeX}" in done
