"""Safe fixes against MathJax and KaTeX themselves: what a fix leaves alone is drawn as before, mark for mark.

A fix whose purpose is another drawing (undoing a scraper's escapes, a full-width bracket) may change its own
formula; no fix may make a renderer refuse what it drew.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mathpost.config import Config, Target
from mathpost.document.document import Document
from mathpost.document.reader import read
from mathpost.latex.lexer import reading
from mathpost.pipeline import examine
from mathpost.text.edits import Fix, Safety, apply, compatible
from mathpost.text.source import Source

ORACLE = Path(__file__).parent / "oracle"
DRAWINGS = {"mathjax": "drawings.js", "katex": "katex_drawings.js"}
# Rules whose safe fix is there to change what readers see: damage.
CHANGING = {"L201", "L202", "L203", "L210", "L211", "L213", "L216"}

BACKSLASHES = frozenset(["L201", "L202", "L203", "L205", "L211", "L213"])  # safe where an engine is known


def drawn(posts: Sequence[Document], renderer: str = "mathjax") -> list[list[Any]]:
    """The marks of every formula of each post; None where the renderer refuses."""
    if shutil.which("node") is None or not (ORACLE / "node_modules" / "mathjax-full").is_dir():
        pytest.skip("no Node, or the renderers are not installed: make oracle")
    lines = []
    for post in posts:
        texts = [(reading(post.source.text, f.segments, False).text, f.kind) for f in post.formulas]
        lines.append(json.dumps([{"tex": tex, "display": kind == "display"} for tex, kind in texts]))
    run = subprocess.run(
        ["node", str(ORACLE / DRAWINGS[renderer])],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def safe_fixes(text: str, *, changing: bool, target: Target = "mathjax") -> list[Fix]:
    """The safe fixes of a post: those that change what is drawn, or the others; numbers are no formulas. Backslashes are
    undone as where the engine of the post is known to keep them.
    """
    config = Config(target=target, extend_select=("P007",))
    found = examine(Source("post.md", text), config, False).diagnostics
    wanted = [
        d for d in found if d.code[0] in "LPS" and (d.code in CHANGING) is changing and d.fix is not None
    ]
    safe = [
        d.fix for d in wanted if d.fix is not None and (d.fix.safety is Safety.SAFE or d.code in BACKSLASHES)
    ]
    return compatible(safe)


def repaired(text: str, *, changing: bool, target: Target = "mathjax") -> str:
    fixes = safe_fixes(text, changing=changing, target=target)
    return apply(text, [edit for fix in fixes for edit in fix.edits])


POSTS = [
    "$\\boldsymbol{f(\\boldsymbol{x}; \\boldsymbol{\\theta})}$",
    "$$\na +\n\n\\frac{b}{c}\n$$",
    "the set $ X_1 $ is",
    "$x_\\boldsymbol{B}^\\hat y + \\boldsymbol{\\boldsymbol{Q}}$",
    "$\\newcommand{sgn}{\\mathrm{sgn}}\\sgn(x)$ and $\\sgn y$",
]


@pytest.mark.oracle
@pytest.mark.parametrize("post", POSTS)
def test_a_safe_fix_draws_the_same(post: str) -> None:
    after = repaired(post, changing=False)
    assert after != post or "boldsymbol{B}" in post
    before, then = drawn([read(Source("post.md", post)), read(Source("post.md", after))])
    assert None not in before
    assert before == then


@pytest.mark.oracle
@pytest.mark.parametrize("post", POSTS)
def test_a_safe_fix_draws_the_same_in_katex_or_mends_it(post: str) -> None:
    after = repaired(post, changing=False)
    before, then = drawn([read(Source("post.md", post)), read(Source("post.md", after))], "katex")
    assert [old for old in before if old is not None] == [
        new for old, new in zip(before, then, strict=True) if old is not None
    ]
    assert None not in then or "boldsymbol{B}" in post  # that fix is for the target katex


@pytest.mark.oracle
def test_a_fix_for_katex_mends_what_katex_refused() -> None:
    post = "$x_\\boldsymbol{B}^\\hat y$ and $\\newcommand{sgn}{\\mathrm{sgn}}\\sgn(x)$"
    after = repaired(post, changing=False, target="katex")
    before, then = drawn([read(Source("a.md", post)), read(Source("b.md", after))], "katex")
    assert before == [None, None]
    assert None not in then


@pytest.mark.oracle
def test_names_for_the_signs_that_github_eats_are_drawn_the_same() -> None:
    post = r"$\{x\,|\,\|x\|\!=\;1\}$ and $$\left\{a\:b\right\}$$"
    after = repaired(post, changing=False, target="github")
    assert "\\{" not in after
    for renderer in DRAWINGS:
        before, then = drawn([read(Source("a.md", post)), read(Source("b.md", after))], renderer)
        assert None not in before
        # one glyph of MathJax's font has the code of the bar or that of the parallels
        assert json.dumps(before).replace('"2225"', '"2016"') == json.dumps(then)


@pytest.mark.oracle
@pytest.mark.parametrize("renderer", sorted(DRAWINGS))
def test_the_oracle_sees_a_difference(renderer: str) -> None:
    """A brace that readers lose, and a sign that moves."""
    bad, good = drawn(
        [read(Source("a.md", r"$\\{0, 1\\}$ $a + b$")), read(Source("b.md", r"$\{0, 1\}$ $a - b$"))],
        renderer,
    )
    assert [one == other for one, other in zip(bad, good, strict=True)] == [False, False]


@pytest.mark.oracle
def test_a_bare_pair_of_rows_is_drawn_as_rows() -> None:
    post = "$$ a &= b \\\\ &= c $$"
    before, after = drawn([read(Source("a.md", post)), read(Source("b.md", repaired(post, changing=False)))])
    assert before == [None]
    heights = {mark[2] for mark in after[0]}
    assert len(heights) == 2


@pytest.mark.oracle
@pytest.mark.shared
@pytest.mark.parametrize("renderer", sorted(DRAWINGS))
@pytest.mark.parametrize("changing", [False, True])
def test_no_fix_makes_a_formula_worse(shared: Path, changing: bool, renderer: str) -> None:
    """On real posts: what a renderer drew it still draws, and the same unless that is the purpose."""
    files = sorted((shared / "corpus" / "kexue" / "raw").glob("*.md"))[::8]
    texts = [file.read_bytes().decode("utf-8") for file in files]
    fixed = [repaired(text, changing=changing) for text in texts]
    before = drawn([read(Source("a.md", text)) for text in texts], renderer)
    after = drawn([read(Source("a.md", text)) for text in fixed], renderer)
    assert any(old != new for old, new in zip(texts, fixed, strict=True))
    for old, new in zip(before, after, strict=True):
        assert len(old) == len(new)
        worse = [k for k, (a, b) in enumerate(zip(old, new, strict=True)) if a is not None and b is None]
        assert worse == []
        if not changing:
            assert [
                k for k, (a, b) in enumerate(zip(old, new, strict=True)) if a is not None and a != b
            ] == []
