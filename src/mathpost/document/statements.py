"""Definitions, theorems, proofs …: the labels that posts write in bold or as a heading.

``**定义1（名）**：``, ``**Theorem 2 (name).**``, ``**证明：**``, after quote or list marks or under a heading; numbers and names
may be missing, inside or outside the bold. Based on 3,700 labels of posts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mathpost.document.document import Statement
from mathpost.text.source import Span

KINDS = {
    "定理": "theorem", "引理": "lemma", "命题": "proposition", "性质": "property", "推论": "corollary",
    "定义": "definition", "公理": "axiom", "假设": "assumption", "结论": "conclusion", "证明": "proof",
    "问题": "problem", "例": "example", "例子": "example", "示例": "example", "注": "remark",
    "注释": "remark", "注记": "remark", "备注": "remark", "评注": "remark", "观察": "observation",
    "推导": "derivation", "步骤": "step", "猜想": "conjecture",
    "theorem": "theorem", "lemma": "lemma", "proposition": "proposition", "property": "property",
    "corollary": "corollary", "definition": "definition", "axiom": "axiom", "assumption": "assumption",
    "proof": "proof", "problem": "problem", "example": "example", "remark": "remark", "note": "remark",
    "observation": "observation", "conjecture": "conjecture", "claim": "claim", "derivation": "derivation",
    "exercise": "exercise",
}  # fmt: skip
_CHINESE = "|".join(sorted((k for k in KINDS if not k.isascii()), key=len, reverse=True))
_ENGLISH = "|".join(sorted((k.capitalize() for k in KINDS if k.isascii()), key=len, reverse=True))
_NUMBER = r"[A-Z]?\.?\d{1,3}(?:[.\-]\d{1,3})*[a-z]?'?|[一二三四五六七八九十]{1,3}|[IVX]{1,5}(?![A-Za-z])"
_NAME = r"[（(](?P<{0}>[^（()）\n]{{0,80}}(?:[（(][^（()）\n]*[)）][^（()）\n]*)*)[)）]"
_LABEL = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?"
    r"(?:(?P<heading>\#{1,6})[ \t]+(?:\*\*)?(?:[\d.]+[ \t]+)?|\*\*[ \t]*|__)"
    rf"(?:(?P<zh>{_CHINESE})|(?P<en>{_ENGLISH}))"
    rf"[ \t]*(?P<number>{_NUMBER})?[ \t]*(?:{_NAME.format('title')})?"
    r"[ \t]*(?P<end>[:：.。]?[ \t]*(?:\*\*|__)|[:：.]|[ \t]*\#*[ \t]*$)"
    rf"(?:[ \t]*{_NAME.format('after')})?",
    re.M,
)


def statements(text: str, visible: str) -> Iterator[Statement]:
    """The statements of a post in order; `visible` is its text with blanks of equal length
    for formulas and code.

    The span of a statement is its label, from the first letter to the end of its name.
    """
    for found in _LABEL.finditer(visible):
        word = found["zh"] or found["en"]
        if found["heading"] is None and "*" not in found["end"] and "_" not in found["end"]:
            continue
        start = found.start("zh") if found["zh"] else found.start("en")
        named = found.span("title" if found["title"] else "after")
        title = text[slice(*named)] if named[0] >= 0 else ""
        yield Statement(KINDS[word.lower()], found["number"] or "", title.strip(), Span(start, found.end()))
