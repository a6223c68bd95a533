"""A post as a Jupyter notebook: its text, and behind a verified equation a cell that computes both sides."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from mathpost.document.document import Document, Formula
from mathpost.document.frontmatter import TOML_FENCE
from mathpost.document.reader import read
from mathpost.latex.lexer import reading
from mathpost.publish.computing import computations
from mathpost.publish.edition import Entry
from mathpost.publish.program import HELPERS, Names
from mathpost.text.edits import Edit, apply
from mathpost.text.source import BOM, Source, Span

_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_NESTED = re.compile(r"[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|[ \t]{4}|\||<)")


def write(entry: Entry) -> bytes:
    """The notebook of a post, as it is stored."""
    names = Names()
    code: dict[int, list[str]] = {}
    for formula, lines in computations(entry.result, names):
        code.setdefault(formula, []).append(lines)
    document = _unescaped(entry.post.document)
    cells = [*_text(_title(entry, document))]
    if code:
        cells += [_markdown(_notation(names, chinese=entry.post.chinese)), _code(HELPERS.rstrip("\n"))]
    cells += _cells(document, code)
    for number, made in enumerate(cells):
        made["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _unescaped(document: Document) -> Document:
    """The post with its formulas as Jupyter reads them: a scraper's doubled backslashes undone."""
    edits = [Edit(f.span, _plain(f, document.source.text)) for f in document.formulas if f.escaped]
    if not edits:
        return document
    return read(Source(document.source.path, apply(document.source.text, edits)), definitions=document.given)


def _plain(formula: Formula, text: str) -> str:
    inner = reading(text, formula.segments, formula.escaped).text
    if "\n" in text[slice(*formula.span)]:
        line = text.rfind("\n", 0, formula.span.start) + 1
        marks = re.match(r"[ \t>]*", text[line : formula.span.start])
        inner = inner.replace("\n", "\n" + (marks[0] if marks else ""))
    before = text[formula.span.start : formula.body.start]
    return before + inner + text[formula.body.end : formula.span.end]


def _title(entry: Entry, document: Document) -> str:
    """The title, where the text does not begin with it."""
    first = document.headings[0] if document.headings else None
    if not entry.title or (first is not None and first.level == 1):
        return ""
    return f"# {document.front_matter.get('title') or entry.title}"


def _notation(names: Names, *, chinese: bool) -> str:
    """The symbols of the post and their names in the code."""
    head = "| 符号 | 代码中的变量 |" if chinese else "| symbol | variable in the code |"
    rows = [
        f"| `{latex}` | `{name}` |" for latex, name in sorted(names.given.items(), key=lambda n: n[1].lower())
    ]
    return "\n".join([head, "|---|---|", *rows])


def _cells(document: Document, code: Mapping[int, list[str]]) -> Iterator[dict[str, Any]]:
    """The text, cut behind the paragraphs of verified equations."""
    text = document.source.text
    start = _behind_front_matter(document)
    waiting: list[str] = []
    for formula in document.formulas:
        waiting += code.get(formula.index, [])
        cut = _cut(document, formula.span.end) if waiting else -1
        if cut >= 0:
            yield from _text(text[start:cut])
            yield from map(_code, waiting)
            start, waiting = cut, []
    yield from _text(text[start:])
    yield from map(_code, waiting)


def _behind_front_matter(document: Document) -> int:
    text = document.source.text
    start = len(BOM) if text.startswith(BOM) else 0
    first = document.opaque[0] if document.opaque else Span(0, 0)
    return first.end if first.start <= start and text.startswith(("---", TOML_FENCE), start) else start


def _cut(document: Document, offset: int) -> int:
    """The empty line behind a formula, where the text may be cut; -1 inside a list, a quote, a table or HTML."""
    text = document.source.text
    found = _EMPTY_LINE.search(text, offset)
    if found is None or any(
        s.start < found.start() < s.end for s in (*document.opaque, *(f.span for f in document.formulas))
    ):
        return -1
    before = text.rfind("\n\n", 0, offset) + 2 if "\n\n" in text[:offset] else 0
    if (
        _NESTED.match(text, before)
        or _NESTED.match(text, found.end())
        or _is_inside_html(text[: found.start()])
    ):
        return -1
    return found.end()


def _is_inside_html(before: str) -> bool:
    """Whether a box of HTML is open."""
    return any(
        before.count(f"<{tag}") > before.count(f"</{tag}")
        for tag in ("div", "details", "table", "blockquote")
    )


def _text(markdown: str) -> Iterator[dict[str, Any]]:
    if markdown.strip():
        yield _markdown(markdown.strip("\n"))


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": "", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "",
        "metadata": {},
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }
