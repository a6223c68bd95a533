"""Helpers for pandoc's tree: raw LaTeX, and the text of an element."""

from __future__ import annotations

from typing import Any

from mathpost.publish.fragments import tag_name
from mathpost.publish.masking import MARK
from mathpost.publish.pandoc import Element

BLANKS = ("Space", "SoftBreak", "LineBreak")


def plain(inlines: list[Element]) -> str:
    """The text of `inlines` without any markup, marks included."""
    found: list[str] = []
    stack: list[Any] = list(reversed(inlines))
    while stack:
        element = stack.pop()
        kind, content = element["t"], element.get("c")
        if kind in ("Str", "Code"):
            found.append(content if kind == "Str" else content[1])
        elif kind in ("Space", "SoftBreak"):
            found.append(" ")
        elif kind == "LineBreak" or (kind == "RawInline" and tag_name(content[1]) == "br"):
            found.append("\n")
        elif kind in ("Link", "Image", "Span", "Quoted", "Cite"):
            stack += reversed(content[1])
        elif isinstance(content, list) and kind not in ("RawInline", "Note", "Math"):
            stack += reversed(content)
    return "".join(found)


def raw(latex: str) -> Element:
    return {"t": "RawInline", "c": ["latex", latex]}


def raw_block(latex: str) -> Element:
    return {"t": "RawBlock", "c": ["latex", latex]}


def is_display(element: Element) -> bool:
    found = MARK.fullmatch(element["c"][1]) if element["t"] == "RawInline" else None
    return found is not None and found[2] == "d"
