r"""A LaTeX file as a post: its formulas are in dollars, brackets and mathematical environments.

It is checked and never written. Its macros are in the preamble; comments and verbatim text are not text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mathpost.document.document import Heading
from mathpost.document.opaque import Layout, Region
from mathpost.document.prose import blanked
from mathpost.text.source import Source, Span

ENDING = ".tex"
FLAVOUR = "tex"
ENVIRONMENTS = frozenset(
    name + star
    for star in ("", "*")
    for name in (
        "equation align alignat flalign gather multline eqnarray displaymath math dmath subequations xalignat dgroup"
    ).split()
)
"""What LaTeX reads as mathematics outside of dollars."""

_BEGIN = re.compile(r"^[ \t]*\\begin[ \t]*\{document\}", re.M)
_END = re.compile(r"^[ \t]*\\end[ \t]*\{document\}", re.M)
_CLASS = re.compile(r"^[ \t]*\\document(?:class|style)\b", re.M)
_VERBATIM = re.compile(
    r"\\begin\{(verbatim|lstlisting|minted|comment|Verbatim|filecontents|Highlighting|tikzpicture|algorithmic)\*?\}[\s\S]*?\\end\{\1\*?\}"
)
_HIDDEN = re.compile(r"(?<!\\)((?:\\\\)*)(%[^\r\n]*)|(\\(?:verb|lstinline)\*?([^A-Za-z\s*])[^\r\n]*?\4)")
_BLANK_LINE = re.compile(r"\r?\n[ \t]*(?=\r?\n)")
_INPUT = re.compile(r"\\(?:input|include|subfile|import)\b")
_SECTION = re.compile(
    r"\\(part|chapter|(?:sub){0,2}section|paragraph)\*?(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})*)\}"
)
_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}


class PaperSource(Source):
    """A file of LaTeX."""

    writable = False


def preamble(text: str) -> str:
    """The part before the document; empty if the file is a part of a document."""
    begin = _BEGIN.search(text)
    return text[: begin.start()] if begin and _CLASS.search(text, 0, begin.start()) else ""


def hidden(text: str) -> Iterator[Span]:
    """Comments and verbatim text."""
    for found in _HIDDEN.finditer(text):
        yield Span(found.start(2) if found[2] else found.start(), found.end())


def visible(text: str) -> str:
    """The text at equal length, with blanks for what is hidden."""
    pieces, at = [], 0
    for start, end in hidden(text):
        pieces += [text[at:start], blanked(text[start:end], " ")]
        at = end
    return "".join([*pieces, text[at:]])


def is_whole(text: str) -> bool:
    """Whether the file is a document that includes no other file, so it contains all of its labels."""
    return bool(preamble(text)) and not _INPUT.search(text)


def layout(source: Source) -> Layout:
    """The paragraphs of the document, and the regions that are not text."""
    text = visible(source.text)
    regions = sorted(_regions(text))
    blocks: list[Span] = []
    at = 0
    for region in [*regions, Region("comment", Span(len(text), len(text)), "", Span(len(text), len(text)))]:
        blocks += _paragraphs(text, at, region.span.start)
        at = max(at, region.span.end)
    return Layout(tuple(regions), tuple(blocks))


def _regions(text: str) -> Iterator[Region]:
    head = len(preamble(text))
    if head:
        yield Region("comment", Span(0, head), "", Span(0, head))
    end = _END.search(text, head)
    last = end.start() if end else len(text)
    if end:
        yield Region("comment", Span(last, len(text)), "", Span(last, len(text)))
    for found in _VERBATIM.finditer(text, head, last):
        yield Region("code", Span(*found.span()), found[1], Span(*found.span()))


def _paragraphs(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for blank in _BLANK_LINE.finditer(text, start, end):
        if text[at : blank.start()].strip():
            yield Span(at, blank.start())
        at = blank.end()
    if text[at:end].strip():
        yield Span(at, end)


def headings(source: Source) -> tuple[Heading, ...]:
    """The sections of the document."""
    text = visible(source.text)
    return tuple(
        Heading(_LEVELS[found[1]], " ".join(found[2].split()), Span(*found.span()))
        for found in _SECTION.finditer(text, len(preamble(text)))
    )
