"""Entities of HTML that are in formulas, and what they are signs for: shared by the rules L010 and L210."""

from __future__ import annotations

ENTITIES = {
    "&lt;": "< ",  # with a space, since what follows must not become a tag
    "&gt;": "> ",
    "&amp;": "&",
    "&nbsp;": " ",
    "&quot;": '"',
    "&#39;": "'",
    "&#x27;": "'",
}
