"""How much of anything the program takes on: every limit that a post can run into, in one place.

Those of `Limits` can be set (`[limits]` of `enhance.toml`, `[tool.enhance.limits]` of `pyproject.toml`). The constants
follow from Python's stack and from what renderers do; no post of the open collections comes near any of them.
"""

from __future__ import annotations

from typing import NamedTuple

DEPTH_OF_FORMULAS = 90
"""Nested constructs; TeX itself has room for 255 groups, Python's stack for about twice this many."""

DEPTH_OF_CALLS = 60
"""Macros that call each other in a chain, before the chain counts as endless."""

FAULTS = 200
"""Faults told of one formula; the tree still holds them all."""

SCRIPTS = 20
"""Scripts too many that one base carries along."""

CALLS_IN_PLACE = 300
"""Calls of macros that are read in their place, per formula."""

WRITTEN_CALL = 10_000
"""Signs that one call of a macro may become; MathJax gives up at 5,120 characters."""

WRITTEN_FORMULA = 100_000
"""Signs that a formula may become when its macros are written out."""

FRONT_MATTER = 100_000
"""Characters of a front matter that are read as settings."""

BLANK_LINES = 20_000
"""Characters of a display with blank lines in it."""


class Limits(NamedTuple):
    """What can be set. A post beyond the first five is read, numbered and checked, but its claims are not verified.

    `seconds` is the processor time for one post, with `seconds_per_claim` more for each claim; `memory` the
    megabytes that a process may take; `external` the seconds that TeX, pandoc or Typst may take for one post.
    """

    post: int = 1_000_000
    paragraph: int = 20_000
    formula: int = 20_000
    formulas: int = 5_000
    depth: int = 40
    seconds: int = 60
    seconds_per_claim: int = 10
    memory: int = 8_000
    external: int = 120
    file: int = 100_000_000
