"""The report for a browser: self-contained, safe, and the same figures; what a click does is tried in a browser."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mathpost import manual
from mathpost.cli import main
from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.writers.facts import facts
from mathpost.writers.faults import sentence
from mathpost.writers.html import markdown, pages, words
from mathpost.writers.html.mathml import mathml

POST = """\
---
title: 反例一则
---

# 反例

设 $x$ 为实数。故 $(x+1)^2 = x^2 + 1$，而且 $1 + 1 = 3$。

坏的 $x_{1$ 。<script>alert(1)</script> [x](javascript:alert(2))

$$\\int_0^1 x^2 \\,dx = \\frac{1}{3} \\tag{1}$$

由式(1)，**粗体**：

\\begin{equation}\\sin^2 x + \\cos^2 x = 1\\tag{2}\\end{equation}

```python
print("<b>")
```
"""
OTHER = "# 别的\n\n好的 $1 + 1 = 2$。\n"


def drawn(latex: str, *, before: str = "") -> str:
    """The MathML of an inline formula, which must be well-formed."""
    document = examine(Source("a.md", f"{before}$${latex}$$\n"), Config(), False).document
    formula = document.formulas[-1]
    text = mathml(document.source, formula.tree, display=False, latex=latex, definitions=document.definitions)
    ET.fromstring(text)
    return text[text.index(">") + 1 : -len("</math>")]


def page(text: str) -> str:
    result = examine(Source("a.md", text), Config(), True)
    return pages.page(result, facts(result, None, "a.md"), "zh")


# --- formulas


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("x", "<mi>x</mi>"),
        ("3.14", "<mn>3.14</mn>"),
        (r"\alpha", "<mi>α</mi>"),
        (r"\Gamma", '<mi mathvariant="normal">Γ</mi>'),
        (r"\mathbb{R}", "<mi>ℝ</mi>"),
        (r"\boldsymbol{W}", "<mi>𝑾</mi>"),
        (r"\frac{1}{2}", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (r"x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        ("x'", "<msup><mi>x</mi><mo>′</mo></msup>"),
        (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        (r"\operatorname{softmax}", "<mi>softmax</mi>"),
        (r"\text{若 $x$}", "<mrow><mtext>若</mtext><mi>x</mi></mrow>"),
        (r"\not=", "<mo>=\u0338</mo>"),
        ("a<b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
    ],
)
def test_what_a_formula_looks_like(latex: str, expected: str) -> None:
    assert drawn(latex) == expected


def test_macros_of_the_page_are_written_out() -> None:
    assert drawn(r"\R", before="$\\newcommand{\\R}{\\mathbb{R}}$\n\n") == "<mi>ℝ</mi>"


def test_a_command_that_nobody_knows_stands_as_it_is_written() -> None:
    assert '<mtext class="tex">\\nonsense</mtext>' in drawn(r"\nonsense + x")


@pytest.mark.parametrize(
    "latex",
    [
        r"\text{<script>alert(1)</script>}",
        r"\operatorname{<b>}",
        r"\href{javascript:alert(1)}{x}",
        r"\style{a\"b}{x}",
    ],
)
def test_no_text_of_a_formula_becomes_markup(latex: str) -> None:
    text = drawn(latex)
    allowed = {"mi", "mn", "mo", "mrow", "mtext", "mspace", "msub", "msup", "mfrac"}
    assert {element.tag for element in ET.fromstring(f"<a>{text}</a>").iter()} <= allowed | {"a"}
    assert "href" not in text


@pytest.mark.parametrize("depth", [40, 90, 2000])
def test_a_formula_nested_deeply_is_drawn_or_said_in_words(depth: int) -> None:
    assert "x" in drawn(r"\sqrt{" * depth + "x" + "}" * depth)


@pytest.mark.shared
def test_formulas_of_the_open_posts_are_drawn(shared: Path) -> None:
    """Well-formed, with a text alternative, and fewer than one in five hundred with a source left in it."""
    count = left = 0
    for path in sorted((shared / "corpus" / "kexue" / "enhanced").glob("*.md"))[::15]:
        document = examine(Source(str(path), path.read_bytes().decode()), Config(), False).document
        for formula in document.formulas:
            latex = document.source.slice(formula.body)
            text = mathml(
                document.source, formula.tree, display=True, latex=latex, definitions=document.definitions
            )
            assert ET.fromstring(text).get("aria-label")
            count += 1
            left += 'class="tex"' in text and not formula.faults
    assert count > 1000
    assert left * 500 < count


# --- pages


class Tags(HTMLParser):
    """All tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_page_asks_the_network_for_nothing_and_runs_nothing_of_the_post() -> None:
    text = page(POST)
    tags = Tags(text).found
    assert sum(tag == "script" for tag, _ in tags) == 1
    assert not [a for _, a in tags if a.keys() & {"src", "onclick", "onerror", "style"}]
    links = [a["href"] or "" for tag, a in tags if tag == "a"]
    assert all(link.startswith(("#", "../")) for link in links)
    assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org)", text.replace("&#", ""))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_page_says_verdicts_findings_and_numbers_beside_their_lines() -> None:
    text = page(POST)
    line = text[text.index('id="L7"') : text.index('id="L9"')]
    assert line.count('class="claim refuted"') == 2
    assert "两边的值" in line
    assert "D001" in line
    assert 'class="finding error"' in text[text.index('id="L9"') : text.index('id="L11"')]
    assert 'id="eq-1"' in text
    assert "<strong>粗体</strong>" in text
    assert "print(&#34;&lt;b&gt;&#34;)" in text or "print(&quot;&lt;b&gt;&quot;)" in text


