"""The Markdown of a paragraph as HTML: emphasis, code, links, entities; everything else in a post is escaped.

Formulas are drawn already: the text has a single character for each, which is replaced by its HTML at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape, unescape

FORMULA = 0xE000  # the first of the private characters that stand for formulas
_ESCAPED = frozenset("\\`*_{}[]()<>#+-.!|~\"'$&")
_SCHEMES = ("http://", "https://", "mailto:")
_BEHIND = frozenset("，。；：、！？）】》」』”’,.;:!?)]")
_OUTSIDE = frozenset(" \t\n.,;:!?，。；：！？、（）()\"'”“’‘")


def inline(text: str, formulas: Sequence[str]) -> str:
    """`text` as HTML; character ``FORMULA + n`` of it is formula `n`.

    ``**a** `b` [c](https://d.org)`` becomes ``<strong>a</strong> <code>b</code> <a href="https://d.org">c</a>``.
    """
    html = _inline(text)
    for number, formula in enumerate(formulas):
        at = html.find(chr(FORMULA + number))
        mark = html[at + 1 : at + 2]
        if (
            mark and mark in _BEHIND and formula.startswith("<math") and "block" not in formula[:60]
        ):  # a browser would let it begin a line
            html = html.replace(chr(FORMULA + number) + mark, f'<span class="tied">{formula}{mark}</span>')
        html = html.replace(chr(FORMULA + number), formula)
    return html


def _inline(text: str) -> str:
    done, at = "", 0
    while at < len(text):
        piece, end = _piece(text, at)
        done += piece
        at = end
    return done


def _piece(text: str, at: int) -> tuple[str, int]:
    """The HTML of the piece that begins at `at`, and its end."""
    character = text[at]
    if character == "\\" and text[at + 1 : at + 2] in _ESCAPED and at + 1 < len(text):
        return escape(text[at + 1]), at + 2
    if character == "`":
        return _code(text, at)
    if character in "*_":
        return _emphasis(text, at)
    if text.startswith("~~", at):
        end = text.find("~~", at + 2)
        return ("~~", at + 2) if end < 0 else (f"<del>{_inline(text[at + 2 : end])}</del>", end + 2)
    if character == "[" or text.startswith("![", at):
        return _link(text, at)
    if character == "<" and text.startswith(_SCHEMES, at + 1) and ">" in text[at:]:
        end = text.index(">", at)
        return _anchor(text[at + 1 : end], escape(text[at + 1 : end])), end + 1
    if character == "h" and text.startswith(_SCHEMES[:2], at):
        return _bare(text, at)
    if character == "&":
        end = text.find(";", at, at + 12)
        if end > 0 and unescape(text[at : end + 1]) != text[at : end + 1]:
            return escape(unescape(text[at : end + 1])), end + 1
    return escape(character), at + 1


def _code(text: str, at: int) -> tuple[str, int]:
    ticks = len(text[at:]) - len(text[at:].lstrip("`"))
    end = text.find("`" * ticks, at + ticks)
    if end < 0:
        return "`" * ticks, at + ticks
    return f"<code>{escape(text[at + ticks : end].strip())}</code>", end + ticks


def _emphasis(text: str, at: int) -> tuple[str, int]:
    """``**a**`` and ``*a*``; an underscore within a word is one."""
    mark = text[at] * (2 if text.startswith(text[at] * 2, at) else 1)
    begins = at + len(mark)
    inside_word = mark[0] == "_" and at > 0 and text[at - 1].isalnum() and text[at - 1].isascii()
    if text[begins : begins + 1].strip() == "" or inside_word:
        return mark, begins
    end = text.find(mark, begins)
    while end > 0 and len(mark) == 1 and text.startswith(mark * 2, end):
        end = text.find(mark, end + 2)
    if end < 0 or not text[end - 1].strip() or _joins(text, mark, end):
        return mark, begins
    name = "strong" if len(mark) == 2 else "em"
    return f"<{name}>{_inline(text[begins:end])}</{name}>", end + len(mark)


def _joins(text: str, mark: str, end: int) -> bool:
    after = text[end + len(mark) : end + len(mark) + 1]
    return mark[0] == "_" and after.isascii() and after.isalnum()


def _link(text: str, at: int) -> tuple[str, int]:
    """``[words](address)`` and ``![words](address)``, an image as a link to it."""
    start = at + (2 if text[at] == "!" else 1)
    close = _closing(text, start, "[", "]")
    if close < 0 or not text.startswith("(", close + 1):
        return escape(text[at:start]), start
    end = _closing(text, close + 2, "(", ")")
    if end < 0:
        return escape(text[at:start]), start
    address = text[close + 2 : end].strip().partition(" ")[0].strip("<>")
    words = _inline(text[start:close]) or escape(address)
    return _anchor(address, f"🖼 {words}" if text[at] == "!" else words), end + 1


def _closing(text: str, at: int, opens: str, closes: str) -> int:
    depth = 1
    for place in range(at, len(text)):
        depth += (text[place] == opens) - (text[place] == closes)
        if depth == 0:
            return place
    return -1


def _anchor(address: str, words: str) -> str:
    """A link; if it would run a script, or its target is not beside the report, only its words."""
    if not address.startswith(_SCHEMES):
        return words
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{words}</a>'


def _bare(text: str, at: int) -> tuple[str, int]:
    end = at
    while end < len(text) and text[end].isascii() and not text[end].isspace() and text[end] not in '<>"`':
        end += 1
    while text[end - 1] in ".,;:!?)'*_":
        end -= 1
    return _anchor(text[at:end], escape(text[at:end])), end


def table(rows: Sequence[str], formulas: Sequence[str]) -> str:
    """The lines of a table with bars: a head, a rule and rows."""
    cells = [_cells(row) for row in (rows[0], *rows[2:])]
    head = "".join(f"<th>{inline(cell, formulas)}</th>" for cell in cells[0])
    body = "".join(
        f"<tr>{''.join(f'<td>{inline(cell, formulas)}</td>' for cell in row)}</tr>" for row in cells[1:]
    )
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def is_rule(line: str) -> bool:
    """Whether a line is the rule below the head of a table."""
    return "-" in line and "|" in line and not line.strip().strip("|:- \t")


def _cells(row: str) -> list[str]:
    text = row.strip().removeprefix("|")
    cells, at = [""], 0
    while at < len(text):
        if text[at] == "\\" and at + 1 < len(text):
            cells[-1] += text[at : at + 2]
            at += 2
            continue
        if text[at] == "|":
            cells.append("")
        else:
            cells[-1] += text[at]
        at += 1
    return [cell.strip() for cell in (cells if cells[-1].strip() else cells[:-1])]
