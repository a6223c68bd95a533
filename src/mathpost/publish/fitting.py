"""Fits displays that are wider than the page: breaks them at relations and signs, then uses smaller type.

TeX's log says how wide a display is; its tokens say where it may be broken. The number of a row stays on its last line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.latex.lexer import split
from mathpost.latex.macros import macro

_DISPLAY = re.compile(
    r"(?P<before>.*?)(?P<open>\\\[|\\begin\{(?P<name>equation|align|gather|alignat|multline|flalign)(?P<star>\*?)\}"
    r"(?P<columns>\{\d+\})?)(?P<body>.*)(?P<close>\\\]|\\end\{(?P=name)(?P=star)\})\s*",
    re.S,
)
_BLOCK = re.compile(r"\s*\\begin\{(aligned|split)\}(?P<body>.*)\\end\{\1\}\s*", re.S)
_NUMBER = re.compile(r"\\(?:tag\*?|label)\{[^{}]*\}|\\(?:notag|nonumber)(?![A-Za-z])")
_SIZES = ((0.91, r"\small"), (0.82, r"\footnotesize"), (0.0, r"\scriptsize"))
_OPEN, _CLOSE = frozenset(["{", r"\left", r"\begin"]), frozenset(["}", r"\right", r"\end"])
_BRACKETS = {"(": 1, "[": 1, r"\{": 1, ")": -1, "]": -1, r"\}": -1}
_SIGNS = frozenset(["+", "-", r"\pm", r"\mp"])
_NARROW = frozenset(r"\left \right \, \! \; \: \displaystyle \limits \nolimits \big \Big \bigg \Bigg".split())
_SILENT = frozenset("{}&")
_MARGIN = 0.94  # how full a line is made: widths are estimates
_BESIDE = 0.9  # what a number beside it leaves of the line


class Excess(NamedTuple):
    """A display that is `ratio` times as wide as the line, as measured by TeX; `attempt` counts how often it was set."""

    ratio: float
    attempt: int


def fitted(display: str, excess: Excess) -> str:
    """`display`, broken, at the second attempt also in smaller type; unchanged if neither is possible."""
    parts = _DISPLAY.fullmatch(display)
    if parts is None:
        return display
    body = _broken(parts, 1 / excess.ratio)
    whole = f"{parts['before']}{parts['open']}{body}{parts['close']}"
    if excess.attempt < 2 and body != parts["body"]:
        return whole
    size = (
        next(name for least, name in _SIZES if 1 / excess.ratio >= least)
        if excess.attempt < 2
        else r"\scriptsize"
    )
    return f"{{{size}\n{whole}\n}}"


def loosened(inline: str) -> str:
    r"""A formula in a line that may also break after its commas: ``\(a_1, a_2, \ldots, a_n\)``."""
    return r",\allowbreak ".join(_parted(split(inline), ","))


def _broken(parts: re.Match[str], share: float) -> str:
    """The body of a display with lines that are `share` as wide as it is now."""
    name, body = parts["name"] or "", parts["body"]
    if name in ("multline", "alignat", "flalign"):
        return body
    if name in ("align", "gather"):
        return _rows(body, share, numbered=not parts["star"], aligned=name == "align")
    marks = "".join(_NUMBER.findall(body))
    bare = _NUMBER.sub("", body)
    share *= _BESIDE if name and (marks or not parts["star"]) else 1
    inner = _BLOCK.fullmatch(bare)
    if inner is not None:
        rows = _rows(inner["body"], share, numbered=False, aligned=True)
        return f"\n\\begin{{aligned}}{rows}\\end{{aligned}}{marks}\n"
    tokens = split(bare)
    lines = _lines(tokens, _width(tokens) * share * _MARGIN)
    if len(lines) < 2 or any(t in (r"\\", "&") for t in _outer(tokens)):
        return body
    return "\n\\begin{aligned}\n" + " \\\\\n".join(lines) + f"\n\\end{{aligned}}{marks}\n"


def _outer(tokens: Sequence[str]) -> Iterator[str]:
    """The tokens outside of braces and environments."""
    depth = 0
    for token in tokens:
        depth -= token in _CLOSE
        if depth == 0:
            yield token
        depth += token in _OPEN


# --- rows -------------------------------------------------------------------------------------------------


def _rows(body: str, share: float, *, numbered: bool, aligned: bool) -> str:
    """The rows of an alignment, those that are too wide in several lines."""
    rows = [_cells(row) for row in _parted(split(body), r"\\")]
    left = max((_width(split(row.cells[0])) for row in rows if len(row.cells) > 1), default=0.0)
    widest = max(left * (len(row.cells) > 1) + _width(split(row.cells[-1])) for row in rows)
    limit = widest * share * _MARGIN * (_BESIDE if numbered else 1) - left
    return r" \\".join(_row(row, limit, numbered=numbered, aligned=aligned) for row in rows)


class _Row(NamedTuple):
    """The cells of a row, the white space and the space that its break asks for before them, and its number."""

    before: str
    cells: tuple[str, ...]
    marks: str


def _cells(row: str) -> _Row:
    marks = "".join(_NUMBER.findall(row))
    spaced = re.match(r"\s*(?:\[[^\]]*\])?\s*", row)
    before = spaced[0] if spaced else ""
    return _Row(before, tuple(_parted(split(_NUMBER.sub("", row[len(before) :])), "&")), marks)


def _parted(tokens: Sequence[str], at: str) -> list[str]:
    """The text of `tokens`, parted where `at` is outside of braces and environments."""
    parts, depth = [""], 0
    for token in tokens:
        depth -= token in _CLOSE
        if depth == 0 and token == at:
            parts.append("")
        else:
            parts[-1] += token
        depth += token in _OPEN
    return parts


def _row(row: _Row, limit: float, *, numbered: bool, aligned: bool) -> str:
    whole = row.before + "&".join(row.cells) + row.marks
    tokens = split(row.cells[-1])
    if len(row.cells) > 2 or _width(tokens) <= limit:
        return whole
    lines = _chunks(_segments(tokens, 0), limit)
    if len(lines) < 2:
        return whole
    if not aligned or len(row.cells) < 2:
        return (
            f"{row.before}\\begin{{aligned}}\n"
            + " \\\\\n".join(_lines(tokens, limit))
            + f"\n\\end{{aligned}}{row.marks}"
        )
    silent = r" \notag" if numbered else ""
    more = "".join(f"{silent} \\\\\n&{_indent(line)}{line}" for line in lines[1:])
    return f"{row.before}{row.cells[0]}&{lines[0]}{more}{row.marks}"


# --- lines ------------------------------------------------------------------------------------------------


def _lines(tokens: Sequence[str], limit: float) -> list[str]:
    """A formula in lines that are aligned at its first relation, or indented where its left side is long."""
    segments = _segments(tokens, 0)
    head = segments[0] if len(segments) > 1 and _is_relation(segments[1][0]) else []
    if head and _width(head) < limit / 3:
        chunks = _chunks(segments[1:], limit - _width(head))
        first, *rest = chunks
        return ["".join(head).strip() + " &" + first, *(f"&{_indent(line)}{line}" for line in rest)]
    chunks = _chunks(segments, limit)
    return [f"&{chunks[0]}", *(f"&{_indent(line) or chr(92) + 'quad '}{line}" for line in chunks[1:])]


def _indent(line: str) -> str:
    """What comes before a line that goes on: a sign is set as one between two summands."""
    first = next((token for token in split(line) if token.strip()), "")
    return r"\quad {}" if not _is_relation(first) else ""


def _segments(tokens: Sequence[str], inside: int) -> list[list[str]]:
    """The pieces between which a line may break; with `inside` also within that many brackets."""
    pieces: list[list[str]] = [[]]
    depth = brackets = 0
    last = ""
    for token in tokens:
        depth -= token in _CLOSE
        brackets += min(0, _BRACKETS.get(token, 0)) if depth == 0 else 0
        sign = token in _SIGNS and last not in ("", "(", "[", "&", ",", "^", "_") and not _is_relation(last)
        if (
            depth == 0
            and brackets <= inside
            and pieces[-1]
            and (sign or _is_relation(token))
            and last not in ("^", "_")
        ):
            pieces.append([])
        brackets += max(0, _BRACKETS.get(token, 0)) if depth == 0 else 0
        depth += token in _OPEN
        pieces[-1].append(token)
        last = token if token.strip() else last
    return [piece for piece in pieces if "".join(piece).strip()]


def _is_relation(token: str) -> bool:
    if token in ("=", "<", ">"):
        return True
    spec = macro(token) if token.startswith("\\") else None
    return spec is not None and spec.kind == "relation"


def _chunks(segments: Sequence[Sequence[str]], limit: float) -> list[str]:
    """The segments in as few lines as hold them."""
    lines: list[list[str]] = []
    is_full = False  # after a side that takes several lines the next relation begins one
    for statement in _statements(segments):
        parts = [segment for segment in statement for segment in _smaller(segment, limit)]
        fits = bool(lines) and not is_full and _width(lines[-1]) + _width(_joined(statement)) <= limit
        is_full = not fits and _width(_joined(statement)) > limit
        for number, part in enumerate(parts):
            if lines and (fits or (number and _width(lines[-1]) + _width(part) <= limit)):
                lines[-1] += part
            else:
                lines.append(list(part))
    return ["".join(line).strip() for line in lines]


def _statements(segments: Sequence[Sequence[str]]) -> list[list[Sequence[str]]]:
    """The segments from each relation up to the next."""
    statements: list[list[Sequence[str]]] = []
    for segment in segments:
        if not statements or _is_relation(segment[0]):
            statements.append([])
        statements[-1].append(segment)
    return statements


def _smaller(segment: Sequence[str], limit: float) -> Sequence[Sequence[str]]:
    """A segment that no line holds, in the pieces between its brackets' signs."""
    return _segments(segment, 1) if _width(segment) > limit else [segment]


