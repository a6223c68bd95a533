r"""Formulas that a post shows as images of a service: CodeCogs, Zhihu, GitHub's former renderer.

Their addresses hold the LaTeX: ``![](https://www.zhihu.com/equation?tex=x%5E2)`` is ``$x^2$``. What cannot be read as
LaTeX stays an image.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote, unquote_plus

from mathpost.document.document import Document
from mathpost.latex.parser import parse
from mathpost.text.edits import Edit
from mathpost.text.source import Span

_SERVICE = (
    r"(?:https?:)?//(?:latex\.codecogs\.com/(?:\w+\.(?:latex|image|download)|\w+)"
    r"|www\.zhihu\.com/equation|render\.githubusercontent\.com/render/math)\?"
)
_MARKDOWN = re.compile(
    rf"!\[(?:[^\[\]\n]|\[[^\[\]\n]*\]){{0,300}}\]\([ \t]*(?P<address>{_SERVICE}(?:[^\s()]|\((?:[^\s()]|\([^\s()]*\))*\))+)(?:[ \t]+\"[^\"\n]*\")?[ \t]*\)"
)
_HTML = re.compile(
    r"(?P<linked><a\b[^<>]*\bcodecogs\.com[^<>]*>\s*)?<img\b(?:[^<>\"']|\"[^\"\n]*\"|'[^'\n]*')*?"
    rf"\bsrc[ \t]*=[ \t]*(?P<mark>[\"'])(?P<address>{_SERVICE}[^\"'<>\n]+)(?P=mark)(?:[^<>\"']|\"[^\"\n]*\"|'[^'\n]*')*>(?(linked)\s*</a>)",
    re.I,
)
_QUERY = re.compile(r"(?:[^?]*\?)(?:[a-z]+=[\w-]*&)*?(?:tex=|math=|latex=)?(?P<latex>.*)", re.S)
_SPACES = {"&space;": " ", "&plus;": "+", "&hash;": "#"}
_SETTING = re.compile(
    r"\s*\\(?:dpi\{\d+\}|(?:bg|fg)(?:_\w+|\{\w+\})|fn_\w+|inline(?![a-z])|(?:tiny|small|large|Large|LARGE|huge)(?![A-Za-z])|color\{\w+\})"
)
_ALONE = re.compile(r"(?:</?(?:p|div|center|br|a)\b[^<>]*>|[ \t>])*", re.I)
_LONGEST = 2_000
_EQUATION = re.compile(r"\\(?:begin|end)\{equation\*?\}")
_COUNTED = re.compile(r"(\\(?:begin|end)\{(?:align|gather|alignat|multline|eqnarray))\}")


def drawn(document: Document) -> Iterator[Edit]:
    """The edits that write such images as formulas: in a line, or displayed where they are alone on theirs."""
    text = document.source.text
    if "?" not in text or not any(name in text for name in ("codecogs", "zhihu", "githubusercontent")):
        return
    ticks = [span for span in document.opaque if text.startswith("`", span.start)]
    apart = [*(f.span for f in document.formulas), *(code.span for code in document.code), *ticks]
    for pattern in (_MARKDOWN, _HTML):
        for found in pattern.finditer(text):
            span = Span(*found.span())
            if any(other.start < span.end and span.start < other.end for other in apart):
                continue
            before, behind = _around(text, span)
            latex = _latex(found["address"])
            if "|" in before + behind:  # a bar would end the cell of a table
                latex = latex.replace("\\|", "\\Vert ").replace("|", "\\vert ")
            alone = all(_ALONE.fullmatch(part.strip(" \t\r,.，。")) for part in (before, behind))
            formula = _formula(latex, alone=alone)
            if formula:
                yield Edit(span, formula)


def _formula(latex: str, *, alone: bool) -> str:
    """The formula between its dollars, none of its rows counted by itself; empty if it cannot be one."""
    bare = latex.removesuffix("\\\\").rstrip()  # how Zhihu asks for a display
    bare = _COUNTED.sub(r"\1*}", _EQUATION.sub("", bare).strip())
    if not bare or bare.endswith("\\") or parse(bare, [Span(0, len(bare))]).faults:
        return ""
    if alone:
        return f"$${bare}$$"
    return "" if "\\tag" in bare or _COUNTED.search(bare.replace("*}", "}")) else f"${bare}$"


def _latex(address: str) -> str:
    """The LaTeX in an address."""
    found = _QUERY.fullmatch(address)
    latex = found["latex"] if found else ""
    for mark, character in _SPACES.items():
        latex = latex.replace(mark, character)
    decode = unquote if "codecogs" in address[:40] else unquote_plus
    latex = " ".join(decode(unescape(latex)).split())
    while setting := _SETTING.match(latex):
        latex = latex[setting.end() :].lstrip()
    return "" if len(latex) > _LONGEST or "$" in latex else latex


def _around(text: str, span: Span) -> tuple[str, str]:
    """The text before and behind `span` on its lines."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return text[start : span.start], text[span.end : end if end >= 0 else len(text)]
