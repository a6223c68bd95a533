"""Sizes of arrays that a post states: 2×2 matrices, 三阶方阵, in two dimensions, the plane, ``n = 2``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from mathpost.maths.lexicon.sentences import Sentences
from mathpost.text.late import late
from mathpost.text.source import Span

_DIGITS = {"两": 2, "二": 2, "三": 3, "四": 4, "two": 2, "three": 3, "four": 4}
_NUMBER = r"(?<![\^_{{.0-9A-Za-z])(?P<{0}>[2-4]|[两二三四]|two|three|four)"
_FORMS = (
    # both sides of a square: $2\times2$, 2x2, "two-by-two"
    _NUMBER.format("square") + r"\$?\s*(?:\\times|×|x|[- ]by[- ])\s*\$?(?P=square)(?![\w.])",
    _NUMBER.format("order") + r"\$?\s*-?\s*(?:阶(?!导|近似|展开|矩(?!阵)|条件|泰勒)|维|dimension|(?-i:D\b))",
    r"\b(?:order|dimension|size|阶数?|维数?)\s*(?:of\s*|为|是|[=＝])?\s*\$?(?:[a-zA-Z]\s*=\s*)?"
    + _NUMBER.format("of")
    + r"(?!\s*(?:\\times|×|[\d.x]))",
    r"(?<![\\\w])[ndmND]\s*=\s*(?P<letter>[2-4])(?![\d.])",
    r"\\mathbb\s*\{?\s*[RC]\s*\}?\s*\^\s*\{?\s*(?P<space>[2-4])(?!\s*\\times|[\d.])",
    r"(?P<plane>平面(?!波)|\bplanar\b|\bin the plane\b|\bbivariate\b)",
)
_NAMED = late("|".join(f"(?:{form})" for form in _FORMS), re.IGNORECASE)


class NamedSize(NamedTuple):
    """A size, and its place in the post."""

    place: int
    size: int


@lru_cache(maxsize=4)  # called for every reading of a claim of one post
def named_sizes(text: str) -> tuple[NamedSize, ...]:
    """All sizes stated by the words or formulas of a post."""
    found = ((m.start(), next(v for v in m.groupdict().values() if v).lower()) for m in _NAMED.finditer(text))
    return tuple(NamedSize(k, int(w) if w.isdigit() else _DIGITS.get(w, 2)) for k, w in found)


def size_of_the_sentence(words: Sentences, span: Span) -> int | None:
    """The size stated in the sentence around `span`: the nearest one before it, or else the first one after."""
    named = named_sizes(words.document.source.text)
    before = [each for each in named if each.place < span.start and words.together(each.place, span.start)]
    behind = (each for each in named if each.place >= span.end and words.together(span.end, each.place))
    found = before[-1] if before else next(behind, None)
    return None if found is None else found.size
