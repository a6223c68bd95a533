"""The purpose of words beside formulas and statements: to name symbols, explain a meaning, or give grounds.

Chinese and English. Used for advice on writing: if a word may have several purposes, the one that makes advice
unnecessary is assumed.
"""

from __future__ import annotations

import re

_NAMING = re.compile(
    r"[\s,，.。;；]*(?:其中|这里|此处|上式中|式中|where\b|here\b|with\b|in which\b)", re.IGNORECASE
)
_MEANING = re.compile(
    r"意义|意味|解释|直观|直觉|理解|说明|解读|含义|换言之|换句话说|也就是说|表明|启示|讨论|评注|应用|推广|例|"
    r"第[一二三四]项|前一?项|后一?项|主项|(?:first|second|last|leading) term|interpret|intuit|meaning|\bmeans?\b|in words|in other words|that is to say|tells us|says that|shows that|remark|"
    r"discuss|appl(?:y|ication)|example",
    re.IGNORECASE,
)
_GROUNDS = re.compile(
    r"证明|推导|证[:：]|得证|证毕|步骤|归纳|验证|(?:由|根据|依据|利用|结合|代入|通过).{0,80}(?:得|知|有|推出)|根据|显然|容易|易证|易知|注意到|"
    r"因为|由于|所以|因此|推出|直接|数值|参考|参见|见|文献|论文|原文|附录|习题|练习|众所周知|经典|著名|分析|"
    r"\bpro(?:of|ve\w*)\b|derivation|\bsee\b|\bcite|follows?\b|\bsince\b|because|appendix|\bknown\b|\bpaper|\bstep\b|"
    r"therefore|hence|\bthus\b|induction|exercise|\]\(|<https?:|\[\d+\]|\[@|(?:19|20)\d\d",
    re.IGNORECASE,
)
_INFORMAL = re.compile(
    r"非正式|总结|小结|回顾|汇总|概述|informal|summar|recap|conclusion|overview", re.IGNORECASE
)
_PROVES = re.compile(r"证明|推导|分析|proof|deriv|analysis", re.IGNORECASE)
_OWED = re.compile(r"[A-Z][a-zé]{2,}")
_LINK = re.compile(r"\]\(|<https?:")


def names_symbols(words: str) -> bool:
    """Whether words after a formula begin to explain its symbols: 其中…, where …"""
    return _NAMING.match(words) is not None


def gives_a_meaning(words: str) -> bool:
    """Whether `words` interpret what was stated, or are a heading that announces it."""
    return _MEANING.search(words) is not None


def gives_grounds(words: str) -> bool:
    """Whether `words` prove a statement, derive it, or say where the proof is."""
    return _GROUNDS.search(words) is not None


def announces_a_proof(title: str) -> bool:
    """Whether a heading announces a proof or a derivation."""
    return _PROVES.search(title) is not None


def is_restated(title: str) -> bool:
    """Whether the content under this title (or with it) repeats what was shown elsewhere, or shows nothing."""
    return _INFORMAL.search(title) is not None


def is_owed(title: str) -> bool:
    """Whether the title of a statement names its author: Hoeffding 不等式."""
    return _OWED.search(title) is not None


def has_link(words: str) -> bool:
    """Whether `words` contain a link to another place, which may say more."""
    return _LINK.search(words) is not None
