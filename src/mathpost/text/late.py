"""Regular expressions that are compiled on first use.

Compiling all of them would take a third of the time in which a short post is checked, and most posts need few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile`, later.

    >>> late("a+").fullmatch("aa")[0]
    'aa'
    """
    return cast("re.Pattern[str]", _Late(pattern, flags))


class _Late:
    """Behaves like the compiled expression; its methods are cached."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._asked = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._asked), name)
        setattr(self, name, found)
        return found