def test_ids_are_used_once() -> None:
    ids = [a["id"] for _, a in Tags(page(POST + POST)).found if "id" in a]
    assert len(ids) == len(set(ids))


def test_both_languages_have_the_same_words() -> None:
    assert words.ZH.keys() == words.EN.keys()


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("blogs_enhanced/反例 一.md", POST), ("blogs_enhanced/sub/b.md", OTHER)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    assert CliRunner().invoke(main, ["report", "-q", "--jobs", "1"]).exit_code == 0
    return tmp_path / "reports"


def test_the_index_leads_to_every_post_and_back(reports: Path) -> None:
    index = (reports / "index.html").read_text("utf-8")
    assert 'href="posts/%E5%8F%8D%E4%BE%8B%20%E4%B8%80.html"' in index
    assert 'href="posts/sub/b.html"' in index
    assert 'href="../../index.html"' in (reports / "posts" / "sub" / "b.html").read_text("utf-8")


def test_a_post_without_a_raw_post_has_no_original_lines(reports: Path) -> None:
    index = (reports / "index.html").read_text("utf-8")
    assert "原始 " not in index.replace("原始 /", "")
    (reports.parent / "blogs_raw").mkdir()
    (reports.parent / "blogs_raw" / "反例 一.md").write_text("# 反例\n", "utf-8")
    CliRunner().invoke(main, ["report", "-q", "--jobs", "1", "--no-verify"])
    assert "原始 1, 新增" in (reports / "index.html").read_text("utf-8")
    assert 'data-only="proved"' not in (reports / "posts" / "反例 一.html").read_text("utf-8")


def test_a_run_writes_the_pages_and_again_the_same(reports: Path) -> None:
    before = {path: path.read_bytes() for path in reports.rglob("*") if path.is_file()}
    assert CliRunner().invoke(main, ["report", "-q", "--jobs", "2"]).exit_code == 0
    assert {path: path.read_bytes() for path in reports.rglob("*") if path.is_file()} == before


def test_the_page_of_a_post_that_is_gone_goes_too_and_nothing_else(reports: Path) -> None:
    mine = reports / "posts" / "sub" / "mine.html"
    mine.write_text("<html>by hand</html>", "utf-8")
    (reports.parent / "blogs_enhanced" / "sub" / "b.md").unlink()
    assert CliRunner().invoke(main, ["report", "-q", "--jobs", "1"]).exit_code == 0
    assert [p.name for p in sorted((reports / "posts").rglob("*.html"))] == ["mine.html", "反例 一.html"]
    mine.rename(reports / "posts" / "sub" / "b.html")
    shutil.copy(reports / "posts" / "反例 一.html", reports / "posts" / "sub" / "c.html")
    CliRunner().invoke(main, ["report", "-q", "--jobs", "1"])
    assert [p.name for p in (reports / "posts" / "sub").iterdir()] == ["b.html"]
    (reports / "posts" / "sub" / "b.html").rename(reports / "mine.html")
    shutil.copy(reports / "posts" / "反例 一.html", reports / "posts" / "sub" / "c.html")
    CliRunner().invoke(main, ["report", "-q", "--jobs", "1"])
    assert not (reports / "posts" / "sub").exists()


