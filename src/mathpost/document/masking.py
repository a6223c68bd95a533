r"""A post as the block parser gets it: with equal lines, so that places in the result are places in the post.

Each formula becomes one mark and filler: nothing in it is Markdown, and its mark can be found in the result. Syntax of
other flavours that CommonMark would read as code is replaced: heads of directives by white space, admonitions of MkDocs
by list items, table rows that are indented too far by rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mathpost.document.prose import blanked
from mathpost.document.scanner import Found, Scan

# These control characters cannot be in a link's destination and are not white space. With letters instead,
# `- [0.8]: $H = 1$` would become a link definition and the formula would vanish.
DIGITS = "\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b"
FILLER = "\x7f"
MARK = "\ue001"

_HEAD = re.compile(f"{FILLER}([\r\n]*){FILLER}")
_FOREIGN = re.compile(f"[{MARK}{FILLER}{DIGITS}\x00]")
_FRONT = re.compile(
    "\ufeff?(?:---[ \t]*(?:\r\n?|\n)(?:.*?(?:\r\n?|\n))??(?:---|\\.\\.\\.)|"
    r"\+\+\+[ \t]*(?:\r\n?|\n)(?:.*?(?:\r\n?|\n))??\+\+\+)[ \t]*(?=\r|\n|$)",
    re.S,
)
_ADMONITION = re.compile(r"^([ \t>]*)(?:!!! |\?\?\? |=== |\?\?\?(\+ ))(?=[a-z \"])", re.M)
_CHUNK = re.compile(
    r"^[ \t>]*`{3,}\{[A-Za-z]+[ ,]([^\r\n]*)\}[ \t]*$", re.M
)  # its options may hold backticks
_TABLE = re.compile(
    r"^[ \t>]{0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*:?-*:?[ \t]*\r?\n((?:[^\r\n]*\|[^\r\n]*(?:\r?\n|\Z))+)",
    re.M,
)
_FAR = re.compile(r"^    (?=[ \t]*\S)", re.M)


def masked(text: str, scanned: Scan) -> str:
    """`text` for the block parser."""
    plain = _FOREIGN.sub("\ufffd", text)
    for start, end in scanned.directives:
        filler = (
            FILLER if plain[end : end + 1].strip() else " "
        )  # white space before a title would make it code
        plain = plain[:start] + re.sub(r"[^\r\n]", filler, plain[start:end]) + plain[end:]
    plain = _with_marks(plain, scanned.formulas)
    plain = _CHUNK.sub(
        lambda m: m[0].replace(m[1], m[1].replace("`", FILLER)) if "`" in m[1] else m[0], plain
    )
    plain = _ADMONITION.sub(lambda m: f"{m[1]}-   {FILLER if m[2] else ''}", plain)
    plain = _TABLE.sub(_rows, plain)
    front = _FRONT.match(plain)
    return plain if not front else re.sub(r"[^\r\n]", "", front[0]) + plain[front.end() :]


def _with_marks(text: str, formulas: Sequence[Found]) -> str:
    pieces: list[str] = []
    at = 0
    for index, (_, opener, (start, end), _) in enumerate(formulas):
        if opener == "math":
            continue
        inside = blanked(text[start:end], FILLER)
        mark = MARK + DIGITS[index % len(DIGITS)]
        pieces += [text[at:start], _HEAD.sub(rf"{mark[0]}\1{mark[1]}", inside, count=1)]
        at = end
    return "".join([*pieces, text[at:]])


def _rows(table: re.Match[str]) -> str:
    """Table rows that are indented too far, changed to begin with a bar."""
    rows = table.start(1) - table.start()
    return table[0][:rows] + _FAR.sub("|   ", table[1])
