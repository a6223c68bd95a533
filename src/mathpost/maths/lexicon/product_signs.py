r"""Signs that a post defines as the entrywise product of arrays: 其中 $\otimes$ 是逐位相乘, "$\circ$ denotes the Hadamard product"."""

from __future__ import annotations

import re

_SIGN = r"\$\s*(\\otimes|\\circ|\\ast|\*)\s*\$"
_LINK = r"\s*(?:则?表示|代表|指的?是?|是|为|即|is|denotes?|means?|stands for)"
_WORDS = r"[^。，,.;；:：$]{0,16}"
_BY_ENTRIES = (
    r"(?:逐位|逐元素|逐项|按元素|按位|对应元素|哈达玛|Hadamard|(?:element|entry|component)[- ]?wise)"
)
_PRODUCT = r"(?:积|相?乘|products?|multiplications?)"
_STATED_AFTER = re.compile(rf"{_SIGN}{_LINK}{_WORDS}{_BY_ENTRIES}", re.IGNORECASE)
_STATED_BEFORE = re.compile(rf"{_BY_ENTRIES}{_WORDS}{_PRODUCT}{_WORDS}{_SIGN}", re.IGNORECASE)
_OTHERWISE = re.compile(
    rf"{_SIGN}{_LINK}{_WORDS}(?:Kronecker|克罗内克|张量|外积|tensor|outer)", re.IGNORECASE
)


def by_entries(text: str) -> frozenset[str]:
    """The signs that `text` defines as the entrywise product, without those that it also gives to another product."""
    said = {match.group(1) for pattern in (_STATED_AFTER, _STATED_BEFORE) for match in pattern.finditer(text)}
    return frozenset(said - {match.group(1) for match in _OTHERWISE.finditer(text)})
