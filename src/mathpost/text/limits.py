"""All limits of the program for a post, in one place.

The limits in `Limits` can be set (`[limits]` of `enhance.toml`, `[tool.enhance.limits]` of `pyproject.toml`). The
constants follow from Python's stack and from the limits of renderers; no post of the open collections comes near any of
them.
"""

from __future__ import annotations

from typing import NamedTuple

DEPTH_OF_FORMULAS = 90
"""Nested constructs; TeX itself has room for 255 groups, Python's stack for about twice this many."""

DEPTH_OF_CALLS = 60
"""Macros that call each other in a chain, before the chain counts as endless."""

FAULTS = 200
"""Faults reported for one formula; the tree still holds them all."""

SCRIPTS = 20
"""Scripts too many that one base carries along."""

CALLS_IN_PLACE = 300
"""Calls of macros that are read in their place, per formula."""

WRITTEN_CALL = 10_000
"""Signs that one call of a macro may become; MathJax gives up at 5,120 characters."""

WRITTEN_FORMULA = 100_000
"""Signs that a formula may become when its macros are written out."""

MESSAGE = 1_000
"""Characters of the message of a finding."""

FRONT_MATTER = 100_000
"""Characters of a front matter that are read as settings."""

BLANK_LINES = 20_000
"""Characters of a display with blank lines in it."""

STORED = 2**26
"""Bytes of a file of which a million characters may be text: a notebook holds pictures."""

PIPED = 2**30
"""Bytes read of standard input."""

SETTINGS = 2**20
"""Bytes of a file of settings."""

KEPT = 2**27
"""Bytes of a file that the program or a user wrote for it: a baseline, an earlier report, an output, a bibliography."""

WRITTEN_BY_OTHERS = 2**29
"""Bytes of a file that TeX, pandoc or Typst may write."""


class Limits(NamedTuple):
    """The limits that can be set. A post beyond one of the first four is read, numbered and checked, but not verified.

    `characters` and `formulas` limit a post, `paragraph` and `formula` the characters of one. `seconds` of processor
    time are for reading a post, plus one for every 100,000 characters beyond a million; as many as `seconds` again for
    its verification, plus `claim` for every claim. `memory` is in megabytes per process, also for other programs. `external` are the seconds
    for TeX, pandoc or Typst on one post. A post of more than `file` million characters is not read.
    """

    characters: int = 300_000
    formulas: int = 10_000
    paragraph: int = 20_000
    formula: int = 10_000
    seconds: int = 8
    claim: int = 2
    memory: int = 4_000
    external: int = 60
    file: int = 2

    def post(self, characters: int) -> int:
        """The seconds for all stages of a post of this size, without the verification."""
        return self.seconds + max(0, characters - 1_000_000) // 100_000

    def verification(self, claims: int) -> int:
        """The seconds for the verification of this many claims."""
        return self.seconds + self.claim * claims


NORMAL = Limits()
