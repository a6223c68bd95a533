"""The index of a book's symbols: a post that is written from the notation that the chapters introduce."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from urllib.parse import quote

from mathpost.text.source import Source
from mathpost.writers.facts import is_chinese
from mathpost.writers.glossary import glossary
from mathpost.writers.post import PostResult

_FEWEST = 3  # symbols that an index is worth


def index(results: Sequence[PostResult]) -> Source | None:
    """The index of the posts `results` in their order; None where they introduce too little.

    Two chapters that say the same of a symbol share its line.
    """
    found: dict[tuple[str, str], list[int]] = {}
    for number, result in enumerate(results):
        for entry in glossary(result):
            places = found.setdefault((entry.latex, entry.meaning), [])
            places += [number] if number not in places else []
    if len(found) < _FEWEST:
        return None
    chinese = any(is_chinese(result.document) for result in results)
    title, head = (
        ("符号索引", "符号 | 含义 | 章") if chinese else ("Index of symbols", "symbol | meaning | chapter")
    )
    folder = posixpath.dirname(results[0].source.path)
    lines = [f"# {title}", "", f"| {head} |", "|---|---|---|"]
    for (latex, meaning), places in sorted(found.items(), key=lambda f: (_letters(f[0][0]), f[0])):
        links = ", ".join(f"[{n + 1}]({_link(results[n], folder)})" for n in places)
        lines.append(f"| ${_in_cell(latex)}$ | {_in_cell(meaning)} | {links} |")
    return Source(posixpath.join(folder, f"{title}.md"), "\n".join([*lines, ""]))


def _letters(latex: str) -> str:
    """The letters of a symbol without the command around them, so that bold and plain x are together."""
    return (latex.rpartition("{")[2] or latex).lstrip("\\").casefold()


def _link(result: PostResult, folder: str) -> str:
    return quote(posixpath.relpath(result.source.path, folder or "."))


def _in_cell(text: str) -> str:
    return text.replace("|", r"\vert " if "\\" in text else "&#124;")
