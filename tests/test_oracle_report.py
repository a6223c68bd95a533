"""The report and the exported page in a real browser: on a phone and a desk, light and dark, read by axe-core."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mathpost.cli import main
from oracle import browser as eyes

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(
        not (eyes.is_here() and eyes.AXE.is_file()), reason="needs a browser and axe-core (make oracle)"
    ),
]
LONG = " + ".join(rf"\frac{{a_{{{n}}}}}{{b_{{{n}}} + c_{{{n}}}}}" for n in range(40))
POST = r"""---
title: {title}
---

# {title}

> {words} $\mathcal{{L}}(\theta) = \sum_{{i=1}}^n \ell(f(x_i;\theta), y_i)$, **{words}** `code $x$` &lt;{words}&gt;
> [{words}](https://example.org/a_b)

$$
(a+b)^2 = a^2 + 2ab + b^2 \label{{eq:a}}\tag{{3}}
$$

{see} $\eqref{{eq:a}}$, \eqref{{eq:a}}{and_} $f = {long}$.

$$
{long} = 0 \tag{{3}}
$$

\begin{{align}}
(x+y)^3 &= x^3 + y^3 \tag{{4}} \\
\sin^2 x + \cos^2 x &= 1 \label{{eq:b}}
\end{{align}}

- {words} $\\{{x\\}}$
- {words}

| {words} | {words} | {words} |
|---|---|---|
| $\sum_{{i=1}}^{{n}} x_i y_i z_i + {long}$ | 2 | 3 |

```python
x = [1, 2, 3]  # {words} {words} {words} {words} {words} {words} {words} {words} {words} {words} {words}
```

**{theorem} 1** {words} $x \ne y$, \eqref{{eq:b}}.

$$
\nabla_{{\theta}} \undefinedcommand{{x}} = {{y
$$

{words} {words} {words} {words} {words}
"""
TEXTS = {
    "zh": {
        "title": "二次型与它的展开", "words": "这里是一段说明文字", "see": "由", "and_": "和", "theorem": "定理", "long": LONG,
    },
    "en": {
        "title": "Squares and how they expand", "words": "words of an explanation", "see": "By", "and_": " and",
        "theorem": "Theorem", "long": LONG,
    },
}  # fmt: skip
SCREENS = [(390, False), (390, True), (1280, False), (1280, True)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with eyes.opened() as driver:
        yield driver


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        for language, words in TEXTS.items():
            Path(f"{language}.md").write_text(POST.format(**words), "utf-8")
            output = ["--output-dir", f"{language}_enhanced", "--report-dir", f"{language}_report"]
            CliRunner().invoke(main, ["run", f"{language}.md", *output, "--jobs", "1", "--no-cache"])
            sound = Path(f"{language}_sound.md")
            sound.write_text(POST.format(**words).replace(r"\undefinedcommand{x} = {y", "x = y"), "utf-8")
            made = CliRunner().invoke(main, ["export", str(sound), "--to", "html", "--jobs", "1"])
            assert made.exit_code == 0, made.output
    return folder


def pages(project: Path) -> list[Path]:
    found = sorted(project.rglob("*.html"))
    assert len(found) == 8, found  # of each language: index, post, changes, export
    return found


def test_no_page_is_wider_than_its_screen(browser: Any, project: Path) -> None:
    for page in pages(project):
        for width, dark in SCREENS:
            eyes.show(browser, page, width, dark=dark)
            assert eyes.too_wide(browser) == [], (page, width)


def test_axe_finds_nothing(browser: Any, project: Path) -> None:
    for page in pages(project):
        for width, dark in SCREENS[1:]:
            eyes.show(browser, page, width, dark=dark)
            assert eyes.violations(browser) == [], (page, width, dark)


def test_references_are_numbers_and_markdown_is_rendered(browser: Any, project: Path) -> None:
    for language, words in TEXTS.items():
        eyes.show(browser, project / f"{language}_report" / "posts" / f"{language}.html", 1280)
        text = browser.execute_script("return document.querySelector('main').innerText")
        for raw in (r"\eqref", "$", "**", "```", "&lt;", "](http", "|---"):
            assert raw not in text.replace("code $x$", ""), raw
        assert f"<{words['words']}>" in text
        assert browser.execute_script("return document.querySelectorAll('.text td').length") == 3


def test_pages_of_a_chinese_post_hold_no_english_sentence(browser: Any, project: Path) -> None:
    for page in sorted((project / "zh_report").rglob("*.html")):
        eyes.show(browser, page, 1280)
        text = browser.execute_script(
            "document.querySelectorAll('math, code, .code, .tex, .row').forEach(e => e.remove()); return document.body.innerText"
        )
        words = {w for w in text.split() if w.isascii() and w.isalpha() and len(w) > 3 and not w.isupper()}
        assert words <= {"mathjax", "front"}, page  # names: the target, front matter


def test_the_tab_key_visits_findings_and_no_line_numbers(browser: Any, project: Path) -> None:
    eyes.show(browser, project / "en_report" / "posts" / "en.html", 1280)
    visited = eyes.tabbed(browser)
    assert sum("finding" in name for name in visited) == browser.execute_script(
        "return document.querySelectorAll('.finding').length"
    )
    assert not any(name == "a.no" for name in visited)
    assert len(visited) < 60


def test_columns_of_align_meet(browser: Any, project: Path) -> None:
    """The left cell of an aligned row ends where it ends in every other row, and the sign follows at once."""
    for page in (project / "en_report" / "posts" / "en.html", project / "en_sound.html"):
        eyes.show(browser, page, 1280)
        gaps = browser.execute_script("""
          const edge = (cell, side) => { const q = document.createRange(); q.selectNodeContents(cell); return q.getBoundingClientRect()[side]; };
          const cells = (kind) => [...document.querySelectorAll(`mtd.${kind}, span.rows > .${kind}`)].filter(c => c.textContent.trim());
          return cells('r').map((cell, k) => [edge(cell, 'right'), edge(cells('l')[k], 'left')]);
        """)
        assert len(gaps) == 2
        assert abs(gaps[0][0] - gaps[1][0]) < 2, (page, gaps)
        assert all(-1 <= left - right < 12 for right, left in gaps), (page, gaps)
