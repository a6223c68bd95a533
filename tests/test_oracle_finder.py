"""Our formulas are those that MathJax itself finds on the page of a blog; each difference has one of four reasons."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from mathpost.document.document import Document, Formula
from mathpost.document.reader import read
from mathpost.text.source import Source
from oracle.page import page

ORACLE = Path(__file__).parent / "oracle"
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")


def found_by_mathjax(posts: Sequence[str]) -> list[list[tuple[str, bool]]]:
    """Text and kind of each formula on the page of each post."""
    if shutil.which("node") is None or not (ORACLE / "node_modules" / "mathjax-full").is_dir():
        pytest.skip("no Node, or the renderers are not installed: make oracle")
    run = subprocess.run(
        ["node", str(ORACLE / "finder.js")],
        input="\n".join(json.dumps(page(post)) for post in posts),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return [
        [(_plain(f["tex"]), f["display"]) for f in json.loads(line) if f["tex"].strip()]
        for line in run.stdout.splitlines()
    ]


def _plain(tex: str) -> str:
    return re.sub(r"[\s>]+", "", tex)


def reason(document: Document, formula: Formula) -> str:
    """Why MathJax does not see the formula, though readers of the post should; empty if there is no reason."""
    text = document.source.text
    line = text.rfind("\n", 0, formula.span.start) + 1
    if formula.opener == "math":
        return "a fence is code for a page without a reader of fences"
    if formula.escaped:
        return "a scraper's backslash opens a brace that never closes"
    if _BLANK_LINE.search(document.source.slice(formula.span)):
        return "a blank line parts the display into paragraphs"
    if "![" in text[line : formula.span.start]:
        return "words of an image are an attribute"
    return ""


def unexplained(document: Document, theirs: list[tuple[str, bool]]) -> Iterator[str]:
    formulas = document.formulas
    ours = [(_plain(document.source.slice(f.body)), f.kind == "display") for f in formulas]
    for what, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if what != "equal" and not any(reason(document, f) for f in formulas[a:b]):
            yield f"{document.source.path}: ours {ours[a:b]}, theirs {theirs[c:d]}"


@pytest.mark.oracle
@pytest.mark.shared
@pytest.mark.parametrize(
    ("folder", "step"),
    [("kexue/raw", 6), ("kexue/enhanced", 12), ("statproof", 8), ("d2l-zh", 4), ("topocm", 4), ("halo2", 2)],
)
def test_we_find_what_mathjax_finds(folder: str, step: int, shared: Path) -> None:
    files = sorted((shared / "corpus" / folder).rglob("*.md"))[::step]
    posts = [file.read_bytes().decode("utf-8") for file in files]
    documents = [read(Source(file.name, post)) for file, post in zip(files, posts, strict=True)]
    assert sum(len(document.formulas) for document in documents) > 250
    pairs = zip(documents, found_by_mathjax(posts), strict=True)
    assert [line for document, theirs in pairs for line in unexplained(document, theirs)] == []
