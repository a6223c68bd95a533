r"""Phrases with the same meaning in Chinese and English, and the class that finds them.

A row lists the phrases of each language as alternatives, ``若|当`` and ``if|when``; English matches whole words, and ``\w*`` or
``\w+`` matches an ending. Each row has an example in each language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from mathpost.text.stems import occurrences, occurs

Place = Literal["anywhere", "start", "behind", "end"]
_FRAMES: dict[Place, tuple[str, str]] = {
    "anywhere": ("", ""),
    "start": (r"^\s*\W?\s*", ""),  # after one punctuation mark at most
    "behind": (r"^\s+", ""),
    "end": ("", r"[\s$]*$"),
}


@dataclass(frozen=True)
class Saying:
    """Phrases with one meaning, in Chinese and English; `at`: their position in the text.

    A call tests words: ``mentions_a_case("if $x > 0$")``. `examples` pass the test, `others` fail. `signs`: LaTeX that passes.
    """

    meaning: str
    chinese: str
    english: str
    examples: Sequence[str]
    at: Place = "anywhere"
    others: Sequence[str] = ()
    signs: str = ""

    def __call__(self, words: str) -> bool:
        return occurs(self.pattern, words)

    def behind(self, words: str) -> str:
        """The text after the last such phrase; all of `words` if there is none."""
        ends = [match.end() for match in occurrences(self.pattern, words)]
        return words[ends[-1] :] if ends else words

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """All phrases as one regular expression."""
        spoken = [self.chinese, rf"\b(?:{self.english})\b" if self.english else "", self.signs]
        first, last = _FRAMES[self.at]
        return re.compile(rf"{first}(?:{'|'.join(filter(None, spoken))}){last}", re.IGNORECASE)
