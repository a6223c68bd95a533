r"""The spelling of a formula and of its label, among those found in posts.

Backslashes: a scraper may have doubled them (`mathpost.latex.lexer` undoes this). It is decided for each formula, since
half of the posts contain both kinds. Labels: besides ``\label``, flavours write a label after the display or at its
end, ``{#eq-x}`` (Quarto), ``(\#eq:x)`` (bookdown).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from mathpost.document import flavours
from mathpost.document.document import Document, Label
from mathpost.latex.lexer import (
    MARKDOWN,
    breaks_by_four,
    is_escaped,
    is_for_markdown,
    unescaped_by_markdown,
)
from mathpost.latex.macros import known_commands
from mathpost.text.recall import of_the_last
from mathpost.text.source import Span

_COMMAND = re.compile(r"\\[A-Za-z]{2,}")
_BARE = re.compile(
    r"(?<![\\A-Za-z])(?:arrow|integral|partial|times|theta|omega|lambda|sigma|epsilon|alpha|beta|gamma|delta|phi|sqrt|hat|dot|sum"
    r"|infinity|approx|cases)(?![A-Za-z])"
)
_FEWEST, _SHARE = 5, 4  # formulas without LaTeX, and how many of them for each one with it
_APART = re.compile(r"[-:_]")  # within a name, and not in (a) or (ii)
_STARRED = re.compile(r"\\(?:begin|end)\{[A-Za-z]+\\\*\}")
_SCRAPED = re.compile(r"(?<!\\)\\{3}(?=\s|\Z)")  # a row break of html2text
_BROKEN_BY_SCRAPER = re.compile(r"(?<!\\)\\{3} {2}\r?$", re.M)  # the same before a line break of Markdown
_LINE_END = re.compile(r"^[^\r\n]*(?=\r?\n)", re.M)
_LINES_OF_SCRAPER = 2
_DOUBLED = re.compile(r"(?<!\\)\\\\\((?:(?!\\\\\)).){1,400}\\\\\)")  # two backslashes before each bracket
_OPTION_LABEL = re.compile(r":?label:[ \t]*([^\s]+)")


def escaped(text: str, four: bool = False, unescapes: bool = False) -> int:
    """The dialect of one formula: 0 is plain LaTeX, 1 has backslashes doubled by a scraper, 2 is for a site that
    `unescapes` formulas.

    `four`: all row breaks of the post have four backslashes.
    """
    if unescapes and unescaped_by_markdown(text, known_commands()):
        return MARKDOWN
    return 0 if unescapes else int(is_escaped(text, four))


def breaks_rows_by_four(text: str, bodies: Iterable[Span]) -> bool:
    """Whether all row breaks of a post are written with four backslashes."""
    return "\\" * 4 in text and breaks_by_four("\n".join(text[slice(*body)] for body in bodies))


def are_for_markdown(bodies: Iterable[str], enough: int) -> bool:
    r"""Whether a post writes ``\\{A\_n\\}`` or ``h\_{k}`` `enough` times; only an engine that removes backslashes makes
    formulas of them.
    """
    found = (each for each in bodies if is_for_markdown(each))
    return sum(1 for _ in islice(found, enough)) == enough


@of_the_last
def is_latex(document: Document) -> bool:
    r"""Whether the formulas of a post are LaTeX, and not Typst or AsciiMath, which write ``arrow(E) dot d l`` and
    ``integral_S``.
    """
    text = document.source.text
    bodies = [text[slice(*formula.body)] for formula in document.formulas]
    ours = sum(_COMMAND.search(body) is not None for body in bodies)
    others = sum(_BARE.search(body) is not None and _COMMAND.search(body) is None for body in bodies)
    return others < _FEWEST or others < _SHARE * ours


def is_unescaped_by_site(document: Document) -> bool:
    r"""Whether a post is written for an engine that removes every second backslash, like those of Hexo and Jekyll.

    Readers of such a post see ``\\\\`` as a row break and ``\begin{align\*}`` as ``align*``.
    """
    if document.flavour.unescapes or any(f.escaped == MARKDOWN for f in document.formulas):
        return True
    if "layout" in document.front_matter:  # a key of Jekyll and Hexo; no scraper writes it
        return True
    text = document.source.text
    if _DOUBLED.search(text) is not None:  # at least some formulas are in brackets with two backslashes
        return True
    if _STARRED.search(text) is None and "\\" * 4 not in text:
        return False
    bodies = "\n".join(text[slice(*formula.body)] for formula in document.formulas)
    return _STARRED.search(bodies) is not None or (breaks_by_four(bodies) and not _SCRAPED.search(bodies))


def is_damaged(document: Document) -> bool:
    r"""Whether doubled backslashes in a post are damage.

    They are if no engine is known to remove one of them, or if a scraper has left other traces; elsewhere ``\\{`` may
    be right, as on GitHub.
    """
    if is_unescaped_by_site(document):
        return False
    return document.flavour.unescapes is False or is_scraped(document)


def is_scraped(document: Document) -> bool:
    r"""Whether a post was copied from a web page by a program such as html2text.

    Such a program writes every line break of a formula as two spaces, with three backslashes before them for a row
    break; no author does both.
    """
    text = document.source.text
    bodies = [text[slice(*formula.body)] for formula in document.formulas]
    if any(_BROKEN_BY_SCRAPER.search(body) for body in bodies):
        return True
    lines = [line for body in bodies for line in _LINE_END.findall(body)[1:]]
    broken = [line for line in lines if line.endswith("  ") and line.strip()]
    return len(broken) >= _LINES_OF_SCRAPER and len(broken) == len([line for line in lines if line.strip()])


def outer_label(text: str, opener: str, span: Span, body: Span, flavour: str) -> Label | None:
    """The label that a flavour writes outside of the LaTeX of a display, if there is one; in another flavour it must
    look like a label.
    """
    if opener == "math":
        found = _OPTION_LABEL.search(text, span.start, body.start)
    else:
        found = _behind(text, span.end, flavour)
    return Label(found[1], Span(*found.span()), Span(*found.span(1))) if found else None


def _behind(text: str, end: int, flavour: str) -> re.Match[str] | None:
    for name in (flavour, flavours.PLAIN):
        for form in flavours.label_patterns(name):
            found = form.match(text, end)
            if found and (name == flavour != flavours.PLAIN or _APART.search(found[1])):
                return found
    return None


def inner_labels(text: str, body: Span) -> tuple[Label, ...]:
    r"""The labels that a flavour writes inside a display and that are not LaTeX: ``(\#eq:x)``."""
    if "\\#" not in text[body.start : body.end] and "{{numeq}}" not in text[body.start : body.end]:
        return ()
    found = (m for form in flavours.inner_label_patterns(flavours.PLAIN) for m in form.finditer(text, *body))
    return tuple(Label(m[1], Span(*m.span()), Span(*m.span(1))) for m in found)
