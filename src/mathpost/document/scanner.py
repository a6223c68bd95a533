"""The places of the formulas of a post: one scan from the left in linear time.

The first opener wins: a code span, an HTML tag, ``\\begin{X}``, ``$$`` or ``$``. A backslash and the character after it
are skipped as a pair. Nothing crosses a blank line, a region without text or the end of the file, except a display
whose every line is mathematics (some books write blank lines into displays). An opener without a close is a fault. The
scan continues right after it, so one odd dollar does not affect the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from mathpost.document import flavours, paper
from mathpost.document.document import CodeBlock, Kind, ReadingFault
from mathpost.document.dollars import Dollars
from mathpost.document.opaque import Layout, Region, layout
from mathpost.document.prose import is_mathematics, is_money, is_prose
from mathpost.document.spelling import (
    Brackets,
    bracket_spelling,
    coded_dollars,
    coded_formula,
    doubled_inline,
    in_a_line,
    without_inserts,
)
from mathpost.latex.macros import known_environments
from mathpost.text.source import Source, Span

# `\\$5` is a price: the engine removes one backslash, and the renderer the other.
_PLAIN = r"\\begin[ \t]*\{([^{}\\$\r\n]{1,40})\}|(?<!\\)\\\\\$(?=\d[\d.,]*(?:\*\*|[ \t]*[|<]|[KMB]?\b[ \t]*$))|\\[^\r\n]|`+|\$\$?|\{(?:\{[<%-]|%|/\*)|<(?=[A-Za-z/!])|\]\((?=[/.<]|https?:|mailto:)"
_OPENER = re.compile(_PLAIN)
# The spelling of brackets: one backslash, or two for an engine that removes one.
_BRACKET_OPENERS: dict[Brackets, re.Pattern[str]] = {
    "": _OPENER,
    "\\": re.compile(r"\\[\[(]|" + _PLAIN),
    "\\\\": re.compile(r"\\\\[\[(]|" + _PLAIN),
}
_LATEX_OPENER = re.compile(r"\\begin[ \t]*\{([^{}\\$\r\n]{1,40})\}|\\[\[(]|\\[^\r\n]|\$\$?")
_BRACKET_EDGE = re.compile(r"\\\\(?:\[(?![ \t]*[-+.\d]+[a-z]{2})|[\]()])|\\[^\r\n]")
_ENVIRONMENT_EDGE = re.compile(r"\\(begin|end)[ \t]*\{([^{}\\$\r\n]{1,40})\}|\\[^\r\n]")
_ANY_EDGE = re.compile(r"\\(begin|end)[ \t]*\{[A-Za-z]{1,20}\*?[}>)\]]|\\[^\r\n]|\$")
_DEFINING = (
    r"\def",
    r"\gdef",
    r"\let",
    r"\newcommand",
    r"\renewcommand",
    "command{",
)  # what may define ``\[``
_ESCAPED = re.compile(r"\\[{}$\\]")
_TAG = re.compile(
    r"</?[A-Za-z][A-Za-z0-9:-]*(?:\s+[^\s\"'<>/=`]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}|[^\s\"'=<>`]+))?)*\s*/?>"
    r"|<!--[\s\S]*?-->|<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>|<[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+>"
)
_TEMPLATE = re.compile(
    r"\{\{[<%][ \t]*(?P<name>[\w-]*)(?:[^{}\"%>]++|\"[^\"\n]*+\"|[\"%>](?!\}\}))*+[>%]\}\}|\{%-?[ \t]*(?P<tag>[\w-]*)[^{}%]*-?%\}|\{\{-(?:[^{}]|\{[^{}]*\})*\}\}|\{/\*[\s\S]*?\*/\}"
)
_TEMPLATE_END = r"\{{\{{[<%][ \t]*/[ \t]*{0}[ \t]*[>%]\}}\}}|\{{%-?[ \t]*end{0}[ \t]*-?%\}}"
_DESTINATION = re.compile(r"<[^<>\r\n]*>(?=[)\s])|[^\s()\\]*(?:\([^\s()\\]*\)[^\s()\\]*)*(?=[)\s])")
_SKIPPED_ELEMENT = re.compile(r"<(code|script|style|pre|textarea)(?=[\s>])", re.I)
_PRICE = re.compile(  # a cell with an amount of money, or with two
    r"[ \t]?-?\d[\d.,]*[ \t]*(?:[KMBkmb]|bn|million|billion)?(?:[–—-]\$?\d[\d.,]*[ \t]*(?:[KMBkmb]|bn)?)?(?:[ \t]+[A-Za-z]+)*[ \t]*\|"
)
_WORDS = re.compile(r"\\(?:tag|text|mbox|textrm|hbox)\*?\{[^{}]*\}")
_TICKS = re.compile(r"`+")
_MATH_ROLE = re.compile(r"(?:\{math\}|:math:)\Z")
_COUNTRY = re.compile(r"(?:\b(?:US|AU|CA|NZ|HK|NT|SG|[ACRS])|\bRMB)\Z")
_SIGN_OF_MATHEMATICS = re.compile(r"\\[A-Za-z]|\^|_\{|_[A-Za-z0-9](?![A-Za-z0-9])")
_OF_A_SHELL = re.compile(
    r"\$/[a-z]{2,}\)|\$_[A-Z]{2,}\b|\$\{[A-Za-z_]\w{2,}(?:[:%#/\[][^{}\r\n]*)?\}(?![$_^\\])"
)  # ${NAME}, ${NAME:=x}
_PATTERN = re.compile(r"/\^[^\s$]{0,80}\Z")  # a regular expression, /^a$/
_QUOTED = ("''", '""', "“”", "‘’", "「」", "（）")  # a dollar as a character
_VARIABLE = re.compile(r"[A-Za-z_][\w.]+[ \t，、。；：,;和与或]+\Z")  # of a program: $ref, $children
_BULLET = re.compile(r"^[ \t>]*([-*+])[ \t]", re.M)
_GROUP = re.compile(r"\{[^{}]*\}")
_LONGEST_WITH_BLANK_LINES = 20_000
_FENCE_INSIDE = re.compile(r"^[ \t>]*`{3,}[ \t]*[\w{]", re.M)
UNCLOSED = "L023"
ENVIRONMENT = "L101"
FLIPPED = "L207"


class Found(NamedTuple):
    """A formula before anything reads it; the fields are those of `Formula`."""

    kind: Kind
    opener: str
    span: Span
    body: Span


class Scan(NamedTuple):
    """The result of the scan of one file, each part in order; `directives` are the heads and ends of those that contain
    text.
    """

    formulas: tuple[Found, ...]
    opaque: tuple[Span, ...]
    code: tuple[CodeBlock, ...]
    faults: tuple[ReadingFault, ...]
    front_matter: Span | None
    directives: tuple[Span, ...] = ()


def scan(source: Source, *, brackets: bool = False, flavour: str = "plain") -> Scan:
    """Formulas, code and everything else that is not text, in the syntax of a `flavour`; `brackets` also reads
    ``\\(…\\)`` and ``\\[…\\]``.
    """
    latex = flavour == paper.FLAVOUR
    plan = paper.layout(source) if latex else layout(source, flavour)
    text = paper.visible(source.text) if latex else source.text
    text = without_inserts(text) if flavours.named(flavour).inserts else text
    spelling: Brackets = (
        "\\" if brackets or latex else bracket_spelling(text[slice(*block)] for block in plan.blocks)
    )
    if not spelling and flavour == "mdbook" and r"\\(" in text:
        spelling = "\\\\"
    coded = not latex and coded_dollars(text[slice(*block)] for block in plan.blocks)
    fences = [r for r in plan.regions if r.kind == "math" and not _FENCE_INSIDE.search(source.text, *r.body)]
    formulas = [_fenced(source.text, r) for r in fences]
    opaque = [r.span for r in plan.regions if r not in fences]
    opaque += paper.hidden(source.text) if latex else ()
    faults = [
        ReadingFault(
            UNCLOSED, _line_at(source, r.span.start), "this fence is never closed: the next one is inside"
        )
        for r in plan.regions
        if r.kind == "math" and r not in fences
    ]
    resume = 0
    for block in plan.blocks:
        if block.end <= resume:
            continue
        span = Span(max(block.start, resume), block.end)
        reader = _Block(text, span, plan, spelling, latex=latex, coded=coded)
        reader.read()
        formulas += reader.formulas
        opaque += reader.opaque
        faults += reader.faults
        resume = reader.at
    formulas = formulas if latex else _as_kramdown(text, formulas)
    code = tuple(
        CodeBlock(r.info.split(" ")[0].strip("{}"), r.span) for r in plan.regions if r.kind == "code"
    )
    front = next((r.body for r in plan.regions if r.kind == "front matter"), None)
    return Scan(
        tuple(sorted(formulas, key=lambda f: f.span)),
        tuple(sorted(opaque)),
        code,
        tuple(faults),
        front,
        tuple(r.span for r in plan.regions if r.kind == "directive"),
    )


def _outside_groups(body: str) -> str:
    """A formula without the arguments of its commands: words in a fraction do not make it prose."""
    if "\\" not in body or body.count("{") != body.count("}"):
        return body
    while (shorter := _GROUP.sub("", body)) != body:
        body = shorter
    return body


def _line_at(source: Source, at: int) -> Span:
    return source.line_span(source.line_of(at))


def _as_kramdown(text: str, formulas: list[Found]) -> list[Found]:
    """The formulas, with doubled dollars within a line of text as inline formulas if the post uses them so."""
    if not doubled_inline(text, [f.span for f in formulas if f.opener[0] == "$"]):
        return formulas
    inline = {f.span for f in formulas if f.opener == "$$" and in_a_line(text, f.span)}
    return [f._replace(kind="inline") if f.span in inline else f for f in formulas]


def _fenced(text: str, region: Region) -> Found:
    """A fence with the info ``math`` or ``{math}``; option lines of the directive are not part of its body."""
    start, end = region.body
    while (option := re.compile(r"[ \t>]*:[a-z-]+:[^\r\n]*(?:\r\n?|\n)").match(text, start, end)) is not None:
        start = option.end()
    return Found("display", "math", region.span, Span(start, end))


class _Block:
    """The scan of one block of text."""

    def __init__(
        self,
        text: str,
        block: Span,
        plan: Layout,
        brackets: Brackets,
        *,
        latex: bool = False,
        coded: bool = False,
    ) -> None:
        self.text, self.start, self.end, self.plan = text, block.start, block.end, plan
        self.openers = _LATEX_OPENER if latex else _BRACKET_OPENERS[brackets]
        self.latex = latex
        self.coded = coded
        self.brackets = brackets
        self.at = block.start
        self.formulas: list[Found] = []
        self.opaque: list[Span] = []
        self.faults: list[ReadingFault] = []

    def read(self) -> None:
        while self.at < self.end and (found := self.openers.search(self.text, self.at, self.end)) is not None:
            self.at = self._open(found)

    def _open(self, found: re.Match[str]) -> int:
        """Read the construct that `found` opens; returns where to continue."""
        opener = found[0]
        if opener[0] == "`":
            return self._code_span(found.start(), len(opener))
        if opener[0] == "{":
            return self._template(found.start())
        if opener == "<":
            return self._html(found.start())
        if opener == "$$":
            return self._double(found.start())
        if opener == "$":
            return self._single(found.start())
        if opener == "](":
            return self._destination(found.end())
        if found[1] is not None:
            return self._environment(found)
        if self.brackets and opener[:-1] == self.brackets and opener[-1] in "([":
            return self._bracket(found.start(), opener)
        return found.end()

    def _keep(self, kind: Kind, opener: str, span: Span, margin: int) -> int:
        body = Span(span.start + margin, span.end - margin)
        self.formulas.append(Found(kind, opener, span, body))
        return span.end

    def _fault(self, code: str, start: int, end: int, message: str) -> None:
        self.faults.append(ReadingFault(code, Span(start, end), message))

    def _code_span(self, start: int, ticks: int) -> int:
        inside = start + ticks
        same = self._ticks.get(ticks, ())
        following = bisect_left(same, inside)
        if following == len(same):
            return inside
        code = Span(start, same[following] + ticks)
        role = _MATH_ROLE.search(self.text, max(self.start, start - 6), start)
        if role:
            body = Span(inside, same[following])
            self.formulas.append(Found("inline", "math", Span(role.start(), code.end), body))
        elif self.coded and (dollars := coded_formula(self.text[start : code.end])):
            kind: Kind = "display" if dollars == "$$" else "inline"
            self._keep(kind, f"`{dollars}", code, 1 + len(dollars))
        else:
            self.opaque.append(code)
        return code.end

    @cached_property
    def _ticks(self) -> Mapping[int, Sequence[int]]:
        """The places of the runs of so many backticks."""
        found: dict[int, list[int]] = {}
        for run in _TICKS.finditer(self.text, self.start, self.end):
            found.setdefault(len(run[0]), []).append(run.start())
        return found

    def _html(self, start: int) -> int:
        tag = _TAG.match(self.text, start, self.end)
        if not tag:
            return start + 1
        end = tag.end()
        element = _SKIPPED_ELEMENT.match(self.text, start)
        if element and not tag[0].endswith("/>"):
            close = re.compile(rf"</{element[1]}\s*>", re.I).search(self.text, end, self.end)
            end = close.end() if close else end
        self.opaque.append(Span(start, end))
        return end

    def _template(self, start: int) -> int:
        """A template tag of Hugo, Hexo, Jekyll or Quarto is not text; the content between two tags for mathematics is a
        formula.
        """
        tag = _TEMPLATE.match(self.text, start, self.end)
        if not tag:
            return start + 1
        end = tag.end()
        name = tag["name"] or tag["tag"]
        if name in ("math", "katex"):
            close = re.compile(_TEMPLATE_END.format(name)).search(self.text, end)
            body = Span(end, close.start()) if close else Span(end, end)
            inside = self.text[body.start : body.end]
            if close and inside.strip() and "$" not in inside and is_mathematics(inside):
                inline = name == "katex" and "display" not in tag[0]
                span = Span(start, close.end())
                self.formulas.append(Found("inline" if inline else "display", f"{{{name}}}", span, body))
                return close.end()
        self.opaque.append(Span(start, end))
        return end

    def _destination(self, start: int) -> int:
        """The destination of a link is not text."""
        found = _DESTINATION.match(self.text, start, self.end)
        if not found:
            return start
        self.opaque.append(Span(start, found.end()))
        return found.end()

    @cached_property
    def _dollars(self) -> Dollars:
        return Dollars(self.text, self.start, self.end)

    def _single(self, start: int) -> int:
        if _OF_A_SHELL.match(self.text, start, self.end):
            return start + 2
        if self.text[start - 1 : start] + self.text[start + 1 : start + 2] in _QUOTED:
            return start + 1
        if self.text.startswith("/", start + 1) and _PATTERN.search(self.text, max(0, start - 82), start):
            return start + 1
        close = self._close_single(start + 1)
        if close < 0:
            return self._unclosed_single(start)
        body = self.text[start + 1 : close]
        if not body.strip():
            return start + 1 if close > start + 1 else close + 1
        behind = self.text[close + 1 : close + 2]
        if is_money(body, behind) or self._is_currency(start, body):
            return start + 1
        if _VARIABLE.match(body) and behind.isalpha():
            return start + 1
        item = self._end_of_item(start, close)
        if item < close:
            return self._unclosed_single(start, item)
        if _PRICE.match(self.text, start + 1, self.end) and self._is_in_table(start):
            return start + 1
        if self._leaves_its_row(start, close) or (len(body) > 8 and is_prose(_outside_groups(body))):
            self._fault(FLIPPED, start, start + 1, "the text from this dollar to the next one is prose")
            return start + 1
        guarded = len(body) > 2 and body[0] == body[-1] == "`"  # GitHub's own guard against its Markdown
        guarded = guarded and not body.startswith("`r ")
        return self._keep("inline", "$", Span(start, close + 1), 2 if guarded else 1)

    def _is_currency(self, start: int, body: str) -> bool:
        """Whether the dollar belongs to the letters before it: ``US$9``."""
        country = _COUNTRY.search(self.text, max(self.start, start - 3), start)
        if body[:1].isdigit() and country is not None:
            return True
        behind_amount = self.text[max(self.start, start - 1) : start].isdigit() and body[-1:].isspace()
        if not behind_amount:
            return False
        before_amount = self.text[start + len(body) + 2 : start + len(body) + 3].isdigit()
        return before_amount or not body.strip(" \t;,.:!?、，。；：")  # 10$, not $20; 10$; $x$

    def _close_single(self, inside: int) -> int:
        """The closing dollar: the first at brace depth 0, otherwise the first one that is not escaped."""
        close = self.text.find("$", inside, self.end)
        if close < 0:
            return -1
        body = self.text[inside:close]
        if body.count("{") == body.count("}") and not _ESCAPED.search(body) and not body.endswith("\\"):
            return close
        return self._dollars.close(inside, double=False)

    def _is_in_table(self, start: int) -> bool:
        """Whether the line of this place begins with a bar."""
        line = self.text.rfind("\n", 0, start) + 1
        return self.text[line:start].lstrip(" \t>").startswith("|")

    def _leaves_its_row(self, start: int, close: int) -> bool:
        """Whether the formula would join two rows of a table."""
        newline = self.text.find("\n", start, close)
        if newline < 0 or not self.text[newline + 1 : self.end].lstrip(" \t>").startswith("|"):
            return False
        return self._is_in_table(start)

    def _end_of_item(self, start: int, close: int) -> int:
        """Where the next item of the list begins, if it has the sign of this one; otherwise `close`."""
        if self.text.find("\n", start, close) < 0:
            return close
        item = _BULLET.match(self.text, self.text.rfind("\n", 0, start) + 1, start)
        if item is None:
            return close
        following = _BULLET.finditer(self.text, start, close)
        return next((line.start() for line in following if line[1] == item[1]), close)

    def _unclosed_single(self, start: int, end: int | None = None) -> int:
        rest = self.text[start + 1 : self.end if end is None else end]
        if not rest[:1].isdigit() and _SIGN_OF_MATHEMATICS.search(rest):
            self._fault(UNCLOSED, start, start + 1, "this dollar opens a formula that is never closed")
        return start + 1

    def _double(self, start: int) -> int:
        inside = start + 2
        close = self.text.find("$$", inside, self.end)
        if close >= 0:
            body = self.text[inside:close]
            if body.count("{") != body.count("}") or _ESCAPED.search(body) or body.endswith("\\"):
                close = self._dollars.close(inside, double=True)
        if close < 0:
            close = self._beyond(inside, "$$")
        if close < 0:
            return self._unclosed_double(start)
        body = self.text[inside:close]
        if not body.strip():
            return close + 2
        if "$" in body and self._swallows(body):
            return self._unclosed_double(start)
        return self._keep("display", "$$", Span(start, close + 2), 2)

    @staticmethod
    def _swallows(body: str) -> bool:
        """Whether a display contains sentences between single dollars, so that its opener is odd."""
        outside = _outside_groups(_WORDS.sub("", body))
        return outside.count("$") >= 2 and is_prose(outside)

    def _unclosed_double(self, start: int) -> int:
        """A fault for ``$$q(x)$`` at the two dollars; the second one may open the formula that the author meant."""
        self._fault(UNCLOSED, start, start + 2, "these dollars open a display that is never closed")
        close = self._close_single(start + 2)
        if (
            close > start + 2
            and self.text[close : close + 2] != "$$"
            and not is_prose(self.text[start + 2 : close])
        ):
            return start + 1
        return start + 2

    def _beyond(self, inside: int, closer: str) -> int:
        """The close of a display after blank lines, if its whole content would be mathematics; otherwise -1."""
        limit = min(len(self.text), inside + _LONGEST_WITH_BLANK_LINES)
        close = self.text.find(closer, self.end, limit)
        if close < 0:
            return -1
        body = self.text[inside:close]
        bare = _WORDS.sub("", body)
        stopped = (
            "$" in bare or "`" in body or not (is_mathematics(bare) or self._is_written_apart(inside, body))
        )
        if stopped or any(r.span.start < close and r.span.end > inside for r in self.plan.regions):
            return -1
        return close

    def _is_written_apart(self, inside: int, body: str) -> bool:
        """Whether the delimiters of a display are on lines of their own, with LaTeX commands or comments on every
        line between them.
        """
        line = self.text.rfind("\n", 0, inside) + 1
        alone = (
            self.text[line:inside].strip(" \t>") == "$$"
            and body[:1] in "\r\n"
            and body.rstrip(" \t")[-1:] in "\r\n"
        )
        return alone and all(
            "\\" in each or each.startswith("%") for each in map(str.strip, body.splitlines()) if each
        )

    @cached_property
    def _environments(self) -> dict[int, int]:
        """Start of each ``\\begin{X}`` of the block: the end of its ``\\end{X}``."""
        open_by_name: defaultdict[str, list[int]] = defaultdict(list)
        pairs: dict[int, int] = {}
        for edge in _ENVIRONMENT_EDGE.finditer(self.text, self.start, self.end):
            if edge[1] == "begin":
                open_by_name[edge[2]].append(edge.start())
            elif edge[1] == "end" and open_by_name[edge[2]]:
                pairs[open_by_name[edge[2]].pop()] = edge.end()
        return pairs

    @cached_property
    def _wrong_ends(self) -> dict[int, int]:
        """The end of a broken ``\\end``, by the start of each ``\\begin{X}`` without an end.

        ``\\begin{align} … \\end{equation}`` and ``\\end{equation>`` end a display for its author, who numbers it; the
        parser of formulas reports the error.
        """
        open_edges: list[int] = []
        closed = set(self._environments.values())
        found: dict[int, int] = {}
        for edge in _ANY_EDGE.finditer(self.text, self.start, self.end):
            if edge[1] == "begin" and edge.start() not in self._environments:
                open_edges.append(edge.start())
            elif edge[1] == "end" and edge.end() not in closed and open_edges:
                found[open_edges.pop()] = edge.end()
            elif edge[0] == "$":
                open_edges.clear()
        return found

    @cached_property
    def _last_end(self) -> int:
        return self.text.rfind(r"\end", self.start, self.end)

    def _environment(self, found: re.Match[str]) -> int:
        name, start = found[1], found.start()
        if self.latex and name not in paper.ENVIRONMENTS:
            return found.end()
        end = self._environments.get(start, -1)
        if name not in known_environments() and self._is_statement(found, end):
            return found.end()
        if end < 0:
            closer = rf"\end{{{name}}}"
            beyond = self._beyond(found.end(), closer)
            end = (
                beyond + len(closer)
                if beyond >= 0 and rf"\begin{{{name}}}" not in self.text[found.end() : beyond]
                else -1
            )
        if end < 0:
            end = self._wrong_ends.get(start, -1)
        if end >= 0:
            return self._keep("display", name, Span(start, end), 0)
        line = self.text.rfind("\n", 0, start) + 1
        if start < self._last_end or not self.text[line:start].strip(" \t>"):
            self._fault(
                ENVIRONMENT, start, found.end(), rf"\begin{{{name}}} has no \end{{{name}}} in its paragraph"
            )
        return found.end()

    def _is_statement(self, found: re.Match[str], end: int) -> bool:
        r"""Whether it is an environment for words, ``\begin{theorem}``, which no renderer of formulas reads."""
        if end < 0:
            return (
                rf"\end{{{found[1]}}}" in self.text[found.end() :] and found.start() not in self._wrong_ends
            )
        body = self.text[found.end() : end]
        return "$" in body or is_prose(body)

    def _bracket(self, start: int, opener: str) -> int:
        closer = opener[:-1] + (")" if opener[-1] == "(" else "]")
        redefined = False
        for pair in _BRACKET_EDGE.finditer(self.text, start + len(opener), self.end):
            if pair[0] == closer:
                kind: Kind = "inline" if opener[-1] == "(" else "display"
                return self._keep(kind, opener[-2:], Span(start, pair.end()), len(opener))
            if pair[0] == opener and not redefined:
                redefined = (
                    self.text[max(start, pair.start() - 20) : pair.start()].rstrip().endswith(_DEFINING)
                )
                if not redefined:
                    break
        self._fault(UNCLOSED, start, start + len(opener), f"{opener} opens a formula that is never closed")
        return start + len(opener)
