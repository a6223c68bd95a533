r"""The text that LaTeX reads, and its places: the only module that knows how a post wraps and escapes a formula.

A formula of a post is not a slice of the file. Quote marks and list indents are between its lines, and a scraper may
have doubled backslashes (``\\{`` for ``\{``, ``\\\`` at a line end for a row break). `reading` undoes both. After that,
every token has the text that LaTeX reads and its place in the file. Tokens cover every character of the reading once:
spaces and comments are tokens too.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from mathpost.text.source import Span

# A control word, `\verb` with its delimiters, a control symbol, a comment (to the end of its line), white
# space, and every other character alone. A lone backslash at the end is a token of its own.
TOKEN = re.compile(
    r"""\\(?:verb\*?(?![a-zA-Z@*])[ \t]*([^\s])[^\n]*?\1 | [a-zA-Z@]+ | [\s\S])
      | %[^\n]*\n?
      | \s+
      | [\s\S]""",
    re.VERBOSE,
)
# The same if there is no `\verb`: without a group to remember.
_WITHOUT_VERB = re.compile(r"\\(?:[a-zA-Z@]+|[\s\S])|%[^\n]*\n?|\s+|[\s\S]")
_RUN = re.compile(r"\\+")
_NAME = re.compile(r"[A-Za-z]+")
# A run of backslashes that only the escaped dialect writes: see `_is_escaped_run`.
_ESCAPED = re.compile(r"(?<!\\)(?:\\(?=[+-])|\\\\(?=[{}#_!`])|\\{3}(?=\s|\Z)|\\{4}(?=[\[}]))")


_BRACE = re.compile(r"(?<!\\)\\[{}#]")
_FOUR = re.compile(r"(?<!\\)\\{4}(?=\s|\Z)")
_TWO = re.compile(r"(?<!\\)\\\\(?=[\s\[]|\Z)")


MARKDOWN = 2
"""The dialect (besides 0, LaTeX as it is, and 1, that of a scraper) of a site whose Markdown takes one backslash away from each
``\\\\``, ``\\_`` and ``\\,`` before LaTeX reads the formula.
"""


class Token(NamedTuple):
    """What LaTeX reads as one unit, and its characters in the file."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Reading(NamedTuple):
    """The text that LaTeX reads; character `i` of it is at ``starts[i]:ends[i]`` of the file."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def origin(self, index: int) -> int:
        """The file offset of the character at `index`; the end of the reading for any larger index."""
        if index < len(self.starts):
            return self.starts[index]
        return self.ends[-1] if self.ends else 0

    def span(self, start: int, end: int) -> Span:
        """The place in the file of the half-open range `start:end` of the reading."""
        first = self.origin(start)
        return Span(first, self.ends[end - 1] if end > start else first)


def reading(text: str, segments: Sequence[Span], escaped: int = 0) -> Reading:
    """The text that LaTeX reads of `text` in `segments`; `escaped` undoes the backslashes that a scraper doubled, or
    removes those that a site's Markdown removes.
    """
    if not escaped and len(segments) == 1:
        start, end = segments[0]
        return Reading(text[start:end], range(start, end), range(start + 1, end + 1))
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for segment in segments:
        for piece, first, last in (
            _decoded(text, segment, escaped) if escaped else [(text[slice(*segment)], *segment)]
        ):
            pieces.append(piece)
            starts.extend(range(first, first + len(piece)))
            ends.extend(range(first + 1, first + len(piece) + 1))
            if piece and last != ends[-1]:
                ends[-1] = last
    return Reading("".join(pieces), starts, ends)


def tokenize(read: Reading) -> list[Token]:
    """The tokens of a reading, in order, every character in exactly one."""
    texts = [m.group() for m in TOKEN.finditer(read.text)]
    bounds = list(accumulate(map(len, texts), initial=0))
    return [
        Token(text, read.starts[a], read.ends[b - 1])
        for text, a, b in zip(texts, bounds, bounds[1:], strict=False)
    ]


def split(text: str, opaque: frozenset[str] = frozenset()) -> list[str]:
    """The tokens of `text` as strings; in the arguments of `opaque` commands a percent sign is not a comment."""
    if "%" not in text or not opaque:
        if r"\verb" not in text:
            return _WITHOUT_VERB.findall(text)
        return [match.group() for match in TOKEN.finditer(text)]
    tokens: list[str] = []
    braces: list[bool] = []
    at, opens = 0, False
    while match := TOKEN.match(text, at):
        token = match.group()
        if token[0] == "%" and any(braces):
            token = "%"
        if token == "{":
            braces.append(opens)
        elif token == "}" and braces:
            braces.pop()
        opens = token in opaque or (opens and token.isspace())
        tokens.append(token)
        at += len(token)
    return tokens


# --- the dialect of a scraper ---------------------------------------------------------------------------
#
# html2text doubles each backslash that comes before one of \ ` * _ { } [ ] ( ) # + - . ! and puts one before a plus
# or minus that could start a list item. The runs of backslashes that occur, and their originals, were counted
# on 1,802 formulas of scraped posts.


class Run(NamedTuple):
    """A run of backslashes that becomes shorter when read: only `kept` characters are read."""

    start: int
    end: int
    kept: int


class Signs(NamedTuple):
    """The number of runs in a formula that only the escaped dialect writes, and of those that only the clean one
    writes.
    """

    escaped: int
    clean: int

    @property
    def conflict(self) -> bool:
        """Both dialects in one formula, so the meaning of its backslashes is unknown."""
        return self.escaped > 0 and self.clean > 0


def kept(length: int, after: str) -> int:
    """The number of backslashes that remain of `length` of them before `after`, in an escaped formula."""
    if length == 1:
        return 0 if after in ("+", "-") else 1
    if length == 2:
        return 1 if after and after in "{}#_!`" else 2
    return 2 if length in (3, 4) else length


def kept_by_markdown(length: int, after: str) -> int:
    r"""The same for a site's Markdown; backslashes written for LaTeX as it is, ``\\`` at the end of a line and ``\{``,
    stay.
    """
    mark = bool(after) and after in ",;:!{}|_*#%&$>"
    if length == 1:
        return 0 if after and after in "_*" else 1
    if length == 2:
        return 1 if mark or (after.isascii() and after.isalpha()) else 2
    return length // 2 + (0 if mark or after == "[" else length % 2)


def unescaped_by_markdown(text: str, commands: Container[str]) -> bool:
    r"""Whether a formula is written for Markdown: ``x\_i``, ``\\{``, ``\\,``, a command of `commands` with two backslashes, or
    four of them.
    """
    if "\\" not in text and (r"\_" not in text or r"\text" in text or r"\math" in text):
        return False
    for found in _RUN.finditer(text):
        length, after = found.end() - found.start(), text[found.end() : found.end() + 1]
        name = _NAME.match(text, found.end())
        if (
            (length == 1 and after == "_" and r"\text" not in text)
            or (length == 2 and after and after in ",;:!{}_|%#")
            or (length == 2 and after == "&" and r"\begin" not in text)
            or (length == 2 and name and len(name[0]) > 2 and f"\\{name[0]}" in commands)
            or length > 3
        ):
            return True
    return False


def is_for_markdown(text: str) -> bool:
    r"""Whether a formula is written only for Markdown: ``x\_{i}``, or ``\\{x\_i\\}`` without any ``\{``."""
    if r"\_" not in text or r"\\_" in text or r"\text" in text:
        return False
    mixed = r"\math" not in text and _BRACE.search(text) is None and _ESCAPED.search(text) is not None
    return r"\_{" in text or mixed


def runs(text: str, segment: Span, escaped: int = 1) -> list[Run]:
    """The runs of backslashes in `segment` of an escaped formula that become shorter when read."""
    how = kept_by_markdown if escaped == MARKDOWN else kept
    found = []
    for match in _RUN.finditer(text, *segment):
        start, end = match.span()
        keep = how(end - start, text[end : min(end + 1, segment.end)])
        if keep != end - start:
            found.append(Run(start, end, keep))
    return found


def signs(text: str) -> Signs:
    """The signs of either dialect in the text of one formula."""
    escaped = clean = 0
    for match in _RUN.finditer(text):
        length = match.end() - match.start()
        after = text[match.end() : match.end() + 1]
        escaped += _is_escaped_run(length, after)
        clean += _is_clean_run(length, after)
    return Signs(escaped, clean)


def breaks_by_four(text: str) -> bool:
    """Whether `text` has several row breaks of four backslashes and none of two, for an engine that removes every
    second one (Hexo).
    """
    several = sum(1 for _ in islice(_FOUR.finditer(text), 2)) == 2 if "\\" * 4 in text else False
    return several and not _TWO.search(text)


def is_mixed(text: str) -> bool:
    """Whether the signs of both dialects are in one formula."""
    return _ESCAPED.search(text) is not None and signs(text).conflict


def is_escaped(text: str, four: bool = False) -> bool:
    r"""Whether a formula is written in the escaped dialect; false if it has signs of both dialects or of none.

    `four`: the post writes all its row breaks with four backslashes. Undoing the doubling must not unbalance the
    braces: ``\\{\bf x}`` is a row break and a group.
    """
    escaped = _ESCAPED.search(text) or (four and _FOUR.search(text))
    if not escaped or signs(text).clean:
        return False
    decoded = reading(text, [Span(0, len(text))], escaped=True).text
    return _braces_balance(decoded) or not _braces_balance(text)


def _is_escaped_run(length: int, after: str) -> bool:
    if length == 1:
        return after in ("+", "-")
    if length == 2:
        return after != "" and after in "{}#_!`"
    if length == 3:
        return after == "" or after.isspace()
    return length == 4 and after in ("[", "}")


def _is_clean_run(length: int, after: str) -> bool:
    if length == 1:
        return after != "" and after in "{}_#!"
    return length == 2 and after != "" and (after.isspace() or after in "-|")


def _braces_balance(text: str) -> bool:
    depth = 0
    for match in TOKEN.finditer(text):
        character = match.group()
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


def _decoded(text: str, segment: Span, escaped: int) -> list[tuple[str, int, int]]:
    """Pieces of `segment` as read, each with its range in the file."""
    pieces: list[tuple[str, int, int]] = []
    at = segment.start
    for start, end, keep in runs(text, segment, escaped):
        if keep:
            pieces += [(text[at:start], at, start), (text[start : start + keep], start, end)]
            at = end
        else:  # a protecting backslash: the sign after it covers both characters
            pieces += [(text[at:start], at, start), (text[end], start, end + 1)]
            at = end + 1
    return [*pieces, (text[at : segment.end], at, segment.end)]
