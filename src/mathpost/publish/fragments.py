"""HTML inside Markdown, split into words and tags; nothing in it is run or trusted, and its text is kept.

Pandoc keeps HTML as raw pieces and drops these from LaTeX, including their words. Here a raw piece becomes the inline
elements of its text, with its tags as raw elements.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from mathpost.publish.masking import MARK
from mathpost.publish.pandoc import Element

_PIECE = re.compile(
    r"<!--.*?-->|<(script|style)\b.*?</\1\s*>|</?[A-Za-z](?:\"[^\"]*\"|'[^']*'|[^\"'<>])*>|<[!?][^<>]*>|[^<]+|<",
    re.S | re.I,
)
_TAG_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")
_WORD = re.compile(r"\s+|[^\s]+")
_PAIRED = {
    "strong": "Strong",
    "b": "Strong",
    "em": "Emph",
    "i": "Emph",
    "sub": "Subscript",
    "sup": "Superscript",
}
_PAIRED |= {"del": "Strikeout", "s": "Strikeout", "u": "Underline"}
_LONGEST_SCRIPT = 5  # spaces
_BLOCK_NAMES = """
address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2
h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead tr ul
"""
_BLOCK_TAGS = frozenset(_BLOCK_NAMES.split())


def tag_name(raw: str) -> str:
    """The name of the tag `raw` in lower case, empty for a comment or a declaration."""
    found = _TAG_NAME.match(raw.lstrip())
    return found[1].lower() if found else ""


def attribute(raw: str, name: str) -> str:
    """The value of an attribute of the tag `raw`, empty where it has none."""
    found = re.search(rf"\b{name}\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", raw, re.I)
    return html.unescape(next((g for g in found.groups() if g is not None), "")) if found else ""


def words(text: str) -> list[Element]:
    """Running text as pandoc's words and spaces."""
    elements: list[Element] = []
    for word in _WORD.findall(text):
        if word.isspace():
            elements.append({"t": "SoftBreak"} if "\n" in word else {"t": "Space"})
        else:
            elements.append({"t": "Str", "c": word})
    return elements


def hidden_marks(piece: str) -> list[Element]:
    """The marks in a piece that is dropped: the formulas that they stand for are printed."""
    return [{"t": "Str", "c": found[0]} for found in MARK.finditer(piece)]


def pieces(raw: str) -> Iterator[str | list[Element]]:
    """A block of HTML as its block tags and, between them, the inline elements of each paragraph."""
    found: list[Element] = []
    for piece in _PIECE.finditer(raw):
        name = tag_name(piece[0]) if piece[0].startswith("<") and len(piece[0]) > 1 else ""
        if name in _BLOCK_TAGS:
            if paragraph := _trimmed(found + hidden_marks(piece[0])):
                yield paragraph
            yield piece[0]
            found = []
        elif name in ("td", "th"):
            found.append({"t": "Space"})
        elif name and name not in ("script", "style"):
            found.append({"t": "RawInline", "c": ["html", piece[0]]})
        elif piece[0].startswith("<") and len(piece[0]) > 1:
            found += hidden_marks(piece[0])
        else:
            found += words(html.unescape(piece[0]))
    if paragraph := _trimmed(found):
        yield paragraph


def _trimmed(inlines: list[Element]) -> list[Element]:
    blank = ("Space", "SoftBreak")
    while inlines and inlines[0]["t"] in blank:
        inlines = inlines[1:]
    while inlines and inlines[-1]["t"] in blank:
        inlines = inlines[:-1]
    return inlines


def paired(inlines: list[Element]) -> list[Element]:
    """``<b>…</b>`` and its like as elements; a tag without its partner is left alone."""
    done: list[Element] = []
    open_tags: list[tuple[str, int]] = []
    for element in inlines:
        tag = element["c"][1] if element["t"] == "RawInline" else ""
        name = tag_name(tag)
        if name in _PAIRED and tag.startswith("</") and (at := _partner(open_tags, name)) is not None:
            inner = done[at + 1 :]
            del done[at:]
            done += inner if _is_small_print(name, inner) else [{"t": _PAIRED[name], "c": inner}]
            continue
        if name in _PAIRED and not tag.startswith("</"):
            open_tags.append((name, len(done)))
        done.append(element)
    return done


def _is_small_print(name: str, inner: list[Element]) -> bool:
    """Whether the tag is used for small print: authors lower or raise whole sentences for small letters, and LaTeX
    would not break them.
    """
    return name in ("sub", "sup") and sum(e["t"] in ("Space", "SoftBreak") for e in inner) > _LONGEST_SCRIPT


def _partner(open_tags: list[tuple[str, int]], name: str) -> int | None:
    while open_tags:
        opened, at = open_tags.pop()
        if opened == name:
            return at
    return None
