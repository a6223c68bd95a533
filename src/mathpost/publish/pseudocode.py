r"""Algorithms in LaTeX commands (``\STATE``, ``\FOR{…}``) as Markdown: one line each, indented, with its formulas.

If a command is unknown here, the whole algorithm becomes a listing, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mathpost.document.document import CodeBlock, Document
from mathpost.text.edits import Edit

_INDENT = "\N{NO-BREAK SPACE}" * 4
_OPENS = {
    "if": "**if** {} **then**", "for": "**for** {} **do**", "forall": "**for all** {} **do**",
    "while": "**while** {} **do**", "repeat": "**repeat**", "loop": "**loop**",
    "procedure": "**procedure** {}({})", "function": "**function** {}({})",
}  # fmt: skip
_GOES_ON = {"elsif": "**else if** {} **then**", "elseif": "**else if** {} **then**", "else": "**else**"}
_CLOSES = {"until": "**until** {}"} | {f"end{name}": f"**end {name}**" for name in _OPENS}
_CLOSES["endforall"] = "**end for**"
_LINES = {
    "state": "", "statex": "", "require": "**Require:** ", "ensure": "**Ensure:** ", "input": "**Input:** ",
    "output": "**Output:** ", "globals": "**Globals:** ",
}  # fmt: skip
_WORDS = {
    "return": "**return** ", "print": "**print** ", "comment": "▷ {}", "call": "{}({})", "caption": "", "label": "",
    "and": "**and** ", "or": "**or** ", "not": "**not** ", "to": "**to** ", "downto": "**down to** ",
    "true": "**true** ", "false": "**false** ", "textbf": "**{}**", "textit": "*{}*", "emph": "*{}*",
    "text": "{}", "textsc": "{}", "texttt": "{}", "textrm": "{}", "break": "**break** ", "continue": "**continue** ",
}  # fmt: skip
_STATEMENTS = ("return", "print", "caption")
_TOKEN = re.compile(
    r"(?P<formula>\$[^$]*\$|\\\((?:(?!\\\))[\s\S])*\\\))"
    r"|\\(?:begin|end)[ \t]*\{(?P<part>algorithm|algorithmic)\*?\}[ \t]*(?:\[[^\[\]\n]*\])?"
    r"|\\(?P<name>[A-Za-z]+)[ \t]*|\\(?P<sign>.)|(?P<space>\s+|~)|(?P<other>[^\\$\s~]+)"
)
_FORMULA = re.compile(r"\$[^$]*\$")
_HEAD = re.compile(r"\s*\\begin[ \t]*\{algorithm(?:ic)?\*?\}")
_FENCE = re.compile(r"\A[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?[ \t]*\1[`~]*[ \t]*\n?\Z")
_MARKS = re.compile(r"([\\`*_\[\]<>#|])")


class _UnknownError(Exception):
    """A word of LaTeX that is in no list."""


class _Line(NamedTuple):
    level: int
    words: str


def listings(document: Document) -> Iterator[Edit]:
    """The edits that make Markdown of the algorithms of a post."""
    coded = any(document.source.text.startswith("`$", formula.span.start) for formula in document.formulas)
    for block in document.code:
        text = document.source.slice(block.span)
        content = _content(block, text)
        if content is not None:
            quote = text[: len(text) - len(text.lstrip(" \t>"))]
            lines = _written(content, coded) or ["```", *text.strip("\n").split("\n"), "```"]
            yield Edit(block.span, "\n" + "".join(f"{quote}{line}\n" for line in lines) + "\n")


def _content(block: CodeBlock, text: str) -> str | None:
    """The algorithm in a block of code, if it is one and shown as one."""
    if _HEAD.match(text.lstrip("> \t")):
        return text
    fence = _FENCE.match(text) if block.language in ("pseudo", "pseudocode", "algorithm") else None
    return fence[2] if fence and _HEAD.match(fence[2]) else None


def _written(text: str, coded: bool) -> list[str]:
    """The lines of an algorithm as a paragraph of Markdown, its formulas as code where those of the post are; none where a
    word is unknown.
    """
    try:
        lines = list(_lines(text))
    except _UnknownError:
        return []
    shown = [f"{_INDENT * line.level}{line.words.strip()}" for line in lines if line.words.strip()]
    if coded:
        shown = [_FORMULA.sub(r"`\g<0>`", line) for line in shown]
    return [f"{line}\\" for line in shown[:-1]] + shown[-1:]


def _lines(text: str) -> Iterator[_Line]:
    level, words, at = 0, "", 0
    while found := _TOKEN.match(text, at):
        at = found.end()
        name = (found["name"] or "").lower()
        breaks = (
            found["sign"] == "\\"
            or name in _STATEMENTS
            or name in _LINES
            or name in _OPENS
            or name in _GOES_ON
            or name in _CLOSES
        )
        if breaks or found["part"]:
            yield _Line(level, words)
            words = ""
        if found["part"] or found["sign"] == "\\":
            continue
        if name in _CLOSES or name in _GOES_ON:
            level = max(0, level - 1)
        if name == "caption":
            caption, at = _arguments(text, at, 1)
            yield _Line(0, f"**{_inline(caption[0])}**")
        elif name == "label":
            _, at = _arguments(text, at, 1)
        elif name in _OPENS or name in _GOES_ON or name in _CLOSES:
            form = (_OPENS | _GOES_ON | _CLOSES)[name]
            given, at = _arguments(text, at, form.count("{}"))
            yield _Line(level, form.format(*map(_inline, given)))
            level += name not in _CLOSES
        elif name in _LINES:
            words = _LINES[name]
        else:
            said, at = _markdown(text, found)
            words += said
    if at < len(text):
        raise _UnknownError
    yield _Line(level, words)


def _inline(text: str) -> str:
    """What is within a line."""
    words, at = "", 0
    while found := _TOKEN.match(text, at):
        said, at = _markdown(text, found)
        words += said
    if at < len(text):
        raise _UnknownError
    return words


def _markdown(text: str, token: re.Match[str]) -> tuple[str, int]:
    """The Markdown of one token, and where it ends with its arguments."""
    if token["name"] is None:
        other = _MARKS.sub(r"\\\1", (token["other"] or "").replace("{", "").replace("}", ""))
        if token["formula"]:
            return token["formula"] if token["formula"][
                0
            ] == "$" else f"${token['formula'][2:-2]}$", token.end()
        return (token["sign"] and f"\\{token['sign']}") or other or " ", token.end()
    form = _WORDS.get(token["name"].lower())
    if form is None:
        raise _UnknownError
    given, at = _arguments(text, token.end(), form.count("{}"))
    return form.format(*map(_inline, given)), at


def _arguments(text: str, at: int, many: int) -> tuple[list[str], int]:
    """So many arguments in braces from `at`, and where they end."""
    found = []
    for _ in range(many):
        if text[at : at + 1] != "{":
            raise _UnknownError
        depth, end = 0, at
        while True:
            if end >= len(text):
                raise _UnknownError
            depth += (text[end] == "{") - (text[end] == "}")
            end += 2 if text[end] == "\\" else 1
            if depth == 0:
                break
        found.append(text[at + 1 : end - 1])
        at = end
    return found, at
