"""Bold that CommonMark does not recognise: stars that touch Chinese brackets, as in ``**定理（名）**是``.

By the rules, a closing run of stars with punctuation before it and a letter after it closes nothing. The engines of
Chinese blogs close it, and so did the author.
"""

from __future__ import annotations

from mathpost.publish import glyphs
from mathpost.publish.elements import BLANKS, plain
from mathpost.publish.pandoc import Element


def bold(inlines: list[Element]) -> list[Element]:
    """`inlines` with paired stars in their text made bold."""
    if sum(e["c"].count("**") for e in inlines if e["t"] == "Str") < 2:
        return inlines
    parts: list[Element | None] = []
    for element in inlines:
        if element["t"] != "Str":
            parts.append(element)
            continue
        for number, text in enumerate(element["c"].split("**")):
            parts += ([None] if number else []) + ([{"t": "Str", "c": text}] if text else [])
    return _joined(parts)


def _joined(parts: list[Element | None]) -> list[Element]:
    """`parts` with the pairs of stars (None) made bold, other stars put back."""
    done: list[Element] = []
    at = 0
    while at < len(parts):
        element = parts[at]
        if element is not None:
            done.append(element)
            at += 1
            continue
        close = next((i for i in range(at + 1, len(parts)) if parts[i] is None), None)
        inner = [e for e in parts[at + 1 : close] if e is not None] if close is not None else []
        if close is None or not _is_bold(parts[at - 1] if at else None, inner, parts[close + 1 : close + 2]):
            done.append({"t": "Str", "c": "**"})
            at += 1
            continue
        done.append({"t": "Strong", "c": inner})
        at = close + 1
    return done


def _is_bold(before: Element | None, inner: list[Element], after: list[Element | None]) -> bool:
    """Stars round words that touch Chinese on one side at least: not the powers of ``2**10``."""
    if not inner or inner[0]["t"] in BLANKS or inner[-1]["t"] in BLANKS:
        return False
    around = [before, inner[0], inner[-1], *after]
    return any(e is not None and any(map(glyphs.is_chinese, plain([e]))) for e in around)