def _joined(segments: Sequence[Sequence[str]]) -> list[str]:
    return [token for segment in segments for token in segment]


def _width(tokens: Sequence[str]) -> float:
    """The approximate printed width of a formula in letters: scripts are small; of a fraction the wider part counts."""
    return _measured(list(tokens), 0, len(tokens))


def _measured(tokens: list[str], at: int, end: int) -> float:
    total = 0.0
    while at < end:
        token = tokens[at]
        if token in ("^", "_"):
            start, at = _argument(tokens, at + 1, end)
            total += 0.6 * _measured(tokens, start, at)
        elif token in (r"\frac", r"\dfrac", r"\tfrac"):
            first, at = _argument(tokens, at + 1, end)
            above = _measured(tokens, first, at)
            second, at = _argument(tokens, at, end)
            total += max(above, _measured(tokens, second, at))
        else:
            total += _letter(token)
            at += 1
    return total


def _argument(tokens: Sequence[str], at: int, end: int) -> tuple[int, int]:
    """Where the argument at `at` begins and ends."""
    while at < end and not tokens[at].strip():
        at += 1
    if at >= end or tokens[at] != "{":
        return at, min(end, at + 1)
    depth = 0
    for stop in range(at, end):
        depth += (tokens[stop] == "{") - (tokens[stop] == "}")
        if depth == 0:
            return at, stop + 1
    return at, end


def _letter(token: str) -> float:
    if not token.strip() or token in _SILENT or token in _NARROW:
        return 0.0
    if _is_relation(token) or token in _SIGNS:
        return 2.0
    if token in (r"\quad", r"\qquad"):
        return float(len(token) - 3)  # 2 and 3
    return 2.0 if token in (r"\sum", r"\prod", r"\int") or not token.isascii() else 1.0
