"""Findings that no rule makes: an unreadable file, a setting or comment without meaning, our own mistakes."""

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
    """A stage of the program broke down on this post.

That is a mistake of the program, not of the post. The other posts are not touched by it, and nothing is
written for this one. Please report the stage and the error that the message names, with the smallest
post that shows it.
""",
)
UNREADABLE_FILE = Trouble(
    "X002",
    "unreadable-file",
    Severity.ERROR,
    """The file cannot be opened, or is not UTF-8.

Posts are read as UTF-8, with or without a byte order mark. A file in another encoding must be converted
first: guessing the encoding could damage the text when it is written back.
""",
)
INVALID_SETTING = Trouble(
    "X003",
    "invalid-setting",
    Severity.WARNING,
    """The `enhance:` part of the front matter holds a key or value that is not valid; it is not followed.

A post may set `ignore`, `target`, `brackets`, `number`, `number-by-section`, `number-start`
and `number-statements`. Everything else is a setting of the project and belongs into `enhance.toml` or `[tool.enhance]` of `pyproject.toml`.
""",
)
UNKNOWN_SUPPRESSION = Trouble(
    "X004",
    "unknown-suppression",
    Severity.WARNING,
    """A comment `<!-- enhance: … -->` that cannot be followed: no rule has that code or name.

`<!-- enhance: ignore L101 -->` silences the rule on the same line, or, alone on its line, in the block below.
Codes, beginnings of codes and names may be listed, separated by commas or spaces.
""",
)
UNUSED_SUPPRESSION = Trouble(
    "X005",
    "unused-suppression",
    Severity.INFO,
    """A comment `<!-- enhance: ignore … -->` silences nothing.

The finding it speaks of is gone, and the comment may go as well.
""",
)
BEYOND_LIMITS = Trouble(
    "X006",
    "beyond-limits",
    Severity.WARNING,
    """The post is larger, or takes longer, than the program takes on; the message says what was left out.

A post with a very long formula or paragraph, or with very many formulas, is read, numbered and checked like any
other, but its claims are not verified. What takes too much time is given up; a post whose reading was given up has
an error and is not written. The limits are keys of `[limits]` in `enhance.toml` (`[tool.enhance.limits]` in
`pyproject.toml`): `characters`, `formulas` of a post, `paragraph` and `formula` in characters, `seconds` for a post
and once more for its verification, `claim` in seconds more for each claim, `memory` in megabytes, `file` in millions
of characters of a post that is not read, `external` in seconds for TeX, pandoc and Typst.
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
