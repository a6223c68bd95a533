"""The enhanced post: the author's text with one series of numbers and repaired escapes, and no other change.

The last line of the file is a stamp with two hashes: of the text it was made from, and of itself. From these a later
run knows whether the author edited the file. The stamp is a comment: of HTML, or of JavaScript if React builds the
page.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from mathpost.document import anchors
from mathpost.document.document import STAMPS
from mathpost.document.pages import is_built
from mathpost.text.edits import Fix, Safety, apply, compatible
from mathpost.text.source import Source

if TYPE_CHECKING:
    from mathpost.writers.post import PostResult

_SIGN = "enhance:stamp "
_EDITED = "edited=yes"
_KEPT, _UNTAGGED = "numbers=author", "numbers=page"
_HASH_LENGTH = 64


class Stamp(NamedTuple):
    """The content of a stamp: the hash of the raw post, that of the text above the stamp, and whether the author has
    edited the text since it was first made.

    `kept`: its numbers were left as the author wrote them; `untagged`: some may come from the page.
    """

    source: str
    own: str
    edited: bool
    kept: bool = False
    untagged: bool = False

    def is_of(self, body: str) -> bool:
        """Whether `body` is the text that was stamped."""
        return fingerprint(body) == self.own


def enhance(result: PostResult, *, repairs: bool = True) -> str:
    """The new text of a post, without a stamp: the edits of its numbering and the repairs of escapes; anchors and links
    instead of labels if the target has none, unless the program that builds the page resolves labels by itself.

    Repairs that overlap with edits of the numbering wait for the next run. `mathpost.document.oracle` checks whether
    the text, read again, is what was planned, before anything is written.
    """
    edits = result.numbering.edits
    if result.target in anchors.TARGETS and not is_built(result.document):
        edits = (*edits, *anchors.edits(result.document, result.numbering))
    if result.target != "latex":
        edits = (*edits, *anchors.links_elsewhere(result.document, result.numbering))
    fixes = [d.fix for d in result.diagnostics if d.fix is not None and is_repair(result.source, d.fix)]
    chosen = compatible(fixes, edits) if repairs else []
    return apply(result.source.text, [*edits, *(edit for fix in chosen for edit in fix.edits)])


def is_repair(source: Source, fix: Fix) -> bool:
    """Whether a safe fix only adds or removes backslashes and white space. Larger fixes wait for `check --fix`."""
    return fix.safety is Safety.SAFE and all(
        _letters(edit.text) == _letters(source.slice(edit.span)) for edit in fix.edits
    )


def _letters(text: str) -> str:
    return "".join(text.replace("\\", "").split())


# --- the stamp ------------------------------------------------------------------------------------------


def fingerprint(text: str) -> str:
    """The hash of a text, as stamps and reports write it."""
    return hashlib.sha256(text.encode()).hexdigest()


def stamped(
    text: str,
    source: str,
    *,
    edited: bool = False,
    kept: bool = False,
    untagged: bool = False,
    mdx: bool = False,
) -> str:
    """`text` with its stamp as the last line; `source` is the hash of the raw post."""
    opens, closes = STAMPS[mdx]
    newline = "\r\n" if text.endswith("\r\n") else "\n"
    body = text if text.endswith(("\n", "\r")) or not text else text + newline
    fields = [f"source={source}", f"self={fingerprint(body)}", *([_EDITED] if edited else [])]
    fields += [_UNTAGGED] if untagged else [_KEPT] if kept else []
    return f"{body}{opens}{' '.join(fields)}{closes}{newline}"


def unstamped(text: str) -> tuple[str, Stamp | None]:
    """`text` without its stamp, and the stamp: the last line that is one, even if an author wrote text after it."""
    at = text.rfind(_SIGN)
    while at >= 0:
        start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
        line = text[start:].splitlines(keepends=True)[0]
        stamp = _stamp(line.strip("\r\n \t"))
        if stamp is not None:
            behind = text[start + len(line) :]
            return text[:start] + (behind if behind.strip() else ""), stamp
        at = text.rfind(_SIGN, 0, at)
    return text, None


def _stamp(line: str) -> Stamp | None:
    """The stamp in `line`."""
    marks = next((m for m in STAMPS if line.startswith(m[0]) and line.endswith(m[1])), None)
    if marks is None:
        return None
    words = line[len(marks[0]) : -len(marks[1])].split()
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    if not fields.get("source") or len(fields.get("self", "")) != _HASH_LENGTH:
        return None
    untagged = _UNTAGGED in words
    return Stamp(fields["source"], fields["self"], _EDITED in words, untagged or _KEPT in words, untagged)
