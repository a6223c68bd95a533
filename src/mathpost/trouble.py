"""Findings outside the rules: unreadable files, invalid settings or comments, internal errors."""

from __future__ import annotations

from typing import NamedTuple

from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span


class Trouble(NamedTuple):
    """A kind of finding made outside the rules; `text` is its page of the manual."""

    code: str
    name: str
    severity: Severity
    text: str

    def at(self, span: Span, message: str, *notes: str) -> Diagnostic:
        return Diagnostic(
            self.code, self.name, self.severity, span, message, tuple(Note(note) for note in notes)
        )


INTERNAL_ERROR = Trouble(
    "X001",
    "internal-error",
    Severity.ERROR,
    """A stage of the program crashed on this post.

This is a bug of the program, not an error of the post. Other posts are not affected, and nothing is written for
this one. Please report the stage and the error in the message, with the smallest post that reproduces it.
""",
)
UNREADABLE_FILE = Trouble(
    "X002",
    "unreadable-file",
    Severity.ERROR,
    """The file cannot be opened, is not UTF-8, or is larger than the limit.

Posts are UTF-8, with or without a byte order mark. Convert other encodings first: a guessed encoding could damage the
text when it is written back.
""",
)
INVALID_SETTING = Trouble(
    "X003",
    "invalid-setting",
    Severity.WARNING,
    """The front matter has an invalid key or value under `enhance:`; it is ignored.

A post may set `ignore`, `flavour`, `target`, `brackets`, `number`, `number-by-section`, `number-start`,
`number-statements`, `page-numbers`, `target-lines` and `appendix`. All other settings belong to the project, in
`enhance.toml` or `[tool.enhance]` of `pyproject.toml`.
""",
)
UNKNOWN_SUPPRESSION = Trouble(
    "X004",
    "unknown-suppression",
    Severity.WARNING,
    """A comment `<!-- enhance: … -->` names no known rule.

`<!-- enhance: ignore L101 -->` ignores the rule on its line or, alone on its line, in the block below. It takes
codes, code prefixes and names, separated by commas or spaces.
""",
)
UNUSED_SUPPRESSION = Trouble(
    "X005",
    "unused-suppression",
    Severity.INFO,
    """A comment `<!-- enhance: ignore … -->` has no effect.

The finding it ignores is gone; delete the comment.
""",
)
BEYOND_LIMITS = Trouble(
    "X006",
    "beyond-limits",
    Severity.WARNING,
    """The post exceeds a limit of size or time; the message says what was skipped.

A post with a very long formula or paragraph, or with very many formulas, is read, numbered and checked, but its
claims are not verified. What takes too long is stopped; a post whose reading was stopped has an error and is not
written. You can change the limits in `[limits]` of `enhance.toml` (`[tool.enhance.limits]` of `pyproject.toml`):

- `characters` and `formulas`: the most in a post that is verified
- `paragraph` and `formula`: the most characters of a paragraph and of a formula in a post that is verified
- `seconds`: for reading a post, and the same again for its verification
- `claim`: additional seconds for each claim
- `memory`: megabytes of a process
- `file`: million characters; a larger post is not read
- `external`: seconds for TeX, pandoc or Typst
""",
)
ALL = (
    INTERNAL_ERROR,
    UNREADABLE_FILE,
    INVALID_SETTING,
    UNKNOWN_SUPPRESSION,
    UNUSED_SUPPRESSION,
    BEYOND_LIMITS,
)
