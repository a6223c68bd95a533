"""Real readers on what we publish: TeX, Typst, a Jupyter kernel."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from mathpost.config import Config
from mathpost.pipeline import examine, load
from mathpost.publish import formats, paper, readers
from mathpost.publish.edition import Edition
from mathpost.publish.formats import Wish
from mathpost.text.source import Source
from mathpost.writers.post import PostResult
from test_formats import FIRST, POST, SECOND, result

ROOT = Path(__file__).parent.parent
EPUB_CHECK = Path("/usr/share/java/epubcheck.jar")  # of Debian; its own script needs support by the kernel
OWN = sorted((ROOT / "blogs_raw").glob("*.md"))

pytestmark = pytest.mark.oracle

needs_tex = pytest.mark.skipif(not paper.engines(chinese=True), reason="there is no XeLaTeX")

ENGLISH = r"""---
title: A post
---

## Things

**Theorem 1 (Name).** Let $x \gt 0$. Then $\text{é} < 1$.

**Proof.** By (1), obvious. $\blacksquare$

$$a = b\label{eq:a}$$

See \eqref{eq:a}, “quotes”, → and `code_é`.

```python
x = "é → ✓"
```
"""


def verified(path: Path) -> PostResult:
    return examine(load(str(path)).source, Config(), True)


@needs_tex
@pytest.mark.parametrize("engine", ["xelatex", "pdflatex"])
def test_an_english_paper_compiles_with_both_engines(engine: str) -> None:
    found = [e for e in paper.engines(chinese=False) if e.name == engine]
    if not found:
        pytest.skip(f"there is no {engine}")
    post = result(ENGLISH)
    done = formats.write([post], "tex", Wish("post"))
    made = paper.compiled(found[0], done.data.decode(), [], len(post.document.formulas))
    assert made.problem == "" and made.data is not None


@needs_tex
def test_a_chinese_paper_and_a_book_compile() -> None:
    assert formats.write([result(POST)], "pdf", Wish("post")).data.startswith(b"%PDF")
    posts = [result(FIRST, "x/a.md"), result(SECOND, "x/b.md")]
    assert formats.write(posts, "pdf", Wish("书"), "书").data.startswith(b"%PDF")


@needs_tex
def test_a_formula_that_tex_never_sees_is_missed() -> None:
    text = formats.write([result("$a$ $b$\n")], "tex", Wish("post")).data.decode()
    engine = paper.engines(chinese=False)[0]
    assert "2 formulas became 1" in paper.compiled(engine, text.replace(r"\(b\)", ""), [], 2).problem


def test_a_paper_without_tex(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("typst")
    monkeypatch.setattr(paper, "engines", lambda chinese: [])
    try:
        assert formats.write([result(POST)], "pdf", Wish("post")).data.startswith(b"%PDF")
    except paper.MissingTypesetterError as error:
        assert "fonts-noto-cjk" in str(error)
        pytest.skip("there is no font with Chinese")


@needs_tex
def test_labels_have_the_numbers_of_the_post(tmp_path: Path) -> None:
    post = "\\begin{align}a\\label{a}\\\\b\\notag\\\\c\\label{c}\\end{align}\n\n$$d\\label{d}\\tag{*}$$\n\n$$e\\label{e}$$\n\nBy \\eqref{e}.\n"
    (tmp_path / "post.tex").write_bytes(formats.write([result(post)], "tex", Wish("post")).data)
    for _ in range(2):
        subprocess.run(["xelatex", "-interaction=nonstopmode", "post.tex"], cwd=tmp_path, capture_output=True)
    labels = (tmp_path / "post.aux").read_text("utf-8")
    found = dict(re.findall(r"\\newlabel\{(\w)\}\{\{\{?([^{}]*)\}", labels))
    assert found == {"a": "1", "c": "2", "d": "*", "e": "3"}


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.stem)
def test_own_posts_are_published_in_every_format(path: Path) -> None:
    post = verified(path)
    for ending in formats.FORMATS:
        if ending != "pdf" or paper.engines(chinese=True):
            assert formats.write([post], ending, Wish(path.stem)).data


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.stem)
def test_the_notebook_of_an_own_post_runs_from_top_to_bottom(path: Path) -> None:
    assert run(formats.write([verified(path)], "ipynb", Wish(path.stem)).data) > 0


SAMPLE = r"""
$$\sum_{k=0}^{n} q^k = \frac{1-q^{n+1}}{1-q}$$