# --- in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1280,900", "--disable-gpu"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    yield driver
    driver.quit()


def shown(browser: Any, selector: str) -> list[Any]:
    return [e for e in browser.find_elements("css selector", selector) if e.is_displayed()]


def open_page(browser: Any, path: Path) -> None:
    browser.get(path.as_uri())
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.mark.oracle
def test_the_index_is_filtered_sorted_and_walked_with_keys(browser: Any, reports: Path) -> None:
    open_page(browser, reports / "index.html")
    body = browser.find_element("css selector", "body")
    body.send_keys("/")
    browser.switch_to.active_element.send_keys("别的")
    assert [row.text.split()[0] for row in shown(browser, "#posts tbody tr")] == ["别的"]
    browser.switch_to.active_element.send_keys("\ue00c")  # escape
    assert len(shown(browser, "#posts tbody tr")) == 2
    for head in shown(browser, "#posts th button"):
        head.click()
        cell = head.find_element("xpath", "..")
        first = cell.get_attribute("aria-sort")
        order = [row.text for row in shown(browser, "#posts tbody tr")]
        head.click()
        assert cell.get_attribute("aria-sort") not in (None, first)
        assert len(order) == 2
    body.send_keys("j")
    browser.switch_to.active_element.send_keys("\ue007")  # enter
    assert "/posts/" in browser.current_url
    assert browser.find_elements("css selector", "#nothing")
    browser.find_element("css selector", "body").send_keys("u")
    assert browser.current_url.endswith("index.html")


@pytest.mark.oracle
def test_a_column_is_sorted_by_number_not_by_letter(browser: Any, reports: Path) -> None:
    open_page(browser, reports / "index.html")
    lines = next(b for b in shown(browser, "#posts th button") if b.text == "行数")
    column = [len(POST.splitlines()), len(OTHER.splitlines())]
    for expected in (sorted(column, reverse=True), sorted(column)):
        lines.click()
        cells = [
            int(row.find_elements("css selector", "td")[2].text) for row in shown(browser, "#posts tbody tr")
        ]
        assert cells == expected


@pytest.mark.oracle
def test_a_post_unfolds_filters_and_turns_dark(browser: Any, reports: Path) -> None:
    open_page(browser, reports / "posts" / "反例 一.html")
    assert not shown(browser, ".claim.refuted dd")
    body = browser.find_element("css selector", "body")
    body.send_keys("n")
    browser.switch_to.active_element.send_keys("\ue007")  # enter
    assert any("≠" in e.text for e in shown(browser, ".claim.refuted dd"))
    browser.find_element("css selector", "[data-only=refuted]").click()
    assert [e.get_attribute("id") for e in shown(browser, ".passage")] == ["L7"]
    body.send_keys("\ue00c")
    assert len(shown(browser, ".passage")) > 5
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = browser.execute_script(colour)
    body.send_keys("d")
    assert browser.execute_script(colour) != light
    body.send_keys("d")
    assert browser.execute_script(colour) == light


@pytest.mark.oracle
def test_a_formula_has_a_size_and_a_text_alternative(browser: Any, reports: Path) -> None:
    open_page(browser, reports / "posts" / "反例 一.html")
    formulas = shown(browser, ".text math")
    assert len(formulas) >= 6
    for formula in formulas:
        assert formula.get_attribute("aria-label")
        assert formula.size["width"] > 4
    fraction = browser.find_element("css selector", "mfrac")
    assert fraction.size["height"] > formulas[0].size["height"]


@pytest.mark.oracle
def test_a_phone_shows_everything_without_scrolling_sideways(browser: Any, reports: Path) -> None:
    size = browser.get_window_size()
    try:
        browser.set_window_size(500, 900)
        for path in (reports / "index.html", reports / "posts" / "反例 一.html"):
            open_page(browser, path)
            width = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
            assert width[0] <= width[1]
    finally:
        browser.set_window_size(size["width"], size["height"])


