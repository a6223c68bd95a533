"""HTML blocks of a post in its tree: boxes (``<div class="theorem-box">``, ``<details>``) and paragraphs.

Pandoc keeps a tag and the text up to the next empty line as one raw piece. Here each piece is split into its tags and
words; the content of a box, Markdown included, becomes a ``Div``. Nothing is run or trusted, and no word is dropped.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from mathpost.publish import fragments
from mathpost.publish.pandoc import Element

CLASS = "box"
TITLE = "box-title"
PART = "part-of-post"
"""A ``Div`` without a frame: a statement in it ends with it."""
_BOXED = re.compile(
    r"(?:^|[-_\s])(?:box|note|warning|tip|info|important|caution|admonition|card|panel)$", re.I
)
_TITLED = re.compile(r"(?:^|[-_\s])(?:label|title|header|heading|summary)$", re.I)


class _Open(NamedTuple):
    """A box that is not closed yet: its tag, its classes (none: it has no frame) and the blocks so far."""

    name: str
    classes: list[str]
    blocks: list[Element]


def boxed(blocks: list[Element]) -> list[Element]:
    """`blocks` without raw HTML, everywhere inside: boxes are ``Div``s, the rest is paragraphs."""
    stack = [_Open("", [], [])]
    for block in blocks:
        if block["t"] != "RawBlock":
            stack[-1].blocks.append(_inside(block))
        elif block["c"][0] == "html":
            for piece in fragments.pieces(block["c"][1]):
                _take(stack, piece)
    while len(stack) > 1:
        _close(stack)
    return stack[0].blocks


def _inside(block: Element) -> Element:
    kind: str = block["t"]
    content: Any = block.get("c")
    match kind:
        case "BlockQuote":
            return {"t": kind, "c": boxed(content)}
        case "BulletList":
            return {"t": kind, "c": [boxed(item) for item in content]}
        case "OrderedList":
            return {"t": kind, "c": [content[0], [boxed(item) for item in content[1]]]}
        case "Div":
            return {"t": kind, "c": [content[0], boxed(content[1])]}
    return block


def _take(stack: list[_Open], piece: str | list[Element]) -> None:
    """One tag or paragraph of raw HTML."""
    if not isinstance(piece, str):
        stack[-1].blocks.append({"t": "Para", "c": piece})
        return
    name = fragments.tag_name(piece)
    if name == "hr":
        stack[-1].blocks.append({"t": "HorizontalRule"})
    elif not piece.startswith("</"):
        stack.append(_Open(name, _classes(name, piece), _anchor(piece)))
    elif any(opened.name == name for opened in stack[1:]):
        while stack[-1].name != name:
            _close(stack)
        _close(stack)


def _classes(name: str, tag: str) -> list[str]:
    """The classes of the ``Div`` that a tag opens; None if the tag only separates paragraphs."""
    classes = fragments.attribute(tag, "class").split()
    if PART in classes:
        return [PART]
    if name == "details":
        return [CLASS, "details", *classes]
    if name == "summary" or any(map(_TITLED.search, classes)):
        return [TITLE]
    if name in ("div", "section", "aside", "article") and any(map(_BOXED.search, classes)):
        return [CLASS, *classes]
    return []


def _anchor(tag: str) -> list[Element]:
    identifier = fragments.attribute(tag, "id")
    if not identifier:
        return []
    return [{"t": "Plain", "c": [{"t": "Span", "c": [[identifier, [], []], []]}]}]


def _close(stack: list[_Open]) -> None:
    done = stack.pop()
    blocks: list[Any] = done.blocks
    if done.classes and blocks:
        blocks = [{"t": "Div", "c": [["", done.classes, []], blocks]}]
    stack[-1].blocks.extend(blocks)
