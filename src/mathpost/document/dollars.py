"""The dollars of a block of text with their brace depths."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict

_DOLLARS = re.compile(r"\\[^\r\n]|[{}]|\$+")


class Dollars:
    """The unescaped dollars of a block by brace depth, so that every close is found by bisection."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._singles: dict[int, list[int]] = defaultdict(list)
        self._doubles: dict[int, list[int]] = defaultdict(list)
        self._all: dict[bool, list[int]] = {False: [], True: []}
        self._edges: list[int] = [start]
        self._depths: list[int] = [0]
        depth = 0
        for sign in _DOLLARS.finditer(text, start, end):
            if sign[0] == "{" or sign[0] == "}":
                depth += 1 if sign[0] == "{" else -1
                self._edges.append(sign.end())
                self._depths.append(depth)
            elif sign[0][0] == "$":
                self._dollar(sign.start(), len(sign[0]), depth)

    def _dollar(self, at: int, length: int, depth: int) -> None:
        for k in range(length):
            self._singles[depth].append(at + k)
            self._all[False].append(at + k)
            if k + 1 < length:
                self._doubles[depth].append(at + k)
                self._all[True].append(at + k)

    def close(self, inside: int, *, double: bool) -> int:
        """The first dollar (or pair) from `inside` on at the brace depth of `inside`, otherwise the first at any depth;
        -1 if there is none.
        """
        depth = self._depths[bisect_left(self._edges, inside + 1) - 1]
        same = (self._doubles if double else self._singles).get(depth, [])
        for found in (same, self._all[double]):
            index = bisect_left(found, inside)
            if index < len(found):
                return found[index]
        return -1
