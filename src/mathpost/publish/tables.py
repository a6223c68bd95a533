"""Makes pipe tables as wide as their widest row: pandoc drops the cells of a row beyond those of the head."""

from __future__ import annotations

import re

_DELIMITERS = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_FENCE = re.compile(r"[ \t>]*(```+|~~~+)")
_BAR = re.compile(r"(?<!\\)\|")


def widened(text: str) -> str:
    """`text`, in which formulas are marks, with empty cells in the head of a table that has a wider row."""
    lines = text.split("\n")
    fence = ""
    for at in range(1, len(lines)):
        head, delimiters = lines[at - 1], lines[at]
        marked = _FENCE.match(head)
        if marked and (not fence or marked[1].startswith(fence)):
            fence = "" if fence else marked[1]
        if (
            fence
            or "|" not in delimiters
            or not _DELIMITERS.fullmatch(delimiters)
            or _cells(head) != _cells(delimiters)
        ):
            continue
        rows = at + 1
        while rows < len(lines) and "|" in lines[rows]:
            rows += 1
        missing = max(map(_cells, lines[at + 1 : rows]), default=0) - _cells(head)
        if missing > 0:
            lines[at - 1] = _closed(head) + "  |" * missing
            lines[at] = _closed(delimiters) + " --- |" * missing
    return "\n".join(lines)


def _closed(row: str) -> str:
    row = row.rstrip(" \t")
    return row if row.endswith("|") and not row.endswith("\\|") else f"{row} |"


def _cells(row: str) -> int:
    """How many cells a row has; a bar at its beginning and its end bounds no cell."""
    words = row.strip(" \t>")
    bars = len(_BAR.findall(words))
    return bars + 1 - words.startswith("|") - (bars > 0 and _closed(words) == words)
