"""Notes that are in the text, ``word^[the note]``: pandoc reads them in its own Markdown only, not in CommonMark.

They are given the form that both have: a mark in the text and the note at the end.
"""

from __future__ import annotations

import re

FLAVOURS = frozenset(["quarto", "pandoc", "rmarkdown", "obsidian"])
"""The flavours of posts that have notes in the text; in others ``^[`` is what it looks like."""

_OPENER = re.compile(
    r"^[ \t>]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|\Z)"  # code has no notes
    r"|(`+)(?!`)[\s\S]*?(?<!`)\2(?!`)|(?<!\\)\^\[",
    re.M,
)
_EDGE = re.compile(r"\\.|[\[\]]|\n[ \t>]*\n")
_LINE_END = re.compile(r"\s*\n[ \t>]*")


def at_the_end(text: str) -> str:
    """`text` with each note in it as a mark and a note after the text.

    >>> at_the_end("a word^[and its [link](x)] here")
    'a word[^note-in-text-1] here\\n\\n[^note-in-text-1]: and its [link](x)\\n'
    """
    kept: list[str] = []
    notes: list[str] = []
    at = 0
    while (found := _OPENER.search(text, at)) is not None:
        end = _end(text, found.end()) if found[0] == "^[" else None
        if end is None:
            kept.append(text[at : found.end()])
            at = found.end()
            continue
        notes.append(_LINE_END.sub(" ", text[found.end() : end]).strip())
        kept += (text[at : found.start()], f"[^note-in-text-{len(notes)}]")
        at = end + 1
    behind = "".join(f"\n\n[^note-in-text-{k}]: {note}\n" for k, note in enumerate(notes, 1))
    return "".join([*kept, text[at:], behind])


def _end(text: str, start: int) -> int | None:
    """The bracket that closes a note; None where its paragraph ends before."""
    depth = 1
    for edge in _EDGE.finditer(text, start):
        if edge[0].isspace() or edge[0][0] == "\n":
            return None
        depth += {"[": 1, "]": -1}.get(edge[0], 0)
        if not depth:
            return edge.start()
    return None
