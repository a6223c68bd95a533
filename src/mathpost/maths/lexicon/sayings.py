"""Sayings: rows of words in Chinese and English that say one thing, and the engine that hears them.

A row lists the words of each language as alternatives, ``若|当`` and ``if|when``; English words are heard whole, and
``\\w*`` or ``\\w+`` stands for an ending. Each row has an example in each language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Place = Literal["anywhere", "start", "behind", "end"]
_FRAMES: dict[Place, tuple[str, str]] = {
    "anywhere": ("", ""),
    "start": (r"^\s*\W?\s*", ""),  # after a mark of the sentence at most
    "behind": (r"^\s+", ""),
    "end": ("", r"[\s$]*$"),
}


@dataclass(frozen=True)
class Saying:
    """What words say, by the Chinese and the English ones; `at`: where they are in what is heard.

    Called with words it tells whether they say so: ``mentions_a_case("if $x > 0$")``. `examples` say it, `others` do not. `signs`: LaTeX that says it.
    """

    meaning: str
    chinese: str
    english: str
    examples: Sequence[str]
    at: Place = "anywhere"
    others: Sequence[str] = ()
    signs: str = ""

    def __call__(self, words: str) -> bool:
        return self.pattern.search(words) is not None

    def behind(self, words: str) -> str:
        """What follows the last of such words, all of `words` where there are none."""
        ends = [match.end() for match in self.pattern.finditer(words)]
        return words[ends[-1] :] if ends else words

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The row as one regular expression."""
        spoken = [self.chinese, rf"\b(?:{self.english})\b" if self.english else "", self.signs]
        first, last = _FRAMES[self.at]
        return re.compile(rf"{first}(?:{'|'.join(filter(None, spoken))}){last}", re.IGNORECASE)
