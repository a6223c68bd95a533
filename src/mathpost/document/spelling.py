r"""The spelling of formulas in a post, if a sign means one thing in one dialect and another in the next.

``\(…\)`` and ``\[…\]`` may be formulas, or the escapes that Markdown reads. The text between them decides: commands and
scripts are mathematics; numbers and words are footnote marks, intervals and titles of links. For an engine that removes
one backslash, authors write two. ``$$x$$`` within a line is a display for MathJax, but inline for kramdown, which has
no single dollars. Some sites (blogdown, often on Hugo) write formulas as code, `` `$x$` ``, and a script removes the
backticks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from mathpost.document.prose import is_prose
from mathpost.text.source import Span

Brackets = Literal["", "\\", "\\\\"]
"""What comes before a bracket that opens a formula; empty where none does."""

_ENOUGH = 2
_RARE = 10  # so many times as many doubled dollars within lines as single ones
_LINE_HEAD = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_LABEL = re.compile(r"[({:]|\\tag")
_NUMBERED = re.compile(r"\\(?:tag|label)(?![A-Za-z])")
_PAIR = re.compile(  # between doubled backslashes, one before a bracket only escapes it
    r"(?<!\\)(?:(\\\\)(?:\((?:(?!\\\\[()])[\s\S]){1,500}?\\\\\)|\[(?:(?!\\\\[\[\]][^\d])[\s\S]){1,4000}?\\\\\])"
    r"|\\(?:\((?:(?!\\[()])[\s\S]){1,500}?\\\)|\[(?:(?!\\[\[\]][^\d])[\s\S]){1,4000}?\\\]))"
)
_CODE = re.compile(r"(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)")
_CODED = re.compile(r"`(\$\$?)(?!\$)(?=[^`]*[^`$\s])[^`]*?(?<!\$)\1`")
_ENOUGH_CODE = 4  # so many formulas as code: a post about LaTeX shows one or two
_DOLLARS = re.compile(r"(\$\$?)(?!\s)[^$]+?\1")
_INSERT = re.compile(r"`(?:r[ #]|\{[a-z]+\}[ \t]+)[^`\r\n]+`")
_COMMAND = re.compile(r"\\[A-Za-z]{2,}|[\w)}]\^\{")
_MATHEMATICS = re.compile(
    rf"{_COMMAND.pattern}|[\w)}}]\^\w|[A-Za-z)}}]_[\w{{]|[A-Za-z0-9)]\s*[=<>+]\s*[\w(\\-]"
)


def bracket_spelling(blocks: Iterable[str]) -> Brackets:
    """The spelling of formulas in brackets, in the post with these blocks of text."""
    formulas = {"\\": 0, "\\\\": 0}
    escapes = {"\\": 0, "\\\\": 0}
    texts = list(blocks)
    # beside dollars, an index may be words that are not set as a formula; two backslashes are no accident
    single = _COMMAND if any(_DOLLARS.search(text) for text in texts) else _MATHEMATICS
    for block in texts:
        if "\\(" not in block and "\\[" not in block:
            continue
        for pair in _PAIR.finditer(_DOLLARS.sub(" ", _CODE.sub(" ", block))):
            spelling = pair[1] or "\\"
            inside = pair[0][len(spelling) + 1 : -len(spelling) - 1]
            sign = _MATHEMATICS if pair[1] else single
            if sign.search(inside) and not is_prose(inside):
                formulas[spelling] += 1
            elif not (inside.strip(" \t").isalpha() or "\\" in inside or _MATHEMATICS.search(inside)):
                escapes[spelling] += 1
    for spelling in sorted(formulas, key=lambda each: -formulas[each]):
        if formulas[spelling] > escapes[spelling]:
            return "\\" if spelling == "\\" else "\\\\"
    return ""


def coded_dollars(blocks: Iterable[str]) -> bool:
    """Whether the post with these blocks of text writes its formulas as code: several do, and no dollars are outside of
    code.
    """
    coded = outside = 0
    for block in blocks:
        if "$" in block:
            coded += sum(coded_formula(code[0]) is not None for code in _CODE.finditer(block))
            outside += len(_DOLLARS.findall(_CODE.sub(" ", block)))
    return coded >= _ENOUGH_CODE and outside * _ENOUGH_CODE <= coded


def coded_formula(code: str) -> str | None:
    """The dollars of a formula that is written as a code span: ``$`` for `` `$x$` ``."""
    found = _CODED.fullmatch(code)
    return found[1] if found else None


def inserts(text: str, body: Span) -> Iterator[Span]:
    """The code within a formula that the builder runs: for `` `r x` ``, everything after its first backtick, which
    represents the value.
    """
    if "`" in text[body.start : body.end]:
        yield from (Span(m.start() + 1, m.end()) for m in _INSERT.finditer(text, *body))


def without_inserts(text: str) -> str:
    """`text`, with blanks for the code that the builder runs in it: dollars in R code do not delimit formulas."""
    return _INSERT.sub(lambda m: f"`{' ' * (len(m[0]) - 2)}`", text)


def doubled_inline(text: str, formulas: Sequence[Span]) -> bool:
    """Whether ``$$`` within a line of text means ``$``, as in kramdown: `formulas` are all with dollars.

    A formula with a number or a label is a display, intended as one by its author. A few single dollars, which the
    script on the page reads, do not change this.
    """
    single = sum(text[start + 1] != "$" for start, _ in formulas)
    found = [span for span in formulas if text[span.start + 1] == "$" and in_a_line(text, span)]
    return len(found) >= max(_ENOUGH, _RARE * single) and not any(
        _NUMBERED.search(text, *span) for span in found
    )


def in_a_line(text: str, span: Span) -> bool:
    """Whether words come before or after a formula on its line."""
    if "\n" in text[span.start : span.end]:
        return False
    line = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    before = _LINE_HEAD.sub("", text[line : span.start])
    behind = text[span.end : end if end >= 0 else len(text)].strip(" \t\r.,;:。，；：")
    return bool(before.strip() or behind) and not _LABEL.match(behind)
