"""The parametrisation of a declared law, if several are common, by the words beside the declaration."""

from __future__ import annotations

import re

NEAR = 120  # characters of a sentence in which words may refer to its law

_RATE = re.compile(r"速率|比率|率参数|强度|逆尺度|\b(rates?|intensity|inverse scale)\b", re.IGNORECASE)
_SCALE = re.compile(r"(?<!逆)尺度|(?<!inverse )\bscale\b", re.IGNORECASE)
_MEAN = re.compile(r"(均值|期望值?|\bmean)\s*(?:为|是|of|is|equal to)?\s*\$", re.IGNORECASE)
_VARIANCE = re.compile(r"方差|\bvariance\b", re.IGNORECASE)
_DEVIATION = re.compile(r"标准差|\bstandard deviation\b", re.IGNORECASE)
_CONTINUOUS = re.compile(r"连续|区间|\b(continuous\w*|intervals?)\b", re.IGNORECASE)
_DISCRETE = re.compile(r"离散|整数|\b(discrete|integers?)\b", re.IGNORECASE)
# words for the usual parameters of a law, and for the other ones
_WORDS = {
    "exponential": ((_RATE,), (_SCALE, _MEAN)),
    "gamma": ((_RATE,), (_SCALE,)),
    "normal": ((_VARIANCE,), (_DEVIATION,)),
    "uniform": ((_CONTINUOUS,), (_DISCRETE,)),
}


def told(name: str, before: str, after: str) -> bool | None:
    """Whether the words around a declaration of the law `name` state its alternative parameters; None if unclear."""
    words = f"{before[-NEAR:]} $ {after[:NEAR]}"
    usual, other = (any(said.search(words) for said in sayings) for sayings in _WORDS.get(name, ((), ())))
    return None if usual == other else other