@pytest.mark.oracle
@pytest.mark.shared
def test_the_largest_open_post_opens_and_filters_at_once(
    browser: Any, tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    posts = sorted((shared / "corpus" / "kexue" / "enhanced").glob("*.md"), key=lambda p: -p.stat().st_size)
    (tmp_path / "blogs_enhanced").mkdir()
    (tmp_path / "blogs_enhanced" / "a.md").write_bytes(posts[0].read_bytes())
    assert CliRunner().invoke(main, ["report", "-q", "--no-verify"]).exit_code == 0
    open_page(browser, tmp_path / "reports" / "posts" / "a.html")
    assert len(shown(browser, ".passage")) > 300
    spent = browser.execute_script(
        "const start = performance.now(); document.querySelector('[data-only=finding]').click();"
        "document.body.offsetHeight; return performance.now() - start"
    )
    assert spent < 1000  # milliseconds, on a machine that does other things as well
    assert (
        browser.execute_script("return performance.timing.domInteractive - performance.timing.fetchStart")
        < 5000
    )


# --- the words of a post --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**a** *b* `c<d` ~~e~~", "<strong>a</strong> <em>b</em> <code>c&lt;d</code> <del>e</del>"),
        ("a_b_c 2 * 3 * 4 **", "a_b_c 2 * 3 * 4 **"),
        ("[甲](https://a.org/b_c)", '<a href="https://a.org/b_c" rel="noopener noreferrer">甲</a>'),
        ("[x](javascript:alert(2)) [y](b.md)", "x y"),
        (
            "见 https://a.org/b。",
            '见 <a href="https://a.org/b" rel="noopener noreferrer">https://a.org/b</a>。',
        ),
        ("a &amp; b &nosuch; \\* <b>", "a &amp; b &amp;nosuch; * &lt;b&gt;"),
    ],
)
def test_markdown_is_set_and_nothing_of_it_runs(text: str, expected: str) -> None:
    assert markdown.inline(text, []) == expected


def test_references_quotes_tables_and_code_are_set() -> None:
    post = (
        "$$a = a\\label{x}\\tag{1}$$\n\n由 \\eqref{x} 与 $\\eqref{x}$ 得\\ref{x}，\\eqref{y}。\n\n> 引 **文**\n\n| $n$ | b |\n"
        '|---|---|\n| 1 | `c` |\n\n```python\nx = 1\ny = 2\n```\n\n- 项\n\n<div class="a">盒</div>\n'
    )
    text = page(post)
    assert "\\eqref" not in text
    assert text.count('<a href="#eq-1">(1)</a>') == 2 and '<a href="#eq-1">1</a>' in text and "(y)" in text
    assert 'class="passage text quote ' in text and "引 <strong>文</strong>" in text
    assert "<td>1</td><td><code>c</code></td>" in text
    assert ">x = 1\ny = 2" in text and "```" not in text
    assert "• 项" in text and "&lt;div" not in text and "盒" in text


def test_what_a_run_added_is_no_part_of_the_page() -> None:
    added = "<!-- enhance:begin steps -->\n<details>\n\n$$q = q$$\n\n</details>\n<!-- enhance:end steps -->\n"
    assert page(f"甲 $a$。\n\n{added}") == page("甲 $a$。\n").replace("<b>1</b>行数", "<b>9</b>行数")


def test_a_chinese_page_is_chinese() -> None:
    text = page("设 $x$ 为实数。故 $(x+1)^2 = x^2 + 1$。坏的 $\\foo x$，见\\eqref{z}。\n")
    words_of_findings = re.findall(r'<div class="finding[^>]*>(.*?)</div>', text, re.S)
    assert words_of_findings and any("未定义的命令：\\foo" in words for words in words_of_findings)
    plain = re.sub(r"<math.*?</math>|<code>.*?</code>|<[^>]*>|\\\\[a-z]+", " ", " ".join(words_of_findings))
    assert not re.search(r"\b(?:the|is|not|of|that)\b", plain)
    assert "随机有限模型" in text and "<dt>反例</dt><dd><math" in text


def test_every_rule_has_a_chinese_sentence() -> None:
    for code, name in manual.codes():
        assert any("\u4e00" <= c <= "\u9fff" for c in sentence(code, name, "zh")), code


def test_a_mark_behind_a_formula_begins_no_line() -> None:
    from mathpost.writers.html.markdown import inline

    assert inline("a \ue000，b \ue001 c", ["<math>x</math>", "<math>y</math>"]) == (
        'a <span class="tied"><math>x</math>，</span>b <math>y</math> c'
    )
