"""Adjectives beside a symbol without noun or verb: "with $A$ symmetric positive definite", 其中 $A$ 对称正定, "symmetric $A$"."""

from __future__ import annotations

import re

from mathpost.text.late import late

_ENGLISH = r"(?:symmetric|positive[- ](?:semi-?)?definite|orthogonal|unitary|diagonal|invertible|(?:non-?)?singular|Hermitian)"
_CHINESE = r"(?:对称|半?正定|正交|可逆|对角|酉)"
_BEHIND = late(
    rf"\s*(?:both |all |real )?{_ENGLISH}(?:(?:,? and |, | )(?:real )?{_ENGLISH})*(?=\s*(?:[,.;:)]|and\b|\n|$))"
    rf"|\s*[均都]?实?{_CHINESE}(?:且?{_CHINESE})*(?=\s*(?:[，,。；;：、）)且和\n]|$))",
    re.IGNORECASE,
)
_BEFORE = late(rf"\b{_ENGLISH}\s*$|{_CHINESE}的?\s*$", re.IGNORECASE)


def stands_before(before: str) -> bool:
    """Whether the words `before` a symbol end in an adjective."""
    return _BEFORE.search(before) is not None


def behind(after: str) -> str:
    """The adjectives at the start of the words `after` a symbol; empty if a noun or a verb follows them."""
    found = _BEHIND.match(after)
    return "" if found is None else found.group()
