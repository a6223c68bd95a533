r"""A post as the page of a blog that protects its formulas from Markdown, the way question-and-answer sites do it.

Written without our own reader, so that the two can be compared: the text is cut at dollars, braces, environments and
blank lines; what stands between two that belong together is taken out, the rest goes through markdown-it-py, and the
formulas are put back, escaped for HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

_CUT = re.compile(r"(\$\$?|\\(?:begin|end)\{[a-zA-Z]*\*?\}|\\[\\{}$]|[{}]|(?:\n[ \t>]*)+)")
_MARK = "\ue001{}\ue002"
_MARKED = re.compile("\ue001(\\d+)\ue002")
_DOLLAR, _BACKSLASH = "\ue003", "\ue004"
_CODE = re.compile(
    r"^([ \t>]*)(`{3,}|~{3,})[^\n]*\n(?:.*\n)*?\1?[ \t>]*\2[`~]*[ \t]*$|(?<!`)(`+)(?!`)[^`](?:[^\n]|\n(?!\s*\n))*?(?<!`)\3(?!`)",
    re.M,
)


def page(markdown: str) -> str:
    """The HTML of the post."""
    text = _CODE.sub(
        lambda m: m[0].replace("$", _DOLLAR).replace("\\", _BACKSLASH), markdown.replace("\r\n", "\n")
    )
    pieces = _CUT.split(text)
    formulas = list(_formulas(pieces))
    kept, at = [], 0
    for number, (first, last) in enumerate(formulas):
        kept += [*pieces[at:first], _MARK.format(number)]
        at = last + 1
    kept += pieces[at:]
    made = _markdown().render("".join(kept).replace(_DOLLAR, "$").replace(_BACKSLASH, "\\"))

    def formula(mark: re.Match[str]) -> str:
        first, last = formulas[int(mark[1])]
        return html.escape("".join(pieces[first : last + 1]), quote=False)

    return f"<html><body>{_MARKED.sub(formula, made)}</body></html>"


def _markdown() -> MarkdownIt:
    engine = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return engine.use(footnote_plugin).use(front_matter_plugin)


def _formulas(pieces: list[str]) -> Iterator[tuple[int, int]]:
    """First and last piece of each formula."""
    at = 0
    while at < len(pieces):
        closer = _closer(pieces[at])
        last = _last(pieces, at, closer) if closer else None
        if last is not None:
            yield at, last
            at = last
        at += 1


def _closer(piece: str) -> str:
    if piece in ("$", "$$"):
        return piece
    return piece.replace("begin", "end") if piece.startswith(r"\begin") else ""


def _last(pieces: list[str], first: int, closer: str) -> int | None:
    """Where the formula ends: at its closer outside of braces, else at the last one before a blank line."""
    found, braces = None, 0
    for at in range(first + 1, len(pieces)):
        piece = pieces[at]
        if piece == closer:
            found = at
            if not braces:
                break
        elif piece.count("\n") > 1:
            break
        elif piece == "{":
            braces += 1
        elif piece == "}" and braces:
            braces -= 1
    return found
