r"""In which of the spellings found in posts a formula and its label are written.

Backslashes: a scraper may have doubled them (`mathpost.latex.lexer` knows how to read that); it is decided
for each formula, since half the posts hold both kinds. Labels: besides ``\label`` some books write a role
behind the display: ``:eqlabel:`x` `` (d2lbook), ``(x)`` (MyST), ``{#eq-x}`` (Quarto, pandoc-crossref).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mathpost.document.document import Document, Label
from mathpost.latex.lexer import breaks_by_four, is_escaped
from mathpost.text.source import Span

_ROLE_LABEL = re.compile(r"[ \t]*(?:\r\n?|\n)?[ \t>]*:eqlabel:`([^`\r\n]+)`")
_MYST_LABEL = re.compile(r"[ \t]*\(((?=[\w.]*[-:_])[A-Za-z][\w:.-]*)\)[ \t]*(?=[\r\n]|\Z)")
_ATTRIBUTE_LABEL = re.compile(r"[ \t]*\{#(eq[-:][\w:.-]+)[^{}\r\n]*\}")
_STARRED = re.compile(r"\\(?:begin|end)\{[A-Za-z]+\\\*\}")
_SCRAPED = re.compile(r"(?<!\\)\\{3}(?=\s|\Z)")  # a row break of html2text
_OPTION_LABEL = re.compile(r":label:[ \t]*([^\s]+)")


def escaped(text: str, four: bool = False) -> bool:
    """Is the text of one formula written in the dialect of a scraper that doubled backslashes?

    `four`: all row breaks of the post have four backslashes.
    """
    return is_escaped(text, four)


def breaks_rows_by_four(text: str, bodies: Iterable[Span]) -> bool:
    """Are all row breaks of a post written with four backslashes?"""
    return "\\" * 4 in text and breaks_by_four("\n".join(text[slice(*body)] for body in bodies))


def is_unescaped_by_site(document: Document) -> bool:
    r"""Is a post written for an engine that takes every second backslash away, as those of Hexo and Jekyll do? Then its
    ``\\\\`` and ``\begin{align\*}`` are what readers see as row breaks and as ``align*``.
    """
    if "layout" in document.front_matter:  # a key of Jekyll and Hexo; no scraper writes it
        return True
    text = document.source.text
    if _STARRED.search(text) is None and "\\" * 4 not in text:
        return False
    bodies = "\n".join(text[slice(*formula.body)] for formula in document.formulas)
    return _STARRED.search(bodies) is not None or (breaks_by_four(bodies) and not _SCRAPED.search(bodies))


def outer_label(text: str, opener: str, span: Span, body: Span) -> Label | None:
    """The label that a dialect writes outside of what LaTeX reads of a display, if there is one."""
    if opener == "math":
        found = _OPTION_LABEL.search(text, span.start, body.start)
    elif opener == "$$":
        forms = (_ROLE_LABEL, _MYST_LABEL, _ATTRIBUTE_LABEL)
        found = next((label for form in forms if (label := form.match(text, span.end))), None)
    else:
        found = _ROLE_LABEL.match(text, span.end)
    return Label(found[1], Span(*found.span()), Span(*found.span(1))) if found else None
