"""XeLaTeX itself on the documents we write: no error, no character without a glyph, the planned numbers."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from mathpost.document.numbering import plan
from mathpost.document.reader import read
from mathpost.publish import latex
from mathpost.text.source import decode

SHARED = Path(__file__).parent.parent.parent / "shared" / "corpus"
POSTS = sorted((SHARED / "kexue").glob("*/*.md"))[::20] + sorted((SHARED / "d2l-zh").rglob("*.md"))[::60]
# Han characters that Fandol lacks: a note of the document names each, and nothing else may be missing.
MISSING = re.compile(r"Missing character: There is no (\S+)")

pytestmark = pytest.mark.oracle

Compile = Callable[[str], tuple[str, str]]


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    """Compile a document once; its log and its labels."""
    if shutil.which("xelatex") is None:
        pytest.skip("there is no xelatex")

    def run(text: str) -> tuple[str, str]:
        (tmp_path / "post.tex").write_text(text, encoding="utf-8")
        command = ["xelatex", "-interaction=nonstopmode", "-no-shell-escape", "post.tex"]
        subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        log = (tmp_path / "post.log").read_text(encoding="utf-8", errors="replace")
        assert (tmp_path / "post.pdf").exists(), log[-2000:]
        return log, (tmp_path / "post.aux").read_text(encoding="utf-8")

    return run


def written(data: bytes, path: str = "post.md") -> latex.Latex:
    document = read(decode(path, data))
    return latex.write(document, plan(document))


def errors(log: str) -> list[str]:
    return re.findall(r"^! .*(?:\n.*){0,6}", log, re.M)


EVERYTHING = r"""---
title: 一切 & 所有_的
date: 2024-01-02
---

# 一切 & 所有_的

## 标题 $\boldsymbol{x}_\boldsymbol{y}$ ✅ α 🎯 #

正文 **定义（$\mathbf{\Lambda}$）**是 ~~删~~ `co_de → "x"` ①、“引号” and "quotes" x² ₁ p̃
100% #1 & ~ ^ \ { }。<br>换行

$$\begin{aligned}&a \cdots,b\\&c\lt d \tag{1}\end{aligned}$$

\begin{equation}\newcommand{sg}[1]{\color{skyblue}{#1}}\sg{a}\\ b\label{eq:b}\end{equation}

$$\begin{aligned}a\tag{5}\\b\tag{6}\end{aligned}$$

\begin{align}\color{red}{x}y &= \text{损_失 5%} \\ [z] &= {损失}，\mathrm{损} \label{eq:z}\end{align}

\begin{array}{c|c:c}\hline a & b & c & d\\ \hline\end{array}

由式(5)与 $\eqref{eq:z}$ 得 $\msign(\unicode{x2264}) ≤ \bbox[red]{x} \Bbb R \R \argmax_x$，
坏的 $\frac{a}{b$ 也在。

| 列 $$a$$ | 很宽的列 |
|---|---|
| $\begin{align}x\end{align}$ | WIDE |

> 引 $$\begin{cases}a & b & c\end{cases}$$

1. 一
   - 二
     $$\xlongequal{x}$$

![图](/a_b.png)

<div class="box">
<b>盒</b> $h$
</div>

```python
print("a_b → ✅ α ─ ̃")  # 注释
```
""".replace("WIDE", "很长" * 40).encode()


def test_everything_compiles(compiled: Compile) -> None:
    document = written(EVERYTHING)
    log, _ = compiled(document.text)
    assert errors(log) == []
    assert MISSING.findall(log) == []


def test_an_english_post_compiles(compiled: Compile) -> None:
    log, _ = compiled(
        written(
            b"# A post\n\nLet $a \\gt b$, ~~no~~.\n\n$$a\\label{x}$$\n\nSee \\eqref{x} \xe2\x86\x92 c.\n"
        ).text
    )
    assert errors(log) == []
    assert MISSING.findall(log) == []


def test_labels_have_the_numbers_of_the_plan(compiled: Compile) -> None:
    post = b"\\begin{equation}a\\label{a}\\end{equation}\n\n$$b\\tag{9}$$\n\n"
    post += b"\\begin{align}c\\label{c}\\\\d\\notag\\\\e\\label{e}\\end{align}\n\n$$f\\label{f}\\tag{*}$$\n"
    _, labels = compiled(written(post).text)
    assert dict(re.findall(r"\\newlabel\{(\w)\}\{\{\{?([^{}]*)\}", labels)) == {
        "a": "1",
        "c": "2",
        "e": "3",
        "f": "*",
    }


@pytest.mark.shared
@pytest.mark.skipif(not POSTS, reason="the open posts are not beside the checkout")
@pytest.mark.parametrize("path", POSTS, ids=lambda p: p.stem)
def test_open_posts_compile(path: Path, compiled: Compile) -> None:
    document = written(path.read_bytes(), path.name)
    log, _ = compiled(document.text)
    assert errors(log) == []
    noted = "".join(note.message for note in document.warnings if "GB 2312" in note.message)
    assert set(MISSING.findall(log)) <= set(noted)
