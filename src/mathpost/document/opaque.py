"""The lines of a post that are not text (front matter, code blocks, comments), and the blocks of text between them.

One pass over the lines, following CommonMark section 4 but independent of the block parser, so each can be checked
against the other. Blocks end at blank lines: no formula crosses one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from mathpost.document.frontmatter import TOML_FENCE
from mathpost.text.source import BOM, Source, Span

_FENCE = re.compile(
    r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*(`{3,}(?=(?:[^`\r\n]*|\{[A-Za-z]+[ ,][^\r\n]*\}[ \t]*)(?:[\r\n]|\Z))|~{3,})[ \t]*([^\r\n]*)",
    re.M,
)
_ITEM = re.compile(
    r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\s]+\]:)(?:[ \t\r\n]|\Z)|(?:!!!|\?\?\?\+?) [a-z]|=== \")"
)
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t\r\n]|\Z)")
_RAW_ELEMENT = re.compile(r" {0,3}<(script|pre|style|textarea)(?=[\s>])", re.I)
_MATH_INFO = re.compile(r"(?:\{math\}|math)[ \t]*(?:\{[^}]*\})?\s*$")
_COLON_MATH = re.compile(r"[ \t>]*(:{3,})[ \t]*\{?math\}?[ \t]*[\r\n]")
_DIRECTIVE = re.compile(r"\{([a-z]+(?:[:-][a-z]+)*)\}[ \t]*")
_CELL = re.compile(r"\{([a-z]+)(?:[ ,][^}\r\n]*)?\}[ \t]*")  # of bookdown: {theorem, label, name="…"}
_MARKED_LINES = {"myst": re.compile(r"%|\+\+\+|\([^()\s]+\)=[ \t]*[\r\n]")}
_OPTION = re.compile(r"[ \t>]*:[\w-]+:")
_PSEUDOCODE = re.compile(r"[ \t>]*\\begin[ \t]*\{(algorithm|algorithmic)\*?\}")
_CODE_TAG = re.compile(r"[ \t>]*\{%-?[ \t]*(highlight|codeblock|code|mermaid)\b[^\n]*%\}")
_COMPONENT = re.compile(r"[ \t]*<[A-Z][\w.]*(?=[\s/>])")
_TAG_SIGN = re.compile(r"""[{}<>]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|=>""", re.S)
_TAB_STOP = 4
_FRONT_FENCES = {"---": ("---", "..."), TOML_FENCE: (TOML_FENCE,)}


# Directives of MyST whose content is text.
_OF_TEXT = frozenset(
    """
    admonition attention aside card caution danger dropdown epigraph error example exercise figure glossary grid
    grid-item grid-item-card hint highlights image-caption important list-table margin note pull-quote quote
    seealso sidebar solution subfigure tab-item tab-set table tip topic warning
    definition theorem lemma corollary proposition proof remark property axiom conjecture criterion observation
    assumption claim algorithm
    """.split()
)

RegionKind = Literal["front matter", "code", "math", "comment", "html", "directive"]


class Region(NamedTuple):
    """Lines that hold no text; `info` is the info string of a fence, `body` what is between its
    fences.
    """

    kind: RegionKind
    span: Span
    info: str
    body: Span


class Layout(NamedTuple):
    """The regions of a file and the blocks of running text between them, both in order."""

    regions: tuple[Region, ...]
    blocks: tuple[Span, ...]


def front_matter_body(source: Source) -> Span | None:
    """The text between the fences of the front matter; None if there is no front matter."""
    starts = (*source.line_starts, len(source.text))
    end = _front_matter_end(source.text, starts)
    return None if end is None else Span(starts[1], starts[end])


def _front_matter_end(text: str, starts: Sequence[int]) -> int | None:
    """The line that closes the front matter; `starts` are those of all lines, and the end of the last one."""
    closers = _FRONT_FENCES.get(text[: starts[1]].removeprefix(BOM).rstrip()) if len(starts) > 1 else None
    if closers is None:
        return None
    rest = range(1, len(starts) - 1)
    return next((k for k in rest if text[starts[k] : starts[k + 1]].rstrip() in closers), None)


def layout(source: Source, flavour: str = "plain") -> Layout:
    """The regions and text blocks of `source`, a post of a `flavour`; together with blank lines they cover the file."""
    reader = _Lines(source, flavour)
    reader.read()
    return Layout(tuple(reader.regions), tuple(reader.blocks))


class _Lines:
    """The pass over the lines; `at` is the line (0-based) that is read next."""

    def __init__(self, source: Source, flavour: str) -> None:
        self.components = flavour == "mdx" or source.path.endswith(".mdx")  # of React components in the text
        self.cells = flavour == "rmarkdown"
        self.marks = _MARKED_LINES.get(flavour)
        self.text = source.text
        self.starts = [*source.line_starts, len(source.text)]
        if len(self.starts) > 1 and self.starts[-2] == self.starts[-1]:
            self.starts.pop()
        self.at = 0
        self.regions: list[Region] = []
        self.blocks: list[Span] = []
        self._block_start: int | None = None
        self._dollars = (0, 0, 0)  # the number of them between two places
        self._after_blank = True
        self._in_list = False
        self._quoted = False
        self._directives: list[str] = []

    def read(self) -> None:
        self._front_matter()
        while self.at < len(self.starts) - 1:
            if not (self._blank() or self._region() or self._module() or self._component() or self._marked()):
                self._text_line()
        self._end_block(len(self.text))

    def _line(self) -> str:
        return self.text[self.starts[self.at] : self.starts[self.at + 1]]

    def _end_block(self, end: int) -> None:
        if self._block_start is not None and end > self._block_start:
            self.blocks.append(Span(self._block_start, end))
        self._block_start = None

    def _add(self, kind: RegionKind, until: int, info: str = "", body: Span | None = None) -> None:
        """Close the block before the current line and make a region of the lines up to line `until`."""
        start, end = self.starts[self.at], self.starts[until]
        self._end_block(start)
        self.regions.append(Region(kind, Span(start, end), info, body or Span(start, end)))
        self.at = until
        self._after_blank = kind != "html"

    def _front_matter(self) -> None:
        end = _front_matter_end(self.text, self.starts)
        if end is not None:
            self._add("front matter", end + 1, body=Span(self.starts[1], self.starts[end]))

    def _blank(self) -> bool:
        line = self._line()
        rest = line.lstrip(" \t>" if self._quoted else " \t")
        if rest.rstrip("\r\n"):
            return False
        self._end_block(self.starts[self.at])
        self.at += 1
        self._after_blank = True
        return True

    def _region(self) -> bool:
        start = self.starts[self.at]
        head = self.text[start : start + 1]
        if head not in "`~: \t<>-*+0123456789\\{":
            return False
        fence = _FENCE.match(self.text, start)
        if fence:
            info = fence[2].strip()
            if self._closes_directive(fence[1], info):
                self._add("directive", self.at + 1)
            elif not self._directive(start, fence):
                self._fence(fence[1], info)
            return True
        colons = _COLON_MATH.match(self.text, start)
        if colons:
            self._fence(colons[1], "math")
            return True
        return (
            self._tagged_code(start)
            or self._pseudocode(start)
            or self._comment(start)
            or self._raw_element(start)
            or self._indented()
        )

    def _closes_directive(self, mark: str, info: str) -> bool:
        """Whether a line of `mark` ends the innermost directive of text."""
        if info or not self._directives or not mark.startswith(self._directives[-1]):
            return False
        self._directives.pop()
        return True

    def _directive(self, start: int, fence: re.Match[str]) -> bool:
        """The head of a directive whose content is text: its name, its options; the rest of its line is text."""
        form = _CELL if self.cells else _DIRECTIVE
        found = form.match(self.text, fence.start(2))
        if not found or found[1].removeprefix("prf:") not in _OF_TEXT or not self._has_end(fence[1]):
            return False
        self._directives.append(fence[1])
        end = self.starts[self.at + 1]
        title = self.text[found.end() : end].strip()
        self._end_block(start)
        self.regions.append(
            Region("directive", Span(start, found.end() if title else end), found[0], Span(end, end))
        )
        self._block_start = found.end() if title else None
        self.at += 1
        self._after_blank = True
        first = self.at
        while self.at < len(self.starts) - 1 and _OPTION.match(self.text, self.starts[self.at]):
            self.at += 1
        if self.at > first:
            last, self.at = self.at, first
            self._add("directive", last)
        return True

    def _has_end(self, mark: str) -> bool:
        for line in range(self.at + 1, len(self.starts) - 1):
            rest = self.text[self.starts[line] : self.starts[line + 1]].strip(" \t\r\n>")
            if len(rest) >= len(mark) and not rest.strip(mark[0]):
                return True
        return False

    def _fence(self, mark: str, info: str) -> None:
        until = len(self.starts) - 1
        closed = False
        for line in range(self.at + 1, until):
            rest = self.text[self.starts[line] : self.starts[line + 1]].strip(" \t\r\n>")
            if len(rest) >= len(mark) and not rest.strip(mark[0]):
                until, closed = line + 1, True
                break
        body = Span(
            self.starts[min(self.at + 1, until)], self.starts[until - 1] if closed else self.starts[until]
        )
        self._add("math" if _MATH_INFO.match(info) and closed else "code", until, info, body)

    def _module(self) -> bool:
        """Imports and exports of MDX, up to a blank line."""
        if not (self.components and self._after_blank and self._line().startswith(("import ", "export "))):
            return False
        last = self.at
        while last < len(self.starts) - 1 and self.text[self.starts[last] : self.starts[last + 1]].strip():
            last += 1
        self._add("code", last)
        return True

    def _component(self) -> bool:
        """The tag of an MDX component whose properties, in JavaScript, take several lines."""
        start = self.starts[self.at]
        found = _COMPONENT.match(self.text, start) if self.components else None
        end = self._tag_end(found.end()) if found else -1
        if end < self.starts[self.at + 1]:
            return False
        self._add("html", self._line_after(end - 1))
        return True

    def _tag_end(self, at: int) -> int:
        """The end of the tag that began before `at`; -1 if it never ends."""
        depth = 0
        for sign in _TAG_SIGN.finditer(self.text, at):
            if sign[0] == ">" and depth == 0:
                return sign.end()
            depth += (sign[0] == "{") - (sign[0] == "}")
            if depth < 0 or (sign[0] == "<" and depth == 0):
                break
        return -1

    def _marked(self) -> bool:
        """A line that is not text because of its first characters: a comment of MyST, a target `(x)=`."""
        if self.marks is None or self._block_start is not None:  # in a display, `%` is a comment of LaTeX
            return False
        if not self.marks.match(self.text, self.starts[self.at]):
            return False
        self._add("comment", self.at + 1)
        return True

    def _comment(self, start: int) -> bool:
        if not self.text.startswith("<!--", start + self._indent(cap=3)):
            return False
        close = self.text.find("-->", start)
        until = len(self.starts) - 1
        if close >= 0:
            until = self._line_after(close)
        self._add("comment", until)
        return True

    def _raw_element(self, start: int) -> bool:
        found = _RAW_ELEMENT.match(self.text, start)
        if not found:
            return False
        close = re.compile(rf"</{found[1]}\s*>", re.I).search(self.text, found.end())
        self._add("html", self._line_after(close.start()) if close else len(self.starts) - 1)
        return True

    def _tagged_code(self, start: int) -> bool:
        """Code between two tags of Jekyll or Hexo."""
        found = _CODE_TAG.match(self.text, start)
        end = rf"\{{%-?[ \t]*end{found[1]}\b" if found else ""
        close = re.compile(end).search(self.text, found.end()) if found else None
        if close is None:
            return False
        self._add("code", self._line_after(close.start()))
        return True

    def _pseudocode(self, start: int) -> bool:
        """An algorithm in LaTeX, which sites render with a separate program."""
        found = (
            _PSEUDOCODE.match(self.text, start)
            if self._block_start is None or not self._in_display()
            else None
        )
        close = re.compile(rf"\\end\{{{found[1]}\*?\}}").search(self.text, found.end()) if found else None
        if close is None:
            return False
        self._add("code", self._line_after(close.start()), info="algorithm")
        return True

    def _in_display(self) -> bool:
        return self._is_odd(self._block_start or 0)

    def _is_odd(self, start: int) -> bool:
        """Whether the number of ``$$`` between `start` and this line is odd; each stretch is counted once."""
        here = self.starts[self.at]
        since, until, count = self._dollars
        if since != start or until > here:
            until, count = start, 0
        count += self.text.count("$$", until, here)
        self._dollars = start, here, count
        return count % 2 == 1

    def _line_after(self, offset: int) -> int:
        line = self.at
        while self.starts[line + 1] <= offset:
            line += 1
        return line + 1

    def _indent(self, cap: int = 1000) -> int:
        """The width of the indent before the first character, with tabs as up to four spaces; a small `cap` excludes
        tabs, so that the width is an offset.
        """
        width = 0
        for character in self._line():
            if character == " " and width < cap:
                width += 1
            elif character == "\t" and cap > _TAB_STOP:
                width += _TAB_STOP - width % _TAB_STOP
            else:
                break
        return width

    def _indented(self) -> bool:
        if (
            self.components
            or not self._after_blank
            or self._in_list
            or self._indent() < _TAB_STOP
            or self._block_start is not None
        ):
            return False
        if self._is_odd(self._last_end()):
            return False  # inside a display that goes on after a blank line
        until, line = self.at, self.at
        while line < len(self.starts) - 1:
            self.at, here = line, self.at
            blank, deep = not self._line().strip(), self._indent() >= _TAB_STOP
            self.at = here
            if not (blank or deep):
                break
            line += 1
            until = until if blank else line
        self._add("code", until)
        return True

    def _last_end(self) -> int:
        return self.regions[-1].span.end if self.regions else 0

    def _text_line(self) -> None:
        start = self.starts[self.at]
        if _HEADING.match(self.text, start):
            self._end_block(start)
            self.blocks.append(Span(start, self.starts[self.at + 1]))
            self.at += 1
            self._after_blank, self._in_list = True, False
            return
        if self._block_start is None:
            self._block_start = start
        if _ITEM.match(self.text, start):
            self._in_list = True
        elif self._after_blank and not self.text[start : start + 1].isspace():
            self._in_list = False
        self._quoted = self._line().lstrip().startswith(">")
        self._after_blank = False
        self.at += 1
