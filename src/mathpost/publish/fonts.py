"""Which characters a font file has, read from its own table, so that no character is printed as an empty box without a
warning.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

CHINESE = (
    "Noto Serif CJK SC", "Source Han Serif SC", "Source Han Serif CN", "Songti SC", "SimSun", "NSimSun", "FandolSong",
    "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", "AR PL SungtiL GB", "AR PL UMing CN",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Droid Sans Fallback",
)  # fmt: skip
"""Families with simplified Chinese, the best for running text first."""

# What the fonts inside of Typst have, as far as formulas and their words need it.
_SUPPLIED = re.compile(
    "[\u0000-\u052f\u1e00-\u22ff\u2308-\u230b\u239b-\u23b9\u23dc-\u23e1\u25a0-\u25ff\u27e6-\u27ef\u27f5-\u297f"
    "\u2980-\u2aff\U0001d400-\U0001d7ff]"
)

INSTALL = (
    "apt-get install fonts-noto-cjk (Debian, Ubuntu), brew install --cask font-noto-serif-cjk-sc (macOS)"
)
"""How a font with Chinese is installed."""


def lacking(characters: Iterable[str], files: Iterable[tuple[str, int]]) -> set[str]:
    """Those of `characters` that none of the fonts has; a font is its path and its index in the file."""
    left = {c for c in characters if not _SUPPLIED.match(c)}
    for path, index in files:
        if not left:
            break
        covered = _covered(path, index)
        left = {c for c in left if not any(low <= ord(c) <= high for low, high in covered)}
    return left


@lru_cache(maxsize=64)
def _covered(path: str, index: int) -> tuple[tuple[int, int], ...]:
    """The ranges of code points of a font; none where its file cannot be read."""
    try:
        data = Path(path).read_bytes()
        return tuple(_ranges(data, _table(data, index)))
    except (OSError, struct.error, IndexError):
        return ()


def _table(data: bytes, index: int) -> int:
    """Where the table ``cmap`` begins; a collection holds several fonts."""
    start = struct.unpack_from(">I", data, 12 + 4 * index)[0] if data[:4] == b"ttcf" else 0
    (count,) = struct.unpack_from(">H", data, start + 4)
    for entry in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * entry)
        if tag == b"cmap":
            return int(offset)
    raise IndexError("the font has no cmap")


def _ranges(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for entry in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * entry)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            yield from _subtable(data, cmap + offset)


def _subtable(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The two formats in which fonts of today map Unicode: segments (4) and groups (12)."""
    (kind,) = struct.unpack_from(">H", data, at)
    if kind == 4:
        (double,) = struct.unpack_from(">H", data, at + 6)
        ends = struct.unpack_from(f">{double // 2}H", data, at + 14)
        starts = struct.unpack_from(f">{double // 2}H", data, at + 16 + double)
        yield from ((s, e) for s, e in zip(starts, ends, strict=True) if s != 0xFFFF)
    elif kind == 12:
        (groups,) = struct.unpack_from(">I", data, at + 12)
        for group in range(groups):
            low, high, _ = struct.unpack_from(">III", data, at + 16 + 12 * group)
            yield low, high