其中 $q \neq 1$。

$$\sigma(-x) = 1-\sigma(x)$$

$$\|\boldsymbol{x}-\boldsymbol{y}\|^2 = \|\boldsymbol{x}\|^2 + \|\boldsymbol{y}\|^2 - 2\langle\boldsymbol{x},\boldsymbol{y}\rangle$$

$$\sin^2 x + \cos^2 x = 1$$

$$\lambda(a+b) = \lambda a+\lambda b$$

$$(\boldsymbol{x}\cdot\boldsymbol{y})^2 = \left(\sum_i x_i y_i\right)^2$$
"""


def test_cells_of_every_kind_agree() -> None:
    post = examine(Source("post.md", SAMPLE), Config(), True)
    assert run(formats.write([post], "ipynb", Wish("post")).data) == 6


def run(data: bytes) -> int:
    """Execute a notebook; the number of cells in which both sides agree, which must be all."""
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient").NotebookClient
    pytest.importorskip("ipykernel")
    pytest.importorskip("numpy")
    book = nbformat.reads(data.decode(), as_version=4)
    nbformat.validate(book)
    client(book, timeout=120).execute()
    texts = [o.get("text", "") for c in book.cells if c.cell_type == "code" for o in c.outputs]
    assert not [t for t in texts if "agree: False" in t]
    return sum("agree: True" in t for t in texts)


def test_the_notebook_is_json_of_version_4() -> None:
    whole = json.loads(formats.write([result(POST)], "ipynb", Wish("post")).data)
    assert (whole["nbformat"], whole["nbformat_minor"]) == (4, 5)
    assert all(cell["cell_type"] in ("markdown", "code") for cell in whole["cells"])


EVERY_SHAPE = POST + "\n".join(
    f"$${latex}$$\n"
    for latex in (
        r"\mathcal{H}_\max + \min_x \frac{\log}{x} + \sqrt[n]{x}", r"\operatorname*{argmax}_{x \in A} f'",
        r"\begin{pmatrix}a & b\\ c & d\end{pmatrix}", r"\underbrace{x+y}_{\text{和}}", r"\color{red}{x} \boxed{y}",
        r"\cancel{x} \overset{\text{a}}{=} \xrightarrow{f} \left\{x \middle| y\right\}", r"\sideset{}{'}\sum_{k=1}^n",
        r"\begin{array}{c|c}a & b\\\hline c & d\end{array}", r"\hat{\log} \, \widetilde{ab} \; \phantom{x} \dots",
    )
)  # fmt: skip


@pytest.mark.parametrize("text", [EVERY_SHAPE, ENGLISH], ids=["chinese", "english"])
def test_epub_check_finds_nothing(text: str, tmp_path: Path) -> None:
    if shutil.which("java") is None or not EPUB_CHECK.exists():
        pytest.skip("there is no EPUBCheck")
    book = tmp_path / "post.epub"
    book.write_bytes(formats.write([result(text)], "epub", Wish("post")).data)
    done = subprocess.run(
        ["java", "-jar", EPUB_CHECK, "-q", book], capture_output=True, text=True, timeout=180
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("text", [EVERY_SHAPE, ENGLISH], ids=["chinese", "english"])
def test_word_opens_what_we_write(text: str, tmp_path: Path) -> None:
    """LibreOffice reads the file, and makes an object of each formula."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        pytest.skip("there is no LibreOffice")
    data = formats.write([result(text)], "docx", Wish("post")).data
    (tmp_path / "post.docx").write_bytes(data)
    command = [
        office,
        f"-env:UserInstallation={(tmp_path / 'office').as_uri()}",
        "--headless",
        "--convert-to",
        "odt",
        "--outdir",
        str(tmp_path),
        str(tmp_path / "post.docx"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    with zipfile.ZipFile(tmp_path / "post.odt") as opened:
        formulas = [n for n in opened.namelist() if re.fullmatch(r"Object \d+/content\.xml", n)]
    assert len(formulas) == readers.docx(data).formulas


def test_an_edition_knows_its_images() -> None:
    assert Edition([result(POST)]).entries[0].images == {}
    assert readers.log("") == 0
