r"""How a post spells its formulas, where a sign means one thing in one dialect and another in the next.

Are ``\(…\)`` and ``\[…\]`` formulas, or the escapes that Markdown takes them for? Nobody says so, but what stands
between them does: commands and scripts are mathematics, numbers and words are footnote marks, intervals and titles
of links. Where an engine takes one backslash away, authors write two. And ``$$x$$`` within a line is a display for
MathJax, but kramdown, which knows no single dollars, sets it in the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from mathpost.document.prose import is_prose
from mathpost.text.source import Span

Brackets = Literal["", "\\", "\\\\"]
"""What stands before a bracket that opens a formula; empty where none does."""

_ENOUGH = 2
_LINE_HEAD = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_LABEL = re.compile(r"[({:]|\\tag")
_NUMBERED = re.compile(r"\\(?:tag|label)(?![A-Za-z])")
_PAIR = re.compile(
    r"(?<!\\)(\\{1,2})(?:\(((?:(?!\\[()])[\s\S]){1,500}?)\1\)|\[((?:(?!\\[\[\]][^\d])[\s\S]){1,4000}?)\1\])"
)
_CODE = re.compile(r"(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)")
_DOLLARS = re.compile(r"(\$\$?)(?!\s)[^$]+?\1")
_COMMAND = re.compile(r"\\[A-Za-z]{2,}|[\w)}]\^\{")
_MATHEMATICS = re.compile(
    rf"{_COMMAND.pattern}|[\w)}}]\^\w|[A-Za-z)}}]_[\w{{]|[A-Za-z0-9)]\s*[=<>+]\s*[\w(\\-]"
)


def bracket_spelling(blocks: Iterable[str]) -> Brackets:
    """How the post with these blocks of text spells brackets of formulas."""
    formulas = {"\\": 0, "\\\\": 0}
    escapes = {"\\": 0, "\\\\": 0}
    texts = list(blocks)
    # beside dollars, an index may be words that nobody set as a formula
    sign = _COMMAND if any(_DOLLARS.search(text) for text in texts) else _MATHEMATICS
    for block in texts:
        if "\\(" not in block and "\\[" not in block:
            continue
        for pair in _PAIR.finditer(_DOLLARS.sub(" ", _CODE.sub(" ", block))):
            inside = pair[2] or pair[3]
            if sign.search(inside) and not is_prose(inside):
                formulas[pair[1]] += 1
            elif not inside.strip(" \t").isalpha() and not _MATHEMATICS.search(inside):
                escapes[pair[1]] += 1
    for spelling in ("\\", "\\\\"):
        if formulas[spelling] > escapes[spelling]:
            return "\\" if spelling == "\\" else "\\\\"
    return ""


def doubled_inline(text: str, formulas: Sequence[Span]) -> bool:
    """Whether ``$$`` within a line of text stands for ``$``, as in kramdown: `formulas` are all with dollars.

    One with a number or a label is a display, and its author knows it.
    """
    if any(text[start + 1] != "$" for start, _ in formulas):
        return False
    found = [span for span in formulas if in_a_line(text, span)]
    return len(found) >= _ENOUGH and not any(_NUMBERED.search(text, *span) for span in found)


def in_a_line(text: str, span: Span) -> bool:
    """Whether words stand before or behind a formula on its line."""
    if "\n" in text[span.start : span.end]:
        return False
    line = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    before = _LINE_HEAD.sub("", text[line : span.start])
    behind = text[span.end : end if end >= 0 else len(text)].strip(" \t\r.,;:。，；：")
    return bool(before.strip() or behind) and not _LABEL.match(behind)
